// 3.7.5: pre(a) is the value before the event, also behind an assignment to a; edge and change compare with it.
model AlgorithmPreBehindAssignment
  Integer a(start = 1, fixed = true), b(start = 0, fixed = true);
  Boolean c(start = false, fixed = true), e(start = false, fixed = true), f(start = false, fixed = true);
algorithm
  when time > 0.5 then
    a := 5;
    b := pre(a);
    c := change(a);
    e := true;
    f := edge(e);
  end when;
  annotation(experiment(StopTime = 1));
end AlgorithmPreBehindAssignment;
//: a = 5
//: b = 1
//: c = 1
//: f = 1
