/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes on options of the command line that have no effect in a run, by the other options
 * that they depend on. */
#include "cli.h"
#include <math.h>
#include <string.h>

/* The option has an effect where the choice `on` has one of these words. */
typedef struct idle_rule {
    const char *option, *on, *words;
} idle_rule;

static const idle_rule rules[] = {
    {"newton-epsilon", "newton", "inexact"},
    {"newton-forcing", "newton", "inexact"},
    {"newton-relative", "newton-test", "hybrid"},
    {"newton-first-test", "newton-test", "hybrid"},
    {"newton-tolerance", "newton-test", "auto hybrid move sum"},
    {"fold-limit", "retraction", "auto radial"},
    {"pivot-tolerance", "retraction", "auto chart"},
    {"stop-step", "by", "arclength"},
};

/* Options of the step size control, which constant steps do not have. */
static const char control_options[] =
    "first-step max-step min-step controller safety max-growth min-factor "
    "after-rejection step-power pi-power norm norm-size norm-over estimate";
/* Options of the way onto the constraints, where there are none. */
static const char constraint_options[] =
    "retraction project newton newton-start newton-epsilon newton-forcing "
    "newton-first-epsilon newton-limit newton-test newton-tolerance newton-relative "
    "newton-first-test fold-limit pivot-tolerance constraint-bound";

static const char *idle_choice(const invo_options *o, const char *name) {
    if (strcmp(name, "by") == 0 && isfinite(o->length))
        return "arclength";
#define CHOICE(field, flag, ...)                                                         \
    if (strcmp(name, flag) == 0)                                                         \
        return o->field;
#include "involute_option.def"
    return "";
}

static int idle_is_word(const char *word, const char *words) {
    const size_t size = strlen(word);
    for (size_t n; *(words += strspn(words, " ")); words += n) {
        n = strcspn(words, " ");
        if (n == size && strncmp(words, word, n) == 0)
            return 1;
    }
    return 0;
}

/* Options of the run to a point that linearize and steady take. */
static const char motion_words[] = "stop method max-step max-steps";

static void note_option(session *s, const char *name) {
    const invo_options *o = &s->options;
    if (!isnan(o->step) && idle_is_word(name, control_options))
        session_note(s, "--%s has no effect with constant steps (--step %.6g)", name,
                     o->step);
    if (isnan(o->step) && strcmp(name, "step-size") == 0)
        session_note(s, "--step-size has no effect without --step");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const idle_rule *r = &rules[i];
        const char *chosen = idle_choice(o, r->on);
        if (strcmp(name, r->option) == 0 && !idle_is_word(chosen, r->words))
            session_note(s, "--%s has no effect with --%s %s", name, r->on, chosen);
    }
}

void idle_note(session *s) {
    const arguments *a = s->arguments;
    for (int i = 0; i < a->setting_count; i++)
        note_option(s, a->settings[i].name);
}

void idle_note_place(session *s, const char *where) {
    const arguments *a = s->arguments;
    for (int i = 0; i < a->setting_count; i++)
        if (idle_is_word(a->settings[i].name, motion_words))
            session_note(s, "--%s has no effect with --at %s, which needs no run",
                         a->settings[i].name, where);
}

/* Has the result any equation that is not one for the highest derivatives? */
static int idle_has_constraints(const invo_result *r) {
    invo_ledger_row row;
    for (int i = 0; invo_result_residual(r, i, &row); i++)
        if (row.row.kind != INVO_ROW_TOP)
            return 1;
    return 0;
}

/* Notes the options of the command line that move points onto constraints. */
static void idle_note_constraints(session *s) {
    const arguments *a = s->arguments;
    if (idle_has_constraints(s->result))
        return;
    for (int i = 0; i < a->setting_count; i++)
        if (idle_is_word(a->settings[i].name, constraint_options))
            session_note(s, "--%s has no effect: the model has no constraints",
                         a->settings[i].name);
}

void idle_note_result(session *s) {
    const arguments *a = s->arguments;
    invo_result_section_row row;
    if (s->result)
        idle_note_constraints(s);
    if (!a->section_output || !s->result || invo_result_section(s->result, 0, &row))
        return;
    session_note(s, "neither --section nor the model names a section; %s has no rows",
                 a->section_output);
}
