/* SPDX-License-Identifier: BSD-3-Clause */
/* Long arrays looked over, by wide instructions where the processor has them. */
#ifndef LINALG_FINITE_H
#define LINALG_FINITE_H

/* Are all components finite? As vector_all_finite, which is for short ones. */
int finite_are_all(int n, const double *x);

#endif
