model ServoSwitchedOn "An oscillator swings freely; from t = 1 on a servo force makes it follow a program that starts smoothly"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), u "force of the servo", work(start = 0, fixed = true);
  discrete Real x0(start = 0, fixed = true), v0(start = 0, fixed = true) "where the servo found it";
  Boolean on(start = false, fixed = true);
equation
  der(x) = v;
  der(v) = u - x;
  der(work) = u*v;
  if on then
    x = x0 + v0*(time - 1)*exp(1 - time);
  else
    u = 0;
  end if;
  when time >= 1 then
    on = true;
    x0 = x;
    v0 = v;
  end when;
end ServoSwitchedOn;
// x = cos t, then with r = t - 1: x = cos 1 - sin(1) r exp(-r), v = -sin(1) (1 - r) exp(-r), u = x'' + x; the work is the
// change of (v^2 + x^2)/2. Index 1 without constraint, then 3.
//: --rtol 1e-10 --stop 3
//: x = 0.312540877739404 +- 1e-9
//: v = 0.113880714064368 +- 1e-9
//: u = 0.312540877739404 +- 1e-8
//: work = -0.444674691353036 +- 1e-8
//: dof = 3
//: events = 1
