/* SPDX-License-Identifier: BSD-3-Clause */
/* --checkpoint and --resume of a run, whose files continue where they were. */
#ifndef CLI_CHECKPOINTS_H
#define CLI_CHECKPOINTS_H
#include "cli.h"

/* The files that rows go into; each may be NULL. */
typedef struct checkpoint_files {
    invo_context *context;
    invo_output *output, *steps;
    invo_crossings *crossings;
} checkpoint_files;

/* Numbers that are none, and what does not go together with checkpoints: 0, or the exit
 * status, which it has explained. */
int checkpoints_check(const arguments *a);
/* Lets the options of a run ask for checkpoints, if the command line does: *k is filled
 * in, and lives as long as the run. *words, malloc'ed or NULL, too. */
invo_status checkpoints_ask(const arguments *a, checkpoint_files *files,
                            invo_options *options, invo_checkpoint *k, char **words);

#endif
