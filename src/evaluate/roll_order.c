/* SPDX-License-Identifier: BSD-3-Clause */
/* The order of units: each after those that it depends on, in groups that are one loop.
 */
#include <assert.h>
#include "roll_work.h"

/* A unit that another one reads from. */
typedef struct dependence {
    int unit;
    char may_join; /* in one group: every round reads of the same one */
} dependence;

typedef LIST(dependence) dependence_list;

static int is_single(const unit *u) {
    return u->rounds == 1;
}

/* Of a unit whose own list begins at `first`; what follows itself is left out. */
static void add_dependence(const rolling *r, dependence_list *list, int first, int on,
                           int joins) {
    const dependence d = {on, (char)joins};
    const dependence *last = list->count > first ? &list->at[list->count - 1] : NULL;
    if (!last || last->unit != on || last->may_join != joins)
        LIST_PUSH(r->arena, *list, d);
}

/* Argument k of operation j of a unit, in all rounds. */
static void find_dependences(const rolling *r, int first, int number, int j, int k,
                             dependence_list *list) {
    const unit *u = &r->unit.at[number];
    const int *member = u->member + j;
    const int last = u->rounds - 1;
    const int from = r->all[member[0]].argument[k];
    const int to = r->all[member[(size_t)last * u->body]].argument[k];
    const int at = from < 0 ? -1 : r->unit_of[from];
    if (from < 0 && to < 0 && u->is_parallel) /* leaves are in one list */
        return;
    if (at >= 0 && to >= 0 && u->is_parallel && r->unit.at[at].is_parallel &&
        r->unit_of[to] == at) { /* so are the values of a run */
        const unit *d = &r->unit.at[at];
        add_dependence(r, list, first, at,
                       d->rounds == u->rounds && from == d->member[0] &&
                           to == d->member[last]);
        return;
    }
    for (int round = 0; round < u->rounds; round++) {
        const int v = r->all[member[(size_t)round * u->body]].argument[k];
        const int of = v < 0 ? number : r->unit_of[v];
        if (of != number)
            add_dependence(r, list, first, of,
                           is_single(u) && is_single(&r->unit.at[of]));
    }
}

/* Of all units: those of unit u from first[u] on. */
static dependence_list list_dependences(const rolling *r, int *first) {
    dependence_list list = {0};
    for (int number = 0; number < r->unit.count; number++) {
        const unit *u = &r->unit.at[number];
        first[number] = list.count;
        for (int j = 0; j < u->body; j++)
            for (int k = 0; k < tape_arity(r->all[u->member[j]].op); k++)
                find_dependences(r, first[number], number, j, k, &list);
    }
    first[r->unit.count] = list.count;
    return list;
}

typedef struct unit_visit {
    int unit, at; /* the next dependence */
} unit_visit;

/* Lists units after those that they depend on; 0: some depend on each other. */
static int list_units(rolling *r) {
    enum { NOT_SEEN, OPEN, DONE };
    char *state = ARENA_ARRAY(r->arena, char, r->unit.count + 1);
    LIST(unit_visit) path = {0};
    r->first_dependence = ARENA_ROOM(r->arena, int, r->unit.count + 1);
    r->dependence = list_dependences(r, r->first_dependence).at;
    for (int i = 0; i < r->count; i++) { /* in the order of the operations */
        const unit_visit root = {r->unit_of[i], r->first_dependence[r->unit_of[i]]};
        if (state[root.unit] != NOT_SEEN)
            continue;
        state[root.unit] = OPEN;
        LIST_PUSH(r->arena, path, root);
        while (path.count) {
            unit_visit *v = &path.at[path.count - 1];
            if (v->at == r->first_dependence[v->unit + 1]) {
                state[v->unit] = DONE;
                LIST_PUSH(r->arena, r->order_of_units, v->unit);
                path.count--;
                continue;
            }
            const int to = r->dependence[v->at++].unit;
            const unit_visit next = {to, r->first_dependence[to]};
            if (state[to] == OPEN)
                return 0;
            if (state[to] == DONE)
                continue;
            state[to] = OPEN;
            LIST_PUSH(r->arena, path, next);
        }
    }
    return 1;
}

/* --- groups --- */

/* The first group that a unit may be in. */
static int earliest_group(const rolling *r, int number) {
    int earliest = 0;
    for (int i = r->first_dependence[number]; i < r->first_dependence[number + 1]; i++) {
        const dependence *d = &r->dependence[i];
        const int own = r->unit.at[d->unit].group + !d->may_join;
        earliest = own > earliest ? own : earliest;
    }
    return earliest;
}

/* Recurrences that do not depend on each other wait for their operations at the same
 * time. */
static int fits_group(const group *g, const unit *u) {
    return g->rounds == u->rounds && g->is_parallel == u->is_parallel;
}

static void place_units(rolling *r) {
    for (int i = 0; i < r->order_of_units.count; i++) {
        const int number = r->order_of_units.at[i];
        unit *u = &r->unit.at[number];
        int g = earliest_group(r, number);
        while (g < r->group.count && !fits_group(&r->group.at[g], u))
            g++;
        if (g == r->group.count) {
            const group new = {.rounds = u->rounds, .is_parallel = u->is_parallel};
            LIST_PUSH(r->arena, r->group, new);
        }
        LIST_PUSH(r->arena, r->group.at[g].unit, number);
        u->group = g;
    }
}

int roll_order_units(rolling *r) {
    if (!list_units(r))
        return 0;
    place_units(r);
    return 1;
}

/* --- the result --- */

/* One round of a group; returns its operations. */
static int list_round(const rolling *r, const group *g, int round, int *to) {
    int count = 0;
    LIST_EACH(int, k, g->unit) {
        const unit *u = &r->unit.at[*k];
        for (int j = 0; j < u->body; j++)
            to[count++] = u->member[round * u->body + j];
    }
    return count;
}

/* The slot of an operand: 0 is the value itself, then come the arguments. */
static int operand_slot(const rolling *r, const int *slot, int i, int k) {
    const int v = k ? r->all[i].argument[k - 1] : i;
    return v < 0 ? ~v : slot[v];
}

/* Do all slots of a loop advance by constant strides? */
static int loop_holds(const rolling *r, const tape_loop *l, const int *order,
                      const int *slot) {
    const int *first = order + l->first;
    for (int j = 0; j < l->body; j++)
        for (int k = 0; k <= tape_arity(r->all[first[j]].op); k++) {
            int before = operand_slot(r, slot, first[j], k);
            const int by = operand_slot(r, slot, first[j + l->body], k) - before;
            for (int i = j + l->body; i < l->body * l->count; i += l->body) {
                const int now = operand_slot(r, slot, first[i], k);
                if (now != before + by)
                    return 0;
                before = now;
            }
        }
    return 1;
}

int roll_finish(const rolling *r, arena *a, int slots, roll *found) {
    int *order = ARENA_ROOM(a, int, r->count + 1);
    int *slot = ARENA_ROOM(a, int, r->count + 1);
    int *base = ARENA_ROOM(r->arena, int, r->lists + 1);
    LIST(tape_loop) loop = {0};
    int count = 0;
    int in_loops = 0;
    for (int i = 0; i < r->lists; i++) {
        base[i] = slots;
        slots += r->length.at[i];
    }
    for (int i = 0; i < r->count; i++) {
        const spot s = r->spot[i];
        slot[i] = r->all[i].slot >= 0 ? r->all[i].slot : base[s.list] + s.at;
    }
    LIST_EACH(group, g, r->group) {
        tape_loop own = {count, 0, g->rounds, g->is_parallel};
        for (int round = 0; round < g->rounds; round++) {
            own.body = list_round(r, g, round, order + count);
            count += own.body;
        }
        if (g->rounds == 1 || !loop_holds(r, &own, order, slot))
            continue;
        LIST_PUSH(r->arena, loop, own);
        in_loops += own.body * own.count;
    }
    assert(count == r->count);
    *found = (roll){order, slot, slots, loop.count, LIST_KEEP(a, loop)};
    return in_loops;
}
