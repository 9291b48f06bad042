/* SPDX-License-Identifier: BSD-3-Clause */
/* The context of a caller: the message of the last failure, the protected call that
 * symbolic code throws to, and the allocator with its fault injection. */
#ifndef BASE_CONTEXT_H
#define BASE_CONTEXT_H
#include <setjmp.h>
#include <stddef.h>
#include "involute.h"

#define TRY(call)                                                                        \
    do {                                                                                 \
        invo_status try_status_ = (call);                                                \
        if (try_status_)                                                                 \
            return try_status_;                                                          \
    } while (0)

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* A line of a text that a program has built. */
typedef struct named_line {
    const char *name; /* what messages call it */
    const char *from; /* where the program has it, "robot.py:12": messages call it so
                         then; NULL: not known */
} named_line;

/* A text that was read, kept for the source lines in messages. */
typedef struct source {
    const char *path;
    const char *text;
    size_t size;
    const named_line *line; /* [lines]; NULL: messages call them by their numbers */
} source;

/* Where something stands in a source; file is NULL where there is no such place. */
typedef struct place {
    const source *file;
    int line, column; /* from 1 */
    int length;       /* characters to underline, at least 1 */
} place;

extern const place nowhere;

/* "file:line" as snprintf writes it; the place is in a file. */
int place_print(char *text, size_t size, place where);

/* A file of functions for models that call what they do not contain. Each points to the
 * one that was given before it; none is changed later. */
typedef struct user_library {
    source text;
    const struct user_library *before; /* or NULL */
} user_library;

enum {
#define LIMIT(code, word, initial, most, what) LIMIT_##code,
#include "involute_limit.def"
#undef LIMIT
    LIMITS
};

struct invo_context {
    jmp_buf *boundary;  /* of the protected call in progress, or NULL */
    invo_status status; /* of the first error since the last context_reset */
    char *message; /* every diagnostic as users read it; malloc, never NULL after use */
    size_t message_size, message_capacity;
    char first[1024];     /* the first error's sentence, without file, line and caret */
    char plain[1040];     /* "error: ", this sentence and a line break: the message ... */
    int is_lost;          /* ... where there was no memory for it */
    char where[512];      /* its "file:line", or "" */
    double t;             /* time of a failed integration, else NaN */
    char assertion[1024]; /* the message of an assertion that failed, or "" */
    int errors;           /* how many were recorded, ... */
    int repeated;         /* ... and of these, how many had been before */
    double simplified;    /* share of 'simplified' that homotopy(...) has in models read
                             here; 0 but where a start is followed */
    int (*interrupt)(void *data); /* asked now and then by what takes long; or NULL */
    void *interrupt_data;
    long allocations;      /* how many allocations were made through memory_alloc */
    long allocations_left; /* fault injection: the allocation after these fails; never if
                              < 0 */
    const user_library *libraries; /* the last one given, or NULL */
    char *model;                   /* which of several models is read; NULL: the last */
    const char *stack;             /* its address at the outermost protected call, ... */
    size_t stack_room;    /* ... and how many bytes of it may be used from there */
    double limit[LIMITS]; /* see involute_limit.def */
    int is_sandboxed;     /* see invo_context_sandbox */
};

/* Keeps a copy of the text for models that are read later; returns OK or E_MEMORY. */
invo_status context_add_library(invo_context *c, const source *text);

/* Keeps a copy of the name for models that are read later; returns OK or E_MEMORY. */
invo_status context_choose_model(invo_context *c, const char *name);

/* A context for a copy of what another one has read: it is not allowed more. */
void context_inherit(invo_context *c, const invo_context *from);

/* Forgets all diagnostics. */
void context_reset(invo_context *c);

typedef enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } severity;

/* Records a diagnostic `file:line:column: error: text` with source line and caret, and
 * returns: a stage reports several errors and then calls fail_if_errors. Errors past the
 * tenth are counted only. `status` is kept for the first error. */
void diagnose(invo_context *c, severity s, invo_status status, place where,
              const char *format, ...) PRINTF_LIKE(5, 6);

/* Adds notes that were recorded before, as they were printed. */
void context_repeat(invo_context *c, const char *notes);

/* Forgets the notes that were recorded since the message had this size: what they tell
 * of is done again. */
void forget_notes(invo_context *c, size_t message_size);
/* The same after a failure that has another way out: it is as if it had not happened. */
void forget_errors(invo_context *c, size_t message_size);

/* Records an error and jumps to the protected call. */
_Noreturn void fail(invo_context *c, invo_status status, place where, const char *format,
                    ...) PRINTF_LIKE(4, 5);

/* The same for an assertion of the model that does not hold at time t; its message is
 * kept beside the error. */
_Noreturn void fail_assertion(invo_context *c, place where, double t,
                              const char *message);

/* Jumps to the protected call if any error was recorded. */
void fail_if_errors(invo_context *c);

/* Records an error of the numeric half and returns its status, to be returned on. `where`
 * is the "file:line" of the equation concerned, or "". */
invo_status report(invo_context *c, invo_status status, double t, const char *format, ...)
    PRINTF_LIKE(4, 5);
invo_status report_at(invo_context *c, invo_status status, double t, const char *where,
                      const char *format, ...) PRINTF_LIKE(5, 6);

/* Throws E_MODEL where the stack is nearly used up: for what calls itself as deep as a
 * text is nested. Threads are taken to have stacks as large as 'ulimit -s' says. */
void context_dive(invo_context *c, place where);

/* Was the caller told to end? For loops that take long without allocating. */
int context_is_interrupted(const invo_context *c);
/* Throws E_INTERRUPT then. */
void context_poll(invo_context *c);
/* A trial that was interrupted may end with another error: that is E_INTERRUPT, too. */
invo_status context_name_interrupt(invo_context *c, invo_status status);

/* The only setjmp of the library: runs body(argument) and returns OK, or the status of
 * the error that it threw. What the body changes lives outside the caller's frame. */
invo_status protect(invo_context *c, void (*body)(invo_context *, void *),
                    void *argument);

/* The time of day, for measuring how long something takes. */
double seconds(void);
/* The processor time of this thread, which other programs do not prolong. */
double cpu_seconds(void);

/* Zeroed memory, or NULL with E_MEMORY recorded. Free with free(). */
void *memory_alloc(invo_context *c, size_t size);
/* The same memory with another size; what is new is not zeroed. NULL: old stays. */
void *memory_resize(invo_context *c, void *old, size_t size);

#endif
