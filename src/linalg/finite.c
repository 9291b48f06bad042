/* SPDX-License-Identifier: BSD-3-Clause */
/* A number that is finite gives 0 when it is multiplied by 0, any other one gives none,
 * and so does a sum with it. */
#include "finite.h"
#include "vector.h"

/* Anywhere in an array. */
typedef double finite_four __attribute__((vector_size(32), aligned(8), may_alias));

enum { FINITE_WIDTH = 8 };

/* As many as there are whole groups of; the rest is left. */
#define DEFINE_FINITE_MOST(name, target)                                                 \
    target static int name(int n, const double *x) {                                     \
        finite_four one = {0, 0, 0, 0};                                                  \
        finite_four two = {0, 0, 0, 0};                                                  \
        for (int i = 0; i + FINITE_WIDTH <= n; i += FINITE_WIDTH) {                      \
            const finite_four *at = (const finite_four *)(const void *)(x + i);          \
            one += at[0] * 0;                                                            \
            two += at[1] * 0;                                                            \
        }                                                                                \
        one += two;                                                                      \
        return one[0] + one[1] + one[2] + one[3] == 0;                                   \
    }

#if defined(__x86_64__)
DEFINE_FINITE_MOST(finite_most_wide, __attribute__((target("avx"))))
static int finite_has_wide(void) {
    return __builtin_cpu_supports("avx") != 0;
}
#else
#define finite_most_wide finite_most_narrow
static int finite_has_wide(void) {
    return 0;
}
#endif
DEFINE_FINITE_MOST(finite_most_narrow, )

int finite_are_all(int n, const double *x) {
    const int most = n - n % FINITE_WIDTH;
    const int are_most =
        finite_has_wide() ? finite_most_wide(n, x) : finite_most_narrow(n, x);
    return are_most && vector_all_finite(n - most, x + most);
}
