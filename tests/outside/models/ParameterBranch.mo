//: stop=0.2
model ParameterBranch "A branch of a parameter beside a third derivative"
  parameter Boolean given = true;
  Real y1(start = 0, fixed = true), y2;
  Real qa4, qb4, qc4;
  Real qo5 = qa4 + der(qc4);
equation
  qa4 = y2;
  qb4 = qa4;
  qc4 = qa4;
  der(der(der(y1))) = der(der(der(der(qa4))^2));
  der(y1) = der(der(y2))^2;
  if given then
    y2 = sin(time);
  end if;
end ParameterBranch;
