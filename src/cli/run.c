/* SPDX-License-Identifier: BSD-3-Clause */
/* involute run: simulate. Progress goes to standard error; a signal ends the run within
 * the step in progress, with what was computed written out. */
#include "cli.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "checkpoints.h"
#include "limits.h"
#include "plot.h"
#include "report.h"
#include "signals.h"
#include "steps.h"
#include "say.h"

typedef struct progress {
    session *session;
    int shown, is_terminal;
    double start, stop;
    double began;      /* in seconds */
    double next;       /* when to print again, in seconds */
    const int *failed; /* a file of steps that cannot be written */
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
    return limits_ask(NULL) || *p->failed;
}

static progress progress_begin(session *s, const int *failed) {
    invo_options *o = &s->options;
    progress p = {.session = s, .is_terminal = isatty(STDERR_FILENO), .failed = failed};
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

/* The most demanding horizontal axis of a picture. */
typedef enum horizontal { OVER_TIME, OVER_LOG_TIME, OVER_OTHERS } horizontal;

static horizontal horizontal_of(const char *x, int is_log) {
    if (x && strcmp(x, "time") != 0)
        return OVER_OTHERS;
    return is_log ? OVER_LOG_TIME : OVER_TIME;
}

static horizontal picture_horizontal(const session *s) {
    const arguments *a = s->arguments;
    horizontal most = horizontal_of(a->x, a->log_x);
    invo_plot_info info;
    if (a->x || a->log_x || a->log_y || a->dots || a->y_count)
        return most;
    for (int k = 0; invo_model_plot(s->model, k, &info); k++) {
        const horizontal one = horizontal_of(info.x, info.log_x);
        most = one > most ? one : most;
    }
    return most;
}

/* Chooses rows for a picture: as many as make smooth curves. Over another variable, an
 * orbit of many periods is one curve; a page would become large by it. On a logarithmic
 * axis of time equal intervals would have their first row too late, while steps have the
 * right density. */
static void choose_picture_rows(session *s) {
    enum { SMOOTH = 2000, SMOOTH_ORBIT = 10000 };
    switch (picture_horizontal(s)) {
    case OVER_TIME:
        s->options.points = SMOOTH;
        break;
    case OVER_LOG_TIME:
        s->options.steps = 1;
        break;
    case OVER_OTHERS:
        s->options.points = s->arguments->report ? SMOOTH : SMOOTH_ORBIT;
        break;
    }
}

/* Rows that nobody asked for are not computed: without a file, the default number is
 * none, and for a page as many as make smooth curves. */
static void save_work(session *s) {
    static invo_options defaults;
    enum { SMOOTH = 2000 };
    const arguments *a = s->arguments;
    invo_options *o = &s->options;
    invo_options_init(&defaults);
    const int is_asked = o->verify || o->certify;
    if (a->output || o->points != defaults.points || !isnan(o->every) || o->steps ||
        is_asked)
        return;
    if (a->plot || a->terminal)
        choose_picture_rows(s);
    else
        o->points = a->report ? SMOOTH : 1;
}

/* Where rows, steps and crossings go: into files, a picture, a page. Each of them may be
 * NULL. */
typedef struct row_sink {
    invo_output *file, *steps;
    int steps_failed; /* the status of a step that could not be written */
    invo_crossings *crossings;
    plot *picture;
    report *page;
    invo_context *context;
    const char *patterns; /* of columns */
    const arguments *arguments;
    long rows; /* that came */
} row_sink;

static int on_row(void *data, const invo_output_row *row) {
    row_sink *k = data;
    if (!limits_allow_row(k->arguments, k->rows++))
        return INVO_E_LIMIT;
    const int refused = k->picture ? plot_take_row(k->picture, row) : INVO_OK;
    if (refused)
        return refused;
    if (k->page && report_take_row(k->page, row))
        return INVO_E_MEMORY;
    if (k->steps_failed)
        return k->steps_failed;
    return k->file ? invo_output_write(k->file, row) : INVO_OK;
}

/* Before the run: names of --columns that fit nothing are refused now. */
static int on_columns(void *data, int columns, const char *const *column) {
    const row_sink *k = data;
    return (int)invo_columns_check(k->context, k->patterns, columns, column);
}

static void on_step_taken(void *data, const invo_step_info *step) {
    row_sink *k = data;
    if (k->picture)
        plot_take_step(k->picture, step);
    if (k->page)
        report_take_step(k->page, step);
    if (k->steps && !k->steps_failed)
        k->steps_failed = steps_write(k->steps, step);
}

static void on_crossing(void *data, const invo_crossing *x) {
    row_sink *k = data;
    if (k->page)
        report_take_crossing(k->page, x);
    if (k->picture)
        plot_take_crossing(k->picture, x);
    if (k->crossings)
        invo_crossings_write(k->crossings, x);
}

static invo_status simulate(session *s, row_sink *k) {
    progress p = progress_begin(s, &k->steps_failed);
    save_work(s);
    const unsigned shows = k->picture ? s->arguments->shows : 0;
    k->context = s->context;
    k->arguments = s->arguments;
    k->patterns = s->info.columns = s->arguments->columns;
    if (k->file || k->steps || k->picture || k->page)
        s->options.row = on_row;
    if (s->arguments->columns)
        s->options.columns = on_columns;
    s->options.row_data = k;
    if (k->page || k->steps || shows & (SHOW_LEDGER | SHOW_STEPS)) {
        s->options.step_taken = on_step_taken;
        s->options.step_data = k;
    }
    if (k->page || k->crossings || shows & SHOW_SECTIONS) {
        s->options.crossing = on_crossing;
        s->options.crossing_data = k;
    }
    s->options.progress = on_step;
    s->options.progress_data = &p;
    s->options.interrupt = limits_ask;
    checkpoint_files files = {s->context, k->file, k->steps, k->crossings};
    invo_checkpoint checkpoint;
    char *words;
    invo_status status =
        checkpoints_ask(s->arguments, &files, &s->options, &checkpoint, &words);
    if (!status)
        status = invo_model_run(s->model, &s->options, &s->result);
    s->options.checkpoint = NULL;
    free(words);
    progress_end(&p);
    return k->steps_failed ? (invo_status)k->steps_failed : status;
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
    if (!s->result) {
        invo_crossings_discard(k->crossings);
        return status;
    }
    invo_status written = invo_crossings_close(s->context, k->crossings);
    if (!written)
        session_add_file(s, "section_output", s->arguments->section_output);
    return status ? status : written;
}

static int is_dash(const char *path) {
    return path && path[0] == '-' && !path[1];
}

static int to_standard_output(const arguments *a) {
    return is_dash(a->output) || is_dash(a->section_output) || is_dash(a->steps_output);
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

/* The picture of what was computed, to its file or, behind the summary, to the terminal;
 * returns the exit status of a failure. */
static int write_plot(session *s, plot *picture) {
    const arguments *a = s->arguments;
    if (!picture || !s->result)
        return 0;
    if (a->terminal && !a->quiet)
        printf("\n");
    int status = plot_finish(picture, s->result);
    if (!status && a->plot)
        session_add_file(s, "plot", a->plot);
    return status;
}

/* The page of what was computed, which lists itself; returns the exit status of a
 * failure. */
static int write_report(session *s, report *page) {
    const arguments *a = s->arguments;
    if (!page || !s->result)
        return 0;
    session_add_file(s, "report", a->report);
    int status = report_write(page, s, a->report);
    if (status)
        s->info.files--;
    return status;
}

/* The side file: the JSON summary beside the results. */
static invo_status write_side_file(session *s) {
    char *name = s->info.rows ? files_side_name(s->arguments, &s->lacks_memory) : NULL;
    char *text = NULL;
    if (!name)
        return INVO_OK;
    invo_status status = session_json(s, &text);
    if (!status)
        status = invo_text_write(s->context, name, text);
    if (status) {
        session_say(s, status);
        free(text);
    } else
        s->summary = text;
    free(name);
    return status;
}

/* Tells where everything is. */
static void print_where(const session *s) {
    const arguments *a = s->arguments;
    if (a->json || a->quiet || to_standard_output(a))
        return;
    for (int k = 0; k < s->info.files; k++) {
        const invo_run_file *f = &s->info.file[k];
        if (strcmp(f->role, "output") == 0)
            say(stdout, "\n%ld rows in %s\n", s->info.rows, f->path);
        if (strcmp(f->role, "plot") == 0)
            say(stdout, "\npicture in %s\n", f->path);
        if (strcmp(f->role, "report") == 0)
            say(stdout, "\nreport in %s\n", f->path);
    }
}

/* Ends the file of results; one without rows is not there. */
static invo_status close_output(session *s, invo_output *file) {
    const long rows = file ? invo_output_rows(file) : 0;
    invo_status status = invo_output_close(s->context, file);
    if (status)
        session_say(s, status);
    if (status || !rows)
        return status;
    s->info.rows = rows;
    session_add_file(s, "output", s->arguments->output);
    return INVO_OK;
}

/* Ends the file of steps. */
static invo_status close_steps(session *s, invo_output *file) {
    const long rows = file ? invo_output_rows(file) : 0;
    invo_status status = invo_output_close(s->context, file);
    if (status)
        session_say(s, status);
    else if (rows)
        session_add_file(s, "steps_output", s->arguments->steps_output);
    return status;
}

/* Opens what takes rows and steps. */
static invo_status open_sinks(session *s, row_sink *k) {
    const arguments *a = s->arguments;
    invo_status status = INVO_OK;
    if ((a->plot || a->terminal) && !(k->picture = plot_new(a, s->model)))
        return INVO_E_MEMORY;
    if (a->report && !(k->page = report_new(s)))
        return INVO_E_MEMORY;
    if (a->steps_output)
        status = invo_output_open(s->context, a->steps_output, NULL, NULL, &k->steps);
    if (!status && a->output)
        status = invo_output_open(s->context, a->output, a->columns, s->model, &k->file);
    return status;
}

/* A run that ended well, but not with what --verify and --certify ask of its rows. What
 * is wrong was a warning, which --quiet has kept back. */
static invo_status judge_rows(const session *s) {
    const int is_quiet = s->arguments->quiet;
    invo_verification v;
    invo_certification c;
    if (!s->result)
        return INVO_OK;
    if (invo_result_verification(s->result, &v) && !v.agrees) {
        if (is_quiet)
            fprintf(stderr, "error: residuals in quadruple precision are too large, or "
                            "not those of the ledger\n");
        return INVO_E_CONSTRAINT;
    }
    if (invo_result_certification(s->result, &c) && c.proved < c.rows) {
        if (is_quiet)
            say(stderr, "error: %ld of %ld output rows are not certified\n",
                c.rows - c.proved, c.rows);
        return INVO_E_CONSTRAINT;
    }
    return INVO_OK;
}

static int first_nonzero(int a, int b, int c) {
    if (a)
        return a;
    return b ? b : c;
}

/* What was computed is written also when the integration failed. The summary comes last,
 * because it lists the files. */
int run_command(const arguments *a) {
    session s;
    row_sink sink = {0};
    signals_catch();
    invo_status status = session_open(&s, a);
    s.info.command = s.command = command_text(&s);
    s.lacks_memory |= !s.command;
    if (!status)
        idle_note(&s);
    if (!status)
        status = open_sinks(&s, &sink);
    if (!status)
        status = simulate_with_sections(&s, &sink);
    session_say(&s, status);
    idle_note_result(&s);
    invo_status stepped = close_steps(&s, sink.steps);
    invo_status written = close_output(&s, sink.file);
    if (!written)
        written = stepped;
    int drawing = a->terminal ? 0 : write_plot(&s, sink.picture);
    int reporting = write_report(&s, sink.page);
    invo_status beside = write_side_file(&s);
    invo_status printed = print_summary(&s, status ? status : written);
    print_where(&s);
    if (a->terminal)
        drawing = write_plot(&s, sink.picture);
    plot_free(sink.picture);
    report_free(sink.page);
    if (!status)
        status = (invo_status)first_nonzero((int)written, (int)beside, (int)printed);
    if (!status && s.lacks_memory) {
        fprintf(stderr,
                "error: out of memory: notes, or the file beside the results, are "
                "not complete\n");
        status = INVO_E_MEMORY;
    }
    if (!status)
        status = judge_rows(&s);
    return first_nonzero(session_close(&s, status), drawing, reporting);
}
