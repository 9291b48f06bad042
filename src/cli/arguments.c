/* SPDX-License-Identifier: BSD-3-Clause */
/* Arguments of a command: getopt_long over the library's options and the command line's
 * own. */
#include "cli.h"
#include <assert.h>
#include <getopt.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "checkpoints.h"
#include "limits.h"
#include "plot.h"
#include "report.h"
#include "sandbox.h"
#include "say.h"

enum { MOST_OPTIONS = 256, NAMES_SIZE = 8192 };

typedef enum own_kind {
    OWN_FLAG, /* an int */
    OWN_TEXT, /* a const char *: the last one counts */
    OWN_FILE, /* the same, "" where no file is given */
    OWN_LIST, /* all of them, in an array with its count */
    OWN_LATER /* known to the documentation, not to this version */
} own_kind;

/* An option of the command line itself, and where its value goes. A name that means
 * something else to another command has an entry for each. */
typedef struct own_option {
    invo_option_info info;
    unsigned takes; /* commands that take one of these take it */
    own_kind kind;
    size_t at, count_at; /* in arguments */
} own_option;

#define INFO(group_word, name, argument, help)                                           \
    { name, argument, help, #group_word, "", "" }
#define FLAG(group, name, takes, field, help)                                            \
    { INFO(group, name, "", help), takes, OWN_FLAG, offsetof(arguments, field), 0 }
#define TEXT(group, name, takes, field, argument, help)                                  \
    { INFO(group, name, argument, help), takes, OWN_TEXT, offsetof(arguments, field), 0 }
#define FILE_OR_NONE(group, name, takes, field, argument, help)                          \
    { INFO(group, name, argument, help), takes, OWN_FILE, offsetof(arguments, field), 0 }
#define LIST(group, name, takes, field, argument, help)                                  \
    {                                                                                    \
        INFO(group, name, argument, help), takes, OWN_LIST, offsetof(arguments, field),  \
            offsetof(arguments, field##_count)                                           \
    }
#define LATER(name)                                                                      \
    { INFO(, name, "", ""), TAKES_RUN, OWN_LATER, 0, 0 }

static const char output_help[] = "results; "
#define FORMAT(name, ending, help) help ", "
#include "involute_format.def"
                                  "or - for standard output";

static const own_option own[] = {
    LIST(model, "set", TAKES_VALUES, assignment, "NAME=VALUE",
         "a parameter or start value, also der(x)=1; repeatable"),
    TEXT(model, "input", TAKES_VALUES, input, "FILE.csv", "values of inputs over time"),
    TEXT(model, "with", TAKES_VALUES, with, "FILE.mo",
         "annotations for a model that has lost its own"),
    TEXT(files, "model", TAKES_VALUES, chosen, "NAME",
         "the model of a file with several (the last one)"),
    LIST(files, "library", TAKES_VALUES, library, "FILE.mo",
         "functions that the model calls and does not contain; repeatable"),
    LIST(model, "over", TAKES_SWEEP, over, "NAME=LOW:HIGH:COUNT",
         "values of a name, also LOW:HIGH:COUNT:log or VALUE,VALUE; repeatable: a grid"),
    TEXT(model, "samples", TAKES_SWEEP, samples, "FILE.csv",
         "a row of values for each member, under a head of names"),
    TEXT(model, "random", TAKES_SWEEP, random, "N",
         "N members at random, --over NAME=LOW:HIGH, LOW:HIGH:log or "
         "normal:MEAN:DEVIATION"),
    TEXT(model, "seed", TAKES_SWEEP, seed, "N", "seed of --random (1)"),
    TEXT(model, "workers", TAKES_SWEEP, workers, "N",
         "threads of this process (as many as processors)"),
    TEXT(time, "output", TAKES_SWEEP, output, "FILE",
         "results; .csv, .npz (numpy), .h5 (HDF5), or - for standard output"),
    TEXT(time, "output", TAKES_RUN, output, "FILE", output_help),
    FILE_OR_NONE(time, "plot", TAKES_RUN, plot, "[FILE]",
                 "a picture of the results, .svg or .png, or text"),
    TEXT(time, "report", TAKES_RUN, report, "FILE.html",
         "a page with curves, ledger, steps and animation"),
    TEXT(time, "output", TAKES_FILES, output, "FILE",
         "the picture, .svg or .png (RESULT.svg)"),
    TEXT(time, "at", TAKES_LINEAR, at, "WHERE",
         "start, a time of the run, steady, or point: the values of --set hold (start)"),
    TEXT(time, "outputs", TAKES_LINEAR, outputs, "NAMES",
         "outputs: x,der(x) (those that the model declares)"),
    TEXT(time, "c", TAKES_EXPORT, c_file, "FILE.c",
         "functions of the model; FILE.h beside it declares them"),
    TEXT(time, "degree", TAKES_SEARCH, degree, "N",
         "largest degree of products, 1 to 8 (3, less for large models)"),
    TEXT(time, "generators", TAKES_SEARCH, generators, "EXPR,...",
         "further factors of products, as log(x), x/y"),
    TEXT(time, "write", TAKES_SEARCH, write, "FILE.mo",
         "the quantities as a file for --with"),
    TEXT(time, "output-dir", TAKES_FOLDER, output_dir, "DIR",
         "folder of the models; created if missing"),
    TEXT(time, "timeout", TAKES_FOLDER, timeout, "SECONDS",
         "time limit of the decomposition (60)"),
    TEXT(time, "engine", TAKES_FOLDER, engine, "own singular",
         "program that decomposes (own):"),
    FLAG(model, "all", TAKES_ITEMS, all, "all items that take seconds"),
    FLAG(model, "long", TAKES_ITEMS, is_long, "with --all: also items that take minutes"),
    TEXT(time, "output-dir", TAKES_ITEMS, output_dir, "DIR",
         "folder of the SVG figures; created if missing"),
    FLAG(print, "json", TAKES_VALUES, json,
         "the summary as JSON on standard output, nothing else"),
    FLAG(print, "json", TAKES_ITEMS, json,
         "printed numbers, our numbers and counts as JSON"),
    FLAG(print, "markdown", TAKES_ITEMS, markdown,
         "the report as Markdown, as in docs/papers.md"),
    FLAG(print, "quiet", TAKES_MODEL, quiet, "no summary, no notes"),
    FLAG(print, "quiet", TAKES_FILES, quiet, "no notes"),
    FLAG(print, "progress", TAKES_RUN | TAKES_SWEEP, progress,
         "progress on standard error, terminal or not"),
    FLAG(print, "help", ~0u, help, "this text"),
    FLAG(print, "help-all", TAKES_RUN | TAKES_SWEEP, help_all, "all options"),
    FLAG(rows, "rows", TAKES_SWEEP, rows,
         "all output rows of a member instead of its final values"),
    TEXT(rows, "columns", TAKES_RUN | TAKES_SWEEP, columns, "NAMES",
         "columns of the results: x,der(*)"),
    FLAG(rows, "no-side-file", TAKES_RUN, no_side_file,
         "no FILE.json beside the results, which the run can be repeated from"),
    LIST(rows, "section", TAKES_RUN, section, "EXPR",
         "expression whose zeros are recorded; repeatable"),
    TEXT(rows, "section-output", TAKES_RUN, section_output, "FILE.csv",
         "file of these zeros, one row each"),
    TEXT(rows, "steps-output", TAKES_RUN, steps_output, "FILE.csv",
         "accepted steps, one row each: time, step, order, residuals"),
    TEXT(checkpoints, "checkpoint", TAKES_RUN, checkpoint, "FILE",
         "file that the run can be continued from when it has ended, written now and "
         "then"),
    TEXT(checkpoints, "checkpoint-every", TAKES_RUN, checkpoint_every, "SECONDS",
         "shortest time from one checkpoint to the next (60)"),
    TEXT(checkpoints, "checkpoint-steps", TAKES_RUN, checkpoint_steps, "N",
         "steps from one place where the method begins anew, and a checkpoint may be "
         "written, to the next (as many as take some seconds)"),
    TEXT(checkpoints, "resume", TAKES_RUN, resume, "FILE",
         "checkpoint to continue from, with the options of the run that wrote it"),
    TEXT(limits, "max-seconds", TAKES_MODEL, max_seconds, "S",
         "time after which the command ends, with what it has so far (none)"),
    TEXT(limits, "max-memory", TAKES_MODEL, max_memory, "BYTES",
         "memory that the command may take: 500M, 2G (all there is)"),
    TEXT(limits, "max-file-size", TAKES_MODEL, max_file_size, "BYTES",
         "size that no file may exceed: 500M, 2G (none)"),
    TEXT(limits, "max-nesting", TAKES_MODEL, max_nesting, "N",
         "levels of brackets, branches and classes within each other, at most 200 (200)"),
    TEXT(limits, "max-names", TAKES_MODEL, max_names, "N",
         "different names of a model (2e7)"),
    TEXT(limits, "max-name-length", TAKES_MODEL, max_name_length, "BYTES",
         "length of a name (10000)"),
    TEXT(limits, "max-expansion", TAKES_MODEL, max_expansion, "N",
         "steps that loops, calls and arrays of a model take to expand (5e7)"),
    FLAG(limits, "sandbox", TAKES_MODEL, sandbox,
         "for models that are not trusted: open only files that the command line names, "
         "start no program, load no library"),
    TEXT(limits, "max-rows", TAKES_RUN, max_rows, "N",
         "number of output rows after which a run ends (none)"),
    TEXT(rows, "title", TAKES_FILES, title, "WORDS", "title above the picture"),
    TEXT(rows, "x", TAKES_PLOT, x, "NAME",
         "column of the horizontal axis instead of time, to scale"),
    LIST(rows, "y", TAKES_PLOT, y, "NAME,...",
         "columns of one panel; repeatable, a panel each"),
    FLAG(rows, "log-x", TAKES_PLOT, log_x, "logarithmic horizontal axis"),
    FLAG(rows, "log-y", TAKES_PLOT, log_y, "logarithmic vertical axis"),
    FLAG(rows, "free-scale", TAKES_PLOT, free_scale,
         "with --x: scales that fill the frame"),
    TEXT(rows, "show", TAKES_PLOT, show, "LIST",
         "of variables,sections,ledger,steps: what a picture shows"),
    FLAG(rows, "terminal", TAKES_FILES, terminal, "a picture as text, no file"),
    FLAG(rows, "dots", TAKES_PLOT, dots, "points instead of lines, as for sections"),
    LATER("verify-accuracy"),
};

enum { OWN_COUNT = sizeof own / sizeof *own };

/* What getopt_long returns: OWN + i for own[i], OF_LIBRARY + i for the i-th option of the
 * library. */
enum { OPERAND = 1, OWN = 256, OF_LIBRARY = OWN + OWN_COUNT };

/* The entry of `own` for a code; NULL: an option of the library. */
static const own_option *own_of(int code) {
    return code >= OF_LIBRARY ? NULL : &own[code - OWN];
}

static const char *const structure_options[] = {"start", "rtol", "atol", "metric",
                                                "ambient"};
enum { STRUCTURE_OPTIONS = sizeof structure_options / sizeof *structure_options };

static const char *const motion_options[] = {"stop", "method", "max-step", "max-steps"};
enum { MOTION_OPTIONS = sizeof motion_options / sizeof *motion_options };

static int is_among(const char *option, int count, const char *const *list) {
    for (int i = 0; i < count; i++)
        if (strcmp(option, list[i]) == 0)
            return 1;
    return 0;
}

/* Whether a command takes this option of the library. */
static int command_takes(const command *k, const char *option) {
    const int of_structure = is_among(option, STRUCTURE_OPTIONS, structure_options);
    const int of_motion = is_among(option, MOTION_OPTIONS, motion_options);
    return k->takes & (TAKES_RUN | TAKES_SWEEP) ||
           (of_structure && k->takes & TAKES_STRUCTURE) ||
           (of_motion && k->takes & TAKES_MOTION);
}

static int is_taken(const command *k, int code, const char *name) {
    const own_option *o = own_of(code);
    return o ? (k->takes & o->takes) != 0 || o->takes == ~0u : command_takes(k, name);
}

static int is_later(int code) {
    const own_option *o = own_of(code);
    return o && o->kind == OWN_LATER;
}

static int is_optional(int code) {
    const own_option *o = own_of(code);
    return o && o->kind == OWN_FILE;
}

/* Describes the option of a code of getopt_long; returns 0 past the last. */
static int option_of(int code, invo_option_info *info) {
    const own_option *o = own_of(code);
    if (!o)
        return invo_option_describe(code - OF_LIBRARY, info);
    *info = o->info;
    return 1;
}

int command_option(const command *k, int i, invo_option_info *info) {
    for (int code = OWN; option_of(code, info); code++)
        if (is_taken(k, code, info->name) && !is_later(code) && i-- == 0)
            return 1;
    return 0;
}

/* Lists every option there is, so that one of another command can be told from a typing
 * error. Those of this command come first: of a name that several have, getopt_long finds
 * the first. */
static void list_options(const command *k, struct option *all) {
    invo_option_info info;
    struct option other[MOST_OPTIONS];
    int n = 0;
    int others = 0;
    for (int code = OWN; n + others < MOST_OPTIONS - 1 && option_of(code, &info);
         code++) {
        int argument = *info.argument ? required_argument : no_argument;
        if (is_later(code) || is_optional(code))
            argument = optional_argument;
        const struct option one = {info.name, argument, NULL, code};
        if (is_taken(k, code, info.name))
            all[n++] = one;
        else
            other[others++] = one;
    }
    memcpy(all + n, other, sizeof *other * (size_t)others);
    all[n + others] = (struct option){0};
}

int arguments_complain(const arguments *a, const char *format, ...) {
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    say(stderr, "error: %s\n", text);
    if (a->asks_json)
        session_print_failure("E_ARGUMENT", text);
    return EXIT_BAD_COMMAND_LINE;
}

/* Options of other tools, and the name here. */
typedef struct foreign_option {
    const char *name, *ours;
} foreign_option;

static const foreign_option foreign_options[] = {
    {"stop-time", "stop"},
    {"until", "stop"},
    {"stoptime", "stop"},
    {"end", "stop"},
    {"end-time", "stop"},
    {"final-time", "stop"},
    {"tend", "stop"},
    {"t-end", "stop"},
    {"tfinal", "stop"},
    {"start-time", "start"},
    {"starttime", "start"},
    {"tstart", "start"},
    {"tolerance", "rtol"},
    {"tol", "rtol"},
    {"reltol", "rtol"},
    {"rel-tol", "rtol"},
    {"relative-tolerance", "rtol"},
    {"abstol", "atol"},
    {"abs-tol", "atol"},
    {"absolute-tolerance", "atol"},
    {"solver", "method"},
    {"integrator", "method"},
    {"algorithm", "method"},
    {"interval", "every"},
    {"output-interval", "every"},
    {"dt", "step"},
    {"h", "step"},
    {"stepsize", "step"},
    {"fixed-step", "step"},
    {"intervals", "points"},
    {"number-of-intervals", "points"},
    {"step-size", "step"},
    {"stepsize", "step"},
    {"fixed-step", "step"},
    {"initial-step", "first-step"},
    {"output-file", "output"},
    {"outfile", "output"},
    {"out", "output"},
    {"o", "output"},
    {"result", "output"},
    {"result-file", "output"},
    {"override", "set"},
    {"param", "set"},
    {"parameter", "set"},
    {"variables", "columns"},
    {"variable-filter", "columns"},
    {"silent", "quiet"},
    {"q", "quiet"},
    {"figure", "plot"},
};

/* Returns what a name of another tool is called here, or NULL: the command has no such
 * option. */
static const char *foreign_option_name(const command *k, const char *name) {
    invo_option_info info;
    for (size_t f = 0; f < sizeof foreign_options / sizeof *foreign_options; f++)
        for (int i = 0; strcasecmp(foreign_options[f].name, name) == 0 &&
                        command_option(k, i, &info);
             i++)
            if (strcmp(info.name, foreign_options[f].ours) == 0)
                return foreign_options[f].ours;
    return NULL;
}

static int complain_unknown(const command *k, const arguments *a, const char *word) {
    char names[NAMES_SIZE] = "";
    size_t used = 0;
    size_t n = 0;
    invo_option_info info;
    for (int i = 0; command_option(k, i, &info); i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s ", info.name);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *bare = name + strspn(name, "-");
    const char *ours = foreign_option_name(k, bare);
    if (ours)
        return arguments_complain(a, "there is no option %s; write --%s", name, ours);
    const char *near = invo_name_near(bare, names, &n);
    if (near)
        return arguments_complain(a, "there is no option %s; did you mean --%.*s?", name,
                                  (int)n, near);
    return arguments_complain(a, "there is no option %s; 'involute %s --help' lists them",
                              name, k->name);
}

/* getopt accepts the beginning of a name, which a later option could make mean something
 * else; we don't. */
static int arguments_is_whole(const char *word, const char *name) {
    size_t n = strlen(name);
    return strncmp(word, "--", 2) == 0 && strncmp(word + 2, name, n) == 0 &&
           (word[2 + n] == 0 || word[2 + n] == '=');
}

static int take_operand(const command *k, arguments *a, const char *word) {
    if (k->takes & TAKES_FILES) {
        a->file[a->file_count++] = word;
        return 0;
    }
    if (!(k->takes & (TAKES_MODEL | TAKES_NAME)))
        return arguments_complain(a, "'%s': the command '%s' takes no argument", word,
                                  k->name);
    if (a->model)
        return arguments_complain(a, "two models given, '%s' and '%s'; '%s' takes one",
                                  a->model, word, k->name);
    a->model = word;
    return 0;
}

/* Stores an option where its row in the list of own options says; all others are
 * settings of the library, kept in the order given. */
static void arguments_keep(arguments *a, int code, const char *name, const char *value) {
    assert(name);
    const own_option *o = own_of(code);
    if (!o) {
        a->settings[a->setting_count++] = (setting){name, value};
        return;
    }
    char *at = (char *)a + o->at;
    int *count = (int *)((char *)a + o->count_at);
    switch (o->kind) {
    case OWN_FLAG:
        *(int *)at = 1;
        break;
    case OWN_TEXT:
        *(const char **)at = value;
        break;
    case OWN_FILE:
        *(const char **)at = value ? value : "";
        break;
    case OWN_LIST:
        (*(const char ***)at)[(*count)++] = value;
        break;
    case OWN_LATER:
        break;
    }
}

/* The word behind an option that may have a file, if it is one: no option, and not the
 * model, which may stand there as well. */
static const char *take_file_name(const arguments *a) {
    const char *word = optind < a->word_count ? a->words[optind] : "-";
    const char *dot = strrchr(word, '.');
    const int is_model = !a->model && (!dot || strcmp(dot, ".mo") == 0);
    if (*word == '-' || is_model)
        return NULL;
    optind++;
    return word;
}

/* One option that getopt_long has found as all[index], or not (code '?' or ':'). */
static int take_option(const command *k, arguments *a, const struct option *all, int code,
                       int index, const char *word) {
    if (code == 'h') {
        a->help = 1;
        return 0;
    }
    if (index < 0 || !arguments_is_whole(word, all[index].name))
        return complain_unknown(k, a, word);
    const char *name = all[index].name;
    if (!is_taken(k, all[index].val, name))
        return arguments_complain(a, "the option --%s does not apply to the command '%s'",
                                  name, k->name);
    if (is_later(all[index].val))
        return arguments_complain(a, "the option --%s is not available yet", name);
    if (code == ':')
        return arguments_complain(a, "the option --%s needs a value", name);
    if (code == '?')
        return arguments_complain(a, "the option --%s takes no value", name);
    if (is_optional(code) && !optarg)
        optarg = (char *)take_file_name(a);
    arguments_keep(a, code, name, optarg);
    return 0;
}

/* getopt_long tells a missing or superfluous value by code and optopt alone: which option
 * it was is found by its whole name. */
static int find_option(const struct option *all, const char *word) {
    assert(word);
    for (int i = 0; all[i].name; i++)
        if (arguments_is_whole(word, all[i].name))
            return i;
    return -1;
}

static int arguments_read_all(const command *k, int argc, char **argv,
                              const struct option *all, arguments *a) {
    int status = 0;
    int code = 0;
    int index;
    opterr = 0;
    optind = 2; /* after the command */
    while (!status && optind < argc) {
        const char *word = argv[optind];
        index = -1;
        code = getopt_long(argc, argv, "-:h", all, &index);
        if (code == -1)
            break; /* after "--" */
        if (code == '?' || code == ':')
            index = find_option(all, word);
        status = code == OPERAND ? take_operand(k, a, optarg)
                                 : take_option(k, a, all, code, index, word);
    }
    while (!status && optind < argc)
        status = take_operand(k, a, argv[optind++]);
    return status;
}

static int asks_for_picture(const arguments *a) {
    return a->x || a->y_count || a->log_x || a->log_y || a->free_scale || a->dots ||
           a->show;
}

/* Refuses two options that both choose the output rows: which one counts would depend on
 * their order. */
static int check_row_options(const arguments *a) {
    const char *first = NULL;
    for (int i = 0; i < a->setting_count; i++) {
        const char *name = a->settings[i].name;
        if (strcmp(name, "points") != 0 && strcmp(name, "every") != 0 &&
            strcmp(name, "steps") != 0)
            continue;
        if (first && strcmp(first, name) != 0)
            return arguments_complain(
                a, "--%s and --%s both choose the output rows; give one of them", first,
                name);
        first = name;
    }
    return 0;
}

static int arguments_is_dash(const char *path) {
    return path && strcmp(path, "-") == 0;
}

/* A picture as text needs standard output for itself and the summary. */
static int check_terminal(const command *k, const arguments *a) {
    const char *other = NULL;
    if (!a->terminal)
        return 0;
    if (a->json)
        other = "--json";
    if (arguments_is_dash(a->output))
        other = "--output -";
    if (arguments_is_dash(a->section_output))
        other = "--section-output -";
    if (arguments_is_dash(a->steps_output))
        other = "--steps-output -";
    if (k->takes & TAKES_FILES && a->output)
        return arguments_complain(a, "--terminal and --output: the picture is text or a "
                                     "file; give one of them");
    if (!other)
        return 0;
    return arguments_complain(a,
                              "--plot without a file and %s both write to standard "
                              "output; give --plot a file name",
                              other);
}

static int check_together(const command *k, const arguments *a) {
    if (a->help || a->help_all)
        return 0;
    if (k->takes & TAKES_FILES && a->file_count == 0)
        return arguments_complain(a, "no result given; try 'involute %s RESULT.csv'",
                                  k->name);
    if (k->takes & TAKES_RUN && !a->plot && !a->terminal && asks_for_picture(a))
        return arguments_complain(a, "--x, --y, --log-x, --log-y, --free-scale, --dots "
                                     "and --show require --plot FILE.svg");
    if (check_terminal(k, a))
        return EXIT_BAD_COMMAND_LINE;
    if (a->columns && !a->output && !a->report && !a->json)
        return arguments_complain(a, "--columns requires --output FILE, --report "
                                     "FILE.html or --json; --y chooses what a picture "
                                     "shows");
    if (a->no_side_file && k->takes & TAKES_RUN && !a->output)
        return arguments_complain(a, "--no-side-file requires --output FILE");
    if (checkpoints_check(a) || limits_check(a))
        return EXIT_BAD_COMMAND_LINE;
    if (a->free_scale && !a->x)
        return arguments_complain(a, "--free-scale requires --x NAME");
    if (check_row_options(a))
        return EXIT_BAD_COMMAND_LINE;
    const int refused = a->plot ? plot_check_path(a, a->plot) : 0;
    if (refused)
        return refused;
    if (a->report && report_check_path(a, a->report))
        return EXIT_BAD_COMMAND_LINE;
    if (k->takes & TAKES_MODEL && !a->model)
        return arguments_complain(a, "no model given; try 'involute %s MODEL.mo'",
                                  k->name);
    if (a->json && a->output && strcmp(a->output, "-") == 0)
        return arguments_complain(a, "--json and --output - both write to standard "
                                     "output; give --output a file name");
    return files_check(a);
}

/* Without a file, --plot draws on the terminal; without --show, pictures of a run show
 * variables, those of files what is in them. */
static int settle_picture(const command *k, arguments *a) {
    if (a->plot && !*a->plot) {
        a->plot = NULL;
        a->terminal = 1;
    }
    a->shows = SHOW_VARIABLES;
    if (k->takes & TAKES_FILES)
        a->shows |= SHOW_SECTIONS | SHOW_LEDGER | SHOW_STEPS;
    if (a->show)
        a->shows = plot_read_shows(a, a->show);
    return a->shows ? 0 : EXIT_BAD_COMMAND_LINE;
}

int arguments_read(const command *k, int argc, char **argv, arguments *a) {
    assert(argc >= 2);
    struct option all[MOST_OPTIONS];
    *a = (arguments){.words = argv, .word_count = argc};
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        a->asks_json |=
            strcmp(argv[i], "--json") == 0 && k->takes & (TAKES_VALUES | TAKES_ITEMS);
    a->settings = calloc((size_t)argc, sizeof *a->settings);
    a->assignment = calloc((size_t)argc, sizeof *a->assignment);
    a->section = calloc((size_t)argc, sizeof *a->section);
    a->library = calloc((size_t)argc, sizeof *a->library);
    a->file = calloc((size_t)argc, sizeof *a->file);
    a->y = calloc((size_t)argc, sizeof *a->y);
    a->over = calloc((size_t)argc, sizeof *a->over);
    a->no_side_file = (k->takes & TAKES_SWEEP) != 0; /* it has none */
    if (!a->settings || !a->assignment || !a->section || !a->library || !a->file ||
        !a->y || !a->over) {
        fprintf(stderr, "error: out of memory\n");
        if (a->asks_json)
            session_print_failure("E_MEMORY", "out of memory");
        return EXIT_FILES;
    }
    list_options(k, all);
    int status = arguments_read_all(k, argc, argv, all, a);
    if (!status)
        status = settle_picture(k, a);
    if (!status)
        status = sandbox_check(a);
    return status ? status : check_together(k, a);
}

void arguments_free(arguments *a) {
    free(a->settings);
    free(a->assignment);
    free(a->section);
    free(a->library);
    free(a->file);
    free(a->y);
    free(a->over);
}
