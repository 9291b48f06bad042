/* SPDX-License-Identifier: BSD-3-Clause */
/* The summaries of `run --json` and `analyze --json`. Numbers that are not finite are
 * null. */
#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/context.h"
#include "json_text.h"
#include "row.h"

/* jansson returns NULL or -1 where memory is short; every call goes on, and the writer
 * remembers it for the end. */
typedef struct writer {
    invo_context *context;
    int failed;
} writer;

/* A key is UTF-8: it is written here, or was a string. */
static void json_put(writer *w, json_t *object, const char *key, json_t *value) {
    assert(key);
    if (json_object_set_new_nocheck(object, key, value))
        w->failed = 1;
}

static void json_push(writer *w, json_t *array, json_t *value) {
    if (json_array_append_new(array, value))
        w->failed = 1;
}

static json_t *real(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}
static json_t *count(long n) {
    return json_integer(n);
}

/* JSON is UTF-8; other bytes (a path, a quoted name) become question marks. */
static char *ascii(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    for (char *p = copy; p && *p; p++)
        if (*p & 0x80)
            *p = '?';
    return copy;
}

static json_t *word(const char *text) {
    if (!text)
        return json_null();
    json_t *j = json_string(text);
    if (j)
        return j;
    char *copy = ascii(text);
    j = copy ? json_string(copy) : NULL;
    free(copy);
    return j;
}

/* The same for a key that a user chose. */
static void put_named(writer *w, json_t *object, const char *key, json_t *value) {
    assert(key);
    json_t *name = word(key);
    if (name)
        json_put(w, object, json_string_value(name), value);
    else {
        json_decref(value);
        w->failed = 1;
    }
    json_decref(name);
}

static json_t *error(writer *w) {
    const invo_context *c = w->context;
    json_t *o = json_object();
    json_put(w, o, "code", word(invo_status_code(c->status)));
    json_put(w, o, "message", word(c->first));
    json_put(w, o, "where", word(c->where));
    json_put(w, o, "t", real(c->t));
    return o;
}

static json_t *settings(writer *w, const invo_options *s) {
    json_t *o = json_object();
#define REAL(field, flag, initial, low, high, argument, help)                            \
    json_put(w, o, #field, real(s->field));
#define COUNT(field, flag, initial, low, high, argument, help)                           \
    json_put(w, o, #field, count(s->field));
#define CHOICE(field, flag, initial, words, help) json_put(w, o, #field, word(s->field));
#define TEXT(field, flag, initial, argument, help) json_put(w, o, #field, word(s->field));
#define FLAG(field, flag, help) json_put(w, o, #field, json_boolean(s->field));
#include "involute_option.def"
    return o;
}

static json_t *structure(writer *w, const invo_model *m) {
    const invo_structure *s = m ? invo_model_structure(m) : NULL;
    if (!s)
        return json_null();
    json_t *o = json_object();
    json_put(w, o, "unknowns", count(s->unknowns));
    json_put(w, o, "equations", count(s->equations));
    json_put(w, o, "index", count(s->index));
    json_put(w, o, "dof", count(s->dof));
    json_put(w, o, "coordinates", count(s->coordinates));
    json_put(w, o, "constraints", count(s->constraints));
    json_put(w, o, "invariants", count(s->invariants));
    return o;
}

static json_t *statistics(writer *w, const invo_statistics *s) {
    json_t *o = json_object();
#define COUNTER(name, about) json_put(w, o, #name, count(s->name));
#define DURATION(name, about) json_put(w, o, #name, real(s->name));
#include "involute_statistics.def"
    double average =
        s->retractions ? (double)s->newton_iterations / (double)s->retractions : 0.0;
    json_put(w, o, "newton_average", real(average));
    json_put(w, o, "direction_seconds", json_null()); /* not measured */
    json_put(w, o, "retraction_seconds", json_null());
    return o;
}

static json_t *json_ledger_row(writer *w, const invo_ledger_row *row,
                               const invo_verified_row *verified) {
    json_t *o = json_object();
    if (!row->row.equation)
        w->failed = 1; /* there was no memory for its text */
    json_put(w, o, "equation", word(row->row.equation));
    json_put(w, o, "where", word(row->row.where));
    json_put(w, o, "level", count(row->row.level));
    json_put(w, o, "kind", word(row_kind_word(row->row.kind)));
    json_put(w, o, "max", real(row->max));
    json_put(w, o, "scaled_max", real(row->scaled_max));
    json_put(w, o, "left_out", json_boolean(row->left_out));
    json_put(w, o, "digits", real(row->digits));
    json_put(w, o, "until", real(row->until));
    json_put(w, o, "verified_max", verified ? real(verified->max) : json_null());
    json_put(w, o, "verified_units", verified ? real(verified->units) : json_null());
    return o;
}

static json_t *singulars(writer *w, const invo_result *r) {
    json_t *list = json_array();
    invo_singular row;
    for (int i = 0; invo_result_singular(r, i, &row); i++) {
        json_t *o = json_object();
        json_t *equations = json_array();
        json_put(w, o, "t", real(row.t));
        json_put(w, o, "sigma", real(row.sigma));
        json_put(w, o, "sigma_start", real(row.start));
        for (int k = 0; k < row.equations; k++)
            json_push(w, equations, word(row.equation[k]));
        json_put(w, o, "equations", equations);
        json_push(w, list, o);
    }
    return list;
}

static json_t *events(writer *w, const invo_result *r) {
    json_t *list = json_array();
    invo_result_event_row event;
    for (long i = 0; invo_result_event(r, i, &event); i++) {
        json_t *o = json_object();
        json_put(w, o, "name", word(event.name));
        json_put(w, o, "t", real(event.t));
        json_push(w, list, o);
    }
    return list;
}

static json_t *json_sections(writer *w, const invo_result *r) {
    json_t *list = json_array();
    invo_result_section_row row;
    for (int i = 0; invo_result_section(r, i, &row); i++) {
        json_t *o = json_object();
        json_put(w, o, "name", word(row.name));
        json_put(w, o, "crossings", count(row.crossings));
        json_push(w, list, o);
    }
    return list;
}

static json_t *impasses(writer *w, const invo_result *r) {
    json_t *list = json_array();
    invo_result_impasse_row row;
    for (long i = 0; invo_result_impasse(r, i, &row); i++) {
        json_t *o = json_object();
        json_put(w, o, "kind", word(row.kind));
        json_put(w, o, "t", real(row.t));
        json_put(w, o, "s", real(row.s));
        json_put(w, o, "sigma", real(row.sigma));
        json_push(w, list, o);
    }
    return list;
}

static json_t *ledger(writer *w, const invo_result *r) {
    json_t *o = json_object();
    json_t *rows = json_array();
    invo_ledger_row row;
    double worst = 0;
    for (int i = 0; invo_result_ledger(r, i, &row); i++) {
        invo_verified_row v;
        const int is_verified = invo_result_verified(r, i, &v);
        json_push(w, rows, json_ledger_row(w, &row, is_verified ? &v : NULL));
        if (!(row.max <= worst))
            worst = row.max; /* keeps a NaN */
    }
    json_put(w, o, "max_residual", real(worst));
    json_put(w, o, "constraints", rows);
    return o;
}

static json_t *json_verification(writer *w, const invo_result *r) {
    invo_verification v;
    if (!invo_result_verification(r, &v))
        return json_null();
    json_t *o = json_object();
    json_put(w, o, "rows", count(v.rows));
    json_put(w, o, "agrees", json_boolean(v.agrees));
    json_put(w, o, "units", real(v.units));
    json_put(w, o, "gap", real(v.gap));
    json_put(w, o, "seconds", real(v.seconds));
    return o;
}

static json_t *json_proof(writer *w, double t, const invo_proof *p) {
    json_t *o = json_object();
    json_put(w, o, "t", real(t));
    json_put(w, o, "verdict", word(invo_proof_word(p->verdict)));
    json_put(w, o, "rank", count(p->rank));
    json_put(w, o, "radius", real(p->radius));
    json_put(w, o, "ulps", real(p->ulps));
    json_put(w, o, "condition", real(p->condition));
    return o;
}

static json_t *json_certificate(writer *w, const invo_result *r) {
    invo_certification c;
    invo_proof p;
    double t;
    if (!invo_result_certification(r, &c))
        return json_null();
    json_t *o = json_object();
    json_t *points = json_array();
    json_put(w, o, "rows", count(c.rows));
    json_put(w, o, "proved", count(c.proved));
    json_put(w, o, "median_ulps", real(c.median_ulps));
    json_put(w, o, "max_ulps", real(c.max_ulps));
    json_put(w, o, "max_radius", real(c.max_radius));
    json_put(w, o, "max_condition", real(c.max_condition));
    json_put(w, o, "dependent", count(c.dependent));
    json_put(w, o, "seconds", real(c.seconds));
    for (long i = 0; invo_result_proof(r, i, &t, &p); i++)
        json_push(w, points, json_proof(w, t, &p));
    json_put(w, o, "points", points);
    return o;
}

/* Marks what large models leave out of `final`, as tables do: [columns], or NULL. */
static char *json_extra(const invo_result *r, const invo_model *m, const char *patterns) {
    const int columns = invo_result_columns(r);
    if (!m || columns <= INVO_COLUMNS_ALL)
        return NULL;
    const char **name = calloc((size_t)columns, sizeof *name);
    char *extra = calloc((size_t)columns, 1);
    for (int j = 0; name && extra && j < columns; j++) {
        name[j] = invo_result_column(r, j);
        extra[j] = patterns && !invo_column_chosen(patterns, name[j]);
    }
    if (name && extra && !patterns)
        invo_columns_extra(m, columns, name, extra);
    free((void *)name);
    return extra;
}

static void put_final(writer *w, json_t *o, const invo_result *r, const invo_model *m,
                      const char *patterns) {
    const double *row = invo_result_final(r);
    json_t *values = json_object();
    char *extra = json_extra(r, m, patterns);
    long left_out = 0;
    for (int j = 0; row && j < invo_result_columns(r); j++) {
        if (extra && extra[j])
            left_out++;
        else
            put_named(w, values, invo_result_column(r, j), real(row[j + 1]));
    }
    free(extra);
    json_put(w, o, "final", values);
    json_put(w, o, "columns_left_out", count(left_out));
}

static void put_result(writer *w, json_t *o, const invo_result *r, const invo_model *m,
                       const char *patterns) {
    const double *row = invo_result_final(r);
    json_put(w, o, "stopped_by", word(invo_result_stopped_by(r)));
    json_put(w, o, "t", row ? real(row[0]) : json_null());
    json_put(w, o, "enforced", json_boolean(invo_result_enforced(r)));
    json_put(w, o, "unsteady", real(invo_result_unsteady(r)));
    json_put(w, o, "arclength", real(invo_result_arclength(r)));
    put_final(w, o, r, m, patterns);
    json_put(w, o, "settings", settings(w, invo_result_settings(r)));
    json_put(w, o, "structure", structure(w, m));
    json_put(w, o, "statistics", statistics(w, invo_result_statistics(r)));
    json_put(w, o, "ledger", ledger(w, r));
    json_put(w, o, "verification", json_verification(w, r));
    json_put(w, o, "certificate", json_certificate(w, r));
    json_put(w, o, "events", events(w, r));
    json_put(w, o, "sections", json_sections(w, r));
    json_put(w, o, "singular", singulars(w, r));
    json_put(w, o, "impasses", impasses(w, r));
}

static invo_status json_finish(writer *w, json_t *o, char **text) {
    *text = w->failed ? NULL : json_text(o);
    json_decref(o);
    if (*text)
        return INVO_OK;
    return report(w->context, INVO_E_MEMORY, NAN, "out of memory for the JSON summary");
}

/* --- what a run can be repeated from --- */

static json_t *json_parameters(writer *w, const invo_model *m) {
    json_t *o = json_object();
    invo_parameter p;
    for (int i = 0; m && invo_model_parameter(m, i, &p); i++)
        put_named(w, o, p.name, real(p.value));
    return o;
}

typedef int unit_reader(const invo_model *m, const char *column, char *unit, size_t size);

static void put_unit(writer *w, json_t *o, const invo_model *m, const char *column,
                     unit_reader *read) {
    char unit[100];
    if (read(m, column, unit, sizeof unit) > 0)
        put_named(w, o, column, word(unit));
}

/* The units of the columns that have one. */
static json_t *json_units(writer *w, const invo_result *r, const invo_model *m,
                          unit_reader *read) {
    json_t *o = json_object();
    if (m && r)
        put_unit(w, o, m, "time", read);
    for (int j = 0; m && r && j < invo_result_columns(r); j++)
        put_unit(w, o, m, invo_result_column(r, j), read);
    return o;
}

static int read_display_unit(const invo_model *m, const char *column, char *unit,
                             size_t size) {
    const char *of = invo_model_display_unit(m, column);
    *unit = 0;
    return *of ? snprintf(unit, size, "%s", of) : 0;
}

/* Lists notes and warnings of a message, one for each line that is neither an error nor
 * a source line with its caret. */
static json_t *json_notes(writer *w, const char *message) {
    static const char note[] = "note: ";
    json_t *list = json_array();
    while (*message) {
        size_t size = strcspn(message, "\n");
        char *line = strndup(message, size);
        if (!line)
            w->failed = 1;
        else if (strncmp(line, note, strlen(note)) == 0)
            json_push(w, list, word(line + strlen(note)));
        else if (line[0] != ' ' &&
                 (strstr(line, ": note: ") || strstr(line, "warning: ")))
            json_push(w, list, word(line));
        free(line);
        message += size + (message[size] == '\n');
    }
    return list;
}

static json_t *json_files(writer *w, const invo_run_info *info) {
    json_t *o = json_object();
    for (int k = 0; k < info->files; k++)
        json_put(w, o, info->file[k].role, word(info->file[k].path));
    return o;
}

static void put_run(writer *w, json_t *o, const invo_result *r, const invo_model *m,
                    const invo_run_info *info) {
    const char *message =
        info && info->messages ? info->messages : invo_context_message(w->context);
    json_put(w, o, "version", word(invo_version()));
    if (info) {
        json_put(w, o, "command", word(info->command));
        json_put(w, o, "rows", count(info->rows));
        json_put(w, o, "files", json_files(w, info));
    }
    json_put(w, o, "parameters", json_parameters(w, m));
    json_put(w, o, "units", json_units(w, r, m, invo_column_unit));
    json_put(w, o, "display_units", json_units(w, r, m, read_display_unit));
    json_put(w, o, "notes", json_notes(w, message));
}

/* The context may hold the error of another run; a run that is done has none of its own,
 * only of its files. */
static int has_error(const invo_context *c, const invo_result *r) {
    int done = r && strcmp(invo_result_status(r), "done") == 0;
    return c->status && (!done || c->status == INVO_E_FILE);
}

invo_status invo_run_json(invo_context *c, const invo_result *r, const invo_model *m,
                          const invo_run_info *info, char **text) {
    writer w = {c, 0};
    json_t *o = json_object();
    int failed = has_error(c, r);
    const char *status = r ? invo_result_status(r) : "done";
    if (failed && strcmp(status, "done") == 0)
        status = "failed";
    json_put(&w, o, "model", word(m ? invo_model_name(m) : NULL));
    json_put(&w, o, "status", word(status));
    if (failed)
        json_put(&w, o, "error", error(&w));
    put_run(&w, o, r, m, info);
    if (r)
        put_result(&w, o, r, m, info ? info->columns : NULL);
    return json_finish(&w, o, text);
}

invo_status invo_result_json(invo_context *c, const invo_result *r, const invo_model *m,
                             char **text) {
    return invo_run_json(c, r, m, NULL, text);
}

typedef int offset_reader(const invo_model *m, int i, invo_offset *offset);

/* An equation also tells the unknown that it is assigned to. */
static json_t *offset_list(writer *w, const invo_model *m, offset_reader *read) {
    json_t *list = json_array();
    invo_offset offset, unknown;
    for (int i = 0; read(m, i, &offset); i++) {
        json_t *o = json_object();
        json_put(w, o, "name", word(offset.name));
        json_put(w, o, "offset", count(offset.offset));
        if (read == invo_model_equation_offset)
            json_put(w, o, "assigned",
                     invo_model_unknown_offset(m, offset.assigned, &unknown)
                         ? word(unknown.name)
                         : json_null());
        json_push(w, list, o);
    }
    return list;
}

static json_t *offsets(writer *w, const invo_model *m) {
    json_t *o = json_object();
    json_put(w, o, "equations", offset_list(w, m, invo_model_equation_offset));
    json_put(w, o, "unknowns", offset_list(w, m, invo_model_unknown_offset));
    return o;
}

enum { SIGNATURE_SIZE = 50 }; /* equations, unknowns; larger ones are left out */

/* Rows of orders, null where an unknown does not occur. */
static json_t *signature(writer *w, const invo_model *m) {
    const invo_structure *s = invo_model_structure(m);
    if (!s || s->equations > SIGNATURE_SIZE || s->unknowns > SIGNATURE_SIZE)
        return json_null();
    json_t *rows = json_array();
    for (int i = 0; i < s->equations; i++) {
        json_t *row = json_array();
        for (int j = 0; j < s->unknowns; j++) {
            int order = invo_model_signature(m, i, j);
            json_push(w, row, order < 0 ? json_null() : count(order));
        }
        json_push(w, rows, row);
    }
    return rows;
}

static void put_hidden(writer *w, json_t *o, const invo_model *m) {
    json_t *text = json_array();
    json_t *from = json_array();
    invo_hidden h;
    for (int i = 0; invo_model_hidden(m, i, &h); i++) {
        json_t *origin = json_object();
        json_push(w, text, h.text ? word(h.text) : json_null());
        json_put(w, origin, "equation", word(h.from));
        json_put(w, origin, "where", word(h.where));
        json_put(w, origin, "level", count(h.level));
        json_push(w, from, origin);
    }
    json_put(w, o, "hidden_constraints", text);
    json_put(w, o, "hidden_from", from);
}

static void put_levels(writer *w, json_t *o, const invo_model *m) {
    json_t *levels = json_array();
    json_t *algebraic = json_array();
    json_t *differential = json_array();
    invo_level l;
    invo_selected c;
    for (int i = 0; invo_model_level(m, i, &l); i++) {
        json_t *row = json_object();
        json_put(w, row, "level", count(l.level));
        json_put(w, row, "text", word(l.text));
        json_push(w, levels, row);
    }
    for (int k = 0; invo_model_selected(m, k, &c); k++)
        json_push(w, c.algebraic ? algebraic : differential, word(c.name));
    json_put(w, o, "constraint_levels", levels);
    json_put(w, o, "algebraic_components", algebraic);
    json_put(w, o, "differential_components", differential);
}

static json_t *redundant(writer *w, const invo_model *m) {
    const invo_system *s = invo_model_system(m);
    json_t *list = json_array();
    for (int i = 0; s && s->row && i < s->rows; i++) {
        if (s->row[i].kind != INVO_ROW_REDUNDANT)
            continue;
        json_t *o = json_object();
        json_put(w, o, "equation", word(s->row[i].equation));
        json_put(w, o, "where", word(s->row[i].where));
        json_push(w, list, o);
    }
    return list;
}

static void put_conditioning(writer *w, json_t *o, const invo_conditioning *k) {
    json_put(w, o, "rows", count(k->rows));
    json_put(w, o, "columns", count(k->columns));
    json_put(w, o, "rank", k->rank < 0 ? json_null() : count(k->rank));
    json_put(w, o, "smallest", real(k->smallest));
    json_put(w, o, "largest", real(k->largest));
    json_put(w, o, "condition", real(k->largest / k->smallest));
}

/* Those of more than one equation, and those that were prolonged. */
static json_t *certified_blocks(writer *w, const invo_model *m) {
    json_t *list = json_array();
    invo_block_info b;
    for (int i = 0; invo_model_block(m, i, &b); i++) {
        if (b.size < 2 && !b.prolonged)
            continue;
        json_t *o = json_object();
        json_put(w, o, "size", count(b.size));
        json_put(w, o, "prolonged", count(b.prolonged));
        json_put(w, o, "where", word(b.where));
        put_conditioning(w, o, &b.matrix);
        json_push(w, list, o);
    }
    return list;
}

static json_t *json_start_values(writer *w, const invo_model *m,
                                 const invo_certificate *k) {
    json_t *o = json_object();
    json_t *free_ones = json_array();
    json_t *independent = json_array();
    invo_initial p;
    for (int i = 1; k->looked && invo_model_initial(m, i, &p); i++) {
        if (p.free)
            json_push(w, free_ones, word(p.name));
        if (p.independent)
            json_push(w, independent, word(p.name));
    }
    json_put(w, o, "fixed", k->taken < 0 ? json_null() : count(k->taken));
    json_put(w, o, "looked", json_boolean(k->looked));
    json_put(w, o, "free", free_ones);
    json_put(w, o, "independent", independent);
    return o;
}

static json_t *origins(writer *w, const invo_model *m) {
    json_t *o = json_object();
    invo_initial p;
    for (int i = 1; invo_model_initial(m, i, &p); i++)
        put_named(w, o, p.name, *p.origin ? word(p.origin) : json_null());
    return o;
}

static json_t *certificate(writer *w, const invo_model *m) {
    const invo_certificate *k = invo_model_certificate(m);
    if (!k)
        return json_null();
    json_t *o = json_object();
    json_t *constraint = json_object();
    put_conditioning(w, constraint, &k->constraint);
    json_put(w, o, "constraint_jacobian", constraint);
    json_put(w, o, "blocks", certified_blocks(w, m));
    json_put(w, o, "start_values", json_start_values(w, m, k));
    json_put(w, o, "origins", origins(w, m));
    return o;
}

static void json_put_point(writer *w, json_t *o, const invo_model *m) {
    const invo_system *s = invo_model_system(m);
    json_t *names = json_array();
    json_t *point = json_object();
    invo_initial p;
    for (int i = 0; s && i < s->coordinates; i++)
        json_push(w, names, word(s->coordinate[i].name));
    for (int i = 0; invo_model_initial(m, i, &p); i++)
        put_named(w, point, p.name, real(p.value));
    json_put(w, o, "coordinates", names);
    json_put(w, o, "initial_point", point);
}

static json_t *json_found(writer *w, const invo_found *f) {
    json_t *o = json_object();
    json_put(w, o, "expr", word(f->expr));
    json_put(w, o, "degree", count(f->degree));
    json_put(w, o, "generic", json_boolean(f->generic));
    json_put(w, o, "residual", real(f->residual));
    json_put(w, o, "proof", word(f->proof));
    json_put(w, o, "only_for", word(f->only_for));
    json_put(w, o, "level", word(f->level));
    json_put(w, o, "numbers_for", word(f->numbers));
    json_put(w, o, "has_time", json_boolean(f->has_time));
    json_put(w, o, "has_angle", json_boolean(f->has_angle));
    return o;
}

invo_status invo_model_found_json(invo_context *c, const invo_model *m, char **text) {
    writer w = {c, 0};
    json_t *o = json_object();
    json_t *list = json_array();
    json_t *tried = json_object();
    invo_found f;
    invo_searched s = {0};
    int is_there = invo_model_searched(m, &s);
    for (int k = 0; invo_model_found(m, k, &f); k++)
        json_push(&w, list, json_found(&w, &f));
    json_put(&w, o, "model", word(invo_model_name(m)));
    json_put(&w, o, "status", word(is_there ? "done" : "failed"));
    json_put(&w, o, "invariants", list);
    json_put(&w, tried, "degree", count(s.degree));
    json_put(&w, tried, "generators", count(s.generators));
    json_put(&w, tried, "functions", word(s.functions));
    json_put(&w, tried, "products", count(s.products));
    json_put(&w, tried, "sparse", json_boolean(s.is_sparse));
    json_put(&w, tried, "level", json_boolean(s.on_level));
    json_put(&w, tried, "most", count(s.most));
    json_put(&w, tried, "stopped", word(s.stopped));
    json_put(&w, o, "searched", tried);
    return json_finish(&w, o, text);
}

invo_status invo_model_json(invo_context *c, const invo_model *m, char **text) {
    writer w = {c, 0};
    json_t *o = json_object();
    json_t *blocks = json_array();
    invo_block_info b;
    json_put(&w, o, "model", word(invo_model_name(m)));
    json_put(&w, o, "status", word("done"));
    json_put(&w, o, "structure", structure(&w, m));
    json_put(&w, o, "signature", signature(&w, m));
    json_put(&w, o, "offsets", offsets(&w, m));
    json_put_point(&w, o, m);
    put_hidden(&w, o, m);
    put_levels(&w, o, m);
    json_put(&w, o, "redundant", redundant(&w, m));
    for (int i = 0; invo_model_block(m, i, &b); i++)
        json_push(&w, blocks, count(b.size));
    json_put(&w, o, "blocks", blocks);
    json_put(&w, o, "certificate", certificate(&w, m));
    return json_finish(&w, o, text);
}

static json_t *json_words(writer *w, int n, const char *const *text) {
    json_t *list = json_array();
    for (int k = 0; k < n; k++)
        json_push(w, list, word(text[k]));
    return list;
}

/* Column-major in, rows out. */
static json_t *json_matrix(writer *w, int rows, int columns, const double *a) {
    json_t *list = json_array();
    for (int i = 0; i < rows; i++) {
        json_t *row = json_array();
        for (int j = 0; j < columns; j++)
            json_push(w, row, real(a[i + (size_t)j * (size_t)rows]));
        json_push(w, list, row);
    }
    return list;
}

static json_t *json_values(writer *w, int n, const char *const *name, const double *x) {
    json_t *o = json_object();
    for (int k = 0; k < n; k++)
        json_put(w, o, name[k], real(x[k]));
    return o;
}

invo_status invo_linear_json(invo_context *c, const invo_linear *linear,
                             const invo_model *m, char **text) {
    writer w = {c, 0};
    json_t *o = json_object();
    json_t *poles = json_array();
    const invo_linear *l = linear;
    json_put(&w, o, "model", word(m ? invo_model_name(m) : NULL));
    json_put(&w, o, "status", word("done"));
    json_put(&w, o, "t", real(l->t));
    json_put(&w, o, "rate", real(l->rate));
    json_put(&w, o, "states", json_words(&w, l->states, l->state));
    json_put(&w, o, "inputs", json_words(&w, l->inputs, l->input));
    json_put(&w, o, "outputs", json_words(&w, l->outputs, l->output));
    json_put(&w, o, "A", json_matrix(&w, l->states, l->states, l->a));
    json_put(&w, o, "B", json_matrix(&w, l->states, l->inputs, l->b));
    json_put(&w, o, "C", json_matrix(&w, l->outputs, l->states, l->c));
    json_put(&w, o, "D", json_matrix(&w, l->outputs, l->inputs, l->d));
    for (int k = 0; k < l->states; k++) {
        json_t *pair = json_array();
        json_push(&w, pair, real(l->pole_re[k]));
        json_push(&w, pair, real(l->pole_im[k]));
        json_push(&w, poles, pair);
    }
    json_put(&w, o, "poles", poles);
    json_put(&w, o, "point", json_values(&w, l->columns, l->column, l->point));
    return json_finish(&w, o, text);
}

invo_status invo_steady_json(invo_context *c, const invo_steady *steady,
                             const invo_model *m, char **text) {
    writer w = {c, 0};
    json_t *o = json_object();
    json_put(&w, o, "model", word(m ? invo_model_name(m) : NULL));
    json_put(&w, o, "status", word("done"));
    json_put(&w, o, "t", real(steady->t));
    json_put(&w, o, "units", real(steady->units));
    json_put(&w, o, "free", count(steady->free));
    json_put(&w, o, "depends_on_time", json_boolean(steady->depends_on_time));
    json_put(&w, o, "from", real(steady->from));
    json_put(&w, o, "steady_point",
             json_values(&w, steady->columns, steady->column, steady->point));
    return json_finish(&w, o, text);
}
