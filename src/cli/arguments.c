/* SPDX-License-Identifier: BSD-3-Clause */
/* Arguments of a command: getopt_long over the library's options and the command line's
 * own. */
#include "cli.h"
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

enum { MOST_OPTIONS = 128, NAMES_SIZE = 4096 };

/* What getopt_long returns: OF_LIBRARY + i for the i-th option of the library. */
enum {
    OPERAND = 1,
    SET = 256,
    INPUT,
    WITH,
    OUTPUT,
    JSON,
    QUIET,
    PROGRESS,
    OUTPUT_DIR,
    TIMEOUT,
    ENGINE,
    SECTION,
    SECTION_OUTPUT,
    ALL,
    LONG,
    MARKDOWN,
    PLOT,
    PLOT_X,
    PLOT_Y,
    PLOT_TITLE,
    LOG_X,
    LOG_Y,
    FREE_SCALE,
    DOTS,
    LATER,
    OF_LIBRARY
};

static const struct option own[] = {
    {"help", no_argument, NULL, 'h'},
    {"set", required_argument, NULL, SET},
    {"input", required_argument, NULL, INPUT},
    {"with", required_argument, NULL, WITH},
    {"json", no_argument, NULL, JSON},
    {"quiet", no_argument, NULL, QUIET},
    {"output", required_argument, NULL, OUTPUT},
    {"section", required_argument, NULL, SECTION},
    {"section-output", required_argument, NULL, SECTION_OUTPUT},
    {"output-dir", required_argument, NULL, OUTPUT_DIR},
    {"timeout", required_argument, NULL, TIMEOUT},
    {"engine", required_argument, NULL, ENGINE},
    {"all", no_argument, NULL, ALL},
    {"long", no_argument, NULL, LONG},
    {"markdown", no_argument, NULL, MARKDOWN},
    {"progress", no_argument, NULL, PROGRESS},
    {"plot", required_argument, NULL, PLOT},
    {"x", required_argument, NULL, PLOT_X},
    {"y", required_argument, NULL, PLOT_Y},
    {"title", required_argument, NULL, PLOT_TITLE},
    {"log-x", no_argument, NULL, LOG_X},
    {"log-y", no_argument, NULL, LOG_Y},
    {"free-scale", no_argument, NULL, FREE_SCALE},
    {"dots", no_argument, NULL, DOTS}};

/* Known to the documentation, not to this version. */
static const char *const later[] = {"report", "evaluator", "verify-accuracy"};

static const char *const structure_options[] = {"start", "rtol", "atol", "metric",
                                                "ambient"};

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

int command_takes(const command *k, const char *option) {
    int of_structure = 0;
    for (int i = 0; i < COUNT_OF(structure_options); i++)
        if (strcmp(option, structure_options[i]) == 0)
            of_structure = 1;
    return k->takes & TAKES_RUN || (of_structure && k->takes & TAKES_STRUCTURE);
}

static int is_taken(const command *k, int code, const char *name) {
    switch (code) {
    case 'h':
        return 1;
    case QUIET:
        return (k->takes & (TAKES_MODEL | TAKES_FILES)) != 0;
    case PLOT_X:
    case PLOT_Y:
    case LOG_X:
    case LOG_Y:
    case FREE_SCALE:
    case DOTS:
        return (k->takes & TAKES_PLOT) != 0;
    case PLOT_TITLE:
        return (k->takes & TAKES_FILES) != 0;
    case SET:
    case INPUT:
    case WITH:
        return (k->takes & TAKES_VALUES) != 0;
    case JSON:
        return (k->takes & (TAKES_VALUES | TAKES_ITEMS)) != 0;
    case OUTPUT_DIR:
        return (k->takes & (TAKES_FOLDER | TAKES_ITEMS)) != 0;
    case TIMEOUT:
    case ENGINE:
        return (k->takes & TAKES_FOLDER) != 0;
    case ALL:
    case LONG:
    case MARKDOWN:
        return (k->takes & TAKES_ITEMS) != 0;
    case OUTPUT:
        return (k->takes & (TAKES_RUN | TAKES_FILES)) != 0;
    case SECTION:
    case SECTION_OUTPUT:
    case PROGRESS:
    case PLOT:
    case LATER:
        return (k->takes & TAKES_RUN) != 0;
    default:
        return command_takes(k, name);
    }
}

/* Every option there is, so that one of another command can be told from a typing error.
 */
static void list_options(struct option *all) {
    invo_option_info info;
    int n = 0;
    for (int i = 0; i < COUNT_OF(own); i++)
        all[n++] = own[i];
    for (int i = 0; i < COUNT_OF(later); i++)
        all[n++] = (struct option){later[i], optional_argument, NULL, LATER};
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

static int complain_unknown(const command *k, const arguments *a,
                            const struct option *all, const char *word) {
    char names[NAMES_SIZE] = "";
    size_t used = 0;
    size_t n = 0;
    for (; all->name; all++)
        if (is_taken(k, all->val, all->name) && all->val != LATER)
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

static void arguments_keep(arguments *a, int code, const char *name, const char *value) {
    switch (code) {
    case 'h':
        a->help = 1;
        break;
    case SET:
        a->assignments[a->assignment_count++] = value;
        break;
    case INPUT:
        a->input = value;
        break;
    case WITH:
        a->with = value;
        break;
    case JSON:
        a->json = 1;
        break;
    case QUIET:
        a->quiet = 1;
        break;
    case PROGRESS:
        a->progress = 1;
        break;
    case OUTPUT:
        a->output = value;
        break;
    case SECTION:
        a->sections[a->section_count++] = value;
        break;
    case SECTION_OUTPUT:
        a->section_output = value;
        break;
    case ALL:
        a->all = 1;
        break;
    case LONG:
        a->is_long = 1;
        break;
    case MARKDOWN:
        a->markdown = 1;
        break;
    case OUTPUT_DIR:
        a->output_dir = value;
        break;
    case TIMEOUT:
        a->timeout = value;
        break;
    case PLOT:
        a->plot = value;
        break;
    case PLOT_X:
        a->x = value;
        break;
    case PLOT_Y:
        a->y[a->y_count++] = value;
        break;
    case PLOT_TITLE:
        a->title = value;
        break;
    case LOG_X:
        a->log_x = 1;
        break;
    case LOG_Y:
        a->log_y = 1;
        break;
    case FREE_SCALE:
        a->free_scale = 1;
        break;
    case DOTS:
        a->dots = 1;
        break;
    case ENGINE:
        a->engine = value;
        break;
    default:
        a->settings[a->setting_count++] = (setting){name, value};
    }
}

/* One option that getopt_long has found as all[index], or not (code '?' or ':'). */
static int take_option(const command *k, arguments *a, const struct option *all, int code,
                       int index, const char *word) {
    if (code == 'h')
        index = 0;
    if (index < 0 || (code != 'h' && !arguments_is_whole(word, all[index].name)))
        return complain_unknown(k, a, all, word);
    const char *name = all[index].name;
    if (!is_taken(k, all[index].val, name))
        return arguments_complain(a, "the option --%s does not belong to '%s'", name,
                                  k->name);
    if (all[index].val == LATER)
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
        return arguments_complain(
            a, "--x, --y, --log-x, --log-y, --free-scale and --dots belong to a picture: "
               "add --plot FILE.svg");
    if (a->plot && plot_check_path(a, a->plot))
        return EXIT_BAD_COMMAND_LINE;
    if (k->takes & TAKES_MODEL && !a->model)
        return arguments_complain(a, "no model given; try 'involute %s MODEL.mo'",
                                  k->name);
    if (a->json && a->output && strcmp(a->output, "-") == 0)
        return arguments_complain(a, "--json and --output - both want standard output");
    return files_check(a);
}

int arguments_read(const command *k, int argc, char **argv, arguments *a) {
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
