model ChainEnergy "The chain of particles on the surface of constant energy"
  // Tuomela, Arponen and Normi (2005), section 6.2.5: model Chain, which explains the start, with its energy declared an invariant.
  parameter Integer n = 24 "particles";
  parameter Real c = 10 "rigidity", k = 1.155484 "turns the zigzag", shift = 0 "of its pole, in particles";
  Real q[n,2](start = {{(i - 1)/2, if mod(i, 2) == 0 then sqrt(3)/2 else 0} for i in 1:n});
  Real v[n,2](start = {{if mod(i, 2) == 0 then -1 else 1, -(n - i + shift)*k} for i in 1:n});
  Real lambda[n-1] "forces in the rods";
  Real energy = sum(v[i,:]*v[i,:] for i in 1:n)/2 + c/2*sum((q[i,:] - q[i+2,:])*(q[i,:] - q[i+2,:]) for i in 1:n-2)
    annotation(__involute(invariant = true));
equation
  der(q) = v;
  for i in 1:n loop
    der(v[i,:]) = (if i > 1 then lambda[max(i-1, 1)]*(q[max(i-1, 1),:] - q[i,:]) else {0, 0})
                + (if i < n then lambda[min(i, n-1)]*(q[min(i+1, n),:] - q[i,:]) else {0, 0})
                + (if i > 2 then c*(q[max(i-2, 1),:] - q[i,:]) else {0, 0})
                + (if i < n - 1 then c*(q[min(i+2, n),:] - q[i,:]) else {0, 0});
  end for;
  for i in 1:n-1 loop
    ((q[i,:] - q[i+1,:])*(q[i,:] - q[i+1,:]) - 1)/2 = 0;
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end ChainEnergy;
// The reduced system by extrapolation in 34 digits, forces in the rods by a tridiagonal elimination.
//: --rtol 1e-12
//: q[1,1] = 3.41748101617203 +- 1e-9
//: q[1,2] = -22.3071538586993 +- 1e-9
//: q[13,1] = 5.94204206073117 +- 1e-9
//: q[13,2] = -12.3934042464353 +- 1e-9
//: q[24,1] = 8.08251898382797 +- 1e-9
//: q[24,2] = -3.40295273751624 +- 1e-9
//: index = 3
//: dof = 50
