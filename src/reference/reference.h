/* SPDX-License-Identifier: BSD-3-Clause */
/* What the command `reference` prints: pages of docs/reference as Markdown, the schema of
 * the JSON summary, man pages and completion scripts, all from the program's tables. */
#ifndef REFERENCE_REFERENCE_H
#define REFERENCE_REFERENCE_H
#include "../cli/cli.h"

/* The title of a group of options, by its place in involute_option.def; NULL past the
 * last. */
const char *reference_group(int i, const char **title);
/* The i-th example of a command; returns 0 past the last. */
int reference_example(const char *command_name, int i, const char **line,
                      const char **about);

void page_commands(void);
void page_methods(void);
void page_status(void);
void page_formats(void);
void page_functions(void);
void page_annotations(void);
/* Text in Markdown, characters with a meaning there escaped; also for the cells of
 * tables. */
void page_text(const char *text);

void schema_print(void);
void schema_page(void);

/* The man page of a command; NULL: of the program. */
void man_print(const command *k);

void completion_bash(void);
void completion_zsh(void);
/* The topics of the command `reference`, for completion; NULL past the last. */
const char *reference_topic(int i);

#endif
