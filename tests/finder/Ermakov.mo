//: degree 4, independent 1
//: integral (x*s - r*u)^2 + (x/r)^2: Ermakov, Lewis
model Ermakov
  Real x(start=0.7), u(start=0.1), r(start=1.1), s(start=0.2);
equation
  der(x)=u;
  der(u)=-(1+0.3*sin(time))*x;
  der(r)=s;
  der(s)=-(1+0.3*sin(time))*r + 1/r^3;
end Ermakov;
