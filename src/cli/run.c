/* SPDX-License-Identifier: BSD-3-Clause */
/* involute run: simulate. Progress goes to standard error; an interrupt ends the run
 * after the step in progress, with what was computed written out. */
#include "cli.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "plot.h"

static volatile sig_atomic_t interrupted;

/* A second signal ends the program at once: completion does not look at the first. */
static void interrupt(int signal_number) {
    interrupted = 1;
    signal(signal_number, SIG_DFL);
}

static void catch_signals(void) {
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

typedef struct progress {
    int shown, is_terminal;
    double start, stop;
    double next; /* when to print again, in seconds */
} progress;

static double run_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int on_step(void *data, double t, long steps) {
    progress *p = data;
    if (p->shown && run_now() >= p->next) {
        double percent = 100 * (t - p->start) / (p->stop - p->start);
        fprintf(stderr, "%st = %-12.6g %3.0f %%  %ld steps%s", p->is_terminal ? "\r" : "",
                t, percent, steps, p->is_terminal ? "" : "\n");
        p->next = run_now() + (p->is_terminal ? 0.1 : 1.0);
    }
    return interrupted;
}

static progress progress_begin(session *s) {
    invo_options *o = &s->options;
    progress p = {.is_terminal = isatty(STDERR_FILENO)};
    p.shown = s->arguments->progress || (p.is_terminal && !s->arguments->quiet);
    p.start = isnan(o->start) ? 0 : o->start;
    p.stop = isnan(o->stop) ? 1 : o->stop;
    p.next = run_now() + (s->arguments->progress ? 0 : 0.5); /* short runs need none */
    return p;
}

static void progress_end(const progress *p) {
    if (p->shown && p->is_terminal)
        fprintf(stderr, "\r%60s\r", "");
}

/* Rows that nobody asked for are not computed: without a file, the default number is
 * none, and for a picture as many as make smooth curves. */
static void save_work(session *s) {
    static invo_options defaults;
    enum { SMOOTH = 2000 };
    invo_options *o = &s->options;
    invo_options_init(&defaults);
    if (!s->arguments->output && o->points == defaults.points && isnan(o->every) &&
        !o->steps)
        o->points = s->arguments->plot ? SMOOTH : 1;
}

static invo_status simulate(session *s) {
    progress p = progress_begin(s);
    save_work(s);
    s->options.progress = on_step;
    s->options.progress_data = &p;
    catch_signals();
    invo_status status = invo_model_run(s->model, &s->options, &s->result);
    progress_end(&p);
    return status;
}

/* The same, with a file that takes crossings of sections as they come. */
static invo_status simulate_with_sections(session *s) {
    invo_crossings *file = NULL;
    if (!s->arguments->section_output)
        return simulate(s);
    invo_status status =
        invo_crossings_open(s->context, s->arguments->section_output, &file);
    if (status)
        return status;
    s->options.crossing = invo_crossings_write;
    s->options.crossing_data = file;
    status = simulate(s);
    invo_status written = invo_crossings_close(s->context, file);
    return status ? status : written;
}

static int is_dash(const char *path) {
    return path && path[0] == '-' && !path[1];
}

static int to_standard_output(const arguments *a) {
    return is_dash(a->output) || is_dash(a->section_output);
}

static invo_status print_summary(session *s, invo_status failed) {
    const arguments *a = s->arguments;
    char *text = NULL;
    if (a->json)
        return session_print_json(s, failed);
    if (!s->result || a->quiet || to_standard_output(a))
        return INVO_OK;
    invo_status status = invo_result_summary(s->context, s->result, s->model, &text);
    session_print(text);
    if (status)
        session_say(s, status);
    return status;
}

/* What was computed is written also when the integration failed. */
static invo_status write_output(session *s) {
    const arguments *a = s->arguments;
    if (!a->output || !s->result)
        return INVO_OK;
    return invo_result_write(s->context, s->result, a->output);
}

/* The picture of what was computed; returns the exit status of a failure. */
static int write_plot(session *s) {
    const arguments *a = s->arguments;
    table t;
    if (!a->plot || !s->result)
        return 0;
    int status = table_from_result(&t, s->result);
    t.model = s->model;
    if (!status)
        status = plot_write(a, &t, 1, a->plot, invo_model_name(s->model));
    table_free(&t);
    if (!status && !a->json && !a->quiet && !to_standard_output(a))
        printf("\npicture in %s\n", a->plot);
    return status;
}

static void print_where(session *s) {
    const arguments *a = s->arguments;
    if (a->output && s->result && !a->json && !a->quiet && !to_standard_output(a))
        printf("\n%ld rows in %s\n", invo_result_rows(s->result), a->output);
}

int run_command(const arguments *a) {
    session s;
    invo_status status = session_open(&s, a);
    invo_status written;
    invo_status printed;
    if (!status && a->output)
        status = invo_output_check(s.context, a->output);
    if (!status)
        status = simulate_with_sections(&s);
    session_say(&s, status);
    written = write_output(&s);
    if (written)
        session_say(&s, written);
    printed = print_summary(&s, status ? status : written);
    if (!written)
        print_where(&s);
    int drawn = write_plot(&s);
    if (!status)
        status = written ? written : printed;
    int closed = session_close(&s, status);
    return closed ? closed : drawn;
}
