// The systems of the papers, written as high-index models.
----
involute analyze $ROOT/models/Pendulum.mo
----
status 0
5 equations, 5 unknowns; index 3, 2 degrees of freedom
5 coordinates with time, 2 constraints
====
----
involute analyze $ROOT/models/SpringMassChain.mo
----
status 0
7 equations, 7 unknowns; index 5, 2 degrees of freedom
9 coordinates with time, 6 constraints
====
----
involute analyze $ROOT/models/LinearCircuit.mo
----
status 0
5 equations, 5 unknowns; index 2, 1 degree of freedom
====
----
involute analyze $ROOT/models/FourBar.mo
----
status 0
7 equations, 7 unknowns; index 3, 2 degrees of freedom
9 coordinates with time, 6 constraints
====
----
involute analyze $ROOT/models/Chain6.mo
----
status 0
29 equations, 29 unknowns; index 3, 14 degrees of freedom
25 coordinates with time, 10 constraints
====
// What structure cannot see: three of the eight rows have a singular capacitance matrix.
----
involute analyze $SHARED/reference/TransistorAmplifier.mo
----
status 0
index 1, 5 degrees of freedom
====
// As they are, without hints.
----
involute analyze $SHARED/reference/CarAxis.mo
----
status 0
index 3, 4 degrees of freedom
====
----
involute analyze $SHARED/reference/AndrewsSqueezer.mo
----
status 0
index 3, 2 degrees of freedom
