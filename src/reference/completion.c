/* SPDX-License-Identifier: BSD-3-Clause */
/* Completion scripts for bash and zsh: commands, options, words of choices, models of the
 * gallery, files. */
#include <stdio.h>
#include <string.h>
#include "../cli/embedded.h"
#include "reference.h"

static void completion_commands(void) {
    for (const command *k = commands; k->name; k++)
        if (k->run)
            printf("%s ", k->name);
}

static void completion_gallery(void) {
    char name[100];
    for (const embedded_file *f = embedded_files; f->path; f++)
        if (embedded_is_in(f, "models", name, sizeof name))
            printf("%s ", name);
}

static void completion_topics(void) {
    const char *topic;
    for (int i = 0; (topic = reference_topic(i)); i++)
        printf("%s ", topic);
}

/* What a command takes beside options. */
typedef enum operand_kind {
    NO_OPERAND,
    OPERAND_MODEL,
    OPERAND_RESULT,
    OPERAND_GALLERY,
    OPERAND_TOPIC
} operand_kind;

static operand_kind operand_of(const command *k) {
    if (k->takes & TAKES_MODEL)
        return OPERAND_MODEL;
    if (k->takes & TAKES_FILES)
        return OPERAND_RESULT;
    if (k->run == gallery_command)
        return OPERAND_GALLERY;
    return k->run == reference_command ? OPERAND_TOPIC : NO_OPERAND;
}

/* The ending of a file that an option takes: ".csv" of "FILE.csv"; "" for any; NULL where
 * it takes no file. */
static const char *file_ending(const invo_option_info *o) {
    return strncmp(o->argument, "FILE", 4) == 0 ? o->argument + 4 : NULL;
}

static int takes_folder(const invo_option_info *o) {
    return strcmp(o->argument, "DIR") == 0;
}

/* --- bash --- */

static void bash_option(const command *k, const invo_option_info *o) {
    const char *ending = file_ending(o);
    if (!*o->argument)
        return;
    printf("        %s:--%s) ", k->name, o->name);
    if (strchr(o->argument, ' '))
        printf("_involute_words '%s'", o->argument);
    else if (ending)
        printf("_involute_files '%s'", ending);
    else if (takes_folder(o))
        printf("_involute_folders");
    else
        printf(":");
    printf("; return ;;\n");
}

static void bash_values(void) {
    invo_option_info o;
    printf("    case $command:$before in\n");
    for (const command *k = commands; k->name; k++)
        for (int i = 0; k->run && command_option(k, i, &o); i++)
            bash_option(k, &o);
    printf("    esac\n");
}

static void bash_options(void) {
    invo_option_info o;
    printf("    if [[ $word == -* ]]; then\n        case $command in\n");
    for (const command *k = commands; k->name; k++) {
        if (!k->run)
            continue;
        printf("        %s) _involute_words '", k->name);
        for (int i = 0; command_option(k, i, &o); i++)
            printf("--%s ", o.name);
        printf("' ;;\n");
    }
    printf("        esac\n        return\n    fi\n");
}

static void bash_operand(operand_kind kind) {
    switch (kind) {
    case NO_OPERAND:
        printf(":");
        break;
    case OPERAND_MODEL:
        printf("_involute_files .mo; _involute_words \"$_involute_gallery\"");
        break;
    case OPERAND_RESULT:
#define FORMAT(name, ending, help) "_involute_files " ending "; "
        printf("%s",
#include "involute_format.def"
               ":");
        break;
    case OPERAND_GALLERY:
        printf("_involute_words \"$_involute_gallery\"");
        break;
    case OPERAND_TOPIC:
        printf("_involute_words '");
        completion_topics();
        printf("'");
        break;
    }
}

static void bash_operands(void) {
    printf("    case $command in\n");
    for (const command *k = commands; k->name; k++) {
        if (!k->run)
            continue;
        printf("    %s) ", k->name);
        bash_operand(operand_of(k));
        printf(" ;;\n");
    }
    printf("    esac\n");
}

void completion_bash(void) {
    printf("# bash completion for involute, printed by 'involute reference bash'\n"
           "_involute_gallery='");
    completion_gallery();
    printf("'\n_involute_words() {\n"
           "    COMPREPLY+=($(compgen -W \"$1\" -- \"$word\"))\n}\n"
           "_involute_lines() {\n    local line\n"
           "    while IFS= read -r line; do COMPREPLY+=(\"$line\"); done\n"
           "    compopt -o filenames 2>/dev/null\n}\n"
           "_involute_folders() { _involute_lines < <(compgen -d -- \"$word\"); }\n"
           "_involute_files() {\n"
           "    _involute_lines < <(compgen -f -X \"!*$1\" -- \"$word\"; compgen -d -- "
           "\"$word\" | grep -v \"${1:-.}\\$\")\n}\n"
           "_involute() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} "
           "command=${COMP_WORDS[1]}\n"
           "    COMPREPLY=()\n"
           "    if [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
           "    if [[ $word == = ]]; then word=; fi\n"
           "    if [[ $COMP_CWORD == 1 ]]; then _involute_words '--help --version ");
    completion_commands();
    printf("'; return; fi\n");
    bash_values();
    bash_options();
    bash_operands();
    printf("}\ncomplete -F _involute involute\n");
}

/* --- zsh --- */

/* Text of a description in single quotes. */
static void zsh_text(const char *text) {
    for (; *text; text++) {
        if (strchr("[]:\\", *text))
            putchar('\\');
        if (*text == '\'')
            printf("'\\'");
        putchar(*text);
    }
}

static void zsh_option(const invo_option_info *o) {
    const char *ending = file_ending(o);
    printf("        '*--%s[", o->name);
    zsh_text(o->help);
    printf("]");
    if (strchr(o->argument, ' '))
        printf(":NAME:(%s)", o->argument);
    else if (ending && *ending)
        printf(":file:_files -g \"*%s\"", ending);
    else if (ending)
        printf(":file:_files");
    else if (takes_folder(o))
        printf(":folder:_files -/");
    else if (*o->argument) {
        printf(":");
        zsh_text(o->argument);
        printf(": ");
    }
    printf("' \\\n");
}

static void zsh_operand(operand_kind kind) {
    switch (kind) {
    case NO_OPERAND:
        break;
    case OPERAND_MODEL:
        printf("        '1:model:_involute_models' \\\n");
        break;
    case OPERAND_RESULT:
        printf("        '*:result:_files' \\\n");
        break;
    case OPERAND_GALLERY:
        printf("        '1:model:($_involute_gallery)' \\\n");
        break;
    case OPERAND_TOPIC:
        printf("        '1:topic:(");
        completion_topics();
        printf(")' \\\n");
        break;
    }
}

static void zsh_command(const command *k) {
    invo_option_info o;
    printf("    %s) _arguments \\\n", k->name);
    for (int i = 0; command_option(k, i, &o); i++)
        zsh_option(&o);
    zsh_operand(operand_of(k));
    printf("        && return 0 ;;\n");
}

static void zsh_commands(void) {
    printf("    local -a names=(\n");
    for (const command *k = commands; k->name; k++) {
        if (!k->run)
            continue;
        printf("        '%s:", k->name);
        zsh_text(k->about);
        printf("'\n");
    }
    printf("        '--help:commands' '--version:version')\n");
}

void completion_zsh(void) {
    printf("#compdef involute\n# zsh completion for involute, printed by 'involute "
           "reference zsh'\nlocal -a _involute_gallery=(");
    completion_gallery();
    printf(")\n_involute_models() {\n"
           "    _alternative 'files:file:_files -g \"*.mo\"' "
           "\"models:gallery:($_involute_gallery)\"\n}\n");
    zsh_commands();
    printf("if (( CURRENT == 2 )); then\n    _describe command names\n    return\nfi\n"
           "local word=$words[2]\nshift words\n(( CURRENT-- ))\ncase $word in\n");
    for (const command *k = commands; k->name; k++)
        if (k->run)
            zsh_command(k);
    printf("esac\n");
}
