// 4.6, 8.3.5: components with 'when' in equations and in algorithms; each element of an array is one of its own.
model Counters
  model Counter
    parameter Real T = 0.1;
    Integer n(start = 0, fixed = true);
    discrete Real last(start = 0, fixed = true);
  equation
    when sample(T, T) then
      n = pre(n) + 1;
      last = time;
    end when;
  end Counter;
  model Steps
    parameter Integer by = 1;
    Real x;
    Integer m(start = 0, fixed = true);
  algorithm
    when time > 0.5 then
      m := m + by;
      m := 2*m;
    end when;
    x := m + 0.5;
  end Steps;
  Counter c, d[2](T = {0.2, 0.3});
  Steps s[2](by = {1, 3});
  annotation(experiment(StopTime = 1.05));
end Counters;
//: c.n = 10
//: d[1].n = 5
//: d[2].n = 3
//: d[2].last = 0.9 +- 1e-12
//: s[1].m = 2
//: s[2].x = 6.5
