model FlowReversal "A turbulent flow that is driven to and fro: its derivative is infinite at rest"
  Real x(start = 0, fixed = true), q(start = 1);
equation
  0.25*q*abs(q) = sin(time + 1);
  der(x) = q;
end FlowReversal;
// 2*sqrt(sin) over the rest of the half wave and all of the next: by quadrature.
//: --rtol 1e-9 --stop 5.283185307179586
//: x = -1.28595526932 +- 1e-6
//: events = 0
