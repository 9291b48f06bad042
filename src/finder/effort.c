/* SPDX-License-Identifier: BSD-3-Clause */
#include "effort.h"

const double EFFORT_ALLOWED = 4e10;

int effort_spend(effort *e, double operations) {
    if (e->interrupt && e->interrupt(e->data))
        fail(e->context, INVO_E_INTERRUPT, nowhere,
             "the search for conserved quantities was interrupted");
    e->left -= operations;
    return e->left >= 0;
}
