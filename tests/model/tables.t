model M
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1; 2, 5], {2},
      Modelica.Blocks.Types.Smoothness.LinearSegments,
      Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
  Real x(start = 1, fixed = true);
equation
  der(x) = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, x);
end M;
----
involute run MODEL --stop 1
----
status 3
model.mo:8:3: error: t = 
assertion failed: x = 2.0
is outside of its table, which is defined from 0 to 2 and does not extrapolate
====
model M "A table that does not extrapolate counts only where it is used"
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1; 2, 5], {2},
      Modelica.Blocks.Types.Smoothness.LinearSegments,
      Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
  Real x(start = 1, fixed = true);
equation
  der(x) = if x < 1.5 then Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, x) else 4;
end M;
----
involute run MODEL --stop 1
----
status 0
x   
!outside
====
model M "Rows and columns of files"
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("tab", "t.txt", fill(0.0, 0, 2), {3, 2},
      Modelica.Blocks.Types.Smoothness.LinearSegments);
  parameter Modelica.Blocks.Types.ExternalCombiTable2D s =
    Modelica.Blocks.Types.ExternalCombiTable2D("s", "t.txt", fill(0.0, 0, 2),
      Modelica.Blocks.Types.Smoothness.LinearSegments);
  parameter Real least = Modelica.Blocks.Tables.Internal.getTable1DAbscissaUmin(t);
  parameter Real most = Modelica.Blocks.Tables.Internal.getTable1DAbscissaUmax(t);
  parameter Real corner[2] = Modelica.Blocks.Tables.Internal.getTable2DAbscissaUmax(s);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
  Real b = Modelica.Blocks.Tables.Internal.getTable1DValueNoDer(t, 2, time);
  Real c = Modelica.Blocks.Tables.Internal.getTable2DValue(s, time, time);
  Real d = Modelica.Blocks.Tables.Internal.getDer2Table1DValue(t, 1, time, 2, 3);
  Real e = least + 10*most + 100*corner[1] + 1000*corner[2];
end M;
----
printf '#1\n# two tables\ndouble other(1,1)\n7\ndouble tab(3,3)  # comment\n0 0 0\n1, 2, 4 # a row\n2\t3\t5\nfloat s(3,3)\n0 0 4\n0 1 2\n4 3 8\n' > t.txt; involute run MODEL --stop 1.5
----
status 0
a   4.5
b   2.5
c   2.6875
d   3
e   4420
====
model M "Comma-separated values with a line of headers"
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("tab", "t.csv", fill(0.0, 0, 2), {2},
      Modelica.Blocks.Types.Smoothness.LinearSegments,
      Modelica.Blocks.Types.Extrapolation.HoldLastPoint, false, ";", 1);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
end M;
----
printf 'u;v\n0;1\n2;9\n' > t.csv; involute run MODEL --stop 0.5
----
status 0
a   3
====
model M
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("tab", "absent.txt", fill(0.0, 0, 2), {2}, 1);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
end M;
----
involute check MODEL
----
status 1
model.mo:3:
error: cannot read the table file 'absent.txt': No such file or directory
====
model M
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("tab", "t.txt", fill(0.0, 0, 2), {2}, 1);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
end M;
----
printf '#1\ndouble tab(2,2)\n0 1\n2 x\n' > t.txt; involute check MODEL; printf '#1\ndouble tube(2,2)\n0 1\n2 3\n' > t.txt; involute check MODEL; printf 'x\n' > t.txt; involute check MODEL
----
status 1
t.txt:4: expected number 4 of 4 of the table
t.txt:5: the file has no table 'double tab(..., ...)'
t.txt:1: a text file of tables begins with '#1'
====
model M
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1; 2, 5; 2, 6], {2}, 2);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
end M;
----
involute check MODEL
----
status 1
error: the abscissas of the table must increase: number 3 is 2, after 2
!unknown
====
model M
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1; 2, 5], {3}, 2);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
end M;
----
involute check MODEL
----
status 1
error: the table has 2 columns, and none of number 3
====
model M
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1; 2, 5], {2}, 2);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 2, time);
  Real b = Modelica.Blocks.Tables.Internal.getTable2DValue(t, 1, time);
  Real c = Modelica.Blocks.Tables.Internal.getTable1DValue(1, 1, time);
  Real d = t;
end M;
----
involute check MODEL
----
status 1
model.mo:4:
error: the table gives 1 column, and none of number 2
model.mo:5:
must be a CombiTable2D, found CombiTable1D
model.mo:6:
must be a CombiTable1D, found Integer
model.mo:7:
error: the value of 'd' must be Real, found a table
====
model M
  Real x(start = 1, fixed = true);
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1; x, 5], {2}, 2);
equation
  der(x) = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, x);
end M;
----
involute check MODEL
----
status 1
error: the numbers of a table must be known when the model is read, but 'x' changes with time
====
model M "Numbers of a table cannot be set"
  parameter Real p = 5;
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1; 2, p], {2}, 1);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
end M;
----
involute run MODEL --stop 1; involute run MODEL --stop 1 --set p=7
----
status 2
a   3
error: 'p' cannot be set: it determined sizes, subscripts, branches or tables when
====
package P
  class 'A.File'
  extends ExternalObject;
    function constructor
      input String 'name';
      output 'A.File' 'f';
    external "C" 'f' = open_it('name');
    end constructor;
    function destructor
      input 'A.File' 'f';
    external "C" close_it('f');
    end destructor;
end 'A.File';
  model 'M'
    parameter 'A.File' 'f' = 'A.File'("x");
    Real 'x' = time;
  end 'M';
end P;
----
involute check MODEL
----
status 1
model.mo:15:15: error: ''A.File'' is an external object, which is not supported; tables
====
package P "As it is exported: objects, functions and enumerations with their declarations"
  function 'Modelica.Blocks.Tables.Internal.getTable1DValue'
    input 'Modelica.Blocks.Types.ExternalCombiTable1D' 'tableID';
    input Integer 'icol';
    input Real 'u';
    output Real 'y';
  external "C" 'y' = ModelicaStandardTables_CombiTable1D_getValue('tableID', 'icol', 'u');
  end 'Modelica.Blocks.Tables.Internal.getTable1DValue';

  function 'twice'
    input 'Modelica.Blocks.Types.ExternalCombiTable1D' 'tableID';
    input Real 'u';
    output Real 'y';
  algorithm
    'y' := 2.0 * 'Modelica.Blocks.Tables.Internal.getTable1DValue'('tableID', 1, 'u');
  end 'twice';

  type 'Modelica.Blocks.Types.Smoothness' = enumeration('LinearSegments', 'ContinuousDerivative', 'ConstantSegments', 'MonotoneContinuousDerivative1', 'MonotoneContinuousDerivative2', 'ModifiedContinuousDerivative');
  type 'Modelica.Blocks.Types.Extrapolation' = enumeration('HoldLastPoint', 'LastTwoPoints', 'Periodic', 'NoExtrapolation');

  class 'Modelica.Blocks.Types.ExternalCombiTable1D'
  extends ExternalObject;
    function constructor
      input String 'tableName';
      output 'Modelica.Blocks.Types.ExternalCombiTable1D' 'externalCombiTable1D';
    external "C" 'externalCombiTable1D' = ModelicaStandardTables_CombiTable1D_init3('tableName');
    end constructor;
end 'Modelica.Blocks.Types.ExternalCombiTable1D';

  model 'M'
    parameter 'Modelica.Blocks.Types.Smoothness' 's' = 'Modelica.Blocks.Types.Smoothness'.'LinearSegments';
    parameter Real 'a[1,1]' = 0.0;
    parameter Real 'a[1,2]' = 1.0;
    parameter 'Modelica.Blocks.Types.ExternalCombiTable1D' 't.tableID' = 'Modelica.Blocks.Types.ExternalCombiTable1D'("NoName", "NoName", {{'a[1,1]', 'a[1,2]'}, {2.0, 5.0}}, {2}, 's', 'Modelica.Blocks.Types.Extrapolation'.'HoldLastPoint', false, ",", 0) "External table object";
    Real 'y' = 'twice'('t.tableID', time);
  end 'M';
end P;
----
involute run MODEL --stop 1
----
status 0
'y'   6
====
model M
  Real a = Modelica.Math.Vectors.interpolate({0, 1, 1}, {1, 2, 3}, time);
  Real b = Modelica.Math.Vectors.interpolate({0, 1}, {1, 2, 3}, time);
end M;
----
involute check MODEL
----
status 1
model.mo:2:
error: the abscissas of 'Vectors.interpolate' must increase: number 3 is 1, after 1
model.mo:3:
error: 'Vectors.interpolate' takes two vectors of one size, found 2 and 3 elements
====
model M "A table in when, and one whose column is constant"
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1, 7; 2, 5, 7], {2, 3}, 1);
  discrete Real d(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  when sample(0.5, 0.5) then
    d = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
  end when;
  der(x) = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 2, x);
end M;
----
involute run MODEL --stop 1
----
status 0
x        7
d        3
====
----
involute run $ROOT/tests/reference/tables/JumpingInput.mo --stop 5
----
status 0
events     4, the last at t = 4
!is true at the start
====
model M
  parameter Modelica.Blocks.Types.ExternalCombiTimeTable table = Modelica.Blocks.Types.ExternalCombiTimeTable("NoName", "NoName",
    [0, 0; 1, 0.5; 2, 0.2], 0, {2}, Modelica.Blocks.Types.Smoothness.LinearSegments,
    Modelica.Blocks.Types.Extrapolation.HoldLastPoint, 0, Modelica.Blocks.Types.TimeEvents.NoTimeEvents);
  Real x = Modelica.Blocks.Tables.Internal.getTimeTableValueNoDer(table, 1, time, Modelica.Constants.inf, Modelica.Constants.inf);
end M;
----
involute run MODEL --stop 1.5
----
status 1
model.mo:5:83: error: the next event of 'Modelica.Blocks.Tables.Internal.getTimeTableValueNoDer' must be a discrete variable
take an ExternalCombiTable1D
