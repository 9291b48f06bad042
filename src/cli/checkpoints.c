/* SPDX-License-Identifier: BSD-3-Clause */
#include "checkpoints.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of an option, `usual` where it is not given; NaN: it is none. */
static double checkpoints_number(const char *text, double usual) {
    char *end;
    if (!text)
        return usual;
    const double value = strtod(text, &end);
    return end == text || *end || !isfinite(value) ? NAN : value;
}

static double checkpoints_every(const arguments *a) {
    return checkpoints_number(a->checkpoint_every, 60);
}

static double checkpoints_steps(const arguments *a) {
    return checkpoints_number(a->checkpoint_steps, 0);
}

static int is_standard(const char *path) {
    return path && strcmp(path, "-") == 0;
}

/* Is it the name of an output that is not complete? */
static int is_unfinished(const char *path) {
    static const char ENDING[] = ".part";
    size_t size = path ? strlen(path) : 0;
    while (size > 0 && path[size - 1] >= '0' && path[size - 1] <= '9')
        size--;
    const size_t ending = strlen(ENDING);
    return size > ending && memcmp(path + size - ending, ENDING, ending) == 0;
}

/* What needs all rows, or cannot be continued. */
static const char *checkpoints_obstacle(const arguments *a) {
    if (a->report)
        return "--report, which shows all rows";
    if (a->plot || a->terminal)
        return "--plot, which shows all rows; draw the results afterwards, by 'involute "
               "plot'";
    if (is_standard(a->output) || is_standard(a->section_output) ||
        is_standard(a->steps_output))
        return "output on standard output, which cannot be continued; give a file name";
    return is_standard(a->model) ? "a model from standard input; give a file name" : NULL;
}

int checkpoints_check(const arguments *a) {
    const double steps = checkpoints_steps(a);
    if (!a->checkpoint && a->checkpoint_every)
        return arguments_complain(a, "--checkpoint-every requires --checkpoint FILE");
    if (!a->checkpoint && !a->resume && a->checkpoint_steps)
        return arguments_complain(a, "--checkpoint-steps requires --checkpoint FILE");
    if (!(checkpoints_every(a) >= 0))
        return arguments_complain(a, "--checkpoint-every %s is no number of seconds",
                                  a->checkpoint_every);
    if (!(steps >= 0 && steps <= 1e12 && steps == floor(steps)))
        return arguments_complain(a, "--checkpoint-steps %s is no number of steps",
                                  a->checkpoint_steps);
    if (is_standard(a->checkpoint) || is_unfinished(a->checkpoint))
        return arguments_complain(
            a, "--checkpoint %s: %s; give another file name", a->checkpoint,
            is_standard(a->checkpoint) ? "a checkpoint is a file, not standard output"
                                       : "names of outputs that are not complete end so");
    const char *obstacle = a->checkpoint || a->resume ? checkpoints_obstacle(a) : NULL;
    return obstacle
               ? arguments_complain(a, "checkpoints do not go together with %s", obstacle)
               : 0;
}

enum {
    OF_OUTPUT = 0,
    OF_STEPS = INVO_OUTPUT_MARKS,
    OF_CROSSINGS = 2 * INVO_OUTPUT_MARKS
};

static int checkpoints_mark(void *data, long mark[INVO_CHECKPOINT_MARKS]) {
    const checkpoint_files *f = data;
    invo_status status = INVO_OK;
    if (f->output)
        status = invo_output_mark(f->context, f->output, mark + OF_OUTPUT);
    if (!status && f->steps)
        status = invo_output_mark(f->context, f->steps, mark + OF_STEPS);
    if (!status && f->crossings)
        status = invo_crossings_mark(f->context, f->crossings, mark + OF_CROSSINGS);
    return (int)status;
}

static int checkpoints_go_back(void *data, const long *mark) {
    const checkpoint_files *f = data;
    invo_status status = INVO_OK;
    if (f->output)
        status = invo_output_go_back(f->context, f->output, mark + OF_OUTPUT);
    if (!status && f->steps)
        status = invo_output_go_back(f->context, f->steps, mark + OF_STEPS);
    if (!status && f->crossings)
        status = invo_crossings_go_back(f->context, f->crossings, mark + OF_CROSSINGS);
    return (int)status;
}

/* The options of the command line itself that rows depend on, as a line. */
static char *checkpoints_words(const arguments *a) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s%s%s%s", a->output ? "--output " : "no --output",
            a->output ? a->output : "", a->columns ? " --columns " : "",
            a->columns ? a->columns : "");
    fprintf(out, "%s%s%s%s", a->steps_output ? " --steps-output " : "",
            a->steps_output ? a->steps_output : "",
            a->section_output ? " --section-output " : "",
            a->section_output ? a->section_output : "");
    if (!fclose(out))
        return text;
    free(text);
    return NULL;
}

invo_status checkpoints_ask(const arguments *a, checkpoint_files *files,
                            invo_options *options, invo_checkpoint *k, char **words) {
    *words = NULL;
    if (!a->checkpoint && !a->resume)
        return INVO_OK;
    *words = checkpoints_words(a);
    if (!*words)
        return INVO_E_MEMORY;
    *k = (invo_checkpoint){.file = a->checkpoint,
                           .every = checkpoints_every(a),
                           .steps = (long)checkpoints_steps(a),
                           .resume = a->resume,
                           .words = *words,
                           .mark = checkpoints_mark,
                           .go_back = checkpoints_go_back,
                           .data = files};
    options->checkpoint = k;
    return INVO_OK;
}
