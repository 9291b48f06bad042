model ChainEnergy "the energy (6.13) of the chain as a declared invariant, for --with"
  annotation(__involute(invariants = {invariant(name = "E",
    expr = sum(vx[i]^2 + vy[i]^2 for i in 1:n)/2 + c/2*sum((x[i] - x[i + 2])^2 + (y[i] - y[i + 2])^2 for i in 1:n - 2))}));
end ChainEnergy;
