model ChainEnergy "The energy of Chain.mo, kept: run models/Chain.mo --with models/with/ChainEnergy.mo"
  annotation(__involute(invariants = {invariant(name = "energy",
    expr = sum(v[i,:]*v[i,:] for i in 1:n)/2 + c/2*sum((q[i,:] - q[i+2,:])*(q[i,:] - q[i+2,:]) for i in 1:n-2))}));
end ChainEnergy;
