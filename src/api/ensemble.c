/* SPDX-License-Identifier: BSD-3-Clause */
/* Ensembles: members are handed out one by one to threads, each of which runs them on
 * copies of the model in contexts of their own. Threads share the list of members and
 * nothing else. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>
#include "../base/options.h"
#include "../main_path/main_path.h"

/* Of a thread: what the first one of a program has. Texts nest deeply in some models. */
enum { ENSEMBLE_STACK = 8 << 20, MOST_THREADS = 4096 };

typedef struct ensemble_pool {
    const invo_model *model;
    const invo_ensemble *given;
    pthread_mutex_t lock;
    long taken;
    int is_over;        /* no member is left, or the ensemble is stopped */
    invo_status status; /* why it was stopped */
} ensemble_pool;

int invo_processors(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

static int ensemble_is_interrupted(const invo_ensemble *e) {
    return e->interrupt && e->interrupt(e->data);
}

static void ensemble_stop(ensemble_pool *p, invo_status why) {
    pthread_mutex_lock(&p->lock);
    p->is_over = 1;
    if (!p->status)
        p->status = why;
    pthread_mutex_unlock(&p->lock);
}

/* Takes the next member off the list; 0: there is none. */
static int ensemble_take(ensemble_pool *p, invo_member *m) {
    const invo_ensemble *e = p->given;
    pthread_mutex_lock(&p->lock);
    if (!p->is_over && e->member) {
        p->is_over = p->taken >= e->members;
        if (!p->is_over)
            *m = e->member[p->taken++];
    } else if (!p->is_over) {
        p->is_over = !e->next(e->data, m);
    }
    const int found = !p->is_over;
    pthread_mutex_unlock(&p->lock);
    return found;
}

/* Who may stop a run: the ensemble, and whoever its options name. */
typedef struct run_question {
    const invo_ensemble *ensemble;
    int (*own)(void *data);
    void *own_data;
} run_question;

static int ensemble_ask(void *data) {
    const run_question *q = data;
    return ensemble_is_interrupted(q->ensemble) || (q->own && q->own(q->own_data));
}

static invo_status ensemble_run(const ensemble_pool *p, const invo_member *m,
                                invo_context *c, invo_model **copy, invo_result **r) {
    invo_options o = m->options ? *m->options : *p->given->options;
    run_question question = {p->given, o.interrupt, o.interrupt_data};
    o.interrupt = ensemble_ask;
    o.interrupt_data = &question;
    TRY(main_path_copy_with(c, p->model, m->assignments, m->assignment, copy));
    return invo_model_run(*copy, &o, r);
}

/* Runs one member and hands out what came of it, unless the ensemble was stopped. */
static void ensemble_do(ensemble_pool *p, const invo_member *m) {
    invo_context *c = invo_context_new();
    invo_model *copy = NULL;
    invo_outcome o = {.member = m, .context = c};
    if (!c) {
        ensemble_stop(p, INVO_E_MEMORY);
        return;
    }
    o.status = ensemble_run(p, m, c, &copy, &o.result);
    o.model = copy;
    if (o.status == INVO_E_INTERRUPT && ensemble_is_interrupted(p->given))
        ensemble_stop(p, INVO_E_INTERRUPT);
    else
        p->given->finished(p->given->data, &o);
    invo_result_free(o.result);
    invo_model_free(copy);
    invo_context_free(c);
}

static void *ensemble_work(void *pool) {
    ensemble_pool *p = pool;
    invo_member m = {0};
    while (ensemble_take(p, &m)) {
        if (ensemble_is_interrupted(p->given)) {
            ensemble_stop(p, INVO_E_INTERRUPT);
            break;
        }
        ensemble_do(p, &m);
    }
    return NULL;
}

/* Works with so many threads, this one among them; fewer where the system has no more. */
static void ensemble_share(ensemble_pool *p, int threads, pthread_t *thread) {
    pthread_attr_t attributes;
    int begun = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, ENSEMBLE_STACK);
    while (begun < threads - 1 &&
           pthread_create(&thread[begun], &attributes, ensemble_work, p) == 0)
        begun++;
    pthread_attr_destroy(&attributes);
    ensemble_work(p);
    for (int k = 0; k < begun; k++)
        pthread_join(thread[k], NULL);
}

invo_status invo_model_sweep(invo_model *m, const invo_ensemble *e) {
    assert(e->finished && (e->next || e->member || e->members == 0));
    ensemble_pool p = {.model = m, .given = e};
    context_reset(m->context);
    if (e->options)
        TRY(options_check(m->context, e->options));
    if (e->threads < 0 || e->threads > MOST_THREADS)
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "%d threads; give a number from 1 to %d, or 0 for one for each "
                      "processor",
                      e->threads, MOST_THREADS);
    int threads = e->threads ? e->threads : invo_processors();
    if (e->member && threads > e->members)
        threads = e->members > 1 ? (int)e->members : 1;
    pthread_t *thread = memory_alloc(m->context, sizeof *thread * (size_t)threads);
    if (!thread)
        return INVO_E_MEMORY;
    pthread_mutex_init(&p.lock, NULL);
    p.is_over = !e->member && !e->next;
    ensemble_share(&p, threads, thread);
    pthread_mutex_destroy(&p.lock);
    free(thread);
    return p.status ? report(m->context, p.status, NAN, "%s", invo_status_text(p.status))
                    : INVO_OK;
}
