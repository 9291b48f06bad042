/* SPDX-License-Identifier: BSD-3-Clause */
/* Involute: ordinary differential systems with constraints, of any index.
 *
 * The shortest program:
 *
 *     invo_context *c = invo_context_new();
 *     invo_options o;
 *     invo_model *m;
 *     invo_result *r;
 *     if (invo_model_read(c, "pendulum.mo", &m) ||
 *         invo_model_options(m, invo_options_init(&o)) ||
 *         invo_model_run(m, &o, &r))
 *         fputs(invo_context_message(c), stderr);
 *
 * Every function that can fail returns an invo_status, 0 for success, and leaves a
 * message in the context. The library never prints, exits or keeps global state; contexts
 * are independent, so different threads use different contexts. Every object that a
 * function hands out has a _free. Text and arrays returned by an object live as long as
 * it does. */
#ifndef INVOLUTE_H
#define INVOLUTE_H
#include <math.h>
#include <stddef.h>
#include "involute_system.h"
#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define INVO_API __attribute__((visibility("default")))
#else
#define INVO_API
#endif

#define INVO_VERSION "0.3.0"

typedef enum invo_status {
#define STATUS(code, exit, text) INVO_##code,
#include "involute_status.def"
#undef STATUS
} invo_status;

INVO_API const char *invo_version(void);
INVO_API const char *invo_status_text(invo_status s);
INVO_API const char *invo_status_code(invo_status s); /* "E_FILE", as in JSON */
INVO_API int invo_status_exit(invo_status s); /* exit status of the command line */

/* Contexts. */
typedef struct invo_context invo_context;
INVO_API invo_context *invo_context_new(void); /* NULL: out of memory */
INVO_API void invo_context_free(invo_context *c);
/* What the last call on this context had to say, errors and notes with file, line and
 * caret; "" if nothing. */
/* Asked every few milliseconds at most while models are read and completed, never at the
 * same time; a nonzero return ends the call in progress with E_INTERRUPT, and each one
 * after it as long as it lasts. Runs have a function of their own (invo_options). NULL:
 * nothing is asked. */
INVO_API void invo_context_interrupt(invo_context *c, int (*asked)(void *data),
                                     void *data);
/* What such a function may return where it is a limit of time that is over: the call ends
 * with E_LIMIT then, and a run is stopped by "max-seconds". */
enum { INVO_TIME_IS_OVER = 2 };
/* For models that are not trusted: from now on nothing that a model of this context says
 * opens a file (tables in files are errors), starts a process or loads a library (no
 * compiled code, no HDF5). Files that the caller names are opened. Copies of models, runs
 * and ensembles keep to it; it cannot be taken back. */
INVO_API void invo_context_sandbox(invo_context *c);
/* Changes a limit of what models that are read later may take, by its word (see
 * involute_limit.def); E_ARGUMENT where there is none, or the number is beyond what it
 * may be. Texts beyond a limit are errors with their place and the limit. */
INVO_API invo_status invo_context_limit(invo_context *c, const char *word, double most);
INVO_API const char *invo_context_message(const invo_context *c);
INVO_API const char *
invo_context_error(const invo_context *c); /* first error, one sentence */
INVO_API const char *
invo_context_where(const invo_context *c);                /* its "file:line", or "" */
INVO_API double invo_context_time(const invo_context *c); /* its time, or NaN */

/* The solution meets a section: the function of it becomes positive (direction 1) or
 * negative (-1). row: time, then the columns of the result; all of it is lent. */
typedef struct invo_crossing {
    int sections;
    const invo_section *section; /* [sections]: all of them ... */
    int number;                  /* ... and which */
    int direction;
    int columns;
    const char *const *column; /* [columns] */
    const double *row;         /* [1 + columns] */
} invo_crossing;

/* An output row: time, then the columns of the result; all of it is lent. */
typedef struct invo_output_row {
    int columns;
    const char *const *column; /* [columns] */
    const double *value;       /* [1 + columns] */
} invo_output_row;

/* An accepted step. */
typedef struct invo_step_info {
    double t, h;                  /* its end, and its size */
    int order;                    /* of the method there */
    double units[INVO_ROW_KINDS]; /* largest residual since the last step, by the kind of
                                     the row, in units of round-off; NaN: none */
} invo_step_info;

/* Options: the command line's, with the same names. */
/* Checkpoints of a run of a model: files from which it continues in another process as if
 * it had never ended, with the same bits. With them the method begins anew after every so
 * many steps, whether a checkpoint is written there or not, so that results differ from
 * those without them by less than the tolerance. */
enum { INVO_CHECKPOINT_MARKS = 16 };
typedef struct invo_checkpoint {
    const char *file; /* to be written; NULL: none is */
    double every;     /* seconds from one to the next, at least */
    long steps; /* from one place where it may be written to the next; 0: by the size of
                   the system, some seconds of work */
    const char *resume; /* to continue from; NULL: from the start */
    const char *words;  /* what else must be the same then; NULL: nothing */
    /* Before one is written: notes how far the caller has written rows, in numbers of its
     * own. A nonzero return is an invo_status, and ends the run. May be NULL. */
    int (*mark)(void *data, long mark[INVO_CHECKPOINT_MARKS]);
    /* Before the first step of a run that continues: goes back to there. */
    int (*go_back)(void *data, const long *mark);
    void *data;
} invo_checkpoint;

typedef struct invo_options {
#define REAL(field, flag, default, low, high, argument, help) double field;
#define COUNT(field, flag, default, low, high, argument, help) long field;
#define CHOICE(field, flag, default, words, help) const char *field;
#define TEXT(field, flag, default, argument, help) const char *field;
#define FLAG(field, flag, help) int field;
#include "involute_option.def"
    /* Called before the first step, with 0 steps, and after every accepted one; a nonzero
     * return ends the run. May be NULL. */
    int (*progress)(void *data, double t, long steps);
    void *progress_data;
    /* Asked within steps, often; a nonzero return ends the run before the step is done,
     * and must then be given again. May be NULL. */
    int (*interrupt)(void *data);
    void *interrupt_data;
    /* Called after every accepted step with more of it. May be NULL. */
    void (*step_taken)(void *data, const invo_step_info *step);
    void *step_data;
    /* Called with every output row, in order; the result then keeps none of them. Rows
     * come as soon as nothing that happens next can replace them. A nonzero return is an
     * invo_status, and ends the run. May be NULL. */
    int (*row)(void *data, const invo_output_row *row);
    /* Called once before the first step with the columns that rows will have, and
     * row_data; a nonzero return is an invo_status: there is no run. May be NULL. */
    int (*columns)(void *data, int columns, const char *const *column);
    void *row_data;
    /* Called at every point of a Poincare section. May be NULL. */
    void (*crossing)(void *data, const invo_crossing *x);
    void *crossing_data;
    /* Nonzero: the result keeps what invo_result_at needs. */
    int dense;
    /* NULL: no checkpoints. Must live as long as the run. */
    const invo_checkpoint *checkpoint;
} invo_options;
INVO_API invo_options *invo_options_init(invo_options *o); /* returns o */
/* Sets one option from text, `name` without the dashes; the value is borrowed, not
 * copied. */
INVO_API invo_status invo_options_set(invo_context *c, invo_options *o, const char *name,
                                      const char *value);
/* The i-th option for help texts; returns 0 past the last. argument is "" for flags and
 * the words to choose from, separated by blanks, for choices; group is the word of its
 * GROUP in involute_option.def. */
typedef struct invo_option_info {
    const char *name, *argument, *help, *group;
    char initial[32]; /* its default; "": none, or none that is always the same */
    char range[64];   /* what it takes, for numbers: "a whole number from 1 to 1000" */
} invo_option_info;
INVO_API int invo_option_describe(int i, invo_option_info *info);
/* The one of `words`, separated by blanks, that a misspelt name probably means, and its
 * length; NULL if none is near. */
INVO_API const char *invo_name_near(const char *name, const char *words, size_t *length);

/* Methods. Returns 0 past the last. */
typedef struct invo_method_info {
    const char *name, *kind, *pair, *stability, *about; /* pair: "" where there is none */
    int order, stages;
} invo_method_info;
INVO_API int invo_method_describe(int i, invo_method_info *info);

/* A word of the model language, for help texts: functions, operators, constants and
 * attributes (topic "functions"), annotations. Returns 0 past the last. */
typedef struct invo_language_info {
    const char *topic, *group; /* "annotations", "experiment(...) of a model" */
    const char *name, *form;   /* "sin", "sin(x)" */
    const char *about;
    const char *events; /* where a function has kinks, jumps and events; of an attribute:
                           the types that have it; or "" */
} invo_language_info;
INVO_API int invo_language_describe(int i, invo_language_info *info);

/* Models: read, set, complete. */
typedef struct invo_model invo_model;
/* Adds a file of functions, records, types and constants to a context: models that are
 * read in it later find there what they do not contain. What is wrong with the file is
 * reported with the model. */
INVO_API invo_status invo_context_library(invo_context *c, const char *path);
/* The same with a text; messages call it by this name. */
INVO_API invo_status invo_context_library_text(invo_context *c, const char *name,
                                               const char *text);
/* Which model of a file with several is read in this context from now on, by its name;
 * NULL: the last one. */
INVO_API invo_status invo_context_choose(invo_context *c, const char *name);
/* path "-": standard input */
INVO_API invo_status invo_model_read(invo_context *c, const char *path,
                                     invo_model **model);
INVO_API invo_status invo_model_parse(invo_context *c, const char *name, const char *text,
                                      size_t size, invo_model **model);
INVO_API void invo_model_free(invo_model *m);
/* The same model, with everything that was set and given, for another context. A context
 * and its models belong to one thread at a time; several threads may copy one model at
 * once, as long as nobody changes, completes or runs it meanwhile, and run their copies.
 */
INVO_API invo_status invo_model_copy(invo_context *c, const invo_model *m,
                                     invo_model **copy);
INVO_API const char *invo_model_name(const invo_model *m);
/* The string behind the model's name, and the text that was read; "" where there is none.
 */
INVO_API const char *invo_model_description(const invo_model *m);
INVO_API const char *invo_model_text(const invo_model *m);
/* The unit that a variable declares, x(unit = "m"); "" where there is none. */
INVO_API const char *invo_model_unit(const invo_model *m, const char *variable);
/* The unit to show it in, x(displayUnit = "deg"); "" where there is none, or where it is
 * not one that `unit` can be converted to. */
INVO_API const char *invo_model_display_unit(const invo_model *m, const char *variable);
/* How a number changes with its unit: of `from` it is x, of `to` factor*x + offset.
 * Returns 0 where the dimensions differ or a unit is not known. */
INVO_API int invo_unit_convert(const char *from, const char *to, double *factor,
                               double *offset);
/* A parameter and its value; returns 0 past the last. Values that follow from others are
 * there after invo_model_complete. */
typedef struct invo_parameter {
    const char *name;
    double value;
} invo_parameter;
INVO_API int invo_model_parameter(const invo_model *m, int i, invo_parameter *p);
/* A parameter or constant of type String and its text; returns 0 past the last. */
typedef struct invo_text_parameter {
    const char *name, *text;
} invo_text_parameter;
INVO_API int invo_model_text_parameter(const invo_model *m, int i,
                                       invo_text_parameter *p);
/* What the annotation animation(points = ..., links = ..., bodies = ...) of a model names
 * to be drawn; these return 0 past the last. */
typedef struct invo_animation_point {
    const char *name;
    int dimensions;    /* 2 or 3 */
    const char *at[3]; /* each a variable, or an expression in parameters and numbers */
    int trace;         /* its path is drawn, too */
    int mark;          /* it has a dot and its name beside it */
} invo_animation_point;
typedef struct invo_animation_link {
    int from, to; /* numbers of points */
} invo_animation_link;
typedef struct invo_animation_body {
    int count;
    const int *point; /* [count] numbers of points, the corners of a polygon */
} invo_animation_body;
INVO_API int invo_model_animation_point(const invo_model *m, int i,
                                        invo_animation_point *p);
INVO_API int invo_model_animation_link(const invo_model *m, int i,
                                       invo_animation_link *l);
INVO_API int invo_model_animation_body(const invo_model *m, int i,
                                       invo_animation_body *b);
/* A picture that the annotation plots = {plot(...), ...} of a model asks for; returns 0
 * past the last. Columns are those of the result: "x", "der(x)", "p[1]". */
typedef struct invo_plot_info {
    const char *title;    /* "": none */
    const char *x;        /* what the others are drawn over, "time" if not named */
    int count;            /* > 0 */
    const char *const *y; /* [count] */
    int log_x, log_y;     /* logarithmic axes */
    int equal;            /* the same scale on both axes: circles are round */
    int dots;             /* points that are not joined */
    const char *where;    /* its "file:line" */
} invo_plot_info;
INVO_API int invo_model_plot(const invo_model *m, int i, invo_plot_info *p);
/* Overrides a parameter or a start value: "L=2", "x=0.5", "der(x)=1". Before
 * invo_model_complete. */
INVO_API invo_status invo_model_set(invo_model *m, const char *assignment);
/* Takes over the annotations of a file whose class holds nothing else, for a model that
 * has lost its own. Before invo_model_options and invo_model_complete. */
INVO_API invo_status invo_model_with(invo_model *m, const char *path);
/* Values of top-level inputs over time from a CSV file: a head `time,name,...`, rows in
 * order of time; straight lines between them, two rows of the same time for a jump.
 * Before invo_model_complete. */
INVO_API invo_status invo_model_input(invo_model *m, const char *path);
/* Adds a Poincare section: an expression in the names of the model. Before
 * invo_model_complete. */
INVO_API invo_status invo_model_section(invo_model *m, const char *expression);
/* Fills in what the model's annotations say. Texts (start_point) are the model's and live
 * as long as it does; words of choices are the library's. */
INVO_API invo_status invo_model_options(const invo_model *m, invo_options *o);
/* How many equations there are for how many unknowns, as written, and how many of them
 * can be assigned to an unknown each: fewer than both are structurally singular. For
 * models whose equations depend on the mode all are -1. */
typedef struct invo_balance {
    int equations, unknowns, assigned;
} invo_balance;
INVO_API invo_status invo_model_balance(invo_model *m, invo_balance *balance);
/* Completes to involutive form and finds a consistent initial point at o->start. What is
 * told of the completed model below lives until it is completed again. invo_model_run
 * completes it where that is needed: a model without events whose values and whose
 * options for the structure have not changed since its last run is not completed again.
 */
INVO_API invo_status invo_model_complete(invo_model *m, const invo_options *o);

/* Structure of a completed model. */
typedef struct invo_structure {
    int unknowns, equations, index, dof, coordinates, constraints, invariants;
} invo_structure;
typedef struct invo_offset {
    const char *name; /* an unknown (d) or an equation (c) */
    int offset;
    int assigned; /* the equation of an unknown, the unknown of an equation; -1: none */
} invo_offset;
INVO_API const invo_structure *invo_model_structure(const invo_model *m);
INVO_API int invo_model_equation_offset(const invo_model *m, int i,
                                        invo_offset *c); /* 0: past the last */
INVO_API int invo_model_unknown_offset(const invo_model *m, int j, invo_offset *d);
/* The signature matrix: the highest derivative of unknown j in equation i, -1: none. */
INVO_API int invo_model_signature(const invo_model *m, int i, int j);
/* A hidden constraint, which is not written in the model; returns 0 past the last. */
typedef struct invo_hidden {
    const char *text;  /* parses back: "2*x*der(x) + 2*y*der(y) = 0"; NULL: too long */
    const char *from;  /* the equation that it comes from */
    const char *where; /* its "file:line", or "" */
    int level;         /* how often it was differentiated, > 0 */
} invo_hidden;
INVO_API int invo_model_hidden(const invo_model *m, int i, invo_hidden *h);
/* The constraints of a model that is quasi-linear of first order, E(x, t) x' = f(x, t),
 * as [Baese] Procedure 2.4 finds them: written ones have level 0, those that follow from
 * the derivatives of level i have level i + 1, derivatives eliminated. Returns 0 past the
 * last, and where the model is of another kind or large. */
typedef struct invo_level {
    int level;
    const char *text; /* parses back: "x*v + y*w = 0" */
} invo_level;
INVO_API int invo_model_level(const invo_model *m, int i, invo_level *level);
/* Which components a half-explicit method solves for at the initial point ([Baese]
 * Procedure 3.11): first the algebraic ones in the order in which they are chosen, then
 * the differential ones. Returns 0 as above. */
typedef struct invo_selected {
    const char *name;
    int algebraic;
    int required; /* algebraic because no equation has its derivative */
} invo_selected;
INVO_API int invo_model_selected(const invo_model *m, int k, invo_selected *selected);
/* Also reports, in its rows, which equations are redundant. */
INVO_API const invo_system *invo_model_system(const invo_model *m);
/* A completed model without events as C: its direction, top unknowns and residuals as
 * functions of points, and the header that declares them, which the code includes by this
 * name. Both are malloc'ed. */
INVO_API invo_status invo_model_export(invo_model *m, const char *header_name,
                                       char **code, char **header);

/* A close look at the start of a completed model, not needed to run it: how regular its
 * equations are and which start values are free. What is too large is left out. */
INVO_API invo_status invo_model_certify(invo_model *m);
/* A matrix at the start, columns in nominal sizes, rows scaled to length 1. */
typedef struct invo_conditioning {
    int rows, columns;        /* columns that are zero are not counted */
    int rank;                 /* -1: not looked at */
    double smallest, largest; /* singular values; NaN: not looked at; smallest is 0 where
                                 the rows are dependent */
} invo_conditioning;
typedef struct invo_certificate {
    invo_conditioning constraint; /* d phi / d u, declared invariants left out */
    int looked; /* whether its free coordinates are known; if not, all count as free */
    int taken;  /* degrees of freedom that fixed start values and initial equations take;
                   -1: not counted */
} invo_certificate;
INVO_API const invo_certificate *
invo_model_certificate(const invo_model *m); /* NULL before invo_model_certify */
/* A block of the top equations; returns 0 past the last. */
typedef struct invo_block_info {
    int size;
    int prolonged; /* how often it is differentiated beyond what the offsets ask for: it
                      is not linear in its highest derivatives, or another one needs it */
    const char *where;        /* "file:line" of its first equation, or "" */
    invo_conditioning matrix; /* its part of the system Jacobian */
} invo_block_info;
INVO_API int invo_model_block(const invo_model *m, int b, invo_block_info *info);

/* The initial point: time, then every variable and every derivative that has no name of
 * its own; returns 0 past the last. */
typedef struct invo_initial {
    const char *name;
    double value;
    /* What follows is known after invo_model_certify. */
    const char *origin; /* "fixed" by the model, at its "start" value, "moved" from it,
                           "chosen" because nothing determines it, "follows", "": not
                           known */
    double start;       /* the start value that the model gives, or NaN */
    int free;           /* the constraints alone do not determine it: it may be fixed */
    int independent; /* one of the coordinates, as many as there are degrees of freedom,
                        that determine all others regularly */
} invo_initial;
INVO_API int invo_model_initial(const invo_model *m, int i, invo_initial *p);

/* The constraints of a model (its equations without derivatives) as polynomials, for
 * programs that work on ideals. Parameters have their values, as the fractions that were
 * meant: 0.1 is 1/10. What stands in declarations or algorithms, or gives a value to a
 * variable that is never differentiated, is put into the others. Before
 * invo_model_complete. E_MODEL where a constraint is not polynomial; notes tell what was
 * rounded. */
INVO_API invo_status invo_model_polynomials(invo_model *m);
typedef struct invo_polynomial {
    const char *text;        /* zero where the constraint holds: "(v1^2 + v2^2 + (-1))" */
    const char *denominator; /* what the equation was multiplied by; "1": nothing */
    const char *equation;    /* as written */
    const char *where;       /* its "file:line" */
} invo_polynomial;
INVO_API int invo_model_polynomial(const invo_model *m, int i,
                                   invo_polynomial *p); /* 0: past the last */
typedef struct invo_symbol {
    const char *text, *name; /* "v1" in polynomials, "x" in the model */
    int is_parameter;        /* time, an input, ...: not to be solved for */
} invo_symbol;
INVO_API int invo_model_symbol(const invo_model *m, int j, invo_symbol *s);
/* The prime components of these polynomials over the rational numbers, without those
 * where a denominator vanishes. E_LIMIT where about so many seconds are not enough. After
 * invo_model_polynomials. */
INVO_API invo_status invo_model_decompose(invo_model *m, double seconds);
typedef struct invo_component {
    int dimension;
    int degree; /* 0: not known */
    int is_all; /* its ideal is the one of the constraints: there is nothing to split */
    int count;
    const char *const *generator; /* [count] in the symbols: "v1^2+v2^2-1" */
} invo_component;
INVO_API int invo_model_component(const invo_model *m, int k,
                                  invo_component *c); /* 0: past the last */
/* The text of the model with generator[i] = 0 (Modelica, in its names) in place of its
 * constraints, after a comment. Multipliers that stand in the equations of motion with
 * the gradients of the constraints get those of the generators, if there are as many of
 * them; if not, a note says so. After invo_model_polynomials. The text is malloc'ed. */
INVO_API invo_status invo_model_replace(invo_model *m, const char *comment, int count,
                                        const char *const *generator, char **text);
/* An expression in the names of m at the initial point of `at`, the same model completed,
 * or, where that is NULL, at the start values. */
INVO_API invo_status invo_model_value(invo_model *m, const char *expression,
                                      const invo_model *at, double *value);

/* Where a model is looked at. */
typedef enum invo_at {
    INVO_AT_START, /* where a run starts */
    INVO_AT_TIME,  /* at a time of the run with these options: in the mode that it has */
    INVO_AT_POINT, /* where the values hold that invo_model_set has given; the start
                      values and initial equations of the model do not count */
    INVO_AT_STEADY /* at the steady state of invo_model_steady */
} invo_at;
/* A model to first order along its solution: states s, inputs w and outputs y change by
 *     s' = A s + B w,  y = C s + D w
 * Matrices are exact and column-major. States are coordinates, as many as there are
 * degrees of freedom, that determine all others by the constraints, hidden ones included.
 * Inputs are those that the model declares; where the equations are differentiated, their
 * derivatives may count, too, and are inputs of their own: "der(u)". */
typedef struct invo_linear {
    double t;
    int states, inputs, outputs;
    const char *const *state;        /* [states] */
    const double *value;             /* [states]: at the point */
    const char *const *input;        /* [inputs] */
    const char *const *output;       /* [outputs] */
    const double *a, *b;             /* [states, states], [states, inputs] */
    const double *c, *d;             /* [outputs, states], [outputs, inputs] */
    const double *pole_re, *pole_im; /* [states]: eigenvalues of A, by decreasing real
                                        part, pairs together */
    double rate; /* largest rate of change at the point, in nominal sizes by time; 0: it
                    rests */
    int columns; /* time, then all variables and derivatives at the point */
    const char *const *column;
    const double *point;
} invo_linear;
/* outputs: names separated by commas; NULL: those that the model declares. The model is
 * not changed, and need not be completed. */
INVO_API invo_status invo_model_linearize(invo_model *m, const invo_options *o,
                                          invo_at at, double t, const char *outputs,
                                          invo_linear **linear);
INVO_API void invo_linear_free(invo_linear *linear);
/* A point of the manifold where nothing changes, near the start values, else near points
 * of the run. Inputs keep the values that they have at the start, time is held. */
typedef struct invo_steady {
    double t;
    double units; /* largest residual of an equation, in units of round-off */
    int free;     /* it is one of a family of so many dimensions; 0: it is isolated */
    int depends_on_time; /* the equations do: it is a steady state for this t only */
    double from;         /* the time of the run whose point led to it; NaN: the start */
    int columns;         /* as above */
    const char *const *column;
    const double *point;
} invo_steady;
INVO_API invo_status invo_model_steady(invo_model *m, const invo_options *o,
                                       invo_steady **steady);
INVO_API void invo_steady_free(invo_steady *steady);
/* Conserved quantities: sums of products of generators, which are the coordinates, time
 * and what else the equations contain (1/r, exp, sin with cos, ...), whose rates vanish
 * at random points of the manifold; confirmed at other points in quadruple precision.
 * Completes the model. E_ARGUMENT where the library has no quadruple precision. */
typedef struct invo_search {
    int degree;             /* of products, up to 8; 0: 3, or less for large models */
    const char *generators; /* more of them, "log(x), x/y"; NULL: none */
} invo_search;
INVO_API invo_status invo_model_find_invariants(invo_model *m, const invo_options *o,
                                                const invo_search *s);
typedef struct invo_found {
    const char *expr;     /* in the names of the model */
    int degree;           /* of its products */
    int generic;          /* it exists for all values of the parameters ... */
    const char *only_for; /* ... except that these must have theirs: "A, C" */
    const char *level;    /* it is conserved only where these have their values at the
                             start: "p*a + q*b + r*c = 0"; "": everywhere */
    const char *numbers;  /* its numbers belong to the values of these: "m1, m2" */
    int has_time;         /* it contains time explicitly */
    int has_angle;        /* it contains an angle, which jumps by a full turn */
    double residual;      /* of its rate, as a share of its terms */
    const char *proof;    /* that its rate is zero, by exact algebra: "general", for all
                             values of the parameters where the equations determine the
                             derivatives; "values", for these; "none" */
} invo_found;
INVO_API int invo_model_found(const invo_model *m, int k,
                              invo_found *f); /* 0: past the last */
/* What was tried. */
typedef struct invo_searched {
    int degree, generators, products;
    int most;              /* independent quantities that there can be */
    int is_sparse;         /* products only of what shares an equation */
    int on_level;          /* also for what holds on the level of the start alone */
    const char *functions; /* generators that are no coordinates */
    const char *stopped;   /* why no more was tried; NULL: it was done as asked */
} invo_searched;
INVO_API int invo_model_searched(const invo_model *m, invo_searched *s); /* 0: nothing */
/* The quantities found as annotations for invo_model_with, those that are functions of
 * the point alone; malloc'ed. */
INVO_API invo_status invo_model_found_text(invo_model *m, char **text);
/* All of this as JSON, malloc'ed. */
INVO_API invo_status invo_model_found_json(invo_context *c, const invo_model *m,
                                           char **text);

/* Integration. The result is handed out also when the integration fails, with what was
 * computed so far; NULL only if it could not begin. */
typedef struct invo_result invo_result;
INVO_API invo_status invo_model_run(invo_model *m, const invo_options *o,
                                    invo_result **r); /* completes if need be */
/* A run that is watched: give invo_watch_progress, invo_watch_interrupt and one of these,
 * with zeros but for `ask`, to the options (progress, progress_data, interrupt,
 * interrupt_data). Another thread may then look at the first three at any time. */
typedef struct invo_watch {
    double t;   /* of the last step, */
    long steps; /* ... and its number */
    int stop;   /* nonzero, set by whoever watches: the run ends as soon as it can */
    int (*ask)(void); /* NULL, or called some ten times a second by the thread that runs;
                         what it returns is the new `stop` */
    double asked;     /* this and what follows is the library's: when, */
    int often, left;  /* ... how often it looks at the clock, and when next */
} invo_watch;
INVO_API int invo_watch_progress(void *watch, double t, long steps);
INVO_API int invo_watch_interrupt(void *watch);
/* Ensembles: many runs of one model with other values, on several threads. Every run has
 * the bits of a run of its own with the same values, for any number of threads. */
typedef struct invo_member {
    long number; /* for the caller, ... */
    void *data;  /* ... and this as well */
    int assignments;
    const char *const *assignment; /* as invo_model_set takes them: "L=2" */
    const invo_options *options;   /* NULL: those of the ensemble */
} invo_member;
/* What came of a member; all of it is lent for the call, but for the result. */
typedef struct invo_outcome {
    const invo_member *member;
    invo_status status;
    const invo_context *context; /* what the run had to say */
    const invo_model *model;     /* the copy that was run; NULL: there was none */
    invo_result *result;         /* NULL: it could not begin. Who keeps it sets this to
                                    NULL, and frees it in the end */
    int is_shared; /* the completion of a member before it was certified for its values;
                      0: it was completed by itself. The bits are the same */
} invo_outcome;
typedef struct invo_ensemble {
    const invo_options *options; /* of all members without their own */
    int threads;                 /* 0: invo_processors() */
    long members;
    const invo_member *member; /* [members], or NULL, and then ... */
    /* ... called for one member after the other, by one thread at a time; what it fills
     * in must be there until `finished` was called with it. Returns 0 when there are no
     * more. */
    int (*next)(void *data, invo_member *m);
    /* Called with every member that was run, in the thread that ran it, in the order in
     * which they end: several threads may call it at once. */
    void (*finished)(void *data, invo_outcome *o);
    /* Asked by all threads, often: nonzero ends the ensemble. Members that are being run
     * are not finished then. May be NULL. */
    int (*interrupt)(void *data);
    void *data;
} invo_ensemble;
/* Runs the members on copies of the model, which nobody may change meanwhile. Each thread
 * completes the model once, and certifies that for members with other values of the same
 * names. Fails for what stops the whole ensemble alone: E_INTERRUPT, E_MEMORY,
 * E_ARGUMENT. */
INVO_API invo_status invo_model_sweep(invo_model *m, const invo_ensemble *e);
/* An ensemble whose results are looked at when all of them are there, or by another
 * thread meanwhile: give invo_keep_outcome, invo_keep_interrupt and an invo_keeper as
 * finished, interrupt and data. */
typedef struct invo_kept {
    int is_finished;     /* set last, atomically: the others are there then */
    invo_status status;  /* of the member, */
    invo_result *result; /* ... its result, or NULL; who takes it sets this to NULL, */
    char *message; /* ... what the run had to say, as invo_context_message; NULL: nothing,
                      or no memory for it, */
    char *where;   /* ... "file:line" of the first error, or NULL, */
    double time;   /* ... and when it happened in a run, or NaN */
} invo_kept;
typedef struct invo_keeper {
    invo_kept *kept; /* by the numbers of members, from 0; all zero at first */
    long finished;   /* so many of them */
    int stop;        /* nonzero, set by whoever watches: the ensemble ends soon */
} invo_keeper;
INVO_API void invo_keep_outcome(void *keeper, invo_outcome *o);
INVO_API int invo_keep_interrupt(void *keeper);
/* Frees what is left of so many outcomes, not the array itself. */
INVO_API void invo_kept_free(invo_kept *kept, long count);
INVO_API int invo_processors(void); /* that this process may use */
INVO_API void invo_system_init(invo_system *s);
INVO_API invo_status invo_system_run(invo_context *c, const invo_system *s,
                                     const invo_options *o, invo_result **r);
INVO_API void invo_result_free(invo_result *r);

typedef struct invo_statistics {
#define COUNTER(name, about) long name;
#define DURATION(name, about) double name;
#include "involute_statistics.def"
} invo_statistics;
/* The text of a row's equation, as snprintf writes it: returns its length. For rows of a
 * system (invo_model_system); those of a result have theirs written out. */
INVO_API int invo_row_text(const invo_row *row, char *text, size_t size);

typedef struct invo_ledger_row {
    invo_row row;
    double max, scaled_max; /* largest |residual|, and in units of round-off */
    int left_out;  /* a dependent or critical invariant that was not enforced all the time
                    */
    double digits; /* decimal digits of its terms that the unit of round-off leaves, at
                      best; NaN: enough, or not known. With less than 6 the row is
                      ill-conditioned */
    double until;  /* when an invariant that was found was dropped, being constant no
                      longer; NaN: it was not */
} invo_ledger_row;

typedef struct invo_result_event_row {
    const char *name; /* "h < 0", or "time" */
    double t;
} invo_result_event_row;

typedef struct invo_result_section_row {
    const char *name;
    long crossings;
} invo_result_section_row;

/* A place where the constraints are nearly dependent: the closest approach of a passage.
 */
enum { INVO_SINGULAR_EQUATIONS = 8 };
typedef struct invo_singular {
    double t;
    double sigma; /* smallest singular value of their Jacobian, rows of length 1 */
    double start; /* the same at the start */
    int equations;
    const char *equation[INVO_SINGULAR_EQUATIONS]; /* which, as far as they fit */
    const char *where[INVO_SINGULAR_EQUATIONS];    /* their "file:line", or "" */
} invo_singular;

/* A point where dt/ds vanishes. */
typedef struct invo_result_impasse_row {
    const char *kind; /* "fold": t turns back; "vertical-tangent": it continues;
                         "singular": the solution is not one curve there */
    double t, s;      /* when, and the arclength; NaN: not known */
    double sigma;     /* of "singular": how far the solution was from it; else NaN */
} invo_result_impasse_row;

INVO_API const char *
invo_result_status(const invo_result *r); /* "done", "stopped", "failed" */
/* "stop-time", "event", ...; after an assertion or terminate() with the model's words:
 * "terminate: the tank is empty" */
INVO_API const char *invo_result_stopped_by(const invo_result *r);
INVO_API int invo_result_columns(const invo_result *r); /* time not counted */
INVO_API const char *invo_result_column(const invo_result *r, int column);
/* At the output times, and two at each event, before and after it (option event_rows). */
INVO_API long invo_result_rows(const invo_result *r);
/* Time, then the columns; the next row follows in memory. NULL: there is no such row, or
 * the callback `row` of the options has taken it. */
INVO_API const double *invo_result_row(const invo_result *r, long row);
INVO_API const double *invo_result_final(const invo_result *r); /* the same, at the end */
/* The solution at any time of a run with the option dense, also where no output row is:
 * the method's interpolant, brought onto the constraints as output rows are. row: [1 +
 * columns]. At the time of an event it is the row after it. The context and the model of
 * the run must be there still, and the model must not have been changed, completed or run
 * since: E_ARGUMENT else, as for times outside of the run, and where the solution has no
 * or several values. After invo_system_run, the system must live as long as the result.
 */
INVO_API invo_status invo_result_at(const invo_result *r, double t, double *row);
INVO_API const invo_statistics *invo_result_statistics(const invo_result *r);
INVO_API const invo_options *invo_result_settings(const invo_result *r); /* as resolved */
/* A row of the ledger; 0: past the last. Its text is made when it is asked for, and then
 * kept (NULL: out of memory): of one result, only one thread at a time may ask. */
INVO_API int invo_result_ledger(const invo_result *r, int i, invo_ledger_row *row);
/* The same without texts (equation and where are NULL), for a look at all of many rows.
 */
INVO_API int invo_result_residual(const invo_result *r, int i, invo_ledger_row *row);

/* With the option verify: the rows of the ledger at output points, in quadruple
 * precision. */
typedef struct invo_verified_row {
    double max, units; /* largest |residual|, and in units of round-off */
    double gap;        /* largest difference from the ledger's residual, in these units */
    int agrees; /* the gap is one of round-off, and what is enforced is within its bound
                 */
} invo_verified_row;
typedef struct invo_verification {
    long rows;      /* of output */
    double seconds; /* processor time */
    double units;   /* largest of all rows of the ledger */
    double gap;     /* the same */
    int agrees;     /* all do */
} invo_verification;
/* 0: it was not asked for. */
INVO_API int invo_result_verification(const invo_result *r, invo_verification *v);
/* Row i of the ledger; 0: past the last, or not asked for. */
INVO_API int invo_result_verified(const invo_result *r, int i, invo_verified_row *row);

/* With the option certify: proofs that exact points of the manifold are near. Radii and
 * condition are the largest of rows that are proved. */
typedef struct invo_certification {
    long rows, proved;  /* of output */
    double median_ulps; /* of radii, as invo_proof has them; NaN: none is proved */
    double max_ulps, max_radius, max_condition;
    int dependent;  /* most constraints that depend on others, and are no part of a proof
                     */
    double seconds; /* processor time */
} invo_certification;
/* 0: it was not asked for. */
INVO_API int invo_result_certification(const invo_result *r, invo_certification *c);
/* The proof for a row of output, and its time; 0: past the last, or not asked for. */
INVO_API int invo_result_proof(const invo_result *r, long row, double *t, invo_proof *p);
/* A verdict in one word and in a sentence. */
INVO_API const char *invo_proof_word(invo_proof_verdict verdict);
INVO_API const char *invo_proof_about(invo_proof_verdict verdict);

/* When constant steps no longer followed the solution, which ends runs but those with the
 * settings of a paper (--like); NaN: they did. */
INVO_API double invo_result_unsteady(const invo_result *r);
/* 0: the bound on residuals was lifted (see --constraint-bound), at least in a
 * part of the run, or an invariant that was left out exceeds it; the ledger tells what
 * that costs. */
INVO_API int invo_result_enforced(const invo_result *r);

INVO_API double invo_result_arclength(const invo_result *r); /* NaN: by time */
INVO_API int invo_result_impasse(const invo_result *r, long i,
                                 invo_result_impasse_row *row); /* 0: past the last */

/* In order; where there were more than the option event_list, the first ones and the
 * last. */
INVO_API int invo_result_event(const invo_result *r, long i,
                               invo_result_event_row *event); /* 0: past the last */

INVO_API int invo_result_section(const invo_result *r, int i,
                                 invo_result_section_row *row); /* 0: past the last */

/* The first hundred of these; 0: past the last. */
INVO_API int invo_result_singular(const invo_result *r, int i, invo_singular *row);

/* Output. The text of _json and _summary is malloc'ed: free it with free(). These keep
 * what the context has to say about the run and add to it only if they fail themselves.
 * Without a result (NULL) _json reports the context's error; the model may be NULL. */
INVO_API invo_status invo_result_json(invo_context *c, const invo_result *r,
                                      const invo_model *m, char **text);
/* The same object with what a program knows of the run beside its result. */
typedef struct invo_run_file {
    const char *role, *path; /* "output", "swing.csv" */
} invo_run_file;
typedef struct invo_run_info {
    const char *command;  /* repeats the run in a shell; NULL: not known */
    const char *messages; /* all that was reported, one invo_context_message after the
                             other; NULL: the context's alone */
    long rows;            /* written */
    int files;
    const invo_run_file *file; /* [files]: those that were written */
    const char *columns; /* names or patterns that were asked for; NULL: none were */
} invo_run_info;
INVO_API invo_status invo_run_json(invo_context *c, const invo_result *r,
                                   const invo_model *m, const invo_run_info *info,
                                   char **text);
INVO_API invo_status invo_model_json(invo_context *c, const invo_model *m, char **text);
INVO_API invo_status invo_linear_json(invo_context *c, const invo_linear *linear,
                                      const invo_model *m, char **text);
INVO_API invo_status invo_linear_summary(invo_context *c, const invo_linear *linear,
                                         const invo_model *m, char **text);
INVO_API invo_status invo_steady_json(invo_context *c, const invo_steady *steady,
                                      const invo_model *m, char **text);
INVO_API invo_status invo_steady_summary(invo_context *c, const invo_steady *steady,
                                         const invo_model *m, char **text);
/* The unit of a column of results as snprintf writes it; returns its length, 0: none is
 * known. Of der(x) it is that of x by s, of time it is s where any of the model's
 * variables has a unit. */
INVO_API int invo_column_unit(const invo_model *m, const char *column, char *unit,
                              size_t size);
/* Tables of models with more columns than this leave out some unless they are asked for:
 * protected variables, and those that the model declares equal to another one or its
 * negative. */
#define INVO_COLUMNS_ALL 500
/* extra: [columns], set to 1 for those, else to 0. Returns how many. */
INVO_API int invo_columns_extra(const invo_model *m, int columns,
                                const char *const *column, char *extra);
/* Whether a file of this name can be written: the format is known by its ending, the
 * folder is there. For asking before a long run; leaves nothing behind. */
INVO_API invo_status invo_output_check(invo_context *c, const char *path);
/* Texts of others (file names, strings of models) in what people see. Bytes that the
 * first character of a text has if a terminal could take it for a command or hide the
 * rest behind it: control characters but tab and line break, bytes that are no UTF-8,
 * marks of the direction of writing, separators of lines. 0: it is harmless. */
INVO_API size_t invo_text_wild(const char *text, size_t size);
/* Puts question marks in their places, and a blank in that of a line break. Messages of
 * contexts, equations and places ("file:line") have been through it. */
INVO_API void invo_text_tame(char *text);
/* A file takes its name when it is complete: on failure an older one stays as it is. */
INVO_API invo_status invo_text_write(invo_context *c, const char *path, const char *text);
/* A file of output rows, written while the run continues, in constant memory: open one,
 * give invo_output_begin, invo_output_write and it to the options (columns, row,
 * row_data), close it afterwards (also after a failure). It is written as NAME.part and
 * takes its name when it is closed. The ending of the name stands for the format; "-":
 * CSV on standard output. columns: names or patterns, "x,der(*)"; NULL: all, but for
 * invo_columns_extra of the model. m: the model whose units and parameters go into the
 * file, for formats that have a place for them; may be NULL, else it outlives the file.
 */
typedef struct invo_output invo_output;
INVO_API invo_status invo_output_open(invo_context *c, const char *path,
                                      const char *columns, const invo_model *m,
                                      invo_output **output);
/* Refuses names and patterns that fit none of the columns, before the run. */
INVO_API int invo_output_begin(void *output, int columns, const char *const *column);
INVO_API int invo_output_write(void *output, const invo_output_row *row);
INVO_API long invo_output_rows(const invo_output *output); /* written so far */
/* For invo_checkpoint: how far the file is, all of it on the disk; and back to there, in
 * the file that a killed run has left. Formats whose rows are lines can do so. */
enum { INVO_OUTPUT_MARKS = 3 };
INVO_API invo_status invo_output_mark(invo_context *c, invo_output *output,
                                      long mark[INVO_OUTPUT_MARKS]);
INVO_API invo_status invo_output_go_back(invo_context *c, invo_output *output,
                                         const long *mark);
INVO_API invo_status invo_output_close(invo_context *c, invo_output *output);
/* The same without a file; patterns as above. */
INVO_API invo_status invo_columns_check(invo_context *c, const char *patterns,
                                        int columns, const char *const *column);
/* Whether one of the patterns, as above, fits the name of a column. */
INVO_API int invo_column_chosen(const char *patterns, const char *name);
/* Result files read back, in any of the formats; also NAME.part of a run that was killed,
 * as far as it goes. Names without a known ending, and "-", standard input, are CSV. The
 * first column is normally "time". */
typedef struct invo_table invo_table;
INVO_API invo_status invo_table_read(invo_context *c, const char *path,
                                     invo_table **table);
INVO_API void invo_table_free(invo_table *t);
INVO_API int invo_table_columns(const invo_table *t); /* time counted */
INVO_API const char *invo_table_name(const invo_table *t, int column);
INVO_API long invo_table_rows(const invo_table *t);
/* [rows]; cells without a number are NaN. */
INVO_API const double *invo_table_column(const invo_table *t, int column);
/* Where a column has texts, as the names of sections, their numbers are its values: this
 * is the text with that number. NULL: there is none. */
INVO_API const char *invo_table_word(const invo_table *t, int column, int number);
/* A result in the format that the ending of the name stands for; "-": CSV on standard
 * output. */
INVO_API invo_status invo_result_write(invo_context *c, const invo_result *r,
                                       const char *path);
/* The same as CSV, whatever the ending. */
INVO_API invo_status invo_result_write_csv(invo_context *c, const invo_result *r,
                                           const char *path);
/* Columns of numbers, whole numbers and texts as a file, in the order of its rows: CSV,
 * .npz (an array for each column, as numpy.load reads them) or .h5 (a data set for each
 * column in the group `members`); "-": CSV on standard output. The same columns give the
 * same bytes. */
typedef enum invo_column_kind {
    INVO_COLUMN_REAL,
    INVO_COLUMN_WHOLE,
    INVO_COLUMN_TEXT
} invo_column_kind;
typedef struct invo_dataset {
    long rows;
    int columns;
    const char *const *name; /* [columns], all different */
    const invo_column_kind *kind;
    double (*number)(void *data, long row, int column);
    const char *(*text)(void *data, long row, int column);
    void *data;
} invo_dataset;
/* Whether such a file can be written, for asking before; leaves nothing behind. */
INVO_API invo_status invo_dataset_check(invo_context *c, const char *path);
INVO_API invo_status invo_dataset_write(invo_context *c, const char *path,
                                        const invo_dataset *d);
/* A file of crossings, written while the run continues: create one, give
 * invo_crossings_write and it to the options, close it afterwards (also after a failure;
 * it takes its name then). One row for each crossing: section, direction, time, and the
 * columns that the sections list, or all of them. "-": standard output. */
typedef struct invo_crossings invo_crossings;
INVO_API invo_status invo_crossings_open(invo_context *c, const char *path,
                                         invo_crossings **file);
INVO_API void invo_crossings_write(void *file, const invo_crossing *x);
/* As invo_output_mark. */
INVO_API invo_status invo_crossings_mark(invo_context *c, invo_crossings *file,
                                         long mark[INVO_OUTPUT_MARKS]);
INVO_API invo_status invo_crossings_go_back(invo_context *c, invo_crossings *file,
                                            const long *mark);
INVO_API invo_status invo_crossings_close(invo_context *c, invo_crossings *file);
/* Ends it without a file: there was no run. */
INVO_API void invo_crossings_discard(invo_crossings *file);
/* The side file of a result, RESULT.json, which holds what invo_result_json writes. NULL
 * where there is none. */
typedef struct invo_side_file invo_side_file;
INVO_API invo_status invo_side_file_read(invo_context *c, const char *result,
                                         invo_side_file **file);
INVO_API void invo_side_file_free(invo_side_file *file);
/* A text or number of one of its objects: "parameters", "settings", "units"; "" for those
 * that are in none. These return 0 past the last and where there is no such name. */
typedef struct invo_side_entry {
    const char *name;
    const char *text; /* NULL: a number */
    double value;     /* NaN: null, or a text */
} invo_side_entry;
INVO_API int invo_side_file_entry(const invo_side_file *file, const char *object, int i,
                                  invo_side_entry *entry);
INVO_API int invo_side_file_find(const invo_side_file *file, const char *object,
                                 const char *name, invo_side_entry *entry);
INVO_API invo_status invo_result_summary(invo_context *c, const invo_result *r,
                                         const invo_model *m, char **text);
INVO_API invo_status invo_model_summary(invo_context *c, const invo_model *m,
                                        char **text);

#ifdef __cplusplus
}
#endif
#endif
