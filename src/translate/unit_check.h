/* SPDX-License-Identifier: BSD-3-Clause */
/* The check of units: what its files share. */
#ifndef TRANSLATE_UNIT_CHECK_H
#define TRANSLATE_UNIT_CHECK_H
#include "quantity.h"
#include "translate.h"

/* A function that is called, with the units of its inputs, outputs and locals. */
typedef struct unit_function {
    const symbol *of;
    scope *locals;
} unit_function;

typedef struct unit_check {
    translation *t;
    int is_reported; /* the equation has its warning */
    int is_exported; /* by another tool, which puts numbers in the place of parameters */
    LIST(unit_function) functions; /* in the order of their first calls */
} unit_check;

/* What is compared, as the beginning of a sentence in pieces, which are put together only
 * for a report: "'", "x", "' and its value". Names stand second and fourth. */
typedef struct unit_subject {
    const char *head, *name, *link, *other, *tail; /* NULL: nothing */
} unit_subject;

/* The unit of an expression; what does not fit in it is reported. */
quantity unit_of(unit_check *c, const ast *e);
quantity unit_declared(const unit_check *c, const declared_unit *u); /* NULL: open */
/* How many elements of an expression have units of their own, 0: all have the same; and
 * the unit of one. */
int unit_count(unit_check *c, const ast *e);
quantity unit_at(unit_check *c, const ast *e, int k);
/* Reports the first mismatch of an equation. */
void unit_compare(unit_check *c, const quantity *a, const quantity *b, place where,
                  const unit_subject *what);
void unit_compare_sides(unit_check *c, const ast *left, const ast *right, place where,
                        const unit_subject *what);
void unit_compare_declared(unit_check *c, const symbol *s, const ast *e,
                           const unit_subject *what);
/* The symbol that is named, also of an element or a field, or NULL. */
symbol *unit_symbol(unit_check *c, const ast *e);
/* A scope with the indices of a loop inside the present one, which is returned. */
scope *unit_enter_loop(unit_check *c, const ast_indices *indices);
/* The locals of a function; of its first call on it is to be checked itself. */
scope *unit_locals(unit_check *c, const symbol *function);

#endif
