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
#include "plot.h"

enum { MOST_OPTIONS = 128, NAMES_SIZE = 4096 };

typedef enum own_kind {
    OWN_FLAG, /* an int */
    OWN_TEXT, /* a const char *: the last one counts */
    OWN_LIST, /* all of them, in an array with its count */
    OWN_LATER /* known to the documentation, not to this version */
} own_kind;

/* An option of the command line itself, and where its value goes. */
typedef struct own_option {
    const char *name;
    unsigned takes; /* commands that take one of these take it */
    own_kind kind;
    size_t at, count_at; /* in arguments */
} own_option;

#define FLAG(name, takes, field)                                                         \
    { name, takes, OWN_FLAG, offsetof(arguments, field), 0 }
#define TEXT(name, takes, field)                                                         \
    { name, takes, OWN_TEXT, offsetof(arguments, field), 0 }
#define LIST(name, takes, field, count)                                                  \
    { name, takes, OWN_LIST, offsetof(arguments, field), offsetof(arguments, count) }
#define LATER(name)                                                                      \
    { name, TAKES_RUN, OWN_LATER, 0, 0 }

static const own_option own[] = {
    FLAG("help", ~0u, help),
    LIST("set", TAKES_VALUES, assignments, assignment_count),
    TEXT("input", TAKES_VALUES, input),
    TEXT("with", TAKES_VALUES, with),
    FLAG("json", TAKES_VALUES | TAKES_ITEMS, json),
    FLAG("quiet", TAKES_MODEL | TAKES_FILES, quiet),
    TEXT("output", TAKES_RUN | TAKES_FILES, output),
    LIST("section", TAKES_RUN, sections, section_count),
    TEXT("columns", TAKES_RUN, columns),
    TEXT("section-output", TAKES_RUN, section_output),
    TEXT("output-dir", TAKES_FOLDER | TAKES_ITEMS, output_dir),
    TEXT("timeout", TAKES_FOLDER, timeout),
    TEXT("engine", TAKES_FOLDER, engine),
    FLAG("all", TAKES_ITEMS, all),
    FLAG("long", TAKES_ITEMS, is_long),
    FLAG("markdown", TAKES_ITEMS, markdown),
    FLAG("progress", TAKES_RUN, progress),
    TEXT("plot", TAKES_RUN, plot),
    TEXT("x", TAKES_PLOT, x),
    LIST("y", TAKES_PLOT, y, y_count),
    TEXT("title", TAKES_FILES, title),
    FLAG("log-x", TAKES_PLOT, log_x),
    FLAG("log-y", TAKES_PLOT, log_y),
    FLAG("free-scale", TAKES_PLOT, free_scale),
    FLAG("dots", TAKES_PLOT, dots),
    LATER("report"),
    LATER("evaluator"),
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

int command_takes(const command *k, const char *option) {
    int of_structure = 0;
    for (int i = 0; i < STRUCTURE_OPTIONS; i++)
        if (strcmp(option, structure_options[i]) == 0)
            of_structure = 1;
    return k->takes & TAKES_RUN || (of_structure && k->takes & TAKES_STRUCTURE);
}

static int is_taken(const command *k, int code, const char *name) {
    const own_option *o = own_of(code);
    return o ? (k->takes & o->takes) != 0 || o->takes == ~0u : command_takes(k, name);
}

/* Every option there is, so that one of another command can be distinguished from a
 * typing error.
 */
static void list_options(struct option *all) {
    invo_option_info info;
    int n = 0;
    for (; n < OWN_COUNT; n++) {
        static const int argument[] = {[OWN_FLAG] = no_argument,
                                       [OWN_TEXT] = required_argument,
                                       [OWN_LIST] = required_argument,
                                       [OWN_LATER] = optional_argument};
        all[n] = (struct option){own[n].name, argument[own[n].kind], NULL, OWN + n};
    }
    for (int i = 0; n < MOST_OPTIONS - 1 && invo_option_describe(i, &info); i++)
        all[n++] =
            (struct option){info.name, *info.argument ? required_argument : no_argument,
                            NULL, OF_LIBRARY + i};
    all[n] = (struct option){0};
}

int arguments_complain(const arguments *a, const char *format, ...) {
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "error: %s\n", text);
    if (a->asks_json)
        session_print_failure("E_ARGUMENT", text);
    return EXIT_BAD_COMMAND_LINE;
}

static int is_later(int code) {
    const own_option *o = own_of(code);
    return o && o->kind == OWN_LATER;
}

static int complain_unknown(const command *k, const arguments *a,
                            const struct option *all, const char *word) {
    char names[NAMES_SIZE] = "";
    size_t used = 0;
    size_t n = 0;
    for (; all->name; all++)
        if (is_taken(k, all->val, all->name) && !is_later(all->val))
            used += (size_t)snprintf(names + used, sizeof names - used, "%s ", all->name);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *near = invo_name_near(name + strspn(name, "-"), names, &n);
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
        a->files[a->file_count++] = word;
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
    case OWN_LIST:
        (*(const char ***)at)[(*count)++] = value;
        break;
    case OWN_LATER:
        break;
    }
}

/* One option that getopt_long has found as all[index], or not (code '?' or ':'). */
static int take_option(const command *k, arguments *a, const struct option *all, int code,
                       int index, const char *word) {
    if (code == 'h') {
        a->help = 1;
        return 0;
    }
    if (index < 0 || !arguments_is_whole(word, all[index].name))
        return complain_unknown(k, a, all, word);
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
    return a->x || a->y_count || a->log_x || a->log_y || a->free_scale || a->dots;
}

static int check_together(const command *k, const arguments *a) {
    if (a->help)
        return 0;
    if (k->takes & TAKES_FILES && a->file_count == 0)
        return arguments_complain(a, "no result given; try 'involute %s RESULT.csv'",
                                  k->name);
    if (k->takes & TAKES_RUN && !a->plot && asks_for_picture(a))
        return arguments_complain(a, "--x, --y, --log-x, --log-y, --free-scale and "
                                     "--dots require --plot FILE.svg");
    if (a->plot && plot_check_path(a, a->plot))
        return EXIT_BAD_COMMAND_LINE;
    if (k->takes & TAKES_MODEL && !a->model)
        return arguments_complain(a, "no model given; try 'involute %s MODEL.mo'",
                                  k->name);
    if (a->json && a->output && strcmp(a->output, "-") == 0)
        return arguments_complain(a, "--json and --output - both write to standard "
                                     "output; give --output a file name");
    return files_check(a);
}

int arguments_read(const command *k, int argc, char **argv, arguments *a) {
    assert(argc >= 2);
    struct option all[MOST_OPTIONS];
    *a = (arguments){0};
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        a->asks_json |=
            strcmp(argv[i], "--json") == 0 && k->takes & (TAKES_VALUES | TAKES_ITEMS);
    a->settings = calloc((size_t)argc, sizeof *a->settings);
    a->assignments = calloc((size_t)argc, sizeof *a->assignments);
    a->sections = calloc((size_t)argc, sizeof *a->sections);
    a->files = calloc((size_t)argc, sizeof *a->files);
    a->y = calloc((size_t)argc, sizeof *a->y);
    if (!a->settings || !a->assignments || !a->sections || !a->files || !a->y) {
        fprintf(stderr, "error: out of memory\n");
        return EXIT_FILES;
    }
    list_options(all);
    int status = arguments_read_all(k, argc, argv, all, a);
    return status ? status : check_together(k, a);
}

void arguments_free(arguments *a) {
    free(a->settings);
    free(a->assignments);
    free(a->sections);
    free(a->files);
    free(a->y);
}
