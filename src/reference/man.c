/* SPDX-License-Identifier: BSD-3-Clause */
/* Man pages in the macros of man(7), one for the program and one for each command. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "reference.h"

/* Text of a page: minus signs that can be copied, and nothing that begins a request. */
static void man_text(const char *text) {
    if (*text == '.' || *text == '\'')
        printf("\\&");
    for (; *text; text++)
        if (*text == '-')
            printf("\\-");
        else if (*text == '\\')
            printf("\\e");
        else
            putchar(*text);
}

/* The same in lines of at most about 72 characters. */
static void man_paragraph(const char *text) {
    enum { LINE = 72 };
    while (strlen(text) > LINE) {
        const char *end = text + LINE;
        while (end > text && *end != ' ')
            end--;
        if (end == text)
            break;
        char line[LINE + 1];
        snprintf(line, sizeof line, "%.*s", (int)(end - text), text);
        man_text(line);
        printf("\n");
        text = end + 1;
    }
    man_text(text);
}

static void man_line(const char *macro, const char *text) {
    printf("%s", macro);
    man_text(text);
    printf("\n");
}

/* A sentence of its own: with a capital letter and a full stop. */
static void man_sentence(const char *text) {
    char sentence[400];
    snprintf(sentence, sizeof sentence, "%c%s.", toupper((unsigned char)*text), text + 1);
    man_paragraph(sentence);
    printf("\n");
}

static void man_head(const char *name) {
    printf(".TH ");
    for (const char *s = name; *s; s++)
        putchar(toupper((unsigned char)*s));
    printf(" 1 \"\" \"Involute %s\" \"User Commands\"\n", invo_version());
}

static void man_option(const invo_option_info *o) {
    const int is_choice = strchr(o->argument, ' ') != NULL;
    printf(".TP\n\\fB\\-\\-");
    man_text(o->name);
    printf("\\fR");
    if (*o->argument) {
        printf(" \\fI");
        man_text(is_choice ? "NAME" : o->argument);
        printf("\\fR");
    }
    printf("\n");
    man_paragraph(o->help);
    printf("\n");
    if (*o->initial)
        man_line(".br\nDefault: ", o->initial);
    if (is_choice) {
        printf(".br\n");
        man_paragraph(o->argument);
        printf("\n");
    }
}

static void man_group(const command *k, const char *word, const char *title) {
    invo_option_info o;
    int begun = 0;
    for (int i = 0; command_option(k, i, &o); i++) {
        if (strcmp(o.group, word) != 0)
            continue;
        if (!begun++)
            man_line(".SS ", title);
        man_option(&o);
    }
}

static void man_options(const command *k) {
    const char *title;
    const char *word;
    invo_option_info o;
    printf(".SH OPTIONS\n");
    if (k->takes & TAKES_RUN)
        for (int i = 0; (word = reference_group(i, &title)); i++)
            man_group(k, word, title);
    else
        for (int i = 0; command_option(k, i, &o); i++)
            man_option(&o);
}

static void man_examples(const char *name) {
    const char *line;
    const char *about;
    for (int i = 0; reference_example(name, i, &line, &about); i++) {
        if (i == 0)
            printf(".SH EXAMPLES\n");
        printf(".TP\n");
        man_line(".B ", line);
        man_sentence(about);
    }
}

static void man_exit_status(void) {
    printf(".SH EXIT STATUS\n");
#define EXIT_STATUS(number, words)                                                       \
    printf(".TP\n.B %d\n", number);                                                      \
    man_sentence(words);
#include "../cli/exit_status.def"
    printf(".PP\nAfter 3, 4 and 130 the results so far are written.\n");
}

/* The pages of all commands but this one. */
static void man_see_also(const command *here) {
    printf(".SH SEE ALSO\n");
    if (here)
        printf(".BR involute (1),\n");
    const command *last = NULL;
    for (const command *k = commands; k->name; k++)
        if (k->run && k != here)
            last = k;
    for (const command *k = commands; k->name; k++)
        if (k->run && k != here)
            printf(".BR involute\\-%s (1)%s\n", k->name, k == last ? "" : ",");
    printf(".PP\nThe documentation is in\n.IR share/doc/involute .\n");
}

static void man_command(const command *k) {
    char name[64];
    snprintf(name, sizeof name, "involute-%s", k->name);
    man_head(name);
    printf(".SH NAME\ninvolute\\-%s \\- ", k->name);
    man_line("", k->about);
    printf(".SH SYNOPSIS\n.B involute %s\n", k->name);
    if (*k->usage)
        man_line("", k->usage);
    printf(".SH DESCRIPTION\n");
    man_sentence(k->about);
    if (k->takes & TAKES_MODEL)
        printf("MODEL.mo is a file, the name of a model of the gallery, or \\- for "
               "standard input.\n");
    man_options(k);
    man_exit_status();
    man_examples(k->name);
    man_see_also(k);
}

static void man_program(void) {
    man_head("involute");
    printf(
        ".SH NAME\ninvolute \\- ordinary differential systems with constraints, of any "
        "index\n.SH SYNOPSIS\n.B involute\n.I COMMAND\n[options]\n.br\n.B involute\n"
        "\\-\\-help | \\-\\-version\n.SH DESCRIPTION\n"
        "Involute solves ordinary differential systems that come with constraints: ODEs "
        "with\nconserved quantities, differential\\-algebraic equations of any index, "
        "implicit\nsystems. Models are written in a subset of Modelica. Every "
        "constraint, those\nthat follow by differentiation included, is kept at "
        "round\\-off, and a ledger\nshows how well.\n.SH COMMANDS\n");
    for (const command *k = commands; k->name; k++) {
        if (!k->run)
            continue;
        printf(".TP\n.BR involute\\-%s (1)\n", k->name);
        man_sentence(k->about);
    }
    man_exit_status();
    man_examples("run");
    man_see_also(NULL);
}

void man_print(const command *k) {
    if (k)
        man_command(k);
    else
        man_program();
}
