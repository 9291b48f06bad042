// Help texts: the common options in groups, all of them with --help-all.
----
involute run --help
----
status 0
MODEL.mo: a file, the name of a model of the gallery, or - for standard input
Model
--set NAME=VALUE
Time and output
--output FILE
--stop T
Accuracy
--method NAME
auto euler rk2
--rtol R
What is printed
--json
'involute run --help-all' lists all options.
!--newton
!--constraint-bound
====
// About fifteen options that people use.
----
n=$(involute run --help | grep -c '^  --') && echo "$n options" && test $n -ge 12 && test $n -le 18
----
status 0
options
====
----
involute run --help-all
----
status 0
Model
Time and output
Accuracy
What is printed
Rows, pictures and sections
--log-y
Manifold
--retraction NAME
Newton iteration
--newton-limit N
Step size control
--max-step H
Events
--event-rows
Arclength
--length S
Papers
--like NAME
!lists all options
====
// No option twice.
----
involute run --help-all | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort | uniq -d | sed 's/^/twice: /'; echo compared
----
status 0
compared
!twice
====
// Every option of the library.
----
involute run --help-all > all.txt; for name in $(sed -n 's/^[A-Z]*([a-z_]*, "\([a-z-]*\)".*/\1/p' "$ROOT/include/involute_option.def"); do grep -q "^  --$name " all.txt && echo found || echo "missing: $name"; done | sort | uniq -c | sort -r; grep -c . all.txt
----
status 0
found
!missing
====
// Other commands list all they take; a name that two commands share has a text of each.
----
involute plot --help && involute reproduce --help && involute decompose --help
----
status 0
the picture, .svg or .png (RESULT.svg)
--title WORDS
--log-y
printed numbers, our numbers and counts as JSON
folder of the models; created if missing
!help-all
====
----
involute analyze --help-all
----
status 2
error: the option --help-all does not apply to the command 'analyze'
