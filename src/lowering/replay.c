/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay.h"
#include <assert.h>
#include <string.h>

typedef enum replay_mode { REPLAY_PAUSES, REPLAY_RECORDS, REPLAY_FOLLOWS } replay_mode;

typedef struct kept_item {
    replay_kind kind;
    void *made;
} kept_item;

struct replay {
    arena *arena;
    const char *notes;
    replay_mode mode;
    int is_inside; /* between replay_begin and replay_keep */
    int is_spoiled;
    arena *own; /* of the completion, meanwhile */
    LIST(kept_item) kept;
    int next;
};

/* A program, with what it was asked for. */
typedef struct kept_program {
    program program;
    int count;
    const expr *root; /* [count] */
} kept_program;

void replay_record(lowered *w, arena *a) {
    w->replay = arena_alloc(a, sizeof *w->replay);
    w->replay->arena = a;
    w->replay->mode = REPLAY_RECORDS;
    const invo_context *c = arena_context(a);
    w->replay->notes = c->message_size ? arena_copy(a, c->message, c->message_size) : "";
}

const char *replay_notes(const lowered *w) {
    return w->replay->notes;
}

void replay_pause(lowered *w) {
    if (w->replay)
        w->replay->mode = REPLAY_PAUSES;
}

void replay_follow(lowered *w) {
    assert(w->replay && !w->replay->is_inside);
    w->replay->mode = REPLAY_FOLLOWS;
    w->replay->next = 0;
}

int replay_is_complete(const lowered *w) {
    const replay *r = w->replay;
    const int is_whole = r->mode != REPLAY_FOLLOWS || r->next == r->kept.count;
    return !r->is_spoiled && !r->is_inside && is_whole;
}

int replay_is_on(const lowered *w) {
    return w->replay && w->replay->mode != REPLAY_PAUSES && !w->replay->is_inside;
}

int replay_records(const lowered *w) {
    return replay_is_on(w) && w->replay->mode == REPLAY_RECORDS;
}

arena *replay_begin(lowered *w) {
    replay *r = w->replay;
    assert(replay_records(w));
    r->is_inside = 1;
    r->own = w->completion->arena;
    w->completion->arena = r->arena;
    return r->arena;
}

void replay_keep(lowered *w, replay_kind kind, void *made) {
    replay *r = w->replay;
    assert(r->is_inside);
    r->is_inside = 0;
    w->completion->arena = r->own;
    LIST_PUSH(r->arena, r->kept, ((kept_item){kind, made}));
}

void *replay_next(lowered *w, replay_kind kind) {
    replay *r = w->replay;
    assert(r->mode == REPLAY_FOLLOWS);
    if (r->next == r->kept.count || r->kept.at[r->next].kind != kind)
        replay_leave(w);
    return r->kept.at[r->next++].made;
}

_Noreturn void replay_leave(lowered *w) {
    fail(w->completion->system->context, INVO_E_ARGUMENT, nowhere,
         "the values of the parameters lead to another completion");
}

void replay_notice(lowered *w) {
    if (!replay_is_on(w))
        return;
    if (w->replay->mode == REPLAY_FOLLOWS)
        replay_leave(w);
    w->replay->is_spoiled = 1;
}

program replay_program(lowered *w, int count, const expr *root,
                       program (*program_make)(lowered *w, int count, const expr *root)) {
    const size_t size = sizeof *root * (size_t)count;
    if (!replay_is_on(w))
        return program_make(w, count, root);
    if (replay_records(w)) {
        arena *a = replay_begin(w);
        kept_program *p = arena_alloc(a, sizeof *p);
        p->count = count;
        p->root = arena_keep(a, root, sizeof *root, count);
        p->program = program_make(w, count, root);
        replay_keep(w, REPLAY_PROGRAM, p);
        return p->program;
    }
    const kept_program *p = replay_next(w, REPLAY_PROGRAM);
    if (p->count != count || (size && memcmp(p->root, root, size) != 0))
        replay_leave(w);
    program_load(w, &p->program);
    return p->program;
}
