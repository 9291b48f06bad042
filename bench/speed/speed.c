/* SPDX-License-Identifier: BSD-3-Clause */
/* Work and precision of several programs on several problems, in one interleaved run:
 * every round runs every program with every tolerance once, and the best round counts, so
 * that what else the machine does meets all alike. Compared is the processor time at
 * equal achieved end error, interpolated along each program's frontier. Usage: speed
 * quick|full|rows|check FOLDER [PROBLEM...]; see bench/speed.sh. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "program.h"

enum { TOLERANCES = 28, TARGETS = 3, PROGRAMS = 16, LEAST_ROUNDS = 3, MOST_ROUNDS = 400 };
/* Runs of each tolerance before those to be timed are chosen, and runs of the loosest one
 * before all: code is made in the first ones, and a slow one would hide a point of the
 * frontier. */
enum { SURVEY_RUNS = 8, WARM_UP_RUNS = 40 };
/* Runs of all tolerances after that, from the tightest one on: what is prepared for it
 * serves the others, and not the other way round. */
enum { AGAIN = 3 };

typedef struct point {
    double tolerance, error, cpu;
    long steps, rejected;
    int wanted; /* it is to be timed again */
} point;

typedef struct curve {
    const problem *p;
    const program *by;
    int count, frontier;
    point at[TOLERANCES]; /* by tolerance */
    int edge[TOLERANCES]; /* those that no other one beats, by cost */
} curve;

typedef struct plan {
    int quick;
    double first, last; /* tolerances, as powers of ten */
    double patience;    /* seconds for one run */
    double seconds;     /* for the rounds of a problem */
    const char *folder;
    int words;
    char **word; /* problems; none: all */
} plan;

typedef struct reference {
    int count;
    int *index;
    double *value;
} reference;

static const double targets[TARGETS] = {1e-4, 1e-8, 1e-11};

double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double wall_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *need(void *memory) {
    if (!memory) {
        fputs("speed: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* bench/speed/reference/NAME.txt: number, name and value of each compared component. */
static reference reference_read(const problem *p) {
    char path[256], line[256];
    reference r = {0, need(calloc((size_t)problem_outputs(p), sizeof(int))),
                   need(calloc((size_t)problem_outputs(p), sizeof(double)))};
    snprintf(path, sizeof path, "bench/speed/reference/%s.txt", p->name);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "%d %*s %lf", &r.index[r.count], &r.value[r.count]) == 2)
            r.count++;
    if (!r.count) {
        fprintf(stderr, "speed: %s has no values\n", path);
        exit(1);
    }
    fclose(in);
    return r;
}

static double end_error(const problem *p, const reference *r, const double *u) {
    double largest = 0;
    for (int k = 0; k < r->count; k++) {
        const double e =
            fabs(u[r->index[k]] - r->value[k]) / fmax(fabs(r->value[k]), p->floor);
        if (!(e <= largest))
            largest = e;
    }
    return largest;
}

/* One run. Returns 0 where it failed or ended anywhere. */
static int curve_try(curve *c, const reference *r, point *x) {
    outcome o = {0, 0, 0};
    double *u = need(calloc((size_t)(c->p->n + problem_outputs(c->p)), sizeof *u));
    const int failed = c->by->run(c->p, x->tolerance, u, &o);
    const double error = failed ? NAN : end_error(c->p, r, u);
    free(u);
    if (!isfinite(error))
        return 0;
    x->error = fmax(error, 1e-17);
    x->steps = o.steps;
    x->rejected = o.rejected;
    if (!(x->cpu <= o.cpu))
        x->cpu = o.cpu;
    return 1;
}

static int by_cost(const void *a, const void *b) {
    const point *x = *(const point *const *)a, *y = *(const point *const *)b;
    return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static void curve_frontier(curve *c) {
    const point *sorted[TOLERANCES];
    double best = INFINITY;
    for (int k = 0; k < c->count; k++)
        sorted[k] = &c->at[k];
    qsort(sorted, (size_t)c->count, sizeof *sorted, by_cost);
    c->frontier = 0;
    for (int k = 0; k < c->count; k++) {
        if (sorted[k]->error >= best)
            continue;
        best = sorted[k]->error;
        c->edge[c->frontier++] = (int)(sorted[k] - c->at);
    }
}

/* Where the frontier comes below an error: its last point above and its first one below.
 * Returns 0 where it never does; both are the first one where it always is. */
static int curve_bracket(const curve *c, double error, int *above, int *below) {
    for (int k = 0; k < c->frontier; k++) {
        if (c->at[c->edge[k]].error > error)
            continue;
        *below = c->edge[k];
        *above = c->edge[k ? k - 1 : 0];
        return 1;
    }
    return 0;
}

/* Seconds at this error: logarithms interpolated; NaN: not reached. */
static double curve_cost(const curve *c, double error) {
    int above = 0, below = 0;
    if (!curve_bracket(c, error, &above, &below))
        return NAN;
    const point *a = &c->at[above], *b = &c->at[below];
    if (above == below)
        return a->cpu;
    const double part = log(a->error / error) / log(a->error / b->error);
    return a->cpu * pow(b->cpu / a->cpu, part);
}

static long curve_steps(const curve *c, double error) {
    int above = 0, below = 0;
    if (!curve_bracket(c, error, &above, &below))
        return 0;
    return c->at[below].steps + c->at[below].rejected;
}

/* Runs until all code is made, or for as long as one run may take. */
static void curve_warm_up(curve *c, const reference *r, const plan *w) {
    point x = {.tolerance = pow(10, -w->first), .cpu = INFINITY};
    curve_try(c, r, &x); /* which reads and completes the model, and may take long */
    const double began = processor_time();
    for (int k = 1; k < WARM_UP_RUNS && processor_time() - began < w->patience; k++)
        curve_try(c, r, &x);
}

/* The first round: tolerances from loose to tight until one takes too long. A failure
 * that takes long may be due to a loose tolerance; the second one ends the search, too.
 */
static void curve_survey(curve *c, const reference *r, const plan *w) {
    int slow = 0;
    curve_warm_up(c, r, w);
    for (double power = w->first; power <= w->last + 0.01 && slow < 2; power += 0.5) {
        point *x = &c->at[c->count];
        *x = (point){.tolerance = pow(10, -power), .cpu = INFINITY, .wanted = 1};
        const double began = processor_time();
        const int done = curve_try(c, r, x);
        const double taken = processor_time() - began;
        c->count += done;
        for (int k = 1; done && k < SURVEY_RUNS && taken < w->patience / 100; k++)
            curve_try(c, r, x);
        if (taken > w->patience)
            slow += done ? 2 : 1;
    }
    for (int k = c->count - 1; k >= 0; k--)
        for (int runs = 0; runs < AGAIN && c->at[k].cpu < w->patience / 2; runs++)
            curve_try(c, r, &c->at[k]);
    curve_frontier(c);
}

/* Of a table alone only the points matter that are interpolated. */
static void curve_want_brackets(curve *c, const double *errors, int count) {
    for (int k = 0; k < c->count; k++)
        c->at[k].wanted = 0;
    for (int k = 0; k < count; k++) {
        int above = 0, below = 0;
        if (curve_bracket(c, errors[k], &above, &below))
            c->at[above].wanted = c->at[below].wanted = 1;
    }
}

/* A round of all curves of a problem; short runs are made several times. */
static void round_of(curve *curves, int count, const reference *r) {
    for (int k = 0; k < TOLERANCES; k++)
        for (int j = 0; j < count; j++) {
            curve *c = &curves[j];
            if (k >= c->count || !c->at[k].wanted)
                continue;
            const double began = wall_time();
            int runs = 0;
            do
                curve_try(c, r, &c->at[k]);
            while (++runs < 20 && wall_time() - began < 2e-3);
        }
}

/* Long runs are measured well enough by few rounds. */
static void curves_leave_long(curve *curves, int count, double seconds) {
    for (int j = 0; j < count; j++)
        for (int k = 0; k < curves[j].count; k++)
            if (curves[j].at[k].cpu > seconds)
                curves[j].at[k].wanted = 0;
}

/* Processor seconds of a whole command, the best of several. */
static double command_cost(const problem *p, const char *folder) {
    const char *file = involute_model_file(p);
    char output[256], command[256], stop[32];
    double best = INFINITY;
    snprintf(output, sizeof output, "%s/command.csv", folder);
    snprintf(command, sizeof command, "%s/../involute", folder);
    snprintf(stop, sizeof stop, "%.17g", p->stop);
    for (int k = 0; k < 5; k++) {
        struct rusage use;
        int status = 0;
        const pid_t child = fork();
        if (!child) {
            const int nowhere = open("/dev/null", O_WRONLY);
            if (nowhere < 0 || dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0)
                _exit(1);
            execl(command, "involute", "run", file, "--rtol", "1e-8", "--stop", stop,
                  "--output", output, (char *)NULL);
            _exit(1);
        }
        if (wait4(child, &status, 0, &use) != child || status)
            return NAN;
        const double user =
            (double)use.ru_utime.tv_sec + 1e-6 * (double)use.ru_utime.tv_usec;
        const double kernel =
            (double)use.ru_stime.tv_sec + 1e-6 * (double)use.ru_stime.tv_usec;
        best = fmin(best, user + kernel);
        if (best > 2)
            break;
    }
    return best;
}

static const problem *const all_problems[] = {
    &pendulum,   &kepler, &andrews, &car_axis,   &chain_6, &chain_50, &chain_500,
    &chain_5000, &akzo,   &heat,    &transistor, &buck,    NULL};
static const program *const all_programs[] = {&limit_program,
                                              &limit_projected_program,
                                              &involute_auto,
                                              &involute_taylor,
                                              &involute_radau,
                                              &radau5_program,
                                              &gsl_program,
                                              &arkode_program,
                                              &cvode_program,
                                              &cvode_projected_program,
                                              &ida_program,
                                              &ida_ode_program,
                                              NULL};
static const program *const quick_programs[] = {&limit_program,
                                                &limit_projected_program,
                                                &radau5_program,
                                                &involute_auto,
                                                &involute_taylor,
                                                &involute_radau,
                                                NULL};

static int is_asked(const plan *w, const problem *p) {
    if (w->quick && !w->words && p == &chain_5000)
        return 0;
    for (int k = 0; k < w->words; k++)
        if (!strcmp(w->word[k], p->name))
            return 1;
    return !w->words;
}

/* All programs on one problem. */
static int measure(const plan *w, const problem *p, curve *curves) {
    const reference r = reference_read(p);
    int count = 0;
    const program *const *programs = w->quick ? quick_programs : all_programs;
    for (int k = 0; programs[k]; k++) {
        if (!programs[k]->applies(p))
            continue;
        curves[count] = (curve){.p = p, .by = programs[k]};
        curve_survey(&curves[count], &r, w);
        if (w->quick)
            curve_want_brackets(&curves[count], targets, TARGETS);
        count++;
    }
    curves_leave_long(curves, count, 0.5);
    const double began = wall_time();
    for (int k = 0;
         k < LEAST_ROUNDS || (k < MOST_ROUNDS && wall_time() - began < w->seconds); k++) {
        round_of(curves, count, &r);
        if (k == LEAST_ROUNDS - 2)
            curves_leave_long(curves, count, 0.05);
    }
    for (int k = 0; k < count; k++)
        curve_frontier(&curves[k]);
    free(r.index);
    free(r.value);
    return count;
}

static const curve *curve_of(const curve *curves, int count, const program *by) {
    for (int k = 0; k < count; k++)
        if (curves[k].by == by)
            return &curves[k];
    return NULL;
}

static double cost_by(const curve *curves, int count, const program *by, double error) {
    const curve *c = curve_of(curves, count, by);
    return c ? curve_cost(c, error) : NAN;
}

/* With whom we are compared: C with projection; where there is none, RADAU5, or C, which
 * may have no curve, either: heat has none where RADAU5 is not installed. */
static const program *rival_of(const curve *curves, int count) {
    if (curve_of(curves, count, &limit_projected_program))
        return &limit_projected_program;
    if (curve_of(curves, count, &radau5_program))
        return &radau5_program;
    return &limit_program;
}

static void print_cell(double value, const char *format, int width) {
    if (isfinite(value))
        printf(format, value);
    else
        printf("%*s", width, "-");
}

static void quick_head(void) {
    puts("Processor time at end error 1e-8 in microseconds. Ratios at three end errors: "
         "involute to C+proj, else to RADAU5, else to C.\nAttempts at 1e-8: steps and "
         "rejected ones of both. Command: involute run MODEL --rtol 1e-8 --output "
         "x.csv, in milliseconds.\n");
    printf("%-28s", "problem");
    for (int j = 0; quick_programs[j]; j++)
        printf("%9s", quick_programs[j]->name);
    for (int k = 0; k < TARGETS; k++)
        printf("%8.0e", targets[k]);
    printf("%13s%9s\n", "attempts", "command");
}

static void quick_row(const plan *w, const problem *p, const curve *curves, int count) {
    const program *rival = rival_of(curves, count);
    const curve *ours = curve_of(curves, count, &involute_auto);
    const curve *theirs = curve_of(curves, count, rival);
    printf("%-28s", p->title);
    for (int j = 0; quick_programs[j]; j++)
        print_cell(1e6 * cost_by(curves, count, quick_programs[j], targets[1]), "%9.0f",
                   9);
    for (int k = 0; k < TARGETS; k++)
        print_cell(curve_cost(ours, targets[k]) /
                       cost_by(curves, count, rival, targets[k]),
                   "%8.2f", 8);
    printf("%7ld:%-5ld", curve_steps(ours, targets[1]),
           theirs ? curve_steps(theirs, targets[1]) : 0);
    print_cell(1e3 * command_cost(p, w->folder), "%9.1f", 9);
    printf("\n");
    fflush(stdout);
}

/* The better of several programs. */
static double best_cost(const curve *curves, int count, const program *const *by,
                        double error) {
    double best = NAN;
    for (; *by; by++) {
        const double cost = cost_by(curves, count, *by, error);
        if (!(best <= cost))
            best = isnan(cost) ? best : cost;
    }
    return best;
}

static void table_cell(FILE *out, double microseconds) {
    if (isnan(microseconds))
        fputs(" – |", out);
    else if (microseconds < 99.5)
        fprintf(out, " %.2g |", microseconds);
    else
        fprintf(out, " %.0f |", microseconds);
}

static void table_head(FILE *out) {
    fputs("| problem | error | C | C+proj | RADAU5 | GSL | ARKODE | CVODE | CVODE+proj | "
          "IDA | "
          "Involute | taylor, radau | ratio |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- "
          "|\n",
          out);
}

static void table_rows(FILE *out, const problem *p, const curve *curves, int count) {
    static const program *const columns[][3] = {
        {&limit_program},           {&limit_projected_program},
        {&radau5_program},          {&gsl_program},
        {&arkode_program},          {&cvode_program},
        {&cvode_projected_program}, {&ida_program, &ida_ode_program},
        {&involute_auto},           {&involute_taylor, &involute_radau}};
    const program *rival = rival_of(curves, count);
    for (int k = 0; k < TARGETS; k++) {
        fprintf(out, "| %s | %.0e |", k ? "" : p->title, targets[k]);
        for (size_t j = 0; j < sizeof columns / sizeof *columns; j++)
            table_cell(out, 1e6 * best_cost(curves, count, columns[j], targets[k]));
        const double ratio = cost_by(curves, count, &involute_auto, targets[k]) /
                             cost_by(curves, count, rival, targets[k]);
        if (isfinite(ratio))
            fprintf(out, " %.2g |\n", ratio);
        else
            fputs(" – |\n", out);
    }
    fflush(out);
}

/* Solve and whole command at rtol = 1e-8. */
static void command_row(FILE *out, const plan *w, const problem *p, const curve *curves,
                        int count) {
    const curve *ours = curve_of(curves, count, &involute_auto);
    for (int k = 0; k < ours->count; k++)
        if (fabs(log10(ours->at[k].tolerance) + 8) < 0.1)
            fprintf(out, "| %s | %.1e | %.3g | %.3g |\n", p->title, ours->at[k].error,
                    1e3 * ours->at[k].cpu, 1e3 * command_cost(p, w->folder));
    fflush(out);
}

static void points_write(FILE *out, const curve *curves, int count) {
    for (int j = 0; j < count; j++)
        for (int k = 0; k < curves[j].count; k++) {
            const point *x = &curves[j].at[k];
            fprintf(out, "%s,%s,%.3g,%.6g,%.6g,%ld,%ld\n", curves[j].p->name,
                    curves[j].by->name, x->tolerance, x->error, 1e6 * x->cpu, x->steps,
                    x->rejected);
        }
    fflush(out);
}

/* Whether the hand-written programs and Involute come to the reference values: a mistake
 * in one of them would make its times meaningless. */
static int check_problem(const problem *p) {
    static const program *const checked[] = {&limit_program, &limit_projected_program,
                                             &involute_auto};
    const reference r = reference_read(p);
    int bad = 0;
    for (size_t k = 0; k < sizeof checked / sizeof *checked; k++) {
        curve c = {.p = p, .by = checked[k]};
        point x = {.tolerance = 1e-10, .cpu = INFINITY};
        if (!checked[k]->applies(p))
            continue;
        const int done = curve_try(&c, &r, &x);
        if (done && x.error < 1e-4)
            continue;
        printf("%s, %s: %s %.2g\n", p->title, checked[k]->title,
               done ? "end error" : "failed", x.error);
        bad = 1;
    }
    if (p->limit_rows)
        bad |= rows_differ(p);
    free(r.index);
    free(r.value);
    return bad;
}

static int check_all(const plan *w) {
    int bad = 0;
    for (int k = 0; all_problems[k]; k++)
        if (is_asked(w, all_problems[k]))
            bad |= check_problem(all_problems[k]);
    return bad;
}

static int rows_all(const plan *w) {
    rows_head(stdout);
    for (int k = 0; all_problems[k]; k++)
        if (is_asked(w, all_problems[k]))
            rows_row(stdout, all_problems[k]);
    return 0;
}

static FILE *result_file(const plan *w, const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", w->folder, name);
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "speed: %s cannot be written\n", path);
        exit(1);
    }
    return out;
}

int main(int count, char **words) {
    if (count < 3 || !strstr("quick full rows check", words[1])) {
        fputs("usage: speed quick|full|rows|check FOLDER [PROBLEM...]\n", stderr);
        return 2;
    }
    plan w = {.quick = strcmp(words[1], "full") != 0,
              .folder = words[2],
              .words = count - 3,
              .word = words + 3};
    w.first = 1;
    w.last = w.quick ? 13 : 13.5;
    w.patience = w.quick ? 1 : 1.5;
    w.seconds = w.quick ? 1.5 : 10;
    involute_write_into(w.folder);
    if (!strcmp(words[1], "check"))
        return check_all(&w);
    if (!strcmp(words[1], "rows"))
        return rows_all(&w);
    if (radau5_missing())
        fprintf(stderr, "speed: without %s\n", radau5_missing());
    FILE *points = result_file(&w, "points.csv"), *table = result_file(&w, "table.md");
    FILE *commands = result_file(&w, "commands.md"), *rows = result_file(&w, "rows.md");
    fputs("problem,program,tolerance,error,us,steps,rejected\n", points);
    table_head(table);
    rows_head(rows);
    quick_head();
    for (int k = 0; all_problems[k]; k++) {
        const problem *p = all_problems[k];
        curve curves[PROGRAMS];
        if (!is_asked(&w, p))
            continue;
        const int programs = measure(&w, p, curves);
        points_write(points, curves, programs);
        table_rows(table, p, curves, programs);
        command_row(commands, &w, p, curves, programs);
        if (!w.quick)
            rows_row(rows, p);
        quick_row(&w, p, curves, programs);
    }
    fclose(points);
    fclose(table);
    fclose(commands);
    fclose(rows);
    return 0;
}
