model CoilLeak "A coil whose leak is small beside its flux: the current is no difference of fluxes"
  Real B(start = 0.5, fixed = true), H(start = 0, fixed = true);
  Real V, i, leak, ind, phi, port_p, port_n, v, r, vm, p, core;
equation
  port_n = 0;
  V = port_p - port_n;
  vm = port_p - port_n;
  H = vm;
  V = i;
  leak = 1.25663706212e-12*V;
  phi = ind + leak;
  phi + core = 0;
  core = 1e-4*B;
  der(B) = (1 + 1e-4*H^2)*der(H);
  der(ind) = -v;
  r = i;
  sin(time) = p;
  p - v = r;
end CoilLeak;
// With L = 1e-4 (1 + 1e-4 H^2): L der(i) + i = sin(t), so that i = sin(t) - L cos(t) but for L^2 and what decays in 1e-4.
//: --stop 2
//: i = 0.9093390415 +- 2e-6
//: H = 0.9093390415 +- 2e-6
//: B = 1.4093641 +- 4e-6
