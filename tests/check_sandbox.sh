#!/bin/sh
# What hostile models make the program open and start: with --sandbox nothing that the command line does not name, and
# without it only table files that exist as such. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export XDG_CACHE_HOME="$work/cache" TMPDIR="$work/tmp"
mkdir tmp
fail() { echo "check_sandbox: $*" >&2; exit 1; }

# Everything by which a model could ask for a file or a program.
cat >table.mo <<END
model M
  parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
    Modelica.Blocks.Types.ExternalCombiTable1D("tab", "$work/secret.csv", fill(0.0, 0, 2), {2}, 1);
  Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
end M;
END
printf '0,1\n2,3\n' >secret.csv
cat >external.mo <<END
model M
  function run
    input String command;
    output Integer status;
    external "C" status = system(command) annotation(Library = "$work/evil", Include = "#include \"$work/secret.csv\"",
      LibraryDirectory = "file://$work", IncludeDirectory = "$work");
  end run;
  Integer n = run("touch $work/owned");
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
END
cat >resource.mo <<END
model M "a text of $work/secret.csv"
  import Modelica.Utilities.Files.loadResource;
  parameter String s = loadResource("file://$work/secret.csv");
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
END
cat >annotations.mo <<END
within Secret.Package;
model M
  import Other.Package.*;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  annotation(Icon(graphics = {Bitmap(fileName = "$work/secret.csv")}), uses(Evil(version = "1")),
    Documentation(info = "<img src='$work/secret.csv'>"), Library = "$work/evil", Include = "$work/secret.csv",
    experiment(StopTime = 1), __involute(plot(y = {"x"})));
end M;
END
cat >good.mo <<END
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
END

# --- refusals ---
involute check table.mo >log 2>&1 || { cat log; fail "a table file is not read without a sandbox"; }
involute run table.mo --sandbox >log 2>&1 && fail "a table file is read"
grep -q "secret.csv' is not opened in a sandbox" log || { cat log; fail "no reason for the table file"; }
for words in '--evaluator cc' '--plot a.png' '--output a.h5'; do
    involute run good.mo --sandbox $words >log 2>&1 && fail "$words is taken"
    grep -q 'error: --sandbox does not go together with' log || { cat log; fail "$words: no reason"; }
done

# --- results are the same, whatever is enforced ---
involute run good.mo --output plain.csv --quiet --no-side-file
involute run good.mo --sandbox --output boxed.csv --plot boxed.svg --report boxed.html --section x --section-output crossed.csv \
    --steps-output steps.csv --quiet
cmp plain.csv boxed.csv
for file in boxed.svg boxed.html crossed.csv steps.csv boxed.csv.json; do
    [ -s $file ] || fail "there is no $file"
done
involute run - --sandbox --quiet --output - <good.mo >boxed.csv
cmp plain.csv boxed.csv
involute sweep good.mo --sandbox --over x=1:2:5 --workers 2 --output swept.csv --quiet
[ "$(wc -l <swept.csv)" = 6 ] || fail "a sweep has $(wc -l <swept.csv) lines"
involute invariants good.mo --sandbox --write found.mo --quiet
involute export good.mo --sandbox --c code.c --quiet
involute analyze good.mo --sandbox >/dev/null

# --- what is asked of the system ---
command -v strace >/dev/null || { echo "calls of the system are not looked at: there is no strace"; exit 0; }
strace -o try true 2>/dev/null || { echo "calls of the system are not looked at: strace may not trace"; exit 0; }

# Paths that were opened, read or written, without the program's own libraries, up to the first call of the program.
traced() { # words of a command
    strace -f -qq -e trace=file,process,network -o trace involute "$@" >out 2>err || true
    # What the loader does comes before: the rest begins with the command's first own file.
    grep -v -e ' exited with ' -e 'exit_group' -e '/lib/' -e 'ld.so' -e '^[0-9]* *execve("[^"]*involute"' -e '/proc/self/' trace >calls || true
    grep -o -e '"[^"]*"' calls | tr -d '"' | sort -u >paths
}
known="^($work/)?(table|external|resource|annotations|good)\\.mo\$|^\\.\$|^\$|^$work\$"
for model in table external resource annotations good; do
    for command in check analyze run; do
        traced $command $model.mo --sandbox
        grep -E -v -e "$known" -e '^/dev/urandom$' paths >other || true
        [ ! -s other ] || { cat other; fail "$command $model.mo --sandbox asks for other files"; }
        grep -E -e 'execve|fork|clone\(|socket|connect' calls >other || true
        [ ! -s other ] || { cat other; fail "$command $model.mo --sandbox starts something"; }
        # Without it, a table file and nothing else.
        traced $command $model.mo
        grep -E -v -e "$known" -e '^/dev/urandom$' -e "^$work/(table|external|resource|annotations|good)\.mo$" paths >other || true
        [ $model = table ] && printf '%s\n' "$work/secret.csv" >allowed || : >allowed
        grep -v -x -F -f allowed other >more || true
        [ $model = table ] || cp other more
        [ ! -s more ] || { cat more; fail "$command $model.mo asks for other files"; }
        grep -E -e 'execve|fork|clone\(.*SIGCHLD|socket|connect' calls >other || true
        [ ! -s other ] || { cat other; fail "$command $model.mo starts something"; }
        [ ! -e owned ] || fail "$model.mo has run a program"
    done
done
traced run good.mo --sandbox --output boxed.csv --quiet
grep -E -v -e "$known" -e '^/dev/urandom$' -e 'boxed\.csv' paths >other || true
[ ! -s other ] || { cat other; fail "a run with --output asks for other files"; }
[ ! -d cache ] || fail "there is a cache of compiled code"

# --- the system refuses the rest: another file by a link that appears where results go ---
if grep -q landlock_restrict_self trace || strace -f -qq -o trace involute check good.mo --sandbox >/dev/null 2>&1 && grep -q 'landlock_restrict_self.*= 0' trace; then
    mkdir inside outside
    ln -s "$work/outside/results.csv" inside/link.csv
    : >outside/results.csv
    involute run good.mo --sandbox --output inside/link.csv --quiet >log 2>&1 || true
    [ ! -s outside/results.csv ] || fail "results went to another folder through a link"
    echo "files: enforced by the system"
fi
# A filter of calls is in force while a sandboxed run goes on (mode 2), where the system has them.
if grep -q '^Seccomp_filters:' /proc/self/status 2>/dev/null; then
    involute run good.mo --sandbox --stop 1e9 --max-steps 1000000000 --points 1 --quiet >/dev/null 2>&1 &
    boxed=$!
    mode=
    for try in 1 2 3 4 5 6 7 8 9 10; do
        mode=$(sed -n 's/^Seccomp:[[:space:]]*//p' /proc/$boxed/status 2>/dev/null) || mode=
        [ "$mode" != 2 ] || break
        sleep 0.5
    done
    kill $boxed 2>/dev/null || true
    wait $boxed 2>/dev/null || true
    [ "$mode" = 2 ] || fail "no filter of calls is in force"
    echo "programs and networks: enforced by the system"
fi
echo "sandbox: 5 hostile models by 3 commands"
