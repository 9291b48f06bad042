model Chain6 "Six particles in a plane, rods between neighbours, springs between every other: 14 degrees of freedom"
  // Tuomela, Arponen and Normi (2005), section 6.2.5 with n = 6: unit masses, potential energy
  // c/2 times the sum of the squared distances of particles i and i + 2, five rods of length 1.
  parameter Real c = 10 "rigidity";
  Real x1(start = 0.000792005503411736), y1(start = -0.0007051673994425008), vx1(start = 0.9997755335945208), vy1(start = -5.770390023451824);
  Real x2(start = 0.4996019782821888), y2(start = 0.8660062096208638), vx2(start = -0.999777385649296), vy2(start = -4.6196067711923305);
  Real x3(start = 0.9998940357394561), y3(start = 0.00014949096287809928), vx3(start = 0.9998883669464289), vy3(start = -3.4641997944542826);
  Real x4(start = 1.4998422914862841), y4(start = 0.86620476724477), vx4(start = -0.9998994002282677), vy4(start = -2.309781094582045);
  Real x5(start = 1.9998714985903698), y5(start = 0.00019622684643232357), vx5(start = 0.9999964664122712), vy5(start = -1.155050745124943);
  Real x6(start = 2.4999981903982897), y6(start = 0.8661484727244981), vx6(start = -0.9999835810756571), vy6(start = 2.8428805425771023e-05);
  Real lambda1, lambda2, lambda3, lambda4, lambda5 "forces in the rods";
equation
  der(x1) = vx1;  der(y1) = vy1;
  der(x2) = vx2;  der(y2) = vy2;
  der(x3) = vx3;  der(y3) = vy3;
  der(x4) = vx4;  der(y4) = vy4;
  der(x5) = vx5;  der(y5) = vy5;
  der(x6) = vx6;  der(y6) = vy6;
  der(vx1) = c*(x3 - x1) + lambda1*(x2 - x1);
  der(vy1) = c*(y3 - y1) + lambda1*(y2 - y1);
  der(vx2) = c*(x4 - x2) + lambda1*(x1 - x2) + lambda2*(x3 - x2);
  der(vy2) = c*(y4 - y2) + lambda1*(y1 - y2) + lambda2*(y3 - y2);
  der(vx3) = c*(x1 - x3) + c*(x5 - x3) + lambda2*(x2 - x3) + lambda3*(x4 - x3);
  der(vy3) = c*(y1 - y3) + c*(y5 - y3) + lambda2*(y2 - y3) + lambda3*(y4 - y3);
  der(vx4) = c*(x2 - x4) + c*(x6 - x4) + lambda3*(x3 - x4) + lambda4*(x5 - x4);
  der(vy4) = c*(y2 - y4) + c*(y6 - y4) + lambda3*(y3 - y4) + lambda4*(y5 - y4);
  der(vx5) = c*(x3 - x5) + lambda4*(x4 - x5) + lambda5*(x6 - x5);
  der(vy5) = c*(y3 - y5) + lambda4*(y4 - y5) + lambda5*(y6 - y5);
  der(vx6) = c*(x4 - x6) + lambda5*(x5 - x6);
  der(vy6) = c*(y4 - y6) + lambda5*(y5 - y6);
  ((x1 - x2)^2 + (y1 - y2)^2 - 1)/2 = 0;
  ((x2 - x3)^2 + (y2 - y3)^2 - 1)/2 = 0;
  ((x3 - x4)^2 + (y3 - y4)^2 - 1)/2 = 0;
  ((x4 - x5)^2 + (y4 - y5)^2 - 1)/2 = 0;
  ((x5 - x6)^2 + (y5 - y6)^2 - 1)/2 = 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end Chain6;
// The reduced system in 34 digits, by a tridiagonal elimination of the tensions.
//: --rtol 1e-12 --stop 1
//: x1 = 2.09257884169251 +- 1e-9
//: y1 = -1.79069340300868 +- 1e-9
//: x6 = 0.407745253326959 +- 1e-9
//: y6 = -3.11646971441889 +- 1e-9
//: index = 3
//: dof = 14
