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
#include "../main_path/reuse.h"

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

/* The same while a model is completed, where nothing else is asked. */
static int ensemble_ask_all(void *pool) {
    const ensemble_pool *p = pool;
    return ensemble_is_interrupted(p->given);
}

/* What a thread works with: the model that ran last, in a context of its own. It serves
 * for the next member, too, where its completion can be certified for that. */
typedef struct ensemble_bench {
    ensemble_pool *pool;
    invo_context *context;
    invo_model *copy;
    int is_vain; /* completions of this model do not serve for others */
} ensemble_bench;

static void ensemble_clear(ensemble_bench *b) {
    invo_model_free(b->copy);
    invo_context_free(b->context);
    b->copy = NULL;
    b->context = NULL;
}

/* Certifies the model of the last member for this one, and runs it; 0: it does not serve.
 */
static int ensemble_serve(ensemble_bench *b, const invo_member *m, const invo_options *o,
                          invo_outcome *to) {
    if (!b->copy || b->is_vain)
        return 0;
    context_reset(b->context);
    if (options_check(b->context, o))
        return 0;
    const plan p = plan_new(o);
    if (!reuse_take(b->copy, &p, m->assignments, m->assignment))
        return 0;
    to->is_shared = 1;
    to->status = main_path_run_completed(b->copy, &p, &to->result);
    return 1;
}

/* Runs a member on a new copy of the model, which is to serve for others, too, or not. */
static invo_status ensemble_run(ensemble_bench *b, const invo_member *m,
                                const invo_options *o, int is_shared, invo_outcome *to) {
    const invo_model *from = b->pool->model;
    const int count = m->assignments;
    ensemble_clear(b);
    b->context = invo_context_new();
    if (!b->context)
        return INVO_E_MEMORY;
    invo_context_interrupt(b->context, ensemble_ask_all, b->pool);
    to->status =
        is_shared ? reuse_copy(b->context, from, count, m->assignment, &b->copy)
                  : main_path_copy_with(b->context, from, count, m->assignment, &b->copy);
    if (!to->status)
        to->status = invo_model_run(b->copy, o, &to->result);
    return INVO_OK;
}

/* The same; where a model that was to serve for others does not, and differs from one
 * that was not in the form of its start values, once more. */
static invo_status ensemble_renew(ensemble_bench *b, const invo_member *m,
                                  const invo_options *o, invo_outcome *to) {
    const int is_shared = !b->is_vain && !o->find_invariants;
    TRY(ensemble_run(b, m, o, is_shared, to));
    if (!is_shared || !b->copy)
        return INVO_OK;
    b->is_vain = reuse_is_vain(b->copy);
    if (reuse_is_exact(b->copy))
        return INVO_OK;
    invo_result_free(to->result);
    to->result = NULL;
    return ensemble_run(b, m, o, 0, to);
}

/* Runs one member and hands out what came of it, unless the ensemble was stopped: a
 * failure may come of that then, whatever it says. */
static void ensemble_do(ensemble_bench *b, const invo_member *m) {
    ensemble_pool *p = b->pool;
    invo_outcome to = {.member = m};
    invo_options o = m->options ? *m->options : *p->given->options;
    run_question question = {p->given, o.interrupt, o.interrupt_data};
    o.interrupt = ensemble_ask;
    o.interrupt_data = &question;
    if (!ensemble_serve(b, m, &o, &to) && ensemble_renew(b, m, &o, &to)) {
        ensemble_stop(p, INVO_E_MEMORY);
        return;
    }
    to.context = b->context;
    to.model = b->copy;
    if (to.status && ensemble_is_interrupted(p->given))
        ensemble_stop(p, INVO_E_INTERRUPT);
    else
        p->given->finished(p->given->data, &to);
    invo_result_free(to.result);
    if (b->copy)
        main_path_forget(b->copy); /* who keeps the result may be another thread */
}

static void *ensemble_work(void *pool) {
    ensemble_pool *p = pool;
    ensemble_bench bench = {.pool = p};
    invo_member m = {0};
    while (ensemble_take(p, &m)) {
        if (ensemble_is_interrupted(p->given)) {
            ensemble_stop(p, INVO_E_INTERRUPT);
            break;
        }
        ensemble_do(&bench, &m);
    }
    ensemble_clear(&bench);
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
