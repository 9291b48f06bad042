/* SPDX-License-Identifier: BSD-3-Clause */
/* involute run: simulate. Progress goes to standard error; an interrupt ends the run
 * within the step in progress, with what was computed written out. */
#include "cli.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "plot.h"
#include "report.h"

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
    session *session;
    int shown, is_terminal;
    double start, stop;
    double began; /* in seconds */
    double next;  /* when to print again, in seconds */
} progress;

static double run_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Prints a line of progress; the remaining time is what the rest takes at the pace so
 * far, of which the first short steps tell nothing. */
static void progress_print(const progress *p, double t, long steps) {
    static const double telling = 0.001;
    double share = (t - p->start) / (p->stop - p->start);
    fprintf(stderr, "%st = %-12.6g %3.0f %%  %ld step%s", p->is_terminal ? "\r" : "", t,
            100 * share, steps, steps == 1 ? "" : "s");
    if (share > telling && share <= 1)
        fprintf(stderr, "  about %.3g s left", (run_now() - p->began) * (1 / share - 1));
    fprintf(stderr, p->is_terminal ? "    " : "\n");
}

/* Passes on what completion had to say before the first step. */
static int on_step(void *data, double t, long steps) {
    progress *p = data;
    if (steps == 0)
        session_say(p->session, INVO_OK);
    else if (p->shown && run_now() >= p->next) {
        progress_print(p, t, steps);
        p->next = run_now() + (p->is_terminal ? 0.1 : 1.0);
    }
    return interrupted;
}

static int on_question(void *data) {
    (void)data;
    return interrupted;
}

static progress progress_begin(session *s) {
    invo_options *o = &s->options;
    progress p = {.session = s, .is_terminal = isatty(STDERR_FILENO)};
    p.shown = s->arguments->progress || (p.is_terminal && !s->arguments->quiet);
    p.start = isnan(o->start) ? 0 : o->start;
    p.stop = isnan(o->stop) ? 1 : o->stop;
    p.began = run_now();
    p.next = p.began + (s->arguments->progress ? 0 : 0.5); /* short runs need none */
    return p;
}

static void progress_end(const progress *p) {
    if (p->shown && p->is_terminal)
        fprintf(stderr, "\r%80s\r", "");
}

/* Rows that nobody asked for are not computed: without a file, the default number is
 * none, and for a picture or a page as many as make smooth curves. */
static void save_work(session *s) {
    static invo_options defaults;
    enum { SMOOTH = 2000 };
    invo_options *o = &s->options;
    invo_options_init(&defaults);
    if (!s->arguments->output && o->points == defaults.points && isnan(o->every) &&
        !o->steps)
        o->points = s->arguments->plot || s->arguments->report ? SMOOTH : 1;
}

/* Where rows and crossings go: into files, into the table that a picture is made of, into
 * a page. Each of them may be NULL. */
typedef struct row_sink {
    invo_output *file;
    invo_crossings *crossings;
    table *drawn;
    report *page;
} row_sink;

static int on_row(void *data, const invo_output_row *row) {
    row_sink *k = data;
    if (k->drawn && table_append(k->drawn, row))
        return INVO_E_MEMORY;
    if (k->page && report_take_row(k->page, row))
        return INVO_E_MEMORY;
    return k->file ? invo_output_write(k->file, row) : INVO_OK;
}

static void on_crossing(void *data, const invo_crossing *x) {
    row_sink *k = data;
    if (k->page)
        report_take_crossing(k->page, x);
    if (k->crossings)
        invo_crossings_write(k->crossings, x);
}

static invo_status simulate(session *s, row_sink *k) {
    progress p = progress_begin(s);
    save_work(s);
    if (k->file || k->drawn || k->page) {
        s->options.row = on_row;
        s->options.row_data = k;
    }
    if (k->page) {
        s->options.step_taken = report_take_step;
        s->options.step_data = k->page;
    }
    if (k->page || k->crossings) {
        s->options.crossing = on_crossing;
        s->options.crossing_data = k;
    }
    s->options.progress = on_step;
    s->options.progress_data = &p;
    s->options.interrupt = on_question;
    catch_signals();
    invo_status status = invo_model_run(s->model, &s->options, &s->result);
    progress_end(&p);
    return status;
}

/* The same, with a file that takes crossings of sections as they come. */
static invo_status simulate_with_sections(session *s, row_sink *k) {
    if (!s->arguments->section_output)
        return simulate(s, k);
    invo_status status =
        invo_crossings_open(s->context, s->arguments->section_output, &k->crossings);
    if (status)
        return status;
    status = simulate(s, k);
    invo_status written = invo_crossings_close(s->context, k->crossings);
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

/* The picture of what was computed; returns the exit status of a failure. */
static int write_plot(session *s, table *drawn) {
    const arguments *a = s->arguments;
    if (!a->plot || !s->result)
        return 0;
    drawn->model = s->model;
    int status = plot_write(a, drawn, 1, a->plot, invo_model_name(s->model));
    if (!status && !a->json && !a->quiet && !to_standard_output(a))
        printf("\npicture in %s\n", a->plot);
    return status;
}

/* The page of what was computed; returns the exit status of a failure. */
static int write_report(session *s, report *page) {
    const arguments *a = s->arguments;
    if (!page || !s->result)
        return 0;
    int status = report_write(page, s, a->report);
    if (!status && !a->json && !a->quiet && !to_standard_output(a))
        printf("\nreport in %s\n", a->report);
    return status;
}

static void print_where(session *s, long rows) {
    const arguments *a = s->arguments;
    if (rows && !a->json && !a->quiet && !to_standard_output(a))
        printf("\n%ld rows in %s\n", rows, a->output);
}

/* What was computed is written also when the integration failed. */
int run_command(const arguments *a) {
    session s;
    table drawn = {.source = ""};
    row_sink sink = {.drawn = a->plot ? &drawn : NULL};
    invo_status status = session_open(&s, a);
    if (!status)
        idle_note(&s);
    if (!status && a->report) {
        sink.page = report_new(&s);
        status = sink.page ? INVO_OK : INVO_E_MEMORY;
    }
    if (!status && a->output)
        status = invo_output_open(s.context, a->output, a->columns, &sink.file);
    if (!status)
        status = simulate_with_sections(&s, &sink);
    session_say(&s, status);
    idle_note_result(&s);
    const long rows = sink.file ? invo_output_rows(sink.file) : 0;
    invo_status written = invo_output_close(s.context, sink.file);
    if (written)
        session_say(&s, written);
    invo_status printed = print_summary(&s, status ? status : written);
    if (!written)
        print_where(&s, rows);
    int drawing = write_plot(&s, &drawn);
    int reporting = write_report(&s, sink.page);
    table_free(&drawn);
    report_free(sink.page);
    if (!status)
        status = written ? written : printed;
    int closed = session_close(&s, status);
    if (closed)
        return closed;
    return drawing ? drawing : reporting;
}
