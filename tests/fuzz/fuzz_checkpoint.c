/* SPDX-License-Identifier: BSD-3-Clause */
/* Checkpoints that are not what a run has written: any bytes, a good one with bytes
 * changed, or one that is cut off or changed and has the right checksum, as a stranger
 * can make it. The first ones are refused with a reason; the last one is, or the run goes
 * on from it and ends as any run does. */
#include <stdint.h>
#include "checkpoints.h"
#include "choices.h"
#include "scratch.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static resumed_file good[RESUMED_MODELS]; /* checkpoints as they should be */

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    const invo_checkpoint k = {.file = "good.ck"};
    const invo_checkpoint again = {.resume = "good.ck"};
    char message[512];
    (void)argc;
    (void)argv;
    scratch_enter();
    for (int i = 0; i < RESUMED_MODELS; i++) {
        const resumed_model *m = &resumed_models[i];
        remove("good.ck");
        if (resumed_run(m, &k, message) || !resumed_read("good.ck", &good[i]) ||
            resumed_run(m, &again, message)) {
            fprintf(stderr, "no good checkpoint of %s: %s\n", m->name, message);
            exit(2);
        }
    }
    return 0;
}

static size_t choose_place(choices *c, size_t from, size_t end) {
    const size_t at = (size_t)choose(c, 256) << 8 | (size_t)choose(c, 256);
    return from + at % (end - from);
}

/* Returns whether anything differs. */
static int change(choices *c, resumed_file *f, const resumed_file *of) {
    while (c->at < c->end)
        f->bytes[choose_place(c, 0, f->size)] = (unsigned char)choose(c, 256);
    return memcmp(f->bytes, of->bytes, f->size) != 0;
}

/* Puts whole numbers, doubles and bytes anywhere behind what names the run. */
static void forge(choices *c, resumed_file *f) {
    static const int64_t number[] = {0,         1,         2,         3,
                                     7,         100,       -1,        -2,
                                     INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN,
                                     1 << 20,   100000,    1ll << 53, 1ll << 40};
    static const double real[] = {0,        -1,   NAN,  INFINITY, -INFINITY, 1e308,
                                  4.9e-324, 1e-9, 1e15, -1e9,     0.5,       1.5,
                                  1e300,    -0.0, 2,    1e6};
    enum { SIZE = sizeof(int64_t) };
    while (c->at < c->end) {
        const int kind = choose(c, 3);
        const size_t at = choose_place(c, f->state, f->size - SIZE);
        const int k = choose(c, 256);
        if (kind == 0)
            memcpy(f->bytes + at, &number[k % 16], SIZE);
        else if (kind == 1)
            memcpy(f->bytes + at, &real[k % 16], SIZE);
        else
            f->bytes[at] = (unsigned char)k;
    }
    resumed_seal(f, f->size);
}

/* Leaves calls of systems out, as a run that has been through less would. */
static void forget(choices *c, resumed_file *f) {
    const size_t at = f->state + INVO_CHECKPOINT_MARKS * sizeof(int64_t);
    int64_t calls;
    memcpy(&calls, f->bytes + at, sizeof calls);
    const int64_t kept = calls * choose(c, 16) / 16 / 8 * 8;
    unsigned char *behind = f->bytes + at + sizeof calls + calls;
    memmove(behind - (calls - kept), behind, (size_t)(f->bytes + f->size - behind));
    memcpy(f->bytes + at, &kept, sizeof kept);
    f->size -= (size_t)(calls - kept);
}

static resumed_file copy_of(const resumed_file *f) {
    resumed_file own = *f;
    own.bytes = malloc(f->size);
    if (!own.bytes)
        exit(2);
    memcpy(own.bytes, f->bytes, f->size);
    return own;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const invo_checkpoint k = {.resume = "bad.ck"};
    choices c = {data, data + size};
    char message[512];
    if (size < 3)
        return 0;
    const int i = choose(&c, RESUMED_MODELS);
    const int kind = choose(&c, 8);
    resumed_file f = copy_of(&good[i]);
    int is_bad = 1;
    if (kind == 0)
        scratch_write("bad.ck", data + 2, size - 2);
    else if (kind == 1)
        is_bad = change(&c, &f, &good[i]);
    else if (kind == 2)
        resumed_seal(&f, choose_place(&c, resumed_payload(&f), f.size));
    else {
        if (kind == 3)
            forget(&c, &f);
        forge(&c, &f);
        is_bad = 0;
    }
    if (kind > 0)
        scratch_write("bad.ck", f.bytes, f.size);
    free(f.bytes);
    const invo_status status = resumed_run(&resumed_models[i], &k, message);
    if ((is_bad && (!status || !strstr(message, "bad.ck"))) || (status && !*message)) {
        fprintf(stderr, "status %d: %s\n", (int)status, message);
        abort();
    }
    return 0;
}
