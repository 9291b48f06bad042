/* SPDX-License-Identifier: BSD-3-Clause */
/* A thousand runs of mutated gallery models: where the exit status is 0, every written
 * equation holds at every output row within 4 units of the evaluator's own bound, and
 * (in every fifth) two methods, and the same in other words, agree within 100 tolerances
 * times what errors grow by; where it is not, the message has a line of the model or a
 * time.
 *
 * outside_test_mutations FIRST LAST [FILE ...] runs these numbers alone, of the gallery
 * or of the files; one number alone prints its text. outside_test_mutations FILE
 * [NAME=VALUE
 * ...] checks a model as it is, with options of a run; 'set:NAME=VALUE' sets a parameter.
 */
#define _DEFAULT_SOURCE /* fork, mmap */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "involute.h"
#include "outside_run.h"
#include <cmocka.h>

#ifdef __SANITIZE_ADDRESS__
enum { SLOWER = 10 };
#else
enum { SLOWER = 1 };
#endif
enum { RUNS = 1000 / SLOWER, MOST_FILES = 400, MOST_CHANGES = 5 };

typedef struct gallery_model {
    const char *name;
    const char *from, *to; /* NULL, or what makes it small */
} gallery_model;

static const gallery_model GALLERY[] = {
    {"AkzoNobel", NULL, NULL},
    {"AsymptoticCurve", NULL, NULL},
    {"BatchReactor", NULL, NULL},
    {"Chain", "Integer n = 24", "Integer n = 4"},
    {"Chain6", NULL, NULL},
    {"ChainEliminated", NULL, NULL},
    {"ChainEnergy", "Integer n = 24", "Integer n = 4"},
    {"CircularTrack", NULL, NULL},
    {"CurvatureLine", NULL, NULL},
    {"DischargeControl", NULL, NULL},
    {"DischargePressure", NULL, NULL},
    {"ElasticPendulum", NULL, NULL},
    {"ElasticPendulumInvolutive", NULL, NULL},
    {"EulerTop", NULL, NULL},
    {"EulerTopEnergy", NULL, NULL},
    {"ExponentialPair", NULL, NULL},
    {"FourBar", NULL, NULL},
    {"FourBarEnergy", NULL, NULL},
    {"FourBarInvolutive", NULL, NULL},
    {"FourBarWork", NULL, NULL},
    {"FrictionForces", NULL, NULL},
    {"FrictionOscillator", NULL, NULL},
    {"Growth", NULL, NULL},
    {"HeatFluxes", "Integer N = 1000", "Integer N = 4"},
    {"HenonHeiles", "StopTime = 1100", "StopTime = 30"},
    {"HenonHeilesEquations", NULL, NULL},
    {"HiddenEquation", NULL, NULL},
    {"HilbertEquation", NULL, NULL},
    {"IndexTwo", NULL, NULL},
    {"InvolutivePendulum", NULL, NULL},
    {"KeplerEnergy", NULL, NULL},
    {"KeplerEquations", NULL, NULL},
    {"KeplerOrbit", NULL, NULL},
    {"LinearCircuit", NULL, NULL},
    {"LotkaVolterra", NULL, NULL},
    {"MagneticParticle", NULL, NULL},
    {"MagnetoHydrodynamics", NULL, NULL},
    {"ModifiedKepler", NULL, NULL},
    {"Parabolas", NULL, NULL},
    {"Parallelogram", NULL, NULL},
    {"ParallelogramOpposed", NULL, NULL},
    {"ParallelogramTogether", NULL, NULL},
    {"Pendulum", NULL, NULL},
    {"PendulumEnergy", NULL, NULL},
    {"PendulumHidden", NULL, NULL},
    {"PendulumWeak", NULL, NULL},
    {"PlugFlow", NULL, NULL},
    {"PlugFlowOriginal", NULL, NULL},
    {"RigidBody", NULL, NULL},
    {"RippledBowl", NULL, NULL},
    {"Robertson", NULL, NULL},
    {"SelectorChange", NULL, NULL},
    {"SphereEquation", NULL, NULL},
    {"SpringMassChain", NULL, NULL},
    {"StiffPendulum", NULL, NULL},
    {"StiffPendulumInvolutive", NULL, NULL},
    {"StiffSpring", NULL, NULL},
    {"TensionChain", "Integer P = 7", "Integer P = 2"},
    {"UnitPendulum", NULL, NULL},
    {"VanDerPol", NULL, NULL},
    {"WindPendulum", NULL, NULL},
};

/* Two methods may be apart by so many tolerances times what errors grow by. */
static const double MOST_APART = 100;

static int chatty;
static long compare_every = 5;
static int files;
static const char *file[MOST_FILES];

/* --- texts --- */

static char *file_read(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    enum { LONGEST = 1 << 18 };
    char *text = calloc(1, LONGEST);
    size_t n = fread(text, 1, LONGEST - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

static char *text_replace(char *text, const char *from, const char *to) {
    char *at = strstr(text, from);
    assert_non_null(at);
    size_t room = strlen(text) + strlen(to) + 1;
    char *result = malloc(room);
    snprintf(result, room, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    free(text);
    return result;
}

/* Without the reference values behind the model. */
static void text_cut_values(char *text) {
    char *end = strstr(text, "\n//:");
    if (end)
        end[1] = 0;
}

static char *base_text(outside_random *r, const char **name) {
    char path[400];
    int gallery = (int)(sizeof GALLERY / sizeof *GALLERY);
    if (files) {
        *name = file[outside_draw(r, files)];
        char *text = file_read(*name);
        if (text)
            text_cut_values(text);
        return text;
    }
    const gallery_model *g = &GALLERY[outside_draw(r, gallery)];
    *name = g->name;
    snprintf(path, sizeof path, "models/%s.mo", g->name);
    char *text = file_read(path);
    assert_non_null(text);
    text_cut_values(text);
    return g->from ? text_replace(text, g->from, g->to) : text;
}

/* --- options --- */

static void job_add(outside_job *job, const char *name, const char *value) {
    job->option[job->options].name = name;
    job->option[job->options++].value = value;
}

static const char *draw_word(outside_random *r, const char *const *word) {
    int count = 0;
    while (word[count])
        count++;
    return word[outside_draw(r, count)];
}

static void draw_options(outside_random *r, outside_job *job) {
    static const char *const methods[] = {
        "auto",   "auto",    "auto",     "auto",  "auto",       "dop853", "dop853",
        "dop853", "dopri54", "dopri54",  "radau", "radau",      "radau",  "taylor",
        "taylor", "gauss6",  "gauss4",   "bs32",  "lobatto3a4", "rkf45",  "radau2a5",
        "rk4",    "mrk4",    "midpoint", "hem4",  "kutta3",     NULL};
    static const char *const tolerances[] = {"1e-3", "1e-4", "1e-6",  "1e-8",
                                             "1e-8", "1e-9", "1e-10", NULL};
    static const char *const retractions[] = {
        "staged", "staged", "normal", "normal", "orthogonal", "orthogonal",
        "chart",  "chart",  "radial", "radial", "none",       NULL};
    static const char *const points[] = {"3", "7", "13", "20", NULL};
    static const double shares[] = {0.02, 0.1, 0.3};
    const char *method = draw_word(r, methods);
    int constant = strcmp(method, "rk4") == 0 || strcmp(method, "mrk4") == 0 ||
                   strcmp(method, "hem4") == 0 || strcmp(method, "kutta3") == 0 ||
                   strcmp(method, "midpoint") == 0;
    job_add(job, "method", method);
    if (constant)
        job->step_share = 0.01;
    else if (outside_draw(r, 4))
        job_add(job, "rtol", draw_word(r, tolerances));
    if (outside_draw(r, 3) == 0)
        job_add(job, "retraction", draw_word(r, retractions));
    if (outside_draw(r, 10) == 0)
        job_add(job, "metric", "nominal");
    if (outside_draw(r, 12) == 0)
        job_add(job, "ambient", outside_draw(r, 2) ? "full" : "first-order");
    job_add(job, "points", draw_word(r, points));
    job_add(job, "max-steps", "1000");
    job->share = shares[outside_draw(r, 3)];
}

/* Another value for a scalar parameter, now and then. */
static void draw_setting(outside_random *r, outside_job *job, outside_pool *p) {
    if (outside_draw(r, 8))
        return;
    outside_model *m = outside_read(job->text, strlen(job->text));
    for (int i = 0; i < m->declarations && !m->message[0]; i++) {
        const declaration *d = m->declared[i];
        int fits = d->role == ROLE_PARAMETER && !d->dimensions && d->binding &&
                   d->binding->kind == NODE_NUMBER && strcmp(d->type, "Real") == 0;
        if (!fits || outside_draw(r, 2))
            continue;
        char *name = outside_pool_take(p, strlen(d->name) + 1);
        memcpy(name, d->name, strlen(d->name));
        job->setting[0].name = name;
        job->setting[0].value = (double)d->binding->number * 1.0371;
        job->settings = 1;
        break;
    }
    outside_model_free(m);
}

/* --- one run --- */

typedef struct tally {
    long runs, done, refused, stopped, broken, not_read, failed, left_out, lost, lifted,
        checked, unchecked, changes, crashed, compared, on_the_way, round_off, apart,
        without_place;
    double farthest; /* of two methods, in what they may be apart */
    char unchecked_text[OUTSIDE_MESSAGE], not_read_text[OUTSIDE_MESSAGE];
} tally;

static void print_job(const outside_job *job) {
    for (int i = 0; i < job->options; i++)
        printf(" --%s %s", job->option[i].name, job->option[i].value);
    for (int i = 0; i < job->settings; i++)
        printf(" --set %s=%.17g", job->setting[i].name, job->setting[i].value);
    printf("; %g of the time", job->share);
    if (job->step_share > 0)
        printf(", steps of %g of that", job->step_share);
    printf("\n");
}

static void print_finding(const char *text, const outside_finding *f) {
    int length = f->end - f->begin;
    printf("  %s '%.*s' %s: row %ld, t = %.17g, residual %.3Lg, %.3Lg units "
           "(%.3Lg)\n",
           outside_kind_name(f->kind), length > 200 ? 200 : length, text + f->begin,
           f->element, f->row, f->time, f->residual, f->units, f->inherited);
}

/* Does the message say where, in the text, in time or among the options? */
static int error_has_place(const outside_verdict *v) {
    return v->where[0] || !isnan(v->time) || strstr(v->error, "mutant.mo:") ||
           strstr(v->error, "--");
}

static void count_verdict(tally *t, const outside_verdict *v) {
    t->runs++;
    if (v->exit_status == 1)
        t->refused++;
    if (v->exit_status == 3)
        t->stopped++;
    if (v->exit_status == 4)
        t->broken++;
    if (v->exit_status && !error_has_place(v)) {
        t->without_place++;
        printf("NOWHERE %s\n", v->error);
    }
    if (v->exit_status)
        return;
    t->done++;
    if (v->not_read[0]) {
        if (!t->not_read++)
            snprintf(t->not_read_text, sizeof v->not_read, "%s", v->not_read);
        return;
    }
    if (v->report.unchecked && !t->unchecked)
        snprintf(t->unchecked_text, sizeof t->unchecked_text, "%s",
                 v->report.unchecked_text);
    t->checked += v->report.checked;
    t->unchecked += v->report.unchecked;
    t->left_out += v->left_out;
    t->lost += v->lost;
    t->lifted += v->lifted;
    t->failed += v->report.findings > 0;
}

/* Returns whether the run is done. */
static int judge_job(const outside_job *job, const char *label, tally *t) {
    outside_verdict *v = malloc(sizeof *v);
    if (chatty) {
        fputs(job->text, stdout);
        print_job(job);
        fflush(stdout); /* in case of a crash */
    }
    outside_run(job, v);
    count_verdict(t, v);
    if (chatty)
        printf("%s\nexit %d %s%s; %ld checked, worst %.3Lg units, %ld not checkable %s\n",
               v->first_line, v->exit_status, v->error, v->not_read, v->report.checked,
               v->report.worst, v->report.unchecked, v->report.unchecked_text);
    if (v->exit_status == 0 && v->report.findings) {
        printf("FAIL %s\n    ", label);
        print_job(job);
        for (int i = 0; i < v->report.findings && (i < 4 || chatty); i++)
            print_finding(job->text, &v->report.finding[i]);
    }
    const int is_done = v->exit_status == 0;
    free(v);
    return is_done;
}

/* what: who has been compared. */
static void judge_comparison(const outside_comparison *c, const char *what,
                             const char *label, tally *t) {
    if (!c->is_compared)
        return;
    const double share = c->apart / (MOST_APART * c->amplification);
    t->compared++;
    t->on_the_way += c->is_on_the_way;
    t->round_off += c->is_round_off;
    t->farthest = fmax(t->farthest, share);
    if (chatty)
        printf("%s: %.3g tolerances apart, errors grow %.3g times\n", what, c->apart,
               c->amplification);
    if (share <= 1 && c->is_round_off)
        printf("ROUND-OFF %s\n    %s: column %d is %.17g and %.17g at t = %g, %.3g "
               "tolerances; an ulp of a number moves it by %.3g\n",
               label, what, c->column, c->value[0], c->value[1], c->time, c->apart,
               c->amplification);
    if (share <= 1)
        return;
    t->apart++;
    printf("APART %s\n    %s: column %d is %.17g and %.17g at t = %g, %.3g tolerances; "
           "errors grow %.3g times\n",
           label, what, c->column, c->value[0], c->value[1], c->time, c->apart,
           c->amplification);
}

static void compare_methods(outside_random *r, const outside_job *job, const char *label,
                            tally *t) {
    static const char *const ones[] = {"auto", "dop853", "taylor", NULL};
    static const char *const others[] = {"radau", "gauss6", "dopri54", NULL};
    const char *one = draw_word(r, ones);
    const char *other = draw_word(r, others);
    const outside_job first = outside_job_by(job, one);
    const outside_job second = outside_job_by(job, other);
    outside_comparison c;
    char what[60];
    snprintf(what, sizeof what, "%s and %s", one, other);
    /* between its steps, collocation has the order of its stages only */
    const int at_end = strcmp(other, "dopri54") != 0 || strcmp(one, "auto") == 0;
    outside_compare(&first, &second, at_end, MOST_APART, &c);
    judge_comparison(&c, what, label, t);
}

/* The same equations in other words. */
static void compare_words(outside_random *r, const outside_job *job, const char *label,
                          tally *t) {
    enum { MOST_WORDS = 3, FIRST_NUMBER = 100 };
    const outside_job first = outside_job_by(job, "auto");
    char *text = NULL;
    char said[200] = "said again:";
    size_t n = strlen(said);
    const int times = 1 + outside_draw(r, MOST_WORDS);
    for (int i = 0; i < times; i++) {
        const char *what;
        char *other =
            outside_restate(text ? text : job->text, r, FIRST_NUMBER + i, &what);
        if (!other)
            continue;
        free(text);
        text = other;
        n += (size_t)snprintf(said + n, sizeof said - n, " %s,", what);
    }
    if (!text)
        return;
    outside_job second = first;
    second.text = text;
    if (chatty)
        puts(text);
    outside_comparison c;
    outside_compare(&first, &second, 1, MOST_APART, &c);
    judge_comparison(&c, said, label, t);
    free(text);
}

static void compare_both(outside_random *r, const outside_job *job, const char *label,
                         tally *t) {
    compare_methods(r, job, label, t);
    compare_words(r, job, label, t);
}

static void run_number(long number, tally *t) {
    outside_random r;
    outside_pool p = {NULL};
    const char *name, *what;
    char label[400];
    outside_seed(&r, (uint64_t)number);
    char *text = base_text(&r, &name);
    if (!text)
        return;
    int changes = 1 + outside_draw(&r, MOST_CHANGES);
    int n = snprintf(label, sizeof label, "%ld %s:", number, name);
    for (int i = 0; i < changes; i++) {
        char *other = outside_mutate(text, &r, i + 1, &what);
        if (!other)
            continue;
        free(text);
        text = other;
        t->changes++;
        n += snprintf(label + n, sizeof label - (size_t)n, " %s,", what);
    }
    outside_job job = {.text = text};
    draw_options(&r, &job);
    draw_setting(&r, &job, &p);
    if (judge_job(&job, label, t) && number % compare_every == 0)
        compare_both(&r, &job, label, t);
    outside_pool_free(&p);
    free(text);
}

static void print_tally(const tally *t) {
    printf(
        "%ld runs, %ld changes: %ld done, %ld refused, %ld stopped, %ld beyond a bound\n",
        t->runs, t->changes, t->done, t->refused, t->stopped, t->broken);
    printf("%ld equations at rows checked, %ld of them within what the formulas of their "
           "variables lost\n",
           t->checked, t->lost);
    printf("%ld equations not checkable", t->unchecked);
    if (t->unchecked)
        printf(", first: %s", t->unchecked_text);
    printf("\n%ld models not read", t->not_read);
    if (t->not_read)
        printf(", first: %s", t->not_read_text);
    printf("\n%ld invariants left out and %ld runs not enforced, and said so\n",
           t->left_out, t->lifted);
    printf("%ld runs failed\n", t->failed);
    printf("%ld compared with another method or the same in other words, %ld too far "
           "apart, the farthest %.3g of what is allowed; in %ld errors grow so much from "
           "the middle only, in %ld an ulp of a number does\n",
           t->compared, t->apart, t->farthest, t->on_the_way, t->round_off);
    printf("%ld messages without a place\n", t->without_place);
}

static void written_equations_hold(void **state) {
    (void)state;
    tally t = {0};
    if (!OUTSIDE_HAS_DIGITS) {
        printf("long double has no more digits than double here\n");
        skip();
    }
    for (long k = 0; k < RUNS; k++)
        run_number(k, &t);
    print_tally(&t);
    assert_true(t.done > RUNS / 4); /* or it would check nothing */
    assert_int_equal(t.not_read, 0);
    assert_int_equal(t.failed, 0);
    assert_true(t.compared > RUNS / 50);
    assert_int_equal(t.apart, 0);
    assert_int_equal(t.without_place, 0);
}

/* A file as it is: NAME=VALUE are options. */
static int run_file(int count, char **arguments) {
    tally t = {0};
    outside_job job = {.text = file_read(arguments[0]), .share = 1};
    if (!job.text) {
        fprintf(stderr, "%s cannot be read\n", arguments[0]);
        return 1;
    }
    for (int i = 1; i < count; i++) {
        char *value = strchr(arguments[i], '=');
        if (!value)
            continue;
        *value++ = 0;
        if (strncmp(arguments[i], "set:", 4) == 0) {
            job.setting[job.settings].name = arguments[i] + 4;
            job.setting[job.settings++].value = atof(value);
        } else {
            job_add(&job, arguments[i], value);
        }
    }
    chatty = 1;
    judge_job(&job, arguments[0], &t);
    return t.failed > 0;
}

/* By hand each run is a process of its own, so that a crash, or a run of more than some
 * seconds, is printed and the next one begins. */
static void run_guarded(long number, tally *t) {
    static const struct rlimit LONGEST = {.rlim_cur = 30, .rlim_max = 31}; /* s */
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CPU, &LONGEST);
        run_number(number, t);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (!WIFSIGNALED(status))
        return;
    printf("CRASH %ld: signal %d\n", number, WTERMSIG(status));
    t->crashed++;
}

static int run_numbers(long first, long last) {
    tally *t =
        mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (t == MAP_FAILED)
        return 1;
    chatty = first == last;
    compare_every = 1;
    for (long k = first; k <= last; k++)
        run_guarded(k, t);
    print_tally(t);
    if (t->crashed)
        printf("%ld crashes\n", t->crashed);
    return t->failed + t->crashed + t->apart + t->without_place > 0;
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(written_equations_hold)};
    if (count >= 2 && !isdigit((unsigned char)arguments[1][0]))
        return run_file(count - 1, arguments + 1);
    if (count >= 3) {
        for (int i = 3; i < count && files < MOST_FILES; i++)
            file[files++] = arguments[i];
        return run_numbers(atol(arguments[1]), atol(arguments[2]));
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
