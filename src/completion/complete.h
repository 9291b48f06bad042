/* SPDX-License-Identifier: BSD-3-Clause */
/* The involutive form of a system: which equations are differentiated how often, which
 * derivatives become coordinates, which constraints define the manifold and which
 * equations give the highest derivatives (docs/design.md, 2). */
#ifndef COMPLETION_COMPLETE_H
#define COMPLETION_COMPLETE_H
#include "signature.h"
#include "../system/system.h"

/* One equation of a square selection, with its derivatives. */
typedef struct jet_row {
    int equation;     /* number in system->equations */
    int c;            /* how often it is differentiated */
    expr *derivative; /* [c + 1]: F, F', ..., F^(c) */
} jet_row;

/* One unknown function. Coordinates are its derivatives below d; the d-th is its top
 * unknown. */
typedef struct jet_unknown {
    int variable; /* number in system->variables */
    int d;
    int first; /* coordinate of the unknown itself; its l-th derivative is first + l */
    int row;   /* assigned to it */
} jet_unknown;

/* A declared invariant or constraint, written in coordinates. */
typedef struct extra {
    int equation;
    expr f;
} extra;

/* Where a variable of the model lives: the order-th derivative of an unknown. */
typedef struct alias {
    int variable; /* that the unknown is declared as */
    int unknown, order;
} alias;

/* An equation that must hold, as a row of some system. */
typedef struct condition {
    expr f;
    int equation; /* number in system->equations */
    int level;    /* how often it was differentiated */
} condition;

/* The value that a trivial equation gives a variable, which is then eliminated
 * (trivial.h). */
typedef struct binding {
    expr value;    /* in variables that stay; NO_EXPR: this one stays itself */
    int equation;  /* that gives it */
    int variable;  /* value = factor * variable + offset; -1: it is not of this form */
    double factor; /* not 0 */
    expr offset;   /* in parameters; EXPR_ZERO: none */
} binding;

/* A derivative that results shall show although nothing needs it. */
typedef struct shown_derivative {
    int variable, of; /* number of its own, and of what it is a derivative of */
} shown_derivative;

typedef struct completion {
    dae *written; /* the system as the model gives it */
    dae *system;  /* the same without trivial equations, but for those that compute what
                     they eliminate; then derivatives to be shown */
    binding *binding;               /* [system->variables], or NULL: all stay */
    LIST(shown_derivative) derived; /* by `of`, then by order */
    int *called; /* [written->variables]: the lowest derivative that another variable is
                    written as the name of; 0: none */
    int *level;  /* [system->equations]: times that a written one is differentiated in it
                  */
    arena *arena;
    int unknowns, rows; /* equal: unknown j has top unknown z_j, row i top equation i */
    jet_unknown *unknown;
    jet_row *row;
    signature signature; /* of rows by unknowns, aliases removed */
    alias *alias;        /* [variables] */
    int *named, *names;  /* names[named[j] .. named[j+1]-1]: variables that are unknown j
                            or  a derivative of it, by order, then by name */
    LIST(int) alias_equations;
    int blocks, *block, *order; /* as signature_blocks; order lists unknowns */
    LIST(extra) extras;         /* constraints, then invariants */
    LIST(extra) redundant;      /* extras that follow from the other equations */
    int invariants;
    int was_sampled; /* extras were compared at points of the manifold */
    int coordinates; /* time included */
    int constraints; /* rows of phi, extras included */
    int index, dof;  /* of the system as written */
    int *required;   /* [unknowns]: the derivative that is a coordinate only because the
                        unknowns are taken as written (dae.first_order), or -1 */
    int *written_c,
        *written_d; /* offsets of the system as written: by plain equation, by variable */
    int *written_row, *written_column; /* [variables], [plain equations]: the row of each
                                          variable, the variable of each row; -1: none */
    signature written_signature;       /* start NULL: not asked for yet */
} completion;

/* Slots number the point x = (u, z): coordinates, then top unknowns. */
static inline int completion_slots(const completion *c) {
    return c->coordinates + c->unknowns;
}

/* The slot of the l-th derivative of unknown j, l <= d. */
int completion_jet_slot(const completion *c, int j, int l);

/* Of the plain equations as written by all variables. */
const signature *completion_written_signature(completion *c);

/* The variable that each plain equation of s is to give; -1: none. Returns the number of
 * these equations, whose numbers go to `number`; 0 where they do not determine all
 * variables. number, column_of: [equations] */
int completion_assign_written(dae *s, arena *a, int *number, int *column_of);

/* Throws E_BALANCE, E_MODEL with the equations concerned. */
completion *complete(dae *s);

/* The same with every block of top equations prolonged: one derivative of each unknown
 * more among the coordinates than the offsets ask for (--ambient full). */
completion *complete_full(dae *s);

/* The same with every equation differentiated `times` times more. */
completion *complete_further(dae *s, int times);

/* Memory for a while: what the completion allocates from here on goes with
 * completion_release, which takes what completion_borrow gave. */
arena *completion_borrow(completion *c);
void completion_release(completion *c, arena *own);

/* The constraints phi: derivatives below the top of every row, then the extras,
 * invariants last. In a, with room for so many more. */
condition *completion_constraints(const completion *c, arena *a, int more);

/* Returns what replaces variable v; NULL: it is not eliminated. */
const binding *completion_binding(const completion *c, int v);

/* [unknowns]: the row of each, in a. */
int *completion_row_of(const completion *c, arena *a);

/* Moves extra k to the redundant ones. */
void completion_drop(completion *c, int k);

/* The top equation of row i, and its slope by the top unknown of j. */
expr completion_top(const completion *c, int i);
condition completion_top_row(const completion *c, int i);
expr completion_top_slope(const completion *c, int i, int j);

/* Marks [unknowns] that the direction takes: every z that is the derivative of a
 * coordinate, and the z that these depend on. The others, with their equations, only
 * compute what results show. */
char *completion_needed(const completion *c);

/* The slot of a leaf in (u, z): coordinate, or coordinates + j for the top unknown of j;
 * -1 for what is neither. */
int completion_slot(const completion *c, const expr_node *leaf);

/* The slot in which results find the order-th derivative of a variable as written: that
 * of the coordinate or top unknown which it is a name of, or which was added to show it;
 * -1: they do not have it. */
int completion_shown_slot(const completion *c, int v, int order);
/* Do results show all that f contains? */
int completion_shows(const completion *c, expr f);

/* The stage of an expression in jets: how far its highest one is below the top, <= 0; far
 * below where there is none. */
int completion_stage(const completion *c, expr f);

/* An equation that is linear in the derivatives of order d - shift of the unknowns marked
 * in `own` ([unknowns]), without them. */
expr completion_constant_part(const completion *c, expr top, const int *own, int shift);
/* The top unknown of j from its own row, in which it is linear; NO_EXPR: the row does not
 * contain it. own: [unknowns], all zero before and after */
expr completion_solution(const completion *c, int j, int *own);

/* Name of the l-th derivative of unknown j: "x", "der(x)", or the alias that the model
 * gives it. */
const char *completion_name(const completion *c, int unknown, int order);
expr_names completion_names(completion *c);

/* Adds an equation, differentiated level times, and those behind it that gave the values
 * of what was eliminated from it, to a list. The list as text: "a (f.mo:3), b (f.mo:4)
 * and c (f.mo:5)".
 */
typedef struct reason {
    int equation, level;
} reason;
typedef LIST(reason) equation_list;
void completion_reasons(const completion *c, int number, int level, equation_list *list);
const char *completion_labels(const completion *c, const equation_list *list);

/* The least and the largest slot of what f depends on; -1 for derivatives above the top
 * ones. {0, -1} where there is nothing. */
typedef struct slot_range {
    int least, most;
} slot_range;
slot_range completion_range(const completion *c, expr f);

/* Does f contain a jet, and not only time? */
int has_unknown(graph *g, expr f);

/* "", "the derivative of ", "derivative 2 of " */
const char *completion_level_text(const completion *c, int level);

/* "x^2 + y^2 = L^2 (pendulum.mo:12)" for messages */
const char *equation_label(const dae *s, int equation);

#endif
