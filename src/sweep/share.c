/* SPDX-License-Identifier: BSD-3-Clause */
/* An ensemble on several processes. The first keeps the journal and hands out members in
 * chunks, which become smaller towards the end; it runs members itself as well. The
 * others ask for chunks before they are out of members and send what came of each. One
 * thread of a process sends and receives, others run members: messages wait for that
 * thread no longer than SHARE_PAUSE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "sweep.h"
#include "../cli/say.h"

enum {
    TAG_HELLO = 1, /* helper: which ensemble it has, then it is one */
    TAG_ASK,       /* helper: wants members */
    TAG_CHUNK,     /* leader: numbers of members; none: there are no more */
    TAG_COLUMNS,   /* helper: a record of columns */
    TAG_MEMBER,    /* helper: a record of a member */
    TAG_STOP,      /* leader: the ensemble is stopped */
    TAG_BYE,       /* helper: has sent everything */
    MOST_CHUNK = 256
};

static const struct timespec SHARE_PAUSE = {.tv_nsec = 500000};

/* Begins a thread with the stack of a first one: it runs members, too. */
static int share_begin(pthread_t *thread, void *(*work)(void *), void *data) {
    enum { SHARE_STACK = 8 << 20 };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SHARE_STACK);
    const int failed = pthread_create(thread, &attributes, work, data);
    pthread_attr_destroy(&attributes);
    return failed;
}

/* --- the process that keeps the journal --- */

typedef struct share_leader {
    sweep *sweep;
    pthread_t thread;
    invo_status status;   /* of its own threads, */
    invo_status other;    /* ... and of another process that was stopped */
    int is_done;          /* these have ended */
    int helpers;          /* processes that have not said goodbye */
    int has_said_stop;    /* to these */
    record_bytes columns; /* of the member that comes next */
    int failed;           /* a process has another ensemble, or a message was lost */
    char *is_gone;        /* [ranks]: has said goodbye */
} share_leader;

static long leader_pick(void *data) {
    const share_leader *l = data;
    return sweep_pick(l->sweep);
}

static void leader_store(void *data, record_bytes columns, record_bytes member) {
    const share_leader *l = data;
    sweep_store(l->sweep, &columns, &member);
    free(columns.at);
    free(member.at);
}

static void *leader_work(void *data) {
    share_leader *l = data;
    const sweep_work w = {l->sweep, leader_pick, leader_store, l};
    l->status = work_run(&w);
    __atomic_store_n(&l->is_done, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* Sends the next members: fewer as they run out, so that all processes end together. */
static int leader_send_chunk(share_leader *l, int to) {
    sweep *s = l->sweep;
    int64_t chunk[MOST_CHUNK];
    long most = sweep_left(s) / (4L * s->ranks * (s->threads > 0 ? s->threads : 1));
    size_t n = 0;
    most = most < 1 ? 1 : most;
    most = most > MOST_CHUNK ? MOST_CHUNK : most;
    while (n < (size_t)most && !sweep_is_stopped(s)) {
        const long member = sweep_pick(s);
        if (member < 0)
            break;
        chunk[n++] = member;
    }
    return s->transport->send(to, TAG_CHUNK, chunk, n * sizeof *chunk);
}

static int leader_greet(share_leader *l, int from, const record_bytes *message) {
    sweep *s = l->sweep;
    if (message->size == sizeof s->is && memcmp(message->at, &s->is, sizeof s->is) == 0)
        return 0;
    say(stderr,
        "error: process %d reads another model, other members or other options than "
        "process 0; are the files the same on all machines?\n",
        from);
    return 1;
}

/* A process has ended: where something stopped it, all end. */
static int leader_part(share_leader *l, int from, const record_bytes *message) {
    int32_t status = INVO_OK;
    if (message->size != sizeof status)
        return 1;
    memcpy(&status, message->at, sizeof status);
    l->helpers--;
    l->is_gone[from] = 1;
    if (!status)
        return 0;
    l->other = (invo_status)status;
    __atomic_store_n(&l->sweep->stop, 1, __ATOMIC_RELAXED);
    return 0;
}

/* Answers a message. */
static int leader_answer(share_leader *l, int from, int tag, record_bytes *message) {
    switch (tag) {
    case TAG_HELLO:
        return leader_greet(l, from, message);
    case TAG_ASK:
        return leader_send_chunk(l, from);
    case TAG_COLUMNS: /* its member is the next message of this process, and may come
                         after those of others: columns are noted at once */
        return sweep_store_columns(l->sweep, message);
    case TAG_MEMBER:
        sweep_store(l->sweep, &l->columns, message);
        return 0;
    case TAG_BYE:
        return leader_part(l, from, message);
    }
    return 1;
}

/* Takes one message; *found: there was one. */
static int leader_take(share_leader *l, int *found) {
    const sweep_transport *t = l->sweep->transport;
    int from = 0;
    int tag = 0;
    record_bytes message = {0};
    if (t->probe(found, &from, &tag, &message.size))
        return 1;
    if (!*found)
        return 0;
    message.at = malloc(message.size + 1);
    int failed = !message.at || t->receive(from, tag, message.at, message.size);
    if (!failed)
        failed = leader_answer(l, from, tag, &message);
    free(message.at);
    return failed;
}

static int leader_say_stop(share_leader *l) {
    sweep *s = l->sweep;
    int failed = 0;
    l->has_said_stop = 1;
    for (int k = 1; k < s->ranks && !failed; k++)
        if (!l->is_gone[k])
            failed = s->transport->send(k, TAG_STOP, NULL, 0);
    return failed;
}

invo_status share_lead(sweep *s) {
    share_leader l = {.sweep = s, .helpers = s->ranks - 1};
    l.is_gone = calloc((size_t)s->ranks, 1);
    if (!l.is_gone || share_begin(&l.thread, leader_work, &l)) {
        free(l.is_gone);
        s->transport->abort(EXIT_FILES);
        return INVO_E_MEMORY;
    }
    while (!l.failed && (l.helpers || !__atomic_load_n(&l.is_done, __ATOMIC_ACQUIRE))) {
        int found = 0;
        l.failed = leader_take(&l, &found);
        if (!l.failed && sweep_is_stopped(s) && !l.has_said_stop)
            l.failed = leader_say_stop(&l);
        if (!found)
            nanosleep(&SHARE_PAUSE, NULL);
    }
    if (l.failed) /* what the journal has is kept */
        s->transport->abort(EXIT_FILES);
    pthread_join(l.thread, NULL);
    free(l.is_gone);
    return l.other ? l.other : l.status;
}

/* --- the others --- */

/* Records on their way, first come first sent. */
typedef struct share_parcel {
    record_bytes columns, member;
    struct share_parcel *next;
} share_parcel;

typedef struct share_helper {
    sweep *sweep;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t filled; /* there are members, or no more of them */
    int64_t *queue;        /* [queued], those from `taken` on are left */
    size_t queued, taken;
    int has_asked, is_empty; /* is_empty: the leader has no more */
    share_parcel *first, *last;
    uint64_t sent; /* hash of the columns that were sent last */
    int is_done;
    invo_status status;
} share_helper;

static int helper_is_over(const share_helper *h) {
    return h->is_empty || sweep_is_stopped(h->sweep);
}

/* Waits for members; signals do not wake it up, so that it looks now and then. */
static long helper_pick(void *data) {
    share_helper *h = data;
    pthread_mutex_lock(&h->lock);
    while (h->taken == h->queued && !helper_is_over(h)) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&h->filled, &h->lock, &until);
    }
    const int found = h->taken < h->queued && !sweep_is_stopped(h->sweep);
    const long member = found ? (long)h->queue[h->taken++] : -1;
    pthread_mutex_unlock(&h->lock);
    return member;
}

static void helper_store(void *data, record_bytes columns, record_bytes member) {
    share_helper *h = data;
    share_parcel *p = malloc(sizeof *p);
    if (!p || !member.at) {
        __atomic_store_n(&h->sweep->stop, 1, __ATOMIC_RELAXED);
        free(columns.at);
        free(member.at);
        free(p);
        return;
    }
    *p = (share_parcel){columns, member, NULL};
    pthread_mutex_lock(&h->lock);
    if (h->last)
        h->last->next = p;
    else
        h->first = p;
    h->last = p;
    pthread_mutex_unlock(&h->lock);
}

static void *helper_work(void *data) {
    share_helper *h = data;
    const sweep_work w = {h->sweep, helper_pick, helper_store, h};
    h->status = work_run(&w);
    __atomic_store_n(&h->is_done, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* Sends the first parcel; *found: there was one. Columns that were sent with the last one
 * are not sent again. */
static int helper_send(share_helper *h, int *found) {
    const sweep_transport *t = h->sweep->transport;
    pthread_mutex_lock(&h->lock);
    share_parcel *p = h->first;
    if (p) {
        h->first = p->next;
        if (!h->first)
            h->last = NULL;
    }
    pthread_mutex_unlock(&h->lock);
    *found = p != NULL;
    if (!p)
        return 0;
    int failed = 0;
    const uint64_t hash =
        hash_bytes(1, p->columns.at, p->columns.at ? p->columns.size : 0);
    if (p->columns.at && hash != h->sent)
        failed = t->send(0, TAG_COLUMNS, p->columns.at, p->columns.size);
    h->sent = hash;
    if (!failed)
        failed = t->send(0, TAG_MEMBER, p->member.at, p->member.size);
    free(p->columns.at);
    free(p->member.at);
    free(p);
    return failed;
}

/* Puts a chunk behind the members that are left. */
static int helper_fill(share_helper *h, size_t size) {
    const size_t more = size / sizeof *h->queue;
    int failed = 0;
    pthread_mutex_lock(&h->lock);
    const size_t left = h->queued - h->taken;
    memmove(h->queue, h->queue + h->taken, left * sizeof *h->queue);
    h->taken = 0;
    h->queued = left;
    if (more)
        failed = h->sweep->transport->receive(0, TAG_CHUNK, h->queue + left, size);
    h->queued += more;
    h->has_asked = 0;
    h->is_empty = more == 0;
    pthread_cond_broadcast(&h->filled);
    pthread_mutex_unlock(&h->lock);
    return failed;
}

/* Takes one message of the leader; *found: there was one. */
static int helper_take(share_helper *h, int *found) {
    int from = 0;
    int tag = 0;
    size_t size = 0;
    if (h->sweep->transport->probe(found, &from, &tag, &size))
        return 1;
    if (!*found)
        return 0;
    if (tag == TAG_CHUNK)
        return size > MOST_CHUNK * sizeof *h->queue ? 1 : helper_fill(h, size);
    __atomic_store_n(&h->sweep->stop, 1, __ATOMIC_RELAXED);
    return tag != TAG_STOP;
}

/* Asks for members before the threads have none. */
static int helper_ask(share_helper *h) {
    const size_t enough = (size_t)(h->sweep->threads > 0 ? h->sweep->threads : 1);
    pthread_mutex_lock(&h->lock);
    const int is_due =
        !h->has_asked && !helper_is_over(h) && h->queued - h->taken < enough;
    if (is_due)
        h->has_asked = 1;
    pthread_mutex_unlock(&h->lock);
    return is_due ? h->sweep->transport->send(0, TAG_ASK, NULL, 0) : 0;
}

/* Until the threads have ended and everything is sent. */
static int helper_talk(share_helper *h) {
    const sweep *s = h->sweep;
    int failed = s->transport->send(0, TAG_HELLO, &s->is, sizeof s->is);
    while (!failed) {
        int sent = 0;
        int taken = 0;
        const int is_done = __atomic_load_n(&h->is_done, __ATOMIC_ACQUIRE);
        failed = helper_send(h, &sent);
        if (!failed && !sent && is_done && !h->has_asked)
            break;
        if (!failed)
            failed = helper_ask(h);
        if (!failed)
            failed = helper_take(h, &taken);
        if (!sent && !taken)
            nanosleep(&SHARE_PAUSE, NULL);
    }
    const int32_t status = (int32_t)h->status;
    return failed ? failed : s->transport->send(0, TAG_BYE, &status, sizeof status);
}

invo_status share_help(sweep *s) {
    share_helper h = {.sweep = s};
    h.queue = calloc((size_t)MOST_CHUNK + (size_t)(s->threads > 0 ? s->threads : 1),
                     sizeof *h.queue);
    pthread_mutex_init(&h.lock, NULL);
    pthread_cond_init(&h.filled, NULL);
    if (!h.queue || share_begin(&h.thread, helper_work, &h) || helper_talk(&h))
        s->transport->abort(EXIT_FILES);
    else
        pthread_join(h.thread, NULL);
    pthread_mutex_destroy(&h.lock);
    pthread_cond_destroy(&h.filled);
    free(h.queue);
    return h.status;
}
