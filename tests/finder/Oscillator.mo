//: degree 2, independent 5
//: the tensor of Fradkin (1965): 5 independent of 9
model Oscillator "Isotropic, in space"
  Real x(start = 1, fixed = true), y(start = 0.3, fixed = true), z(start = 0, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = 0.5, fixed = true), vz(start = 0.2, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = -x;
  der(vy) = -y;
  der(vz) = -z;
end Oscillator;
