----
involute gallery | grep -c . ; involute gallery FourBar | head -1; involute gallery FourBar.mo | cmp - $ROOT/models/FourBar.mo && echo same
----
status 0
model FourBar "Four bar linkage
same
====
----
involute gallery FourBars
----
status 2
error: there is no model 'FourBars' in the gallery; did you mean 'FourBar'?
====
----
involute gallery FourBar Pendulum
----
status 2
error: two models given
====
// Every model of the gallery says what it is.
----
involute gallery | grep -v '  [A-Z0-9].*[a-z]'; echo end
----
status 0
end
====
----
involute reproduce
----
status 0
000-figure-11 
====
----
involute reproduce 000-figure-3 --output-dir figures && head -2 figures/000-figure-3.svg
----
status 0
impasse 1
<?xml version='1.0' encoding='UTF-8'?>
<svg xmlns=
====
----
involute reproduce 000-figure-12
----
status 2
error: there is no item '000-figure-12'; did you mean '000-figure-1'?
====
----
involute reproduce --output-dir no/such/folder --all
----
status 5
error: cannot make the folder 'no/such/folder'
====
// Points of a section as dots, errors of a sweep, and shapes at given times.
----
involute reproduce 003-figure-6.10 --output-dir f && grep -c "class='name'" f/003-figure-6.10.svg
involute reproduce 003-figure-6.2 --output-dir f && grep -o 'm-1.3 0a' f/003-figure-6.2.svg | wc -l
involute reproduce 003-figure-6.1 --output-dir f && grep "y-label\|class='name'" f/003-figure-6.1.svg
----
status 0
at 1.44 y2
7
crossings plane
686
slope y
>x = 0.1<
>expected order<
>x = 0.5<
>error<
====
// Points of a section are dots, configurations are lines; names with subscripts can be listed.
----
involute reproduce 004-figure-7.8 --output-dir figures && grep -c "class='curve'" figures/004-figure-7.8.svg && involute reproduce 004-figure-7.10 --output-dir figures && grep -o "t = 0.4\|t = 1" figures/004-figure-7.10.svg
----
status 0
crossings plane                   101             95           -6  not met, erratum 82
3
error p[1,1],p[1,2],p[6,1],p[6,2]
t = 0.4
t = 1
!FAILED
====
// Printed numbers are counted: a largest radius that was read off where a step ended is near.
----
involute reproduce 002-figure-13c && involute reproduce 002-figure-13c --json
----
status 0
max r                           1.311       1.313266       0.0023  near
max r                           1.313       1.313266      0.00027  met
paper 002: 4 printed numbers: 3 met, 1 near, 0 not met
all papers: 4 printed numbers: 3 met, 1 near, 0 not met
"002": {"printed": 4, "met": 3, "near": 1, "not_met": 0
"cell": "figure-13c/radius", "printed": "1.311", "ours": 1.313
"verdict": "near"}
====
// The orders of 001, figure 3, to the last printed digit.
----
involute reproduce 001-figure-3
----
status 0
slope x,y                      0.9812        0.98122        2e-05  met
slope x,y                      4.0043       4.004317      1.7e-05  met
paper 001: 4 printed numbers: 4 met, 0 near, 0 not met
!FAILED
====
// Options of 'reproduce' that have nothing to act on, or exclude each other.
----
for options in '--all 000-figure-99' '000-figure-3 --json --markdown' --long '--output-dir folder' --markdown; do
  involute reproduce $options; echo "status $?"
done
involute reproduce --json
----
status 2
error: --all and the item '000-figure-99': give one of them
status 2
error: --json and --markdown are two forms of the report; give one of them
status 2
error: --long requires an item or --all; 'involute reproduce' lists the items
status 2
error: --output-dir requires an item or --all
status 2
error: --markdown requires an item or --all
status 2
error: --json requires an item or --all
"code": "E_ARGUMENT"
no file folder
====
// A file is no folder, which is found before anything is computed.
----
echo text >file
involute reproduce 000-figure-3 --output-dir file; echo "status $?"
involute decompose Pendulum --output-dir file
----
status 5
error: 'file' is no folder; give --output-dir another name
status 5
error: 'file' is no folder; give --output-dir another name
!impasse
====
// Items without files or processes of their own are no failed checks: the status is that of a lack of files.
----
exec 3>&- 4>&- 5>&- 6>&-; prlimit --nofile=4 involute reproduce --all >report # needs prlimit
----
status 5
error: cannot start a process for 000-figure-1: Too many open files
