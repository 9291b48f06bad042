// Functions that exported models call and do not contain: Modelica.Utilities.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Utilities.Streams.error' "ends the simulation with a message"
    input String string;
  algorithm
    assert(false, string);
  end 'Modelica.Utilities.Streams.error';

  // Runs write no files but their results: what would be written is left out, and said so where there is an output for it.
  function 'Modelica.Utilities.Streams.print' "shows nothing from within functions"
    input String string = "";
    input String fileName = "";
  algorithm
  end 'Modelica.Utilities.Streams.print';

  function 'Modelica.Utilities.Streams.close' "no file is open"
    input String fileName;
  algorithm
  end 'Modelica.Utilities.Streams.close';

  function 'Modelica.Utilities.Streams.writeRealMatrix' "writes no file, and returns false"
    input String fileName;
    input String matrixName;
    input Real matrix[:, :];
    input Boolean append = false;
    input String format = "4";
    output Boolean success;
  algorithm
    success := false;
  end 'Modelica.Utilities.Streams.writeRealMatrix';

  function 'Modelica.Utilities.Files.removeFile' "removes nothing"
    input String fileName;
  algorithm
  end 'Modelica.Utilities.Files.removeFile';
end Library;
