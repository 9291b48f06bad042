/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line: one file per command, each a user of the public header like any
 * other. */
#ifndef CLI_CLI_H
#define CLI_CLI_H
#include "involute.h"

/* Which options a command takes. */
enum {
    TAKES_MODEL = 1 << 0,     /* MODEL.mo, --quiet */
    TAKES_STRUCTURE = 1 << 1, /* the options that matter for the initial point */
    TAKES_RUN = 1 << 2,       /* all others of the library */
    TAKES_VALUES = 1 << 3,    /* --set, --input, --with, --library, --json */
    TAKES_FOLDER = 1 << 4,    /* --output-dir, --timeout, --engine */
    TAKES_NAME = 1 << 5,      /* a word, or none */
    TAKES_ITEMS = 1 << 6,     /* --all, --long, --output-dir, --markdown, --json */
    TAKES_FILES = 1 << 7,     /* result files, --output, --title, --terminal, --quiet */
    TAKES_EXPORT = 1 << 9,    /* --c */
    TAKES_MOTION = 1 << 10,   /* the options that matter for a run to a point */
    TAKES_LINEAR = 1 << 11,   /* --at, --outputs */
    TAKES_SWEEP = 1 << 12,    /* --over, --samples, ..., and the options of runs */
    TAKES_SEARCH = 1 << 13,   /* --degree, --generators, --write */
    TAKES_PLOT = 1 << 8       /* --x, --y, --log-x, --log-y, --free-scale, --dots,
                                --show */
};

typedef struct setting {
    const char *name, *value; /* borrowed from argv; value NULL for flags */
} setting;

typedef struct arguments {
    const char *model;
    setting *settings; /* of invo_options, in the order given */
    const char **assignment;
    const char **section, **library;
    const char **file, **y; /* operands of a command that takes files; --y */
    const char **over;
    int setting_count, assignment_count, section_count, library_count, file_count,
        y_count, over_count;
    char **words; /* the command line as given */
    int word_count;
    const char *plot, *report, *x, *title, *show;
    int log_x, log_y, free_scale, dots;
    int terminal;   /* the picture goes to standard output */
    unsigned shows; /* what a picture shows, bits of SHOW_... */
    const char *output, *columns, *section_output, *steps_output, *input, *with,
        *output_dir, *timeout, *engine, *chosen, *c_file, *at, *outputs, *samples,
        *random, *seed, *workers, *degree, *generators, *write, *checkpoint,
        *checkpoint_every, *checkpoint_steps, *resume, *max_seconds, *max_memory,
        *max_file_size, *max_rows, *max_nesting, *max_name_length, *max_names,
        *max_expansion;
    int sandbox;
    int rows, json, quiet, progress, no_side_file, all, is_long, markdown, help, help_all;
    int asks_json; /* --json is there, also on a command line that is wrong elsewhere */
} arguments;

enum {
    SHOW_VARIABLES = 1 << 0,
    SHOW_SECTIONS = 1 << 1,
    SHOW_LEDGER = 1 << 2,
    SHOW_STEPS = 1 << 3
};

typedef struct command {
    const char *name, *usage, *about;
    unsigned takes;
    int (*run)(const arguments *a); /* returns the exit status; NULL: not available yet */
} command;

enum { EXIT_BAD_COMMAND_LINE = 2, EXIT_FILES = 5 };

extern const command commands[]; /* ends with a NULL name */

int run_command(const arguments *a);
int analyze_command(const arguments *a);
int linearize_command(const arguments *a);
int steady_command(const arguments *a);
int check_command(const arguments *a);
int export_command(const arguments *a);
int invariants_command(const arguments *a);
int methods_command(const arguments *a);
int decompose_command(const arguments *a);
int gallery_command(const arguments *a);
int plot_command(const arguments *a);
int reproduce_command(const arguments *a);
int sweep_command(const arguments *a);
int reference_command(const arguments *a);

/* Reads argv[2...] of a command; 0, or the exit status of a bad command line, which it
 * has explained. Free with arguments_free in any case. */
int arguments_read(const command *k, int argc, char **argv, arguments *a);
void arguments_free(arguments *a);
/* Explains what is wrong with the command line, on standard error and where asked for as
 * JSON; returns the exit status. */
int arguments_complain(const arguments *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Refuses outputs that would overwrite what is read, or each other (files.c): 0, or the
 * exit status. */
int files_check(const arguments *a);
/* The same for one file that is not named on the command line. */
int files_check_written(const arguments *a, const char *role, const char *path);
int files_are_same(const char *a, const char *b);
/* The folder of --output-dir, NULL for none (folder.c): refuses what is there and
 * is no folder, or makes it where it is not there. 0, or the exit status. */
int folder_check(const char *path);
int folder_make(const char *path);
/* The name of the side file of --output, malloc'ed: what the run can be repeated from.
 * NULL: none is written, or there is no memory (*lacks_memory is 1). */
char *files_side_name(const arguments *a, int *lacks_memory);

void help_print(void);
/* Prints the options of a command by group; a command that takes all options of the
 * library shows those of rank COMMON unless `all`. */
void help_print_command(const command *k, int all);
/* Describes the choice that is no method of its own, then the methods; returns 0 past the
 * last. */
int methods_describe(int i, invo_method_info *m);
/* Returns a number as text, `instead` where it is 0. */
const char *methods_number(int number, const char *instead, char text[16]);
/* The i-th option that a command takes, own ones first; returns 0 past the last. */
int command_option(const command *k, int i, invo_option_info *info);

/* What run, analyze and check have in common. */
enum { SESSION_FILES = 8 }; /* that a run can write */
typedef struct session {
    const arguments *arguments;
    invo_context *context;
    invo_options options;
    invo_model *model;
    invo_result *result;
    invo_context *other; /* of another model, where a command reads two */
    char *said;          /* what was already passed on of the context's message */
    char *messages;      /* all that was passed on, also what --quiet does not print */
    char *text;          /* the model, where standard input has brought it; or NULL */
    invo_run_info info;  /* of `run`: what its JSON tells beside the result */
    invo_run_file file[SESSION_FILES]; /* of info */
    char *command;                     /* of info */
    char *summary; /* what the side file holds: writing it has cleared the context, which
                      knows why a run has stopped; or NULL */
    int lacks_memory; /* for something that a file or the JSON was to hold */
} session;

/* Context, model, options: defaults, then annotations, then the command line. */
invo_status session_open(session *s, const arguments *a);
/* Passes on what the context has to say, once: errors always, notes unless --quiet. */
void session_say(session *s, invo_status status);
/* Passes on a note of the program itself. */
void session_note(session *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The command that repeats the run in a shell, in any folder: files that are read have
 * their whole paths, a model from standard input follows as a here-document. Malloc'ed;
 * NULL: no memory. */
char *command_text(const session *s);
/* Lists a file that was written under its key in the JSON; path NULL: there is none. */
void session_add_file(session *s, const char *role, const char *path);
/* Prints text from the library on standard output and frees it. */
void session_print(char *text);
/* That summary, malloc'ed: what --json prints and side files hold. */
invo_status session_json(session *s, char **text);
/* The summary as JSON, if asked for: of the result, else of the error `failed`. Without
 * memory for either, a short object with the error. */
invo_status session_print_json(session *s, invo_status failed);
/* That object. */
void session_print_failure(const char *code, const char *message);
/* Reports the options of the command line without effect in this run (idle.c), before it
 * or, for what only the result shows, after it. */
void idle_note(session *s);
void idle_note_result(session *s);
/* Reports the options of runs where --at `where` needs none. */
void idle_note_place(session *s, const char *where);
/* Frees everything; the exit status. */
int session_close(session *s, invo_status status);

#endif
