/* SPDX-License-Identifier: BSD-3-Clause */
/* The ledger as programs: the constraints, the top equations and what follows from them
 * as completion has them, and every equation of the text that completion has rewritten,
 * in its own words, at the values that results show. */
#include "ledger_form.h"
#include <assert.h>
#include <float.h>
#include "../completion/alias.h"
#include "refine_form.h"

/* A row of the ledger: an equation of the system, differentiated so many times. */
typedef struct ledger_line {
    int equation, level;
    invo_row_kind kind;
    expr f;
} ledger_line;

typedef LIST(ledger_line) ledger_lines;

static void run_ledger(void *self, const double *u, const double *z, double *residual,
                       double *unit) {
    const lowered *w = self;
    int first = w->system.constraints;
    int rows = z ? w->system.rows : first;
    if (w->constraint.value.outputs)
        program_run_bound(w, &w->constraint.value, u, NULL, residual, unit);
    for (int k = 0; k < w->system.stages.count; k++) {
        const invo_stage *stage = &w->system.stages.at[k];
        program_run_at(w, &w->stage[k].value, u, NULL, stage->row, residual, unit);
    }
    if (z) {
        program_run_at(w, &w->ledger.program, u, z, w->ledger.place, residual, unit);
        program_run_at(w, &w->text.program, u, z, w->text.place, residual, unit);
    }
    for (int i = 0; i < rows; i++)
        unit[i] *= DBL_EPSILON;
}

/* Lists the constraints in the order of phi. */
static void ledger_form_list_constraints(const completion *c, arena *a, const expr *phi,
                                         ledger_lines *list) {
    const condition *row = completion_constraints(c, a, 0);
    int extras = c->constraints - c->extras.count;
    int invariants = c->constraints - c->invariants;
    for (int i = 0; i < c->constraints; i++) {
        int level = i < extras ? row[i].level + c->level[row[i].equation] : 0;
        invo_row_kind kind = level ? INVO_ROW_HIDDEN : INVO_ROW_EXPLICIT;
        if (i >= invariants)
            kind = INVO_ROW_INVARIANT;
        ledger_line line = {row[i].equation, level, kind, phi[i]};
        LIST_PUSH(a, *list, line);
    }
}

/* Lists the top equations, then what is redundant. */
static void list_others(const completion *c, arena *a, ledger_lines *list) {
    for (int i = 0; i < c->rows; i++) {
        condition r = completion_top_row(c, i);
        ledger_line line = {r.equation, r.level + c->level[r.equation], INVO_ROW_TOP,
                            r.f};
        LIST_PUSH(a, *list, line);
    }
    for (int k = 0; k < c->redundant.count; k++) {
        const extra *e = &c->redundant.at[k];
        ledger_line line = {e->equation, 0, INVO_ROW_REDUNDANT, e->f};
        LIST_PUSH(a, *list, line);
    }
}

/* Does a row of the list state that f vanishes? */
static int ledger_form_is_listed(const ledger_lines *list, expr f) {
    for (int i = 0; i < list->count; i++)
        if (list->at[i].f == f)
            return 1;
    return 0;
}

static void list_rates(const lowered *w, ledger_lines *list) {
    for (int k = 0; k < w->spares; k++) {
        const spare_rate *r = &w->spare[k];
        if (ledger_form_is_listed(list, r->f))
            continue;
        ledger_line line = {r->equation, r->level, INVO_ROW_HIDDEN, r->f};
        LIST_PUSH(w->completion->arena, *list, line);
    }
}

/* The equations of the text on their way into the ledger. */
typedef struct text_lines {
    lowered *w;
    const dae *text;
    arena *arena; /* until the programs are made */
    ledger_lines *list;
    int *row;         /* [equations of the text]: 1 + its row, 0: it has none */
    char *is_alias;   /* [the same]: it makes a name of a derivative */
    LIST(int) target; /* rows that are measured by the text, and ... */
    LIST(expr) root;  /* ... its form there */
    LIST(text_formula) formulas;
} text_lines;

static void find_rows(text_lines *t) {
    const completion *c = t->w->completion;
    int count = t->text->equations.count;
    t->row = ARENA_ARRAY(t->arena, int, count + 1);
    t->is_alias = ARENA_ARRAY(t->arena, char, count + 1);
    for (int i = 0; i < t->list->count; i++) {
        const ledger_line *line = &t->list->at[i];
        const equation *e = &c->system->equations.at[line->equation];
        int is_text = line->equation < count && !e->is_derived && line->level == 0;
        if (is_text && t->row[line->equation] == 0)
            t->row[line->equation] = i + 1;
    }
    for (int k = 0; k < c->alias_equations.count; k++)
        if (c->alias_equations.at[k] < count)
            t->is_alias[c->alias_equations.at[k]] = 1;
}

/* What must vanish of equation k of the text; an invariant is compared with its value at
 * the start. */
static expr text_residual(const text_lines *t, int k) {
    const completion *c = t->w->completion;
    const equation *e = &t->text->equations.at[k];
    if (e->kind != EQUATION_INVARIANT)
        return e->residual;
    int number = t->row[k] - 1 - (c->constraints - c->invariants);
    graph *g = c->system->graph;
    return expr_sub(g, e->residual,
                    expr_parameter(g, c->system->parameters.count + number));
}

/* Gives equation k of the text a row, if it has none, and measures it as written unless
 * the row is the same. */
static void add_text(text_lines *t, int k) {
    completion *c = t->w->completion;
    equation_kind kind = t->text->equations.at[k].kind;
    if (kind != EQUATION_PLAIN && kind != EQUATION_CONSTRAINT &&
        kind != EQUATION_INVARIANT)
        return;
    expr f = text_residual(t, k);
    if (!completion_shows(c, f))
        return;
    expr renamed = alias_substitute(c->system, c->alias, f);
    if (t->row[k] == 0) {
        ledger_line line = {k, 0, t->is_alias[k] ? INVO_ROW_TOP : INVO_ROW_REDUNDANT,
                            EXPR_ZERO};
        LIST_PUSH(t->w->completion->arena, *t->list, line);
        t->row[k] = t->list->count;
    }
    int row = t->row[k] - 1;
    int differs = t->list->at[row].f != renamed;
    int top = row - c->constraints;
    text_formula formula = {f, top, differs};
    if (top >= 0 && top < c->rows)
        LIST_PUSH(t->arena, t->formulas, formula);
    if (!differs)
        return;
    LIST_PUSH(t->arena, t->target, row);
    LIST_PUSH(t->arena, t->root, f);
}

/* The invariants themselves, as they were written, into the forms of all rows. */
static void list_invariants(const text_lines *t, expr *form) {
    for (int k = 0; k < t->text->equations.count; k++)
        if (t->text->equations.at[k].kind == EQUATION_INVARIANT)
            form[t->row[k] - 1] = t->text->equations.at[k].residual;
}

/* Describes a row by the text where the text has it, else by the system. */
static invo_row describe_row(const text_lines *t, const ledger_line *line) {
    const completion *c = t->w->completion;
    const equation *e = &c->system->equations.at[line->equation];
    invo_row_kind kind = line->kind;
    int is_text = line->equation < t->text->equations.count && kind != INVO_ROW_HIDDEN &&
                  t->row[line->equation] - 1 == line - t->list->at;
    if (is_text)
        e = &t->text->equations.at[line->equation];
    if (kind == INVO_ROW_EXPLICIT && e->is_derived)
        kind = INVO_ROW_HIDDEN;
    return (invo_row){e->of->title, e->of->line, line->level + e->level, kind, e->values};
}

/* Lowers the rows behind the constraints that are not measured by the text. */
static placed_program lower_own_rows(lowered *w, arena *scratch, int rows, int texts,
                                     const int *target, const expr *root) {
    char *is_text = ARENA_ARRAY(scratch, char, rows + 1);
    LIST(int) number = {0};
    LIST(expr) own = {0};
    for (int k = 0; k < texts; k++)
        is_text[target[k]] = 1;
    for (int i = w->completion->constraints; i < rows; i++) {
        if (is_text[i])
            continue;
        LIST_PUSH(scratch, number, i);
        LIST_PUSH(scratch, own, root[i]);
    }
    program p = program_new(w, own.count, own.at);
    return (placed_program){p, LIST_KEEP(w->completion->arena, number)};
}

/* Lists the rows of the completed system, then those that only the text has; a row that
 * the text has in another form is measured in that form alone. */
void lowered_add_ledger(lowered *w, const expr *phi) {
    assert(phi || w->completion->constraints == 0);
    completion *c = w->completion;
    arena *scratch = arena_child(c->arena);
    ledger_lines list = {0};
    const dae *text = c->system->text ? c->system->text : c->written;
    text_lines t = {.w = w, .text = text, .arena = scratch, .list = &list};
    ledger_form_list_constraints(c, c->arena, phi, &list);
    list_others(c, c->arena, &list);
    list_rates(w, &list);
    find_rows(&t);
    for (int k = 0; k < t.text->equations.count; k++)
        add_text(&t, k);
    expr *root = ARENA_ARRAY(scratch, expr, list.count + 1);
    for (int i = 0; i < list.count; i++)
        root[i] = list.at[i].f;
    w->ledger = lower_own_rows(w, scratch, list.count, t.target.count, t.target.at, root);
    w->text.program = program_new_written(w, t.root.count, t.root.at);
    w->text.place = LIST_KEEP(c->arena, t.target);
    invo_row *row = ARENA_ARRAY(c->arena, invo_row, list.count + 1);
    for (int i = 0; i < list.count; i++)
        row[i] = describe_row(&t, &list.at[i]);
    w->system.rows = list.count;
    w->system.row = row;
    w->system.ledger.rows = run_ledger;
    lowered_add_formulas(w, t.formulas.count, t.formulas.at);
    for (int k = 0; k < t.target.count; k++)
        root[t.target.at[k]] = t.root.at[k];
    list_invariants(&t, root);
    lowered_add_refinement(w, list.count, root);
    lowered_add_terms(w);
    lowered_add_units(w);
    arena_free(scratch);
}
