/* SPDX-License-Identifier: BSD-3-Clause */
#include "recipe.h"
#include <string.h>

recipe *recipe_copy(arena *a, const recipe *from) {
    recipe *r = arena_alloc(a, sizeof *r);
    *r = *from;
    r->nodes.at = LIST_KEEP(a, from->nodes);
    r->operands.at = LIST_KEEP(a, from->operands);
    r->declarations.at = LIST_KEEP(a, from->declarations);
    r->attributes.at = LIST_KEEP(a, from->attributes);
    r->statements.at = LIST_KEEP(a, from->statements);
    r->texts.at = LIST_KEEP(a, from->texts);
    return r;
}

const char *recipe_annotations(arena *a, const recipe *r) {
    const char *all = NULL;
    const char *name = recipe_text(r, r->name);
    LIST_EACH(const recipe_statement, s, r->statements) {
        if (s->kind != RECIPE_ANNOTATION)
            continue;
        const char *one = recipe_text(r, s->text);
        all = all ? arena_print(a, "%s, %s", all, one) : one;
    }
    return all ? arena_print(a, "model %s annotation(%s); end %s;\n", name, all, name)
               : NULL;
}
