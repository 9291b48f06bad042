/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop that all Newton iterations share. */
#include "newton.h"
#include <assert.h>

invo_status newton_solve(const newton_method *m, void *self, int most, double *u) {
    newton_verdict v = NEWTON_GOES_ON;
    int factored = 0;
    assert(!m->is_due == !m->factor);
    if (m->begin)
        TRY(m->begin(self, u, &factored));
    for (int k = 0; k < most && v == NEWTON_GOES_ON; k++) {
        double size;
        TRY(m->residual(self, u));
        if (m->before)
            v = m->before(self, k, u);
        if (v != NEWTON_GOES_ON)
            break;
        if (m->is_due && m->is_due(self, k) && !factored)
            TRY(m->factor(self, u));
        factored = 0;
        TRY(m->move(self, u, &size));
        v = m->after(self, k, size, u);
    }
    return v == NEWTON_SOLVED ? INVO_OK : INVO_E_NEWTON;
}
