/* SPDX-License-Identifier: BSD-3-Clause */
/* The top equations in one, J z + b = 0, for the kernel of (b, J). */
#ifndef STRUCTURE_KERNEL_FORM_H
#define STRUCTURE_KERNEL_FORM_H
#include "lower.h"

/* The waist's `extend`: adds what a run needs that goes on without time as parameter. */
int kernel_extend(void *self);

#endif
