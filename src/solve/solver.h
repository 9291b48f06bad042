/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of an integration: everything that the loop works on, in one block of memory.
 */
#ifndef SOLVE_SOLVER_H
#define SOLVE_SOLVER_H
#include "../geometry/direction.h"
#include "../geometry/expansion.h"
#include "../geometry/hamiltonian.h"
#include "../geometry/mass.h"
#include "../geometry/regularity.h"
#include "../geometry/retraction.h"
#include "../geometry/schur.h"
#include "../geometry/tangent.h"
#include "../geometry/top_form.h"
#include "../geometry/splitting.h"
#include "../method/controller.h"
#include "solve.h"

/* The smallest singular value of the constraint Jacobian, rows of length 1 (watch.c). */
typedef struct watch {
    double first, largest; /* at the start; so far */
    double sigma, next;   /* at the current point, at the one looked at; NaN: not known */
    double *left, *right; /* [m], [n]: its vectors there, the right one in the metric */
    double *next_left, *next_right;
    int has_right, next_has_right; /* the right ones are known */
    int count;                     /* of rows that are independent, at most so far */
    int inside;                    /* a passage: */
    int block, next_block; /* of top equations that is concerned; -1: the constraints */
    double closest;        /* its smallest value, and where that is: */
    double *point;         /* [n] */
    double *part;          /* [m]: how much each row takes part */
} watch;

enum { MOST_TURNS = 4 }; /* within one step */

/* A point of a step where dt/ds vanishes. */
typedef struct turn {
    double theta, t; /* where in the step, and when */
    int folds;       /* dt/ds changes its sign */
} turn;

/* Steps by arclength. */
typedef struct arc {
    int on;          /* the parameter of the steps at hand */
    int kernel;      /* directions come from the kernel of (b, J) */
    int automatic;   /* the run is by time and only passes an impasse point */
    int changed;     /* the parameter has: the loop starts anew */
    int refused;     /* there is no kernel form of this system */
    int column;      /* of s in the result, or -1 */
    double s, at;    /* length up to the current point, and to the one that is recorded */
    double sense;    /* sign of dt/ds now */
    double side;     /* sign of dt/ds where it was clear last */
    long before;     /* impasse points there had been then */
    double flattest; /* largest |dt/ds| so far, by arclength ... */
    double gentlest; /* ... and smallest ds/dt, by time */
    double entered;  /* |dt/ds| where time was given up */
    int sign;        /* of det[D; V] at the current point, 0: not known */
    int lost;        /* the step at hand ends where the solution is no longer one curve */
    long lost_row;   /* its place among the impasse points; -1: none */
    int flipped;     /* it was the reason to reject the last step */
    int astray;      /* stages of the step at hand had another sign */
    double sigma, largest;              /* at the current point; so far */
    const retraction_class *retraction; /* by time */
    double *point, *slope;              /* [n]: the end of a trial */
    turn turn[MOST_TURNS];
    int turns;
    int idle;    /* steps since time has moved */
    int is_dead; /* the first fold is one of constraints: no point of them lies beyond */
    long kept_rows; /* rows before the step with the first fold; -1: there is none yet */
    double *kept;   /* [1 + columns]: the final values then */
} arc;

enum { EVENT_PROBES = 4 }; /* points of a step at which event functions are looked at */

enum { FRONT_SAMPLES = 6, FRONT_CHECKS = 4, FRONT_POINTS = 5 };

/* Fronts within the step (front.c). */
typedef struct front_room {
    double *sample;   /* [FRONT_SAMPLES, fronts]: arguments along the step */
    double *check;    /* [FRONT_CHECKS, fronts]: between the samples */
    double *argument; /* [fronts] */
    double *slope;    /* [FRONT_POINTS, n] */
    double *top;      /* [tops]: z at q */
} front_room;

/* --method auto: which method at which time (choose.c). */
typedef struct chooser {
    int on;
    choice_method usual; /* the explicit method */
    int hits, calm;   /* steps at the edge of stability, and steps since the last one */
    double t, cost;   /* where the count of the method at hand began */
    long steps;       /* accepted until then */
    long wait, rest;  /* steps to wait before the next trial; no trial before this one */
    double rescued;   /* where steps fell to zero last */
    int has_expanded; /* the Taylor method has been tried */
    long changes;
} chooser;

/* Whether constant steps follow the solution (steady.c). */
typedef struct steady {
    double *before;        /* [n]: the last increment */
    double *size;          /* [n]: largest values of the coordinates so far */
    double *steps, *backs; /* [n]: moves of the method and of its retractions, fading */
    double rate;           /* growth of the field along the last increment */
    double stiffness;      /* h |lambda| along it */
    double sum, largest;   /* logarithms of what increments grew by beyond the field */
    double share;          /* largest of backs / steps ... */
    int coordinate;        /* ... and where */
    int moved;             /* steps in a row with too large a share */
    int hits, calm;        /* steps beyond the edge of stability, and since the last */
    int block;             /* steps of the present block: */
    double damped, grown;  /* sums of rates and of growth, */
    double *missed;        /* [n]: what directions asked for and was not done, */
    double way[2];         /* and how far they asked for, in both halves */
    long count;            /* of steps since the last restart */
} steady;

/* Whether steps lead anywhere (creep.c): since progress was judged last, */
typedef struct creep {
    double *from;  /* [n]: the point then, */
    double *asked; /* [n]: how far directions were to move it ... */
    double *way;   /* [n]: ... with the sizes added up, */
    double *slack; /* [n]: how well that is known, */
    int is_broken; /* and whether an event has moved it */
} creep;

/* Whether the direction of C functions keeps their constraints (tangency.c). */
typedef struct tangency {
    double *size;       /* [constraints]: of the terms of their rates, at most so far */
    double *by_time;    /* [constraints]: scratch */
    double *along;      /* [constraints]: scratch */
    int row;            /* the constraint that is not kept; -1: none */
    double rate, terms; /* its rate of change, and the sum of the sizes of its terms */
} tangency;

/* What some methods need beyond direction and retraction (offer.c). */
typedef struct offer {
    hamiltonian hamiltonian;
    double *shifted, *above; /* [n] */
    int *group, *part;       /* [n], [4 n] */
} offer;

/* A fixed value that the start does not have; without name: none. */
typedef struct missed_value {
    const char *name;
    double fixed, value;
} missed_value;

typedef struct solver {
    invo_context *context;
    const invo_system *s;
    plan o; /* settled */
    invo_result *result;
    int n;
    const method *method;
    manifold manifold;
    metric metric;
    mass mass; /* of the mass metric */
    direction direction;
    retraction retraction;
    watch watch;
    field field;
    top_form tops;                 /* of implicit methods */
    int told_tops, told_gradients; /* that they come by differences (equip.c) */
    stepper stepper;
    kernel kernel;
    schur schur;
    expansion expansion; /* of the methods that need Taylor coefficients */
    tangent tangent;     /* of those that need the tangent space */
    regularity regularity;
    offer offer;
    arc arc;
    chooser chooser;
    front_room front;
    int front_is_told; /* that constant steps pass one */
    controller controller;
    steady steady; /* of constant steps */
    creep creep;   /* of others */
    tangency tangency;
    int doubling;    /* error by step doubling */
    double farthest; /* move of a retraction in the attempt at hand, in tolerances */
    double target;   /* time that the step at hand must land on, or NaN */

    double *u, *v, *q, *w;           /* [n]: the point and its direction, the next ones */
    const double *from, *from_slope; /* where the method's step at hand began */
    double *error[2], *scale;
    double *weight; /* [n]: as scale, at the start of the step */
    double *recent; /* [n]: the size of a coordinate over the last few steps */
    double *hidden; /* [n]: how long a coordinate was below its absolute tolerance ... */
    double seen;    /* ... since the start, or the last event: this long */
    struct {
        int hits, calm; /* steps at the edge of stability, and since the last one */
        int is_told;
    } stiff;
    double last_error;        /* of the last attempt that had one, in tolerances */
    invo_status last_failure; /* of the last attempt, until steps grow again */
    double *middle, *middle_slope, *coarse; /* step doubling */
    double *work;                           /* [2 n]: the same as point and slope */
    double *top;                            /* [tops]: z at q */
    double *top_before;                     /* [tops]: z at p */
    double *point, *slope;                  /* output between steps */
    double *residual, *unit;                /* [rows of the ledger], at the last point */

    /* By column of the result, through all systems of a run: */
    int *column_of; /* number in the system at hand, or -1 */
    char *outside; /* has left its min or max; first when and where. NULL: none has any */
    double *outside_time, *outside_value;
    int *ledger_of; /* [rows of the ledger]: number in the result */

    double *g, *g_start, *g_low, *g_high; /* [events]: event functions */
    double *g_probe;                      /* [EVENT_PROBES, events]: inside the step */
    double event_theta;                   /* where in the step the event is */
    int too_long;   /* the step, to tell what the event functions do */
    char *crossed;  /* [events] */
    char *armed;    /* [events]: a change of sign in this step is no noise */
    int any_bare;   /* while an event is located: */
    double *g_bare; /* [events]: scratch */
    char *bare;    /* [events]: located where it is zero, without the band of round-off */
    double *band;  /* [events]: how far a function is off by the tolerances ... */
    double *slack; /* ... and by round-off */
    double *side;  /* [events]: sign of a kink's function at the start; 0: not known */
    double *errors; /* [n + tops]: of which bands are made */
    double *event_point, *event_slope, *event_top;
    double *event_before; /* [n]: the direction just before the event */
    double usual_step;    /* before steps were cut for an event; 0: they were not */
    double last_step;     /* that was good */
    double left;          /* from the end of the step at hand to a kink; 0: none */
    int cuts;             /* of the step at hand for an event or a kink ahead */
    int dense_ready;      /* interpolation in the step at hand is prepared */
    double last_event;    /* its time, and how many came in quick succession */

    double *section_start, *section_now; /* [sections]: functions where the step began */
    double *section_sample;              /* [6, sections]: within it */
    double *section_row;                 /* [1 + columns] */
    double *safe; /* [2, 1 + columns]: where the last step began that is longer than the
                     time of a pole is uncertain, and the end of the last one */

    int burst;
    double marked;        /* when progress was judged last */
    double renewed;       /* where system->renew was asked last */
    int ended;            /* by terminate() ... */
    const char *farewell; /* ... with these words, or NULL */
    int restarted;        /* an event has happened: choose a new step size */
    int jumped;           /* the point or its direction did */
    int at_kink;          /* the last step has ended at a kink */

    long next_output;         /* number of the next output time */
    long next_check;          /* number of the next time to look at assertions */
    long rows_kept;           /* up to the last event */
    int is_row_due;           /* at the event at hand, whatever it is */
    int hides_events;         /* no rows for events (--event-rows no) */
    double *rate, *rate_size; /* [checked] */
    double bad_units; /* residual in units, or rate of change, that broke its bound, and
                         its row */
    int bad_row;
    missed_value missed;
    double refused_units; /* of the last attempt, where it was rejected for a residual; 0:
                             it was not */
    double refused_before; /* the same, of the attempt before that */
    int futile;            /* shorter steps in a row that had no smaller residual */
    int rejected_last;     /* how many of the last attempts in a row were */
    struct {
        long tries, retractions, iterations, down, up, rejections;
    } tally; /* since the last accepted step; down, up, rejections: what that step adds
                to the statistics when it turns out not to be the last */
    double rejected_step;  /* of the one before the last ... */
    double rejected_error; /* ... and its error; INFINITY: it had none */
    long switches;         /* times that the memory was laid out anew */
    int has_changed;       /* to another method or parameter, when none was left */
    long granted;          /* attempts beside those that accepted steps allow */
    int sign;              /* of the pivots at the current point */
    double *first_pivots;  /* [blocks]: smallest pivots at the start */
    invo_status trouble;   /* why the last attempt failed; OK: its error was too large */
    double *lasting;       /* owns what is kept by column */
    double *block;         /* owns all arrays of doubles ... */
} solver;

invo_status solver_new(invo_context *c, const invo_system *s, const plan *p, solver *v);
/* Memory for the system and the options of v, and what the parts keep in it (layout.c).
 */
invo_status solver_allocate(solver *v);
void solver_free(solver *v);

/* What the run needs of the system at hand (equip.c): equip_method before options are
 * resolved, equip_gradients when the retraction is known, equip_tell when all is. */
invo_status equip_method(invo_context *c, const invo_system *s, const plan *p);
int equip_asks_gradients(const solver *v);
invo_status equip_gradients(const solver *v);
void equip_tell(solver *v);

/* What the method needs (offer.c). */
void offer_lay_out(solver *v, pool *p);
/* Completes v->field. E_ARGUMENT with what is missing. */
invo_status offer_all(solver *v);
/* Beyond direction and retraction (offer.c), as field.h says. */
unsigned solver_offers(const invo_system *s); /* field_need bits */
invo_status message_needs(invo_context *c, const invo_system *s, const method *m);
invo_status solver_expand(void *self, const double *p, double h, int order,
                          double *coefficient);
invo_status solver_tangent(void *self, const double *p, int count, double *const *x,
                           const double *v, double *y);

/* Books (ledger.c). */
/* Residuals and units at (u, z of the last direction). Where a row exceeds its bound, the
 * direction is refined, and then the point, by round-off; at a start without what the
 * model fixes. E_CONSTRAINT where neither is enough. */
typedef enum point_use { POINT_OF_RUN, POINT_OF_START } point_use;
invo_status ledger_examine(solver *v, double *u, double *slope, point_use use);
/* At the start of a run: top unknowns take the values that the model fixes, if they only
 * miss them by round-off. E_INCONSISTENT where one misses its fixed value by more, a
 * warning where bounds are lifted. */
invo_status ledger_take_fixed(solver *v);
/* At a point whose residuals have just been measured: E_INCONSISTENT where a system of C
 * functions does not keep its constraints (tangency.c). */
invo_status tangency_check(solver *v, const double *u, const double *slope);
/* Adds the last examined point to the ledger. */
void ledger_record(solver *v);
/* Compares the units of the rows with their terms at the current point. */
void ledger_weigh(solver *v);
/* Names the rows whose units have lost their meaning. */
void ledger_warn(const solver *v);

/* Output rows (record.c). */
invo_status record_row(solver *v, const double *u);
/* Time and columns at u and the last z into row: [1 + columns]. */
void record_fill(const solver *v, const double *u, double *row);
/* A row at v->point, which is on the manifold; slope: a direction near by. */
invo_status record_point(solver *v, const double *slope);
/* The k-th output time; past the stop time where there are no more. */
double record_time(const solver *v, long k);
void record_final(solver *v, const double *u);
/* Rows at all output times inside the step from p to q. On failure *theta tells where in
 * the step. */
invo_status record_between(solver *v, const step *d, double end, double *theta);
/* A row at the current point, where one is due. */
invo_status record_end(solver *v);
/* The two rows of an event, which stand for an output time at the same instant too; a
 * bend has the row of that alone. */
invo_status record_before_event(solver *v);
invo_status record_after_event(solver *v, int is_bend);
/* Is the last row that after an event at t, or the first of the run? */
int record_has_event_at(const solver *v, double t);
/* Where an event has just happened at the current point, its second row gives way to that
 * of what follows at the same instant. */
void record_continue_event(solver *v);
/* The final values as the last row, where they are not. */
invo_status record_last(solver *v);
/* Min and max of the variables: noted on the way, told at the end. */
void record_ranges(solver *v, const double *u);
void record_warnings(const solver *v);

/* Events (event.c). */
/* Looks for the first event in the step from p to q; *found tells whether there is one:
 * then event_point, event_slope and event_top hold the point. */
invo_status event_find(solver *v, const step *d, int *found);
/* The next instant after t at which something happens by time alone; one that misses the
 * stop time by round-off is there. INFINITY: none. */
double event_next_instant(const solver *v, double t);
/* The run is over: lets happen what happens then. */
invo_status event_finish(solver *v);
/* A point near the solution at theta of the step that costs no evaluation: on the
 * method's own interpolant where that is free, else on the cubic through both ends. */
void solver_glance(solver *v, const step *d, double theta, double *point);
/* v->point on the manifold at theta of the step, v->slope and z there. */
invo_status solver_look(solver *v, const step *d, double theta);
/* After a step that was not good: where in it an event function or a kink changes sign
 * first, as far as can be told; 1 where none does. */
double event_ahead(solver *v, const step *d);
/* Does the direction lead to a kink in a few steps like the last one? Then it is the kink
 * that makes it steep, as where q abs(q) = x passes zero, and time goes on beyond it. */
int event_is_near_kink(solver *v);
/* Is there a kink between the ends of the step? */
int event_has_kink(solver *v, const step *d);
/* Was the event that was found a kink, at which nothing happens? */
int event_is_kink(const solver *v, const step *d);
/* Is there a kink in the same place, whatever else happens there? */
int event_holds_kink(const solver *v, const step *d);
/* The step leaves the domain of the equations beyond the event at theta. Close to it,
 * this makes a point just beyond it the event point; returns whether it does. */
int event_leap(solver *v, const step *d, double theta);
/* Is what lies beyond the kink so much of the step that its end is not to be trusted? */
int event_bends(solver *v, const step *d);
/* Does the direction jump there, as a step of size h would notice? */
int event_jumps(solver *v, const double *before, const double *after, double h);
/* Whether the step may be done again, shorter, for the sake of an event. */
int event_may_shorten(const solver *v, const step *d);
/* Is v->point, an output point within a step that no event ends, beyond one? Then that
 * has come and gone between the places that were looked at. */
int event_is_missed(solver *v, const step *d);
/* Does the step end beyond an event, by more than noise? */
int event_is_beyond(solver *v, const step *d);
/* Lets it happen at u; the solver then goes on from there, maybe in another system. */
invo_status event_happen(solver *v);
/* Counts kinks at which the direction jumps as if they were events: a direction that
 * leads back to the kink from both sides is no motion. */
invo_status event_burst(solver *v);
/* Events without progress: says so. */
invo_status event_pile_up(solver *v, const char *name);

/* Fronts (front.c). */
size_t front_work(const solver *v); /* in doubles */
void front_lay_out(solver *v, double *work);
/* Does the step, which is good and whose end is known, pass a front that its stages may
 * have missed? Then *theta is the share of it after which it should end. */
int front_is_passed(solver *v, const step *d, double *theta);
/* How far the error of a step moves the argument of a front that is active at its end, in
 * the largest moves that are allowed. */
double front_error_move(solver *v, const step *d);
/* Tells of the first front that a constant step passes; but not where a paper made its
 * steps so. */
void front_tell(solver *v, const step *d);

/* Poincare sections (section.c). */
size_t section_work(const solver *v); /* in doubles */
void section_lay_out(solver *v, double *work);
/* From the current point on. */
void section_begin(solver *v);
/* Records every crossing in the step up to theta = end. */
invo_status section_look(solver *v, const step *d, double end);

/* --method auto (choose.c). */
void chooser_begin(solver *v);
/* Looks at a good step, before it is finished. */
void chooser_note(solver *v, const step *d);
/* After an accepted step: may go on with another method, then with step size *h. */
invo_status chooser_look(solver *v, double *h);
/* The step size fell to zero: does another method go on? */
int chooser_give_up(solver *v, double *h);

/* New memory for the system at hand, after it or the options have changed; the current
 * point stays. */
invo_status solver_remake(solver *v);
invo_status solver_change_method(solver *v, choice_method m);
/* A copy of the current point, to be freed, and back to it; NULL: no memory. */
double *solver_keep_point(const solver *v);
void solver_put_point(solver *v, const double *kept);
/* Takes another system, with new memory for it. */
invo_status solver_switch(solver *v, const invo_system *s);
/* From the start of the system at hand: onto the manifold, direction, books. */
invo_status solver_begin(solver *v);

/* Constant steps (steady.c). */
/* From a new start, or after a jump. */
void steady_reset(solver *v);
/* The end of a step was retracted to p. */
void steady_retracted(solver *v, const double *p);
/* After a step with both directions: E_STEP with a message where it and those before no
 * longer follow the solution. With the settings of a paper the result only notes when. */
invo_status steady_examine(solver *v, const step *d);

/* Sliding along a kink (slide.c). */
/* Does the solution slide along a kink from here on? Then that is reported. */
int slide_is_reason(solver *v);

/* Steps that the constraints take back (creep.c). */
/* Progress is judged from here on. */
void creep_begin(solver *v);
/* After an accepted step of size h. */
void creep_note(solver *v, double h);
/* Have retractions taken back most of the steps since then? Then that is reported. */
int creep_is_reason(solver *v);

/* Steps that have fallen to zero (collapse.c). */
/* The reason as far as the solution tells it, with rows beyond a pole forgotten: the
 * advice, or NULL where there is none such. */
const char *collapse_explain(solver *v, char *text, size_t size);
/* Where steps have fallen to h since coordinates lie below their absolute tolerance: the
 * text of it and the advice, else NULL. */
const char *collapse_blames(const solver *v, double h, char *text, size_t size);
/* Does the solution, or its derivative, grow without bound here? */
int collapse_is_pole(const solver *v);
/* "x grows without bound near t = ..." */
size_t collapse_write_pole(const solver *v, int i, char *text, size_t size);
/* Output rows at times that may lie beyond a pole here. */
void collapse_forget_rows(solver *v);
/* At the stop time: E_STEP where a pole is so near that the tolerance does not tell on
 * which side it is. */
invo_status collapse_at_stop(solver *v);
/* Is the stop time so near that nothing changes until then, but for round-off? Then the
 * run ends here, with a row. */
int collapse_ends(solver *v);
/* Is what still changes until the stop time, at the rates here, below the tolerance? */
int collapse_is_near_stop(const solver *v);
/* After every accepted step of length h. */
void collapse_note(solver *v, double h);
/* At the end of a run: a warning where the error norm saw no coordinate at all. */
void collapse_warn(const solver *v);

/* The stiffness of explicit methods that were asked for (stiff.c): a note where a good
 * step is one more at the edge of stability. */
void stiff_look(solver *v, const step *d);

/* Singular configurations (watch.c). */
/* From a new start. */
void watch_begin(solver *v);
/* Looks at the point that was retracted last, which may still be rejected ... */
void watch_look(solver *v);
/* ... and here it is not. */
void watch_accept(solver *v, const step *d);
/* Is it one where the constraints are dependent, or behind one? */
int watch_sees_branch(const solver *v);
/* The rows that are watched are others from here on. */
void watch_change(solver *v);
/* Tells of a passage in progress; watch_close: at the end of the run. */
void watch_end(solver *v);
void watch_close(solver *v);

/* The loop (solve.c). */
step solver_step(solver *v, double h);
/* One step of the method, or a full and two half steps. */
invo_status solver_advance(solver *v, step *d);
/* The same, as a step that may be accepted: its Newton iterations are counted. */
invo_status solver_try(solver *v, step *d);
/* The direction at the new point and its place in the ledger. */
invo_status solver_arrive(solver *v, step *d);
/* Attempts a step; returns whether it is good, with the next step size in *h. */
int solver_attempt(solver *v, step *d, double *h);
/* The step size h, cut to the largest one and to where the run must land. */
double solver_cut(solver *v, double h);
/* Makes the end of a good step the current point, and nothing else. */
void solver_take_end(solver *v);
/* Output and events inside the step; makes its end the current point. */
invo_status solver_finish(solver *v, const step *d, double *theta);
/* The error of the step that was made last, in tolerances, as its method estimates it. */
double solver_error(solver *v, const step *d);
/* An error in tolerances, by the weights in v->scale. */
double solver_norm(const solver *v, const double *error);
/* Is the trouble of the last attempt one that no shorter step can mend? */
int solver_is_final(const solver *v);
/* Shorter steps are below the minimum, or lost in the round-off of t. */
double solver_least_step(const solver *v);
/* The size of the step after one of size h that was rejected, for which the controller
 * asks `next`: less, down to the shortest step, where few attempts are left. */
double solver_shorten(solver *v, double h, double next);
double solver_first_step(solver *v, double span);
double solver_step_after_event(solver *v, double before, double span);
/* After an accepted step: the user's callback, the limit on steps. */
invo_status solver_go_on(solver *v);

/* The direction at u into slope, which holds one near by; z goes to v->direction. By
 * arclength of length 1 in nominal sizes, else slope[0] = 1. */
invo_status solver_direction(solver *v, const double *u, double *slope, int refine);

/* Arclength (arclength.c, impasse.c, land.c). */
/* From the current point to the end of the run, or until time is a good parameter again.
 */
invo_status arclength_steps(solver *v);
double arclength_least_step(const solver *v); /* shorter ones make no progress */
/* After every good step by time: is dt/ds going to zero? */
int impasse_is_near(solver *v);
/* Has the last step failed for that reason? */
int impasse_may_be_reason(const solver *v);
/* Goes on by arclength from here; returns whether it can. */
int arclength_enter(solver *v);
void arclength_leave(solver *v);
/* Rows at all output times inside the step, as record_between. */
invo_status arclength_record(solver *v, const step *d, double end, double *theta);
/* Finds the turns of the step just made; *trials tells whether trial steps were made. */
invo_status impasse_find(solver *v, const step *d, int *trials);
/* The number of a point where the solution is not one curve among the impasse points of
 * the result, by its time; -1: none. */
long impasse_known(const solver *v, double t);
/* A trial step of theta h into v->arc.point and slope. */
invo_status arclength_try(solver *v, const step *d, double theta);
/* Shortens the step to end at the first requested time in it; *landed is that time, or
 * NaN. */
invo_status land(solver *v, step *d, double *landed);
/* How near to a given time the end of a step must come; it is set to it then. */
double land_nearness(const solver *v, double t);
/* The t of the step at theta, between turns, for a given time: where in [low, high]? */
invo_status land_between(solver *v, const step *d, double t, double low, double high,
                         double *theta);
/* Looks at sigma and the sign of det[D; V] at the end of the step. *good is 0 where the
 * step is to be done again with *h. */
invo_status regularity_watch(solver *v, step *d, double *h, int *good);

/* Messages (message.c): the reason for the end as a status with a message in the context.
 */
invo_status message_trouble(solver *v, double t, double h, int too_small);
/* A note on the start of a system of C functions, where it is off the constraints: that
 * it was moved, or stays so. `row` is the worst one, `residual` what it was. */
void message_start(const solver *v, int row, double residual);
/* Appends to a text; returns the new length, at most size - 1. */
size_t message_append(char *text, size_t size, size_t used, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* Is `name` der(...) of `of`? */
int message_is_derivative(const char *name, const char *of);

/* The end of the run where the solution stops being one curve, near `near`. */
invo_status message_lost(solver *v, const double *near, const double *slope,
                         double sigma);
/* The end of the run at an impasse point, or back at the start after one. */
invo_status message_impasse(solver *v, int back);
/* The end of a run by time whose constraints allow no later time. */
invo_status message_dead_centre(solver *v);
/* The end of the run beside a pole. */
invo_status message_pole(solver *v);
/* For --direction block: E_ARGUMENT where no block of equations is a saddle point. */
invo_status message_no_saddle(const solver *v);
/* Notes on the impasse points of the run. */
void message_impasses(const solver *v);

#endif
