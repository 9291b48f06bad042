#!/bin/sh
# The public headers compile by themselves, as C11 and as C++, without a warning, and what C++
# calls has C's linkage. SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
cc=${CC:-cc}
cxx=${CXX:-g++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for header in include/*.h; do
    echo "#include \"$(basename "$header")\"" >"$work/one.c"
    "$cc" -std=c11 -Wall -Wextra -pedantic -Werror -Iinclude -fsyntax-only "$work/one.c"
done
echo "$(ls include/*.h | wc -l) headers compile as C11"

if ! command -v "$cxx" >/dev/null 2>&1; then
    echo "C++ not checked: there is no $cxx"
    exit 0
fi
for standard in c++11 c++17; do
    for header in include/*.h; do
        echo "#include \"$(basename "$header")\"" >"$work/one.cc"
        "$cxx" -std=$standard -Wall -Wextra -pedantic -Werror -Iinclude -fsyntax-only "$work/one.cc"
    done
done
cat >"$work/user.cc" <<'END'
#include "involute_build.h"
int main() {
    invo_context *c = invo_context_new();
    invo_builder *b = nullptr;
    invo_model *m = nullptr;
    invo_result *r = nullptr;
    invo_options o;
    invo_builder_new(c, "Decay", &b);
    invo_expr x = invo_build_variable(b, "x");
    invo_build_fixed(b, x, 1);
    invo_build_equation(b, invo_der(x), invo_neg(invo_sin(x)), nullptr);
    int failed = invo_builder_model(b, &m) || invo_model_run(m, invo_options_init(&o), &r);
    invo_result_free(r);
    invo_model_free(m);
    invo_builder_free(b);
    invo_context_free(c);
    return failed;
}
END
"$cxx" -std=c++11 -Wall -Wextra -pedantic -Werror -Iinclude -c "$work/user.cc" -o "$work/user.o"
if nm -C "$work/user.o" | grep ' U .*(' | grep invo_; then
    echo "check_headers: the names above have C++ linkage"
    exit 1
fi
echo "headers compile as C++11 and C++17, names have C linkage"
