/* SPDX-License-Identifier: BSD-3-Clause */
/* Diagnostics, the protected call and counted allocation. */
#include "context.h"
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "tame.h"

const place nowhere = {NULL, 0, 0, 0};

enum { MOST_ERRORS = 10 }; /* more help nobody: the rest follows from the first */

static const struct {
    const char *word, *what;
    double initial, most;
} limits[LIMITS] = {
#define LIMIT(code, word, initial, most, what) {word, what, initial, most},
#include "involute_limit.def"
#undef LIMIT
};

invo_context *invo_context_new(void) {
    invo_context *c = calloc(1, sizeof *c);
    if (c) {
        c->allocations_left = -1;
        c->t = NAN;
        for (int k = 0; k < LIMITS; k++)
            c->limit[k] = limits[k].initial;
    }
    return c;
}

void invo_context_sandbox(invo_context *c) {
    c->is_sandboxed = 1;
}

invo_status invo_context_limit(invo_context *c, const char *word, double most) {
    context_reset(c);
    for (int k = 0; k < LIMITS; k++) {
        if (strcmp(word, limits[k].word) != 0)
            continue;
        if (!(most >= 1 && most <= limits[k].most))
            return report(c, INVO_E_ARGUMENT, NAN,
                          "the limit '%s' (%s) must be from 1 to %g, not %g", word,
                          limits[k].what, limits[k].most, most);
        c->limit[k] = most;
        return INVO_OK;
    }
    return report(c, INVO_E_ARGUMENT, NAN, "there is no limit '%s'", word);
}

void context_inherit(invo_context *c, const invo_context *from) {
    c->is_sandboxed |= from->is_sandboxed;
    memcpy(c->limit, from->limit, sizeof c->limit);
}

/* Keeps path, text and the list's node in one block. */
invo_status context_add_library(invo_context *c, const source *text) {
    assert(text->path && text->text);
    const size_t path_size = strlen(text->path) + 1;
    user_library *one = memory_alloc(c, sizeof *one + path_size + text->size + 1);
    if (!one)
        return INVO_E_MEMORY;
    char *path = (char *)(one + 1);
    char *copy = path + path_size;
    memcpy(path, text->path, path_size);
    memcpy(copy, text->text, text->size);
    *one = (user_library){{path, copy, text->size, NULL}, c->libraries};
    c->libraries = one;
    return INVO_OK;
}

invo_status context_choose_model(invo_context *c, const char *name) {
    free(c->model);
    c->model = NULL;
    if (!name)
        return INVO_OK;
    const size_t size = strlen(name) + 1;
    c->model = memory_alloc(c, size);
    if (!c->model)
        return INVO_E_MEMORY;
    memcpy(c->model, name, size);
    return INVO_OK;
}

static void free_libraries(invo_context *c) {
    while (c->libraries) {
        user_library *last = (user_library *)c->libraries;
        c->libraries = last->before;
        free(last);
    }
}

void invo_context_free(invo_context *c) {
    if (!c)
        return;
    free_libraries(c);
    free(c->model);
    free(c->message);
    free(c);
}

const char *invo_context_message(const invo_context *c) {
    if (c->is_lost || (c->errors && !c->message))
        return c->plain;
    if (!c->message && c->status == INVO_E_MEMORY)
        return "error: out of memory\n";
    return c->message ? c->message : "";
}
const char *invo_context_error(const invo_context *c) {
    return c->first;
}
const char *invo_context_where(const invo_context *c) {
    return c->where;
}
double invo_context_time(const invo_context *c) {
    return c->t;
}

void context_reset(invo_context *c) {
    free(c->message);
    c->message = NULL;
    c->message_size = c->message_capacity = 0;
    c->status = INVO_OK;
    c->errors = c->repeated = 0;
    c->t = NAN;
    c->first[0] = c->where[0] = c->plain[0] = c->assertion[0] = 0;
    c->is_lost = 0;
}

/* Room in the message; returns whether there is. */
static int has_room(invo_context *c, size_t size) {
    if (c->message_size + size + 1 <= c->message_capacity)
        return 1;
    size_t capacity = 2 * (c->message_size + size + 1);
    char *grown = realloc(c->message, capacity);
    if (!grown)
        return 0;
    if (!c->message)
        grown[0] = 0;
    c->message = grown;
    c->message_capacity = capacity;
    return 1;
}

/* Appends to the message; drops what does not fit in memory. */
static void context_append(invo_context *c, const char *text, size_t size) {
    assert(text);
    if (!has_room(c, size))
        return;
    memcpy(c->message + c->message_size, text, size);
    c->message[c->message_size += size] = 0;
}

static void append_text(invo_context *c, const char *text) {
    context_append(c, text, strlen(text));
}

void context_repeat(invo_context *c, const char *notes) {
    const size_t before = c->message_size;
    append_text(c, notes);
    for (size_t at = before; at < c->message_size;) {
        const size_t length = strcspn(c->message + at, "\n");
        text_tame(c->message + at, length);
        at += length + 1;
    }
}

enum { LONGEST_SHOWN = 400 }; /* bytes of a source line; a longer one helps nobody */

/* The source line and a caret below its column; tabs are kept so that the caret lines up.
 */
static void append_caret(invo_context *c, place where) {
    assert(where.line > 0 && where.column > 0);
    const char *line = where.file->text;
    const char *end = line + where.file->size;
    for (int k = 1; k < where.line && line < end; line++)
        k += *line == '\n';
    size_t length = 0;
    while (line + length < end && line[length] != '\n' && line[length] != '\r')
        length++;
    if (length > LONGEST_SHOWN)
        return;
    char shown[LONGEST_SHOWN];
    memcpy(shown, line, length);
    text_tame(shown, length);
    append_text(c, "  ");
    context_append(c, shown, length);
    append_text(c, "\n  ");
    for (int k = 1; k < where.column; k++)
        context_append(c, (size_t)(k - 1) < length && line[k - 1] == '\t' ? "\t" : " ",
                       1);
    append_text(c, "^");
    for (int k = 1; k < where.length && (size_t)where.column - 1 + (size_t)k < length;
         k++)
        append_text(c, "~");
    append_text(c, "\n");
}

static int place_write(char *text, size_t size, place where) {
    assert(where.file && where.line > 0);
    const source *s = where.file;
    const named_line *l = s->line ? &s->line[where.line - 1] : NULL;
    if (l && l->from)
        return snprintf(text, size, "%.500s", l->from);
    if (l)
        return snprintf(text, size, "%.400s:%.100s", s->path, l->name);
    return snprintf(text, size, "%.480s:%d", s->path, where.line);
}

int place_print(char *text, size_t size, place where) {
    const int length = place_write(text, size, where);
    if (size)
        invo_text_tame(text);
    return length;
}

/* Writes "file:line:column: error: "; lines that have names have no columns. */
static void place_head(char *head, size_t size, place where, const char *word) {
    char line[520];
    if (!where.file) {
        snprintf(head, size, "%s: ", word);
        return;
    }
    place_print(line, sizeof line, where);
    if (where.file->line)
        snprintf(head, size, "%s: %s: ", line, word);
    else
        snprintf(head, size, "%s:%d: %s: ", line, where.column, word);
}

/* What is declared once and looked at several times, as fields of records are, has its
 * errors as often. */
static int is_repeated(const invo_context *c, const char *head, const char *text) {
    const size_t length = strlen(head);
    for (const char *at = c->message; at && (at = strstr(at, head)); at += length)
        if (strncmp(at + length, text, strlen(text)) == 0 &&
            at[length + strlen(text)] == '\n')
            return 1;
    return 0;
}

/* Formats a diagnostic and appends it to the message. The first error also sets the
 * status and is kept in arrays of fixed size, so that it is not lost where memory is
 * short. */
static void context_record(invo_context *c, severity s, invo_status status, place where,
                           const char *format, va_list arguments) {
    assert(s != SEVERITY_ERROR || status != INVO_OK);
    static const char *const word[] = {"note", "warning", "error"};
    char text[1024], head[600];
    vsnprintf(text, sizeof text, format, arguments);
    invo_text_tame(text); /* names, strings and paths of others are in it */
    place_head(head, sizeof head, where, word[s]);
    if (s == SEVERITY_ERROR && c->errors++ == 0) {
        c->status = status;
        memcpy(c->first, text, sizeof c->first);
        snprintf(c->plain, sizeof c->plain, "error: %s\n", text);
        if (where.file)
            place_print(c->where, sizeof c->where, where);
    }
    if (s == SEVERITY_ERROR && where.file && is_repeated(c, head, text)) {
        c->repeated++;
        return;
    }
    if (s == SEVERITY_ERROR && c->errors - c->repeated > MOST_ERRORS)
        return;
    if (!has_room(c, strlen(head) + strlen(text) + 1)) {
        c->is_lost |= s == SEVERITY_ERROR;
        return;
    }
    append_text(c, head);
    append_text(c, text);
    append_text(c, "\n");
    if (where.file)
        append_caret(c, where);
}

void diagnose(invo_context *c, severity s, invo_status status, place where,
              const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    context_record(c, s, status, where, format, arguments);
    va_end(arguments);
}

void forget_notes(invo_context *c, size_t message_size) {
    if (c->message_size <= message_size)
        return;
    c->message_size = message_size;
    c->message[message_size] = 0;
}

void forget_errors(invo_context *c, size_t message_size) {
    forget_notes(c, message_size);
    c->status = INVO_OK;
    c->errors = c->repeated = 0;
    c->t = NAN;
    c->is_lost = 0;
    c->first[0] = c->where[0] = c->plain[0] = c->assertion[0] = 0;
}

static _Noreturn void jump(invo_context *c) {
    assert(c->boundary && c->status != INVO_OK);
    const int left = c->errors - c->repeated - MOST_ERRORS;
    if (left > 0) {
        char text[64];
        snprintf(text, sizeof text, "... and %d more errors\n", left);
        append_text(c, text);
    }
    longjmp(*c->boundary, 1);
}

void fail(invo_context *c, invo_status status, place where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    context_record(c, SEVERITY_ERROR, status, where, format, arguments);
    va_end(arguments);
    jump(c);
}

void fail_assertion(invo_context *c, place where, double t, const char *message) {
    assert(message);
    diagnose(c, SEVERITY_ERROR, INVO_E_DOMAIN, where, "t = %.10g: assertion failed: %s",
             t, message);
    snprintf(c->assertion, sizeof c->assertion, "%s", message);
    c->t = t;
    jump(c);
}

void fail_if_errors(invo_context *c) {
    if (c->errors)
        jump(c);
}

invo_status report(invo_context *c, invo_status status, double t, const char *format,
                   ...) {
    va_list arguments;
    va_start(arguments, format);
    context_record(c, SEVERITY_ERROR, status, nowhere, format, arguments);
    va_end(arguments);
    c->t = t;
    return status;
}

invo_status report_at(invo_context *c, invo_status status, double t, const char *where,
                      const char *format, ...) {
    assert(where);
    va_list arguments;
    va_start(arguments, format);
    context_record(c, SEVERITY_ERROR, status, nowhere, format, arguments);
    va_end(arguments);
    c->t = t;
    if (c->errors == 1)
        snprintf(c->where, sizeof c->where, "%.500s", where);
    return status;
}

/* Of the stack, what is not for what goes as deep as a text: the program around the call,
 * and the functions that nothing deeper is called by. */
enum { STACK_RESERVE = 64 << 10 };

/* Notes where the stack is at the outermost call, and how far it may go from there. */
static void note_stack(invo_context *c) {
    struct rlimit limit;
    c->stack = (const char *)__builtin_frame_address(0);
    c->stack_room = SIZE_MAX;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return;
    const size_t all = (size_t)limit.rlim_cur;
    c->stack_room = all > 2 * STACK_RESERVE ? all - STACK_RESERVE : all / 2;
}

void context_dive(invo_context *c, place where) {
    const char *here = (const char *)__builtin_frame_address(0);
    const size_t used = here < c->stack ? (size_t)(c->stack - here) : 0;
    if (c->boundary && used > c->stack_room)
        fail(c, INVO_E_MODEL, where,
             "nested too deeply for a stack of %zu kB; 'ulimit -s' sets its size",
             (c->stack_room + STACK_RESERVE) >> 10);
}

invo_status protect(invo_context *c, void (*body)(invo_context *, void *),
                    void *argument) {
    assert(body);
    jmp_buf boundary;
    jmp_buf *outer = c->boundary;
    c->boundary = &boundary;
    if (!outer)
        note_stack(c);
    if (setjmp(boundary) == 0)
        body(c, argument);
    c->boundary = outer;
    return c->status;
}

int context_is_interrupted(const invo_context *c) {
    return c->interrupt ? c->interrupt(c->interrupt_data) : 0;
}

static invo_status interrupt_status(int answer) {
    return answer == INVO_TIME_IS_OVER ? INVO_E_LIMIT : INVO_E_INTERRUPT;
}

static const char *interrupt_words(int answer) {
    return answer == INVO_TIME_IS_OVER
               ? "the time of --max-seconds is over before the first step"
               : "interrupted before the first step";
}

void context_poll(invo_context *c) {
    const int answer = c->boundary ? context_is_interrupted(c) : 0;
    if (answer)
        fail(c, interrupt_status(answer), nowhere, "%s", interrupt_words(answer));
}

invo_status context_name_interrupt(invo_context *c, invo_status status) {
    const int answer = status ? context_is_interrupted(c) : 0;
    if (!answer || status == interrupt_status(answer))
        return status;
    forget_errors(c, 0);
    return report(c, interrupt_status(answer), NAN, "%s", interrupt_words(answer));
}

void invo_context_interrupt(invo_context *c, int (*asked)(void *data), void *data) {
    c->interrupt = asked;
    c->interrupt_data = data;
}

double seconds(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Counts an allocation; 0 where it is to fail. */
static int may_allocate(invo_context *c) {
    c->allocations++;
    int may = c->allocations_left != 0;
    if (c->allocations_left > 0)
        c->allocations_left--;
    return may;
}

static void *allocated(invo_context *c, void *p, size_t size) {
    if (!p)
        diagnose(c, SEVERITY_ERROR, INVO_E_MEMORY, nowhere, "out of memory (%zu bytes)",
                 size);
    return p;
}

void *memory_alloc(invo_context *c, size_t size) {
    return allocated(c, may_allocate(c) ? calloc(1, size ? size : 1) : NULL, size);
}

void *memory_resize(invo_context *c, void *old, size_t size) {
    assert(size > 0);
    return allocated(c, may_allocate(c) ? realloc(old, size) : NULL, size);
}
