/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages of docs/reference that the program knows all about, as Markdown. */
#include <stdio.h>
#include <string.h>
#include "reference.h"

void page_text(const char *text) {
    for (; *text; text++) {
        if (strchr("|*_\\[]", *text))
            putchar('\\');
        if (*text == '<')
            printf("&lt;");
        else
            putchar(*text);
    }
}

/* Text in the type of code, in a table. */
static void page_code(const char *text) {
    if (!*text)
        return;
    putchar('`');
    for (; *text; text++) {
        if (*text == '|')
            putchar('\\');
        putchar(*text);
    }
    putchar('`');
}

static void page_cell(const char *text) {
    printf(" | ");
    page_text(text);
}

static void page_head(const char *title, const char *source) {
    printf("# %s\n\n<!-- Written by 'make reference' from %s. -->\n\n", title, source);
}

static int is_choice(const invo_option_info *o) {
    return strchr(o->argument, ' ') != NULL;
}

/* The words of a choice, each in the type of code. */
static void page_words(const char *words) {
    for (size_t n; *(words += strspn(words, " ")); words += n) {
        n = strcspn(words, " ");
        printf("`%.*s`%s", (int)n, words, words[n] ? " " : "");
    }
}

static void page_option(const invo_option_info *o) {
    const int has_argument = *o->argument != 0;
    printf("| `--%s%s%s` | ", o->name, has_argument ? " " : "",
           is_choice(o) ? "NAME" : o->argument);
    page_code(o->initial);
    printf(" | ");
    if (is_choice(o))
        page_words(o->argument);
    else
        page_text(o->range);
    page_cell(o->help);
    printf(" |\n");
}

static const char option_table[] =
    "| option | default | values | meaning |\n| --- | --- | --- | --- |\n";

/* The options of a group, its title above them. */
static void page_group(const command *k, const char *word, const char *title) {
    invo_option_info o;
    int begun = 0;
    for (int i = 0; command_option(k, i, &o); i++) {
        if (strcmp(o.group, word) != 0)
            continue;
        if (!begun++)
            printf("### %s\n\n%s", title, option_table);
        page_option(&o);
    }
    if (begun)
        printf("\n");
}

static void page_options(const command *k) {
    const char *title;
    const char *word;
    invo_option_info o;
    if (k->takes & TAKES_RUN) {
        for (int i = 0; (word = reference_group(i, &title)); i++)
            page_group(k, word, title);
        return;
    }
    printf("%s", option_table);
    for (int i = 0; command_option(k, i, &o); i++)
        page_option(&o);
    printf("\n");
}

static void page_examples(const command *k) {
    const char *line;
    const char *about;
    for (int i = 0; reference_example(k->name, i, &line, &about); i++)
        printf("    %-70s # %s\n", line, about);
    printf("\n");
}

void page_commands(void) {
    page_head("Commands and options", "the lists of commands and options");
    printf("A default that is not shown depends on other settings; the meaning then "
           "names it in parentheses. Options of `run` are also entries of the annotation "
           "`__involute(solver(...))` ([annotations](annotations.md)) and fields of "
           "`invo_options` ([C](c-api.md)). The command line overrides annotations, "
           "annotations override defaults. MODEL.mo is a file, the name of a model of "
           "the gallery, or `-` for standard input.\n\n");
    for (const command *k = commands; k->name; k++) {
        if (!k->run)
            continue;
        printf("## involute %s\n\n    involute %s %s\n\n", k->name, k->name, k->usage);
        page_text(k->about);
        printf(".\n\n");
        page_options(k);
        page_examples(k);
    }
}

void page_methods(void) {
    invo_method_info m;
    page_head("Methods", "the list of methods");
    printf("`--method NAME`. [Choosing a method](../methods.md) tells which one for "
           "what.\n\n| method | order | stages | kind | pair | stability | about |\n"
           "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (int i = 0; methods_describe(i, &m); i++) {
        char order[16];
        char stages[16];
        printf("| `%s`", m.name);
        page_cell(methods_number(m.order, "variable", order));
        page_cell(methods_number(m.stages, "", stages));
        page_cell(m.kind);
        page_cell(m.pair);
        page_cell(m.stability);
        page_cell(m.about);
        printf(" |\n");
    }
}

void page_status(void) {
    page_head("Exit status and codes", "involute_status.def and exit_status.def");
    printf("After 3, 4 and 130 the results so far are written.\n\n"
           "| exit status | meaning |\n| --- | --- |\n");
#define EXIT_STATUS(number, words) printf("| %d | %s |\n", number, words);
#include "../cli/exit_status.def"
    printf("\nThe code is `error.code` of the JSON summary and, as `INVO_` and the code, "
           "the `invo_status` that functions of the library return.\n\n"
           "| code | exit status | meaning |\n| --- | --- | --- |\n");
#define STATUS(code, exit, text) printf("| `%s` | %d | %s |\n", #code, exit, text);
#include "involute_status.def"
#undef STATUS
}

void page_formats(void) {
    page_head("Formats of result files", "involute_format.def");
    printf("The ending of the name after `--output` stands for the format; `-` is CSV on "
           "standard output. [Results](../output.md) tells what is in them and when they "
           "are written.\n\n| ending | `--output` |\n| --- | --- |\n");
#define FORMAT(name, ending, help) printf("| `%s` | %s |\n", ending, help);
#include "involute_format.def"
}

/* Whether the words of this group have something to say in the last column. */
static int has_events(const char *topic, const char *group) {
    invo_language_info w;
    for (int i = 0; invo_language_describe(i, &w); i++)
        if (strcmp(w.topic, topic) == 0 && strcmp(w.group, group) == 0 && *w.events)
            return 1;
    return 0;
}

/* The head of a table of words. */
static void page_language_head(const invo_language_info *w, int wide) {
    const char *last = strstr(w->group, "ttributes") ? "of variables of type" : "events";
    printf("\n## ");
    page_text(w->group);
    printf("\n\n| form | meaning |");
    if (wide)
        printf(" %s |", last);
    printf("\n| --- | --- |%s\n", wide ? " --- |" : "");
}

static void page_language(const char *topic) {
    invo_language_info w;
    const char *group = "";
    int wide = 0;
    for (int i = 0; invo_language_describe(i, &w); i++) {
        if (strcmp(w.topic, topic) != 0)
            continue;
        if (strcmp(w.group, group) != 0) {
            wide = has_events(topic, w.group);
            page_language_head(&w, wide);
        }
        group = w.group;
        printf("| ");
        page_code(w.form);
        page_cell(w.about);
        if (wide)
            page_cell(w.events);
        printf(" |\n");
    }
}

void page_functions(void) {
    page_head("Functions and operators", "op.def and builtin.def");
    printf("What models can say; [the model language](../language.md) tells what it "
           "means together. A comparison makes an event where it changes, outside "
           "`noEvent`; functions make events or kinks where the last column says so.\n");
    page_language("functions");
}

void page_annotations(void) {
    page_head("Annotations", "annotation.def");
    printf("An annotation stands at the end of what it belongs to:\n\n"
           "    annotation(experiment(StopTime = 10), __involute(solver(method = "
           "\"radau\")));\n\nAnnotations of other tools are skipped. Entries of "
           "`solver` are the [options](commands.md) of `run`.\n");
    page_language("annotations");
}
