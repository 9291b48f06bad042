// Functions that exported models call and do not contain: Modelica.Electrical.Polyphase.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Electrical.Polyphase.Functions.symmetricOrientation' "angles of m phases: equally spaced for odd m, systems of half as many for even m"
    input Integer m;
    output Real orientation[m];
  protected
    Integer phase;
    Integer phases;
  algorithm
    for k in 1:m loop
      phase := k;
      phases := m;
      orientation[k] := 0;
      while mod(phases, 2) == 0 and phases > 2 loop
        phases := div(phases, 2);
        if phase > phases then
          phase := phase - phases;
          orientation[k] := orientation[k] - Modelica.Constants.pi/(2*phases);
        end if;
      end while;
      orientation[k] := orientation[k] + (if phases == 2 then (phase - 1)*Modelica.Constants.pi/2 else (phase - 1)*2*Modelica.Constants.pi/phases);
    end for;
  end 'Modelica.Electrical.Polyphase.Functions.symmetricOrientation';

  function 'Modelica.Electrical.Polyphase.Functions.numberOfSymmetricBaseSystems' "how many systems of an odd number of phases there are"
    input Integer m;
    output Integer n;
  protected
    Integer phases;
  algorithm
    n := 1;
    phases := m;
    while mod(phases, 2) == 0 and phases > 2 loop
      n := 2*n;
      phases := div(phases, 2);
    end while;
  end 'Modelica.Electrical.Polyphase.Functions.numberOfSymmetricBaseSystems';

  function 'Modelica.Electrical.Polyphase.Functions.quasiRMS' "root of the mean square"
    input Real x[:];
    output Real y;
  algorithm
    y := sqrt(sum(x .^ 2)/size(x, 1));
  end 'Modelica.Electrical.Polyphase.Functions.quasiRMS';
end Library;
