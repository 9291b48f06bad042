/* SPDX-License-Identifier: BSD-3-Clause */
/* involute sweep: many runs of one model. What is finished goes to a journal beside the
 * output; when all is there, the output is written from it in the order of the members,
 * so that its bytes depend neither on threads, processes nor interruptions. */
#include "sweep.h"
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "../cli/limits.h"
#include "../cli/signals.h"
#include "gather.h"
#include "../cli/say.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Of several processes the first one looks at the time, and stops the others. */
int sweep_is_stopped(const sweep *s) {
    return __atomic_load_n(&s->stop, __ATOMIC_RELAXED) ||
           (s->rank ? signals_came() : limits_ask(NULL) != 0);
}

double sweep_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- progress --- */

static void sweep_begin_progress(sweep *s) {
    const arguments *a = s->arguments;
    s->shows = a->progress || (isatty(STDERR_FILENO) && !a->quiet);
    s->began = sweep_now();
    s->next = s->began + (a->progress ? 0 : 0.5);
}

/* Prints how far it is; the rest takes as long as what was done since it began. */
static void sweep_show(sweep *s) {
    const double now = sweep_now();
    const int is_terminal = isatty(STDERR_FILENO);
    const long here = (long)journal_count(s->journal);
    const long all = s->members.count;
    if (!s->shows || (now < s->next && here < all))
        return;
    fprintf(stderr, "%s%ld of %ld members  %3.0f %%", is_terminal ? "\r" : "", here, all,
            100.0 * (double)here / (double)all);
    if (s->failed)
        fprintf(stderr, "  %ld failed", s->failed);
    if (here > s->before)
        fprintf(stderr, "  about %.3g s left",
                (now - s->began) * (double)(all - here) / (double)(here - s->before));
    fputs(is_terminal ? "    " : "\n", stderr);
    s->next = now + (is_terminal ? 0.1 : 1.0);
}

static void sweep_end_progress(const sweep *s) {
    if (s->shows && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%80s\r", "");
}

/* --- members on their way --- */

long sweep_pick(sweep *s) {
    pthread_mutex_lock(&s->lock);
    while (s->cursor < s->members.count && journal_has(s->journal, s->cursor))
        s->cursor++;
    const long found = s->cursor < s->members.count ? s->cursor++ : -1;
    pthread_mutex_unlock(&s->lock);
    return found;
}

long sweep_left(sweep *s) {
    pthread_mutex_lock(&s->lock);
    const long left = s->members.count - s->cursor;
    pthread_mutex_unlock(&s->lock);
    return left;
}

/* Adds a record, under the lock; what cannot be written ends the ensemble. */
static int sweep_add(sweep *s, const record_bytes *r) {
    const int error = r->at ? journal_add(s->journal, r) : ENOMEM;
    if (error && !s->error)
        s->error = error;
    if (error)
        __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED);
    return error;
}

int sweep_store_columns(sweep *s, const record_bytes *columns) {
    pthread_mutex_lock(&s->lock);
    const int error = sweep_add(s, columns);
    pthread_mutex_unlock(&s->lock);
    return error;
}

void sweep_store(sweep *s, const record_bytes *columns, const record_bytes *member) {
    pthread_mutex_lock(&s->lock);
    int error = columns->at ? sweep_add(s, columns) : 0;
    if (!error)
        error = sweep_add(s, member);
    if (!error)
        s->failed += record_state(member) == MEMBER_FAILED;
    sweep_show(s);
    pthread_mutex_unlock(&s->lock);
}

static long pick_here(void *data) {
    return sweep_pick(data);
}

static void store_here(void *data, record_bytes columns, record_bytes member) {
    sweep_store(data, &columns, &member);
    free(columns.at);
    free(member.at);
}

static invo_status sweep_run_here(sweep *s) {
    const sweep_work w = {s, pick_here, store_here, s};
    return work_run(&w);
}

/* --- which ensemble this is --- */

static uint64_t hash_text(uint64_t hash, const char *text) {
    return hash_bytes(hash, text ? text : "", text ? strlen(text) : 0);
}

static uint64_t hash_file(uint64_t hash, const char *path) {
    char block[1 << 16];
    FILE *in = path ? fopen(path, "rb") : NULL;
    for (size_t n; in && (n = fread(block, 1, sizeof block, in)) > 0;)
        hash = hash_bytes(hash, block, n);
    if (in)
        fclose(in);
    return hash;
}

static uint64_t hash_model(const session *s) {
    const arguments *a = s->arguments;
    uint64_t hash = hash_text(1, invo_model_text(s->model));
    hash = hash_text(hash, invo_model_name(s->model));
    for (int k = 0; k < a->library_count; k++)
        hash = hash_file(hash, a->library[k]);
    for (int k = 0; k < a->assignment_count; k++)
        hash = hash_text(hash, a->assignment[k]);
    for (int k = 0; k < a->section_count; k++)
        hash = hash_text(hash, a->section[k]);
    hash = hash_file(hash, a->with);
    return hash_file(hash, a->input);
}

static uint64_t hash_options(const session *s) {
    const invo_options *o = &s->options;
    uint64_t hash = hash_text(1, s->arguments->columns);
    hash = hash_bytes(hash, &s->arguments->rows, sizeof s->arguments->rows);
#define REAL(field, ...) hash = hash_bytes(hash, &o->field, sizeof o->field);
#define COUNT(field, ...) hash = hash_bytes(hash, &o->field, sizeof o->field);
#define FLAG(field, ...) hash = hash_bytes(hash, &o->field, sizeof o->field);
#define CHOICE(field, ...) hash = hash_text(hash, o->field);
#define TEXT(field, ...) hash = hash_text(hash, o->field);
#include "involute_option.def"
    return hash;
}

/* --- before it begins --- */

static int sweep_complain(const sweep *s, invo_status status, const char *message) {
    say(stderr, "error: %s\n", message);
    if (s->arguments->json)
        session_print_failure(invo_status_code(status), message);
    return invo_status_exit(status);
}

/* Refuses a name that --set gives as well. */
static int check_assignments(const sweep *s) {
    const arguments *a = s->arguments;
    for (int k = 0; k < s->members.axes; k++) {
        const char *name = s->members.axis[k].name;
        const size_t n = strlen(name);
        for (int i = 0; i < a->assignment_count; i++) {
            const char *set = a->assignment[i] + strspn(a->assignment[i], " \t");
            if (strncmp(set, name, n) == 0 && set[n + strspn(set + n, " \t")] == '=')
                return arguments_complain(
                    a, "'%s' is given by --set and varied by the sweep; give it once",
                    name);
        }
    }
    return 0;
}

/* Refuses patterns of --columns that fit nothing: called with the columns of a run, which
 * then does not take place. */
typedef struct column_question {
    invo_context *context;
    const char *patterns;
    int asked;
    invo_status answer;
} column_question;

static int on_sweep_columns(void *data, int columns, const char *const *column) {
    column_question *q = data;
    q->asked = 1;
    q->answer = invo_columns_check(q->context, q->patterns, columns, column);
    return INVO_E_INTERRUPT;
}

/* Tries names and columns with the first member. What else is wrong with that is its own
 * failure. */
static invo_status try_first(sweep *s, invo_context *c, invo_model *copy) {
    column_question q = {c, s->arguments->columns, 0, INVO_OK};
    invo_options o = s->session.options;
    invo_result *r = NULL;
    for (int k = 0; k < s->members.axes; k++) {
        char *text = members_text(&s->members, 0, k);
        const invo_status status = text ? invo_model_set(copy, text) : INVO_E_MEMORY;
        free(text);
        if (status)
            return status;
    }
    if (!q.patterns)
        return INVO_OK;
    o.columns = on_sweep_columns;
    o.row_data = &q;
    invo_model_run(copy, &o, &r);
    invo_result_free(r);
    return q.asked ? q.answer : INVO_OK;
}

static int check_first(sweep *s) {
    invo_context *c = invo_context_new();
    invo_model *copy = NULL;
    if (c)
        invo_context_interrupt(c, limits_ask, NULL);
    invo_status status = c ? invo_model_copy(c, s->session.model, &copy) : INVO_E_MEMORY;
    if (!status)
        status = try_first(s, c, copy);
    if (status) {
        const char *said = c ? invo_context_message(c) : "";
        const char *first = c ? invo_context_error(c) : "";
        fputs(*said ? said : "error: out of memory\n", stderr);
        if (s->arguments->json)
            session_print_failure(invo_status_code(status),
                                  *first ? first : "out of memory");
    }
    invo_model_free(copy);
    invo_context_free(c);
    return invo_status_exit(status);
}

static int read_workers(sweep *s) {
    const char *text = s->arguments->workers;
    char *end = NULL;
    const long n = text ? strtol(text, &end, 10) : 0;
    enum { MOST_WORKERS = 4096 };
    if (text && (*end || end == text || n < 1 || n > MOST_WORKERS))
        return arguments_complain(s->arguments,
                                  "--workers %s: expected a number of threads from 1 to "
                                  "%d",
                                  text, MOST_WORKERS);
    s->threads = (int)n;
    if (!n && s->transport) {
        const int share = invo_processors() / transport_neighbours();
        s->threads = share > 1 ? share : 1;
    }
    return 0;
}

/* Rows that nobody asked for are not computed, as in a run without a file. */
static void sweep_save_work(sweep *s) {
    invo_options *o = &s->session.options;
    if (s->arguments->rows)
        return;
    o->points = 1;
    o->every = NAN;
    o->steps = 0;
}

/* Devices and standard output have no place beside them. */
static int has_place_beside(const char *output) {
    struct stat info;
    return strcmp(output, "-") != 0 && (stat(output, &info) || S_ISREG(info.st_mode));
}

static int open_journal(sweep *s) {
    static const char ending[] = ".journal";
    const char *output = s->arguments->output;
    char message[SWEEP_MESSAGE];
    if (s->rank)
        return 0;
    if (has_place_beside(output)) {
        s->journal_path = malloc(strlen(output) + sizeof ending);
        if (!s->journal_path)
            return sweep_complain(s, INVO_E_MEMORY, "out of memory");
        strcat(strcpy(s->journal_path, output), ending);
        const int refused =
            files_check_written(s->arguments, "the journal", s->journal_path);
        if (refused)
            return refused;
    }
    s->journal = journal_open(s->journal_path, &s->is, message, sizeof message);
    if (!s->journal)
        return sweep_complain(s, INVO_E_FILE, message);
    s->before = (long)journal_count(s->journal);
    if (s->before && !s->arguments->quiet)
        say(stderr, "note: %ld of %ld members are in %s already\n", s->before,
            s->members.count, s->journal_path);
    if (journal_dropped(s->journal) && !s->arguments->quiet)
        fprintf(stderr, "note: a record that was being written is dropped\n");
    return 0;
}

static int sweep_prepare(sweep *s) {
    const arguments *a = s->arguments;
    char message[MEMBERS_MESSAGE];
    const members_request request = {a->over_count, a->over, a->samples, a->random,
                                     a->seed};
    int status = read_workers(s);
    if (status)
        return status;
    if (s->transport && strcmp(a->model, "-") == 0)
        return arguments_complain(a, "under mpirun the model must be a file: only one "
                                     "process has the standard input");
    const invo_status opened = session_open(&s->session, a);
    session_say(&s->session, opened);
    if (opened) {
        session_print_json(&s->session, opened);
        return invo_status_exit(opened);
    }
    const invo_status read =
        members_read(s->session.context, &request, &s->members, message);
    if (read)
        return sweep_complain(s, read, message);
    status = check_assignments(s);
    if (!status)
        status = check_first(s);
    if (status)
        return status;
    sweep_save_work(s);
    const invo_status writable =
        s->rank ? INVO_OK : invo_dataset_check(s->session.context, a->output);
    if (writable) {
        session_say(&s->session, writable);
        session_print_json(&s->session, writable);
        return invo_status_exit(writable);
    }
    s->is = (journal_identity){hash_text(1, INVO_VERSION), hash_model(&s->session),
                               hash_options(&s->session), members_hash(&s->members),
                               s->members.count};
    return open_journal(s);
}

/* --- when it ends --- */

/* What all members came to. */
typedef struct sweep_tally {
    long done, stopped, failed;
    long first;         /* that failed, or -1 */
    invo_status status; /* of that one */
} sweep_tally;

static sweep_tally sweep_count(const sweep *s) {
    sweep_tally t = {.first = -1};
    member_record m;
    for (long k = 0; k < s->members.count; k++) {
        if (!journal_find(s->journal, k, &m))
            continue;
        t.done += m.state == MEMBER_DONE;
        t.stopped += m.state == MEMBER_STOPPED;
        t.failed += m.state == MEMBER_FAILED;
        if (m.state == MEMBER_FAILED && t.first < 0) {
            t.first = k;
            t.status = (invo_status)m.status;
        }
    }
    return t;
}

enum { MOST_LISTED = 10 };

static void print_failures_json(const sweep *s) {
    member_record m;
    int listed = 0;
    printf("  \"failures\": [");
    for (long k = 0; k < s->members.count && listed < MOST_LISTED; k++) {
        if (!journal_find(s->journal, k, &m) || m.state != MEMBER_FAILED)
            continue;
        printf("%s\n    {\"member\": %ld, \"code\": \"%s\", \"reason\": ",
               listed++ ? "," : "", k, invo_status_code((invo_status)m.status));
        say_quoted(m.reason);
        putchar('}');
    }
    printf("%s],\n", listed ? "\n  " : "");
}

static void print_json(const sweep *s, const sweep_tally *t, int is_complete,
                       double seconds) {
    printf("{\n  \"model\": ");
    say_quoted(invo_model_name(s->session.model));
    printf(",\n  \"status\": \"%s\",\n  \"members\": %ld,\n  \"done\": %ld,\n"
           "  \"stopped\": %ld,\n  \"failed\": %ld,\n  \"before\": %ld,\n",
           is_complete ? "done" : "stopped", s->members.count, t->done, t->stopped,
           t->failed, s->before);
    print_failures_json(s);
    printf("  \"output\": ");
    if (is_complete)
        say_quoted(s->arguments->output);
    else
        printf("null");
    printf(",\n  \"processes\": %d,\n  \"threads\": %d,\n  \"seconds\": %.17g\n}\n",
           s->ranks, s->threads ? s->threads : invo_processors(), seconds);
}

static void print_failures(const sweep *s, long failed) {
    member_record m;
    int listed = 0;
    for (long k = 0; k < s->members.count && listed < MOST_LISTED; k++) {
        if (!journal_find(s->journal, k, &m) || m.state != MEMBER_FAILED)
            continue;
        printf("  member %ld (", k);
        for (int i = 0; i < s->members.axes; i++)
            printf("%s%s=%.6g", i ? ", " : "", s->members.axis[i].name,
                   members_value(&s->members, k, i));
        say(stdout, ") failed: %s\n", m.reason);
        listed++;
    }
    if (failed > listed)
        printf("  and %ld more\n", failed - listed);
}

static void print_sweep(const sweep *s, const sweep_tally *t, double seconds) {
    printf("%s: %ld member%s, %ld done", invo_model_name(s->session.model),
           s->members.count, s->members.count == 1 ? "" : "s", t->done);
    if (t->stopped)
        printf(", %ld stopped", t->stopped);
    printf(", %ld failed; %.3g s", t->failed, seconds);
    if (s->before)
        printf(", %ld members from before", s->before);
    printf("\n");
    print_failures(s, t->failed);
    say(stdout, "results in %s\n", s->arguments->output);
}

/* Says what is left of a sweep that did not come to its end; the exit status. */
static int sweep_break_off(sweep *s, invo_status status) {
    const long here = (long)journal_count(s->journal);
    char message[SWEEP_MESSAGE];
    if (s->error)
        snprintf(message, sizeof message,
                 "cannot write '%.400s': %s; %ld of %ld members are in it: make room and "
                 "repeat the command to continue",
                 s->journal_path ? s->journal_path : "the journal", strerror(s->error),
                 here, s->members.count);
    else if (s->journal_path)
        snprintf(message, sizeof message,
                 "%s: %ld of %ld members are in %s; repeat the command to continue",
                 invo_status_text(status), here, s->members.count, s->journal_path);
    else
        snprintf(message, sizeof message, "%s after %ld of %ld members",
                 invo_status_text(status), here, s->members.count);
    const int is_asked = status == INVO_E_INTERRUPT && !s->error;
    if (is_asked)
        status = limits_name(s->arguments, status);
    say(stderr, "%s: %s\n", is_asked ? "note" : "error", message);
    return s->error ? EXIT_FILES : invo_status_exit(status);
}

static int sweep_finish(sweep *s, invo_status status) {
    const double seconds = sweep_now() - s->began;
    const int is_complete = journal_count(s->journal) == s->members.count;
    sweep_end_progress(s);
    if (journal_map(s->journal))
        return sweep_complain(s, INVO_E_FILE, "cannot read the journal");
    const sweep_tally t = sweep_count(s);
    if (!is_complete) {
        if (s->arguments->json)
            print_json(s, &t, 0, seconds);
        return sweep_break_off(s, status ? status : INVO_E_MEMORY);
    }
    const invo_status written =
        gather_write(s->session.context, s->arguments->output, &s->members, s->journal);
    if (written == INVO_E_FILE && !*invo_context_error(s->session.context))
        return sweep_complain(s, INVO_E_FILE, "cannot read the journal");
    if (written) {
        session_say(&s->session, written);
        session_print_json(&s->session, written);
        return invo_status_exit(written);
    }
    if (s->arguments->json)
        print_json(s, &t, 1, seconds);
    else if (!s->arguments->quiet && strcmp(s->arguments->output, "-") != 0)
        print_sweep(s, &t, seconds);
    member_record first;
    if (t.failed && journal_find(s->journal, t.first, &first))
        say(stderr, "error: %ld of %ld members failed; member %ld: %s\n", t.failed,
            s->members.count, t.first, first.reason);
    journal_close(s->journal, 0);
    s->journal = NULL;
    return t.failed ? invo_status_exit(t.status) : 0;
}

/* The processes of an ensemble: one keeps the journal, the others help. */
static int sweep_run(sweep *s) {
    invo_status status;
    sweep_begin_progress(s);
    signals_catch();
    if (s->rank) {
        status = share_help(s);
        const int is_told = status == INVO_E_INTERRUPT && !signals_came();
        return is_told ? 0 : invo_status_exit(status); /* the first one says why */
    }
    status = s->transport ? share_lead(s) : sweep_run_here(s);
    return sweep_finish(s, status);
}

static int begin_transport(sweep *s) {
    char message[SWEEP_MESSAGE];
    if (!transport_is_wanted())
        return 0;
    s->transport = transport_load(message, sizeof message);
    if (!s->transport)
        return sweep_complain(s, INVO_E_FILE, message);
    if (s->transport->begin(&s->rank, &s->ranks))
        return sweep_complain(s, INVO_E_FILE, "MPI does not begin");
    return 0;
}

/* Members take and give back the same memory: the system need not have it in between,
 * which costs a tenth of the time of short runs. */
static void sweep_keep_memory(void) {
#ifdef __GLIBC__
    enum { KEPT = 64 << 20, AT_ONCE = 4 << 20 };
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, KEPT / 2);
    mallopt(M_TOP_PAD, AT_ONCE);
#endif
}

/* Processes that fail before the ensemble begins do so alike: each of them reads the same
 * files. Where only some do, they end all. */
int sweep_command(const arguments *a) {
    sweep s = {.arguments = a, .ranks = 1};
    arguments quiet = *a;
    if (!a->output)
        return arguments_complain(a, "a sweep needs --output FILE.csv, FILE.npz or "
                                     "FILE.h5; - for CSV on standard output");
    sweep_keep_memory();
    int status = begin_transport(&s);
    if (status)
        return status;
    if (s.rank) {
        quiet.quiet = 1;
        quiet.json = quiet.progress = 0;
        s.arguments = &quiet;
    }
    pthread_mutex_init(&s.lock, NULL);
    status = sweep_prepare(&s);
    if (status && s.transport && s.ranks > 1)
        s.transport->abort(status);
    if (!status)
        status = sweep_run(&s);
    if (s.transport)
        s.transport->end();
    journal_close(s.journal, 1);
    free(s.journal_path);
    members_free(&s.members);
    pthread_mutex_destroy(&s.lock);
    if (s.session.context)
        session_close(&s.session, INVO_OK);
    return status;
}
