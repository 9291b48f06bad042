// SPDX-License-Identifier: BSD-3-Clause
// Random numbers: generators with their states as arguments, and what starts them.
package Library
  function 'Modelica.Math.Random.Generators.Xorshift64star.random' "a number in 0 .. 1, and the next state"
    input Integer stateIn[2];
    output Real result;
    output Integer stateOut[2];
  external "C" ModelicaRandom_xorshift64star(stateIn, stateOut, result);
  end 'Modelica.Math.Random.Generators.Xorshift64star.random';

  function 'Modelica.Math.Random.Generators.Xorshift128plus.random' "a number in 0 .. 1, and the next state"
    input Integer stateIn[4];
    output Real result;
    output Integer stateOut[4];
  external "C" ModelicaRandom_xorshift128plus(stateIn, stateOut, result);
  end 'Modelica.Math.Random.Generators.Xorshift128plus.random';

  function 'Modelica.Math.Random.Generators.Xorshift1024star.random' "a number in 0 .. 1, and the next state"
    input Integer stateIn[33];
    output Real result;
    output Integer stateOut[33];
  external "C" ModelicaRandom_xorshift1024star(stateIn, stateOut, result);
  end 'Modelica.Math.Random.Generators.Xorshift1024star.random';

  function 'Modelica.Math.Random.Generators.Xorshift64star.initialState' "a state from two seeds, some numbers on"
    input Integer localSeed;
    input Integer globalSeed;
    output Integer state[2];
  protected
    constant Integer skipped = 10;
    constant Integer instead = 126247697 "zeros stay zeros";
    Real number;
  algorithm
    state := {if localSeed == 0 and globalSeed == 0 then instead else localSeed, globalSeed};
    for i in 1:skipped loop
      (number, state) := 'Modelica.Math.Random.Generators.Xorshift64star.random'(state);
    end for;
  end 'Modelica.Math.Random.Generators.Xorshift64star.initialState';

  function 'Modelica.Math.Random.Utilities.initialStateWithXorshift64star' "a state of nState Integers, by successive states of xorshift64*"
    input Integer localSeed;
    input Integer globalSeed;
    input Integer nState;
    output Integer state[nState];
  protected
    Real number;
    Integer pair[2];
  algorithm
    pair := 'Modelica.Math.Random.Generators.Xorshift64star.initialState'(localSeed, globalSeed);
    for k in 1:nState loop
      if k > 2 and mod(k, 2) == 1 then
        (number, pair) := 'Modelica.Math.Random.Generators.Xorshift64star.random'(pair);
      end if;
      state[k] := pair[if mod(k, 2) == 1 then 1 else 2];
    end for;
  end 'Modelica.Math.Random.Utilities.initialStateWithXorshift64star';

  function 'Modelica.Math.Random.Generators.Xorshift128plus.initialState' "a state from two seeds"
    input Integer localSeed;
    input Integer globalSeed;
    output Integer state[4];
  algorithm
    state := 'Modelica.Math.Random.Utilities.initialStateWithXorshift64star'(localSeed, globalSeed, 4);
  end 'Modelica.Math.Random.Generators.Xorshift128plus.initialState';

  function 'Modelica.Math.Random.Generators.Xorshift1024star.initialState' "a state from two seeds; its last Integer counts the numbers"
    input Integer localSeed;
    input Integer globalSeed;
    output Integer state[33];
  algorithm
    state := 'Modelica.Math.Random.Utilities.initialStateWithXorshift64star'(localSeed, globalSeed, 33);
    state[33] := 0;
  end 'Modelica.Math.Random.Generators.Xorshift1024star.initialState';

  function 'Modelica.Math.Random.Utilities.automaticGlobalSeed' "the same number in every run: results can be repeated"
    output Integer seed;
  algorithm
    seed := 30020121;
  end 'Modelica.Math.Random.Utilities.automaticGlobalSeed';

  function 'Modelica.Math.Random.Utilities.initializeImpureRandom.setInternalState' "no effect: impure generators are not supported"
    input Integer rngState[33];
    input Integer id;
  algorithm
  end 'Modelica.Math.Random.Utilities.initializeImpureRandom.setInternalState';
end Library;
