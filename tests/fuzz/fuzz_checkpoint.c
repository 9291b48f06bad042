/* SPDX-License-Identifier: BSD-3-Clause */
/* Checkpoints that are not what a run has written: any bytes, a good one with bytes
 * changed, or one that ends too soon although its checksum is right. All of them are
 * refused with a reason. */
#include <stdint.h>
#include "../../src/base/archive.h"
#include "choices.h"
#include "involute.h"
#include "scratch.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model[] = "model Ball\n"
                            "  Real h(start = 1, fixed = true);\n"
                            "  Real v(start = 0, fixed = true);\n"
                            "equation\n"
                            "  der(h) = v;\n"
                            "  der(v) = -9.81;\n"
                            "  when h < 0 then\n"
                            "    reinit(v, -0.9*pre(v));\n"
                            "  end when;\n"
                            "end Ball;\n";

static unsigned char *good; /* a checkpoint as it should be */
static size_t good_size;

static invo_status run_ball(const invo_checkpoint *k, char message[256]) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    invo_options_init(&o);
    o.stop = 1.5;
    o.points = 5;
    o.checkpoint = k;
    invo_status status =
        c ? invo_model_parse(c, "ball.mo", model, strlen(model), &m) : INVO_E_MEMORY;
    if (!status)
        status = invo_model_run(m, &o, &r);
    snprintf(message, 256, "%s", c ? invo_context_message(c) : "");
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return status;
}

static void read_good(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END))
        scratch_fail(path);
    good_size = (size_t)ftell(f);
    rewind(f);
    good = malloc(good_size);
    if (!good || fread(good, 1, good_size, f) != good_size)
        scratch_fail(path);
    fclose(f);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    const invo_checkpoint k = {.file = "good.ck", .steps = 10};
    const invo_checkpoint again = {.resume = "good.ck", .steps = 10};
    char message[256];
    (void)argc;
    (void)argv;
    scratch_enter();
    if (run_ball(&k, message) || run_ball(&again, message)) {
        fprintf(stderr, "no good checkpoint: %s\n", message);
        exit(2);
    }
    read_good("good.ck");
    return 0;
}

/* Where the bytes begin that the checksum is of: after a line and two numbers. */
static size_t payload(void) {
    const unsigned char *end = memchr(good, '\n', good_size);
    return (size_t)(end - good) + 1 + 2 * sizeof(uint64_t);
}

static size_t cut(choices *c, unsigned char *bytes) {
    const size_t from = payload();
    const uint64_t kept = ((uint64_t)choose(c, 256) << 16 |
                           (uint64_t)choose(c, 256) << 8 | (uint64_t)choose(c, 256)) %
                          (good_size - from);
    const uint64_t head[2] = {kept, archive_hash(ARCHIVE_HASH_BEGIN, bytes + from, kept)};
    memcpy(bytes + from - sizeof head, head, sizeof head);
    return from + kept;
}

/* Returns whether anything differs. */
static int change(choices *c, unsigned char *bytes) {
    while (c->at < c->end) {
        const size_t at = ((size_t)choose(c, 256) << 16 | (size_t)choose(c, 256) << 8 |
                           (size_t)choose(c, 256)) %
                          good_size;
        bytes[at] = (unsigned char)choose(c, 256);
    }
    return memcmp(bytes, good, good_size) != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const invo_checkpoint k = {.resume = "bad.ck", .steps = 10};
    choices c = {data, data + size};
    char message[256];
    unsigned char *bytes = malloc(good_size);
    if (!bytes || size < 2) {
        free(bytes);
        return 0;
    }
    memcpy(bytes, good, good_size);
    int is_bad = 1;
    switch (choose(&c, 3)) {
    case 0:
        scratch_write("bad.ck", data + 1, size - 1);
        break;
    case 1:
        is_bad = change(&c, bytes);
        scratch_write("bad.ck", bytes, good_size);
        break;
    case 2:
        scratch_write("bad.ck", bytes, cut(&c, bytes));
        break;
    }
    free(bytes);
    const invo_status status = run_ball(&k, message);
    if (is_bad && (!status || !strstr(message, "bad.ck"))) {
        fprintf(stderr, "status %d: %s\n", (int)status, message);
        abort();
    }
    return 0;
}
