//: degree 2, independent 6
//: integral w, o, f - o*time, th - w*time, o*x - R*w*sin(f), o*y + R*w*cos(f)
model RollingDisk
  parameter Real R=0.5;
  Real x(start=0), y(start=0.1), f(start=0.3), th(start=0), w(start=1.1), o(start=0.7);
equation
  der(x)=R*w*cos(f);
  der(y)=R*w*sin(f);
  der(f)=o;
  der(th)=w;
  der(w)=0;
  der(o)=0;
end RollingDisk;
