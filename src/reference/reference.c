/* SPDX-License-Identifier: BSD-3-Clause */
/* involute reference: the reference, man pages and completion scripts on standard output.
 */
#include "reference.h"
#include <stdio.h>
#include <string.h>
#include "../cli/say.h"

typedef struct option_group_title {
    const char *word, *title;
} option_group_title;

static const option_group_title titles[] = {
#define GROUP(word, rank, title) {#word, title},
#include "involute_option.def"
};
enum { TITLES = sizeof titles / sizeof *titles };

const char *reference_group(int i, const char **title) {
    if (i >= TITLES)
        return NULL;
    *title = titles[i].title;
    return titles[i].word;
}

typedef struct command_example {
    const char *command, *line, *about;
} command_example;

static const command_example examples[] = {
#define EXAMPLE(command, line, about) {command, line, about},
#include "example.def"
};

int reference_example(const char *command_name, int i, const char **line,
                      const char **about) {
    for (size_t k = 0; k < sizeof examples / sizeof *examples; k++)
        if (strcmp(examples[k].command, command_name) == 0 && i-- == 0) {
            *line = examples[k].line;
            *about = examples[k].about;
            return 1;
        }
    return 0;
}

static void reference_names(void) {
    for (const command *k = commands; k->name; k++)
        if (k->run)
            printf("%s\n", k->name);
}

static void reference_examples(void) {
    for (size_t k = 0; k < sizeof examples / sizeof *examples; k++)
        printf("%s\n", examples[k].line);
}

static void reference_man(void) {
    man_print(NULL);
}

typedef struct reference_row {
    const char *topic, *about;
    void (*print)(void);
} reference_row;

static const reference_row topics[] = {
    {"commands", "commands and options", page_commands},
    {"methods", "methods of integration", page_methods},
    {"status", "exit statuses and status codes", page_status},
    {"formats", "formats of result files", page_formats},
    {"functions", "functions and operators of models", page_functions},
    {"annotations", "annotations of models", page_annotations},
    {"json", "fields of the JSON summaries", schema_page},
    {"schema", "the same as a JSON Schema", schema_print},
    {"man", "man page; man-run: of the command run", reference_man},
    {"bash", "completion for bash", completion_bash},
    {"zsh", "completion for zsh", completion_zsh},
    {"names", "names of the commands", reference_names},
    {"examples", "command lines, which the tests run", reference_examples},
};
enum { TOPICS = sizeof topics / sizeof *topics };

const char *reference_topic(int i) {
    return i < TOPICS ? topics[i].topic : NULL;
}

static const command *find_man_page(const char *topic) {
    if (strncmp(topic, "man-", 4) != 0)
        return NULL;
    for (const command *k = commands; k->name; k++)
        if (k->run && strcmp(k->name, topic + 4) == 0)
            return k;
    return NULL;
}

static int complain_topic(const char *topic) {
    char names[512] = "";
    size_t n = 0;
    for (int i = 0; i < TOPICS; i++)
        strcat(strcat(names, topics[i].topic), " ");
    const char *near = invo_name_near(topic, names, &n);
    say(stderr, "error: the reference has no topic '%s'", topic);
    if (near)
        say(stderr, "; did you mean '%.*s'?\n", (int)n, near);
    else
        say(stderr, "; 'involute reference' lists them\n");
    return EXIT_BAD_COMMAND_LINE;
}

int reference_command(const arguments *a) {
    const char *topic = a->model;
    if (!topic) {
        for (int i = 0; i < TOPICS; i++)
            printf("%-12s %s\n", topics[i].topic, topics[i].about);
        return 0;
    }
    for (int i = 0; i < TOPICS; i++)
        if (strcmp(topics[i].topic, topic) == 0) {
            topics[i].print();
            return 0;
        }
    const command *page = find_man_page(topic);
    if (!page)
        return complain_topic(topic);
    man_print(page);
    return 0;
}
