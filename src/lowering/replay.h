/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs and conditions that certify a completion, made once and taken again for other
 * values of the parameters. What is asked for then must be what was asked for the first
 * time, in the same order: a fresh completion would make the same, down to the order of
 * terms. Whoever asks for something else leaves the way (replay_leave). */
#ifndef LOWERING_REPLAY_H
#define LOWERING_REPLAY_H
#include "lower.h"

typedef struct replay replay;
typedef enum replay_kind { REPLAY_PROGRAM, REPLAY_CONDITIONS } replay_kind;

/* From now on, what is made is kept, in arena a. */
void replay_record(lowered *w, arena *a);
/* What was reported until then. */
const char *replay_notes(const lowered *w);
/* Things are made as ever again. */
void replay_pause(lowered *w);
/* From now on, what was kept is given out from the first on. */
void replay_follow(lowered *w);
/* Were all of them asked for, and nothing that cannot be kept? */
int replay_is_complete(const lowered *w);

int replay_is_on(const lowered *w);
int replay_records(const lowered *w);

/* While it records: the arena for what is made, up to replay_keep, which says what came
 * of it. Programs between the two belong to it. */
arena *replay_begin(lowered *w);
void replay_keep(lowered *w, replay_kind kind, void *made);
/* While it follows: the next of what was kept, which must be of this kind. */
void *replay_next(lowered *w, replay_kind kind);

/* Throws: this is another way. */
_Noreturn void replay_leave(lowered *w);

/* program_new, on or off the way; program_make makes one. */
program replay_program(lowered *w, int count, const expr *root,
                       program (*program_make)(lowered *w, int count, const expr *root));
/* Something is made that cannot be kept. */
void replay_notice(lowered *w);

#endif
