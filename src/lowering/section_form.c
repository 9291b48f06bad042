/* SPDX-License-Identifier: BSD-3-Clause */
/* Poincare sections: their functions in the jets of the completed system. */
#include <assert.h>
#include "../completion/alias.h"
#include "lower.h"
#include "../completion/trivial.h"

static void run_sections(void *self, const double *u, const double *z, double *g) {
    const lowered *w = self;
    program_run(w, &w->sections, u, z, g);
}

/* Writes the functions in coordinates and top unknowns; fails where one contains a higher
 * derivative. */
void lowered_add_sections(lowered *w) {
    completion *c = w->completion;
    const dae *s = c->written;
    int count = s->sections.count;
    invo_section *list = ARENA_ARRAY(c->arena, invo_section, count + 1);
    expr *root = ARENA_ARRAY(c->arena, expr, count + 1);
    for (int k = 0; k < count; k++) {
        const section *x = &s->sections.at[k];
        assert(x->function != NO_EXPR);
        root[k] =
            alias_substitute(c->system, c->alias, trivial_substitute(c, x->function));
        if (completion_range(c, root[k]).least < 0)
            fail(s->context, INVO_E_MODEL, x->where,
                 "the section '%s' contains a higher derivative than the completed "
                 "system; write it with lower derivatives",
                 x->name);
        list[k] = (invo_section){x->name, x->direction, x->columns.count, x->columns.at};
    }
    w->sections = program_new(w, count, root);
    w->system.sections.count = count;
    w->system.sections.at = list;
    w->system.sections.functions = run_sections;
}
