// 8.6: two branches run from one initial step and join: 'join' when both are done, at 1 + 0.7.
model InitialStepParallel
  Boolean start, left, right, join, nStart, nLeft, nRight, nJoin;
  Boolean fork, done;
  discrete Real t(start = 0, fixed = true);
initial equation
  pre(nStart) = true;
  pre(nLeft) = false;
  pre(nRight) = false;
  pre(nJoin) = false;
equation
  start = pre(nStart);
  left = pre(nLeft);
  right = pre(nRight);
  join = pre(nJoin);
  fork = start and time >= 1;
  done = left and right and time >= 1.7;
  nStart = start and not fork;
  nLeft = fork or left and not done;
  nRight = fork or right and not done;
  nJoin = done or join;
  when join then
    t = time;
  end when;
  annotation(experiment(StopTime = 3));
end InitialStepParallel;
//: join = 1
//: left = 0
//: start = 0
//: t = 1.7 +- 1e-12
