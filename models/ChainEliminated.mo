model ChainEliminated "The chain of six with its multipliers computed: an ODE, and ten constraints that it keeps by itself"
  // Tuomela, Arponen and Normi (2005), the system R_1 of section 6.2.5: the second derivatives of the rods'
  // equations give a tridiagonal system for the forces in the rods. What remains of index 3 is written down, the
  // rods and their first derivatives, more equations than unknowns. Chain6.mo is the same with nothing computed.
  constant Integer n = 6 "particles";
  parameter Real c = 10 "rigidity";
  Real q[n,2](start = {{0.000792005503411736, -0.0007051673994425008}, {0.4996019782821888, 0.8660062096208638},
    {0.9998940357394561, 0.00014949096287809928}, {1.4998422914862841, 0.86620476724477},
    {1.9998714985903698, 0.00019622684643232357}, {2.4999981903982897, 0.8661484727244981}});
  Real v[n,2](start = {{0.9997755335945208, -5.770390023451824}, {-0.999777385649296, -4.6196067711923305},
    {0.9998883669464289, -3.4641997944542826}, {-0.9998994002282677, -2.309781094582045},
    {0.9999964664122712, -1.155050745124943}, {-0.9999835810756571, 2.8428805425771023e-05}});
  Real lambda[n+1] "forces in the rods; the first and the last are none";
  Real d[n+1,2] = {if i > 1 and i < n + 1 then q[min(i, n),:] - q[max(i-1, 1),:] else {0, 0} for i in 1:n+1} "rod i, before particle i";
  Real f[n,2] = {(if i > 2 then c*(q[max(i-2, 1),:] - q[i,:]) else {0, 0})
               + (if i < n - 1 then c*(q[min(i+2, n),:] - q[i,:]) else {0, 0}) for i in 1:n} "springs";
equation
  der(q) = v;
  for i in 1:n loop
    der(v[i,:]) = f[i,:] - lambda[i]*d[i,:] + lambda[i+1]*d[i+1,:];
  end for;
  lambda[1] = 0;
  lambda[n+1] = 0;
  for i in 2:n loop
    lambda[i-1]*(d[i-1,:]*d[i,:]) - 2*lambda[i]*(d[i,:]*d[i,:]) + lambda[i+1]*(d[i+1,:]*d[i,:])
      = -d[i,:]*(f[i,:] - f[i-1,:]) - (v[i,:] - v[i-1,:])*(v[i,:] - v[i-1,:]);
    (d[i,:]*d[i,:] - 1)/2 = 0;
    d[i,:]*(v[i,:] - v[i-1,:]) = 0;
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end ChainEliminated;
// As Chain6.mo.
//: --rtol 1e-12 --stop 1
//: q[1,1] = 2.09257884169251 +- 1e-9
//: q[1,2] = -1.79069340300868 +- 1e-9
//: q[6,1] = 0.407745253326959 +- 1e-9
//: q[6,2] = -3.11646971441889 +- 1e-9
//: dof = 14
