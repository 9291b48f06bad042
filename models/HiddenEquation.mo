model HiddenEquation "What is meant by involutive: an equation that says more than it seems"
  // Tuomela, Arponen 2000, Remark 3.2. The first equation has no derivative in it, and still says der(y1) = 0. As long as that is not
  // written down, points with der(y1) = 3 satisfy all equations, there is one direction at each of them, and a curve can be computed
  // that is no solution. 'involute analyze' shows the hidden equation.
  Real y1(start = 0), y2(start = 0, fixed = true);
  Real slope = der(y1) "asks for what the first equation hides";
equation
  y1 + 1 = 0;
  der(y2) + 1 = 0;
  annotation(experiment(StopTime = 1));
end HiddenEquation;
//: y1 = -1 +- 0
//: y2 = -1 +- 1e-12
//: dof = 1
