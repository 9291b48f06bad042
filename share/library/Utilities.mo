// Functions that exported models call and do not contain: Modelica.Utilities.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Utilities.Streams.error' "ends the simulation with a message"
    input String string;
  algorithm
    assert(false, string);
  end 'Modelica.Utilities.Streams.error';
end Library;
