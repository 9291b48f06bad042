/* SPDX-License-Identifier: BSD-3-Clause */
/* The main path, from a model's text to a result: parse, change, complete for a plan,
 * run. Each stage throws to the protected call around it and leaves the model as it was.
 */
#ifndef MAIN_PATH_MAIN_PATH_H
#define MAIN_PATH_MAIN_PATH_H
#include "../algebra/decompose.h"
#include "../build/recipe.h"
#include "../translate/constraints.h"
#include "../start/certificate.h"
#include "../events/hybrid.h"
#include "../finder/finder.h"
#include "../lowering/levels.h"
#include "../system/deviation.h"
#include "../system/name_index.h"

/* A hidden constraint; its texts are made when somebody asks for them. */
typedef struct hidden_constraint {
    expr f;
    int row, level; /* row: of the ledger */
    const char *text, *equation;
} hidden_constraint;

/* What is given beside the text: an assignment, or the text of another file. */
typedef enum edit_kind {
    EDIT_SET,
    EDIT_SET_LOOSELY,
    EDIT_ANNOTATIONS,
    EDIT_INPUT,
    EDIT_SECTION
} edit_kind;
typedef struct edit {
    edit_kind kind;
    source text;
} edit;

/* All that a completion depends on beside the model and its values. */
typedef struct premises {
    double start, span;
    lowering how;
    int first_order, is_backward, follows_sliding;
} premises;

struct invo_model {
    invo_context *context;
    arena *arena;     /* what the model says */
    arena *completed; /* what follows from it for a run; goes with the next completion */
    source source;
    const user_library *libraries; /* copies, in its arena */
    const recipe *recipe;          /* of a model that a program has built; else NULL */
    LIST(edit) edits;              /* since it was parsed */
    model *model;
    const name_index *named; /* what the text declares */
    lowered *lowered;        /* NULL before completion */
    crossings *crossings;
    invo_structure structure;
    int plain_count, *plain;   /* equations of kind EQUATION_PLAIN in the (first) mode */
    const char **plain_text;   /* [plain_count] as far as somebody asked; or NULL */
    hidden_constraint *hidden; /* NULL: nobody asked for one yet */
    int hidden_count;
    constraint_levels *levels; /* of its first-order form; NULL: none, or ... */
    int looked_for_levels;     /* ... nobody asked yet */
    certificate *certificate;  /* NULL before it is asked for */
    polynomials *polynomials;  /* likewise */
    prime_texts primes;        /* of invo_model_decompose */
    int found_in_modes;        /* quantities of all modes so far */
    const plan *searched_for;  /* modes are searched for this run; NULL: they are not */
    finding *finding;          /* goes with the completion; NULL before it is asked for */
    premises premises;         /* of the completion, */
    invo_system as_made;       /* ... its system then, */
    int nodes;                 /* ... the graph, */
    const char *notes;         /* ... and what was reported */
    double prepare_seconds;    /* 0: it was there */
    struct dense_owner *asked; /* the last result, where it may be asked for more rows */
    int loose_orders; /* inputs may deviate, with so many derivatives; 0: they do not */
    deviations deviations; /* of these, after completion */
    struct reuse *reuse;   /* (reuse.h); NULL: it is completed for one run */
};

/* The text and the libraries are copied. name: of the model, if the text has several;
 * NULL: the last one. */
invo_status main_path_parse(invo_context *c, source text, const user_library *libraries,
                            const char *name, invo_model **out);
/* The recipe and the libraries are copied. */
invo_status main_path_build(invo_context *c, const recipe *r,
                            const user_library *libraries, invo_model **out);
/* The recipe, or one of its expressions where node >= 0, as text, malloc'ed. */
invo_status main_path_write(invo_context *c, const recipe *r, int node, char **text);
/* The text of e is copied; all but values must be given before the model is completed. */
invo_status main_path_edit(invo_model *m, const edit *e);
/* The same model in another context: its text is parsed, or its recipe followed, and its
 * edits are made again. */
invo_status main_path_copy(invo_context *c, const invo_model *m, invo_model **out);
/* The same with more values, which are set where a command line sets them: before inputs
 * and sections are given. */
invo_status main_path_copy_with(invo_context *c, const invo_model *m, int assignments,
                                const char *const *assignment, invo_model **out);
/* The same where start values may be set again without another completion
 * (model_set_loosely). */
invo_status main_path_copy_loosely(invo_context *c, const invo_model *m, int assignments,
                                   const char *const *assignment, invo_model **out);
/* The completed model as C, malloc'ed. */
invo_status main_path_export(invo_model *m, const char *header_name, char **code,
                             char **header);
invo_status main_path_balance(invo_model *m, invo_balance *b);
/* Where the last completion was made for the same premises and values, and nothing has
 * used it up, it is taken again: results have the same bits. */
invo_status main_path_complete(invo_model *m, const plan *p);
premises main_path_premises(const plan *p);
/* Is there a completion for these premises? */
int main_path_is_completed_for(const invo_model *m, const premises *p);
/* The last result can no longer be asked: what it needs of the model changes. */
void main_path_forget(invo_model *m);
invo_status main_path_run(invo_model *m, const plan *p, invo_result **r);
/* The same of a model that is completed. */
invo_status main_path_run_completed(invo_model *m, const plan *p, invo_result **r);
/* What a checkpoint of this run must fit (identity.c): version, texts, values, options, a
 * line each. Malloc'ed; NULL: out of memory. */
char *identity_text(const invo_model *m, const plan *p);
/* Looks for conserved quantities of a mode (mode_finder of hybrid.h); data: the model. */
int main_path_find_in_mode(void *data, lowered *w, dae *s, double t);
/* Completes the model with the conserved quantities that are found as further invariants,
 * at the end of its equations; the caller takes them away again. */
invo_status main_path_enforce(invo_model *m, const plan *p);
/* Completes the model and looks for conserved quantities. */
invo_status main_path_find(invo_model *m, const plan *p, const invo_search *s);

/* The model to first order at a point, and a point where it rests. Both work on copies:
 * the model stays as it is. They own all memory of what they hand out. */
typedef struct linear_owner {
    invo_linear linear;
    arena *arena;
} linear_owner;
typedef struct steady_owner {
    invo_steady steady;
    arena *arena;
} steady_owner;
invo_status main_path_linearize(invo_model *m, const invo_options *o, invo_at at,
                                double t, const char *outputs, linear_owner **out);
invo_status main_path_steady(invo_model *m, const invo_options *o, steady_owner **out);

#endif
