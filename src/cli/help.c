/* SPDX-License-Identifier: BSD-3-Clause */
/* Help texts. */
#include "cli.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 28, RIGHT_EDGE = 88 };

void help_print(void) {
    printf(
        "Involute %s: ordinary differential systems with constraints, of any index\n\n",
        invo_version());
    for (const command *k = commands; k->name; k++)
        if (k->run)
            printf("  involute %-9s %-18s %s\n", k->name, k->usage, k->about);
    printf("  involute COMMAND --help        options of a command\n  involute "
           "--version\n\nExit status\n");
#define EXIT_STATUS(number, words) printf("  %3d  %s\n", number, words);
#include "exit_status.def"
    printf("After 3, 4 and 130 the results so far are written.\n");
}

/* Words after the help text, wrapped into its column. */
static void print_words(const char *words) {
    int at = RIGHT_EDGE;
    for (int n; *(words += strspn(words, " ")); words += n) {
        n = (int)strcspn(words, " ");
        if (at + 1 + n > RIGHT_EDGE)
            at = printf("\n%*s", HELP_COLUMN, "") - 1;
        at += printf(" %.*s", n, words);
    }
}

static void print_option(const char *name, const char *argument, const char *help) {
    assert(argument && help);
    char head[64];
    int is_choice = strchr(argument, ' ') != NULL;
    snprintf(head, sizeof head, "  --%s %s", name, is_choice ? "NAME" : argument);
    printf("%-*s %s", HELP_COLUMN, head, help);
    if (is_choice)
        print_words(argument);
    printf("\n");
}

typedef enum group_rank { SPECIAL, COMMON } group_rank;

typedef struct help_group {
    const char *word, *title;
    group_rank rank;
} help_group;

static const help_group groups[] = {
#define GROUP(word, rank, title) {#word, title, rank},
#include "involute_option.def"
};
enum { GROUPS = sizeof groups / sizeof *groups };

/* Prints the options of a group, the group's title above them. */
static void print_group(const command *k, const help_group *g, int has_title) {
    invo_option_info info;
    for (int i = 0; command_option(k, i, &info); i++) {
        if (strcmp(info.group, g->word) != 0)
            continue;
        if (has_title)
            printf("\n%s\n", g->title);
        has_title = 0;
        print_option(info.name, info.argument, info.help);
    }
}

void help_print_command(const command *k, int all) {
    const int is_long = (k->takes & (TAKES_RUN | TAKES_SWEEP)) != 0;
    printf("involute %s %s\n    %s\n", k->name, k->usage, k->about);
    if (k->takes & TAKES_MODEL)
        printf(
            "    MODEL.mo: a file, the name of a model of the gallery, or - for standard "
            "input\n");
    if (!is_long)
        printf("\n");
    for (const help_group *g = groups; g < groups + GROUPS; g++)
        if (all || !is_long || g->rank == COMMON)
            print_group(k, g, is_long);
    if (is_long && !all)
        printf("\n'involute %s --help-all' lists all options.\n", k->name);
}
