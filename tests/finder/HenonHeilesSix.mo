//: degree 4, independent 2
//: integral energy, and a quartic one: the case of Korteweg and de Vries
model HenonHeilesSix
  parameter Real a = 1, b = 1.7;
  Real x(start=0.3), y(start=0.2), u(start=0.1), v(start=0.4);
equation
  der(x)=u;
  der(y)=v;
  der(u)=-a*x-2*x*y;
  der(v)=-b*y-x^2-6*y^2;
end HenonHeilesSix;
