model Colebrook "Friction factor by Colebrook and White, undefined at its guess 0"
  Real Re = 1e5*(1 + time), f, Q(start = 0, fixed = true);
equation
  1/sqrt(f) = -2*log10(1e-4/3.7 + 2.51/(Re*sqrt(f)));
  der(Q) = f;
end Colebrook;
// mpmath, 25 digits.
//: --rtol 1e-8
//: f = 0.016410394814283 +- 1e-10
//: Q = 0.017294317600136 +- 1e-9
