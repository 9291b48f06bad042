# Draws a mechanism at every n-th row of a result file: writes the joints in order as rows x,y, with a gap after each
# position, for `involute plot --x x --y y`.
#   awk -v joints='0 0 x1 y1 x2 y2 2 0' -v every=10 -f tools/linkage.awk result.csv
# A joint is two names of columns, or numbers. SPDX-License-Identifier: BSD-3-Clause
BEGIN { FS = ","; count = split(joints, joint, " "); print "x,y" }
NR == 1 { for (j = 1; j <= NF; j++) column[$j] = j; next }
(NR - 2) % every { next }
{
    for (k = 1; k < count; k += 2) print place(joint[k]) "," place(joint[k + 1])
    print "nan,nan"
}
function place(name) { return name in column ? $column[name] : name }
