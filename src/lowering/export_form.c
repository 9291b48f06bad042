/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions are those of the second tier (emit_c.c), each with a wrapper that brings
 * its inputs into slots. The direction and the top unknowns are the programs of the
 * shortcut, with the order of elimination of the start; the residuals are those of the
 * ledger. Names of a model are data: in comments and strings nothing of them is C. */
#include "export_form.h"
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "../evaluate/emit_c.h"
#include "shortcut_form.h"

/* Names of functions begin with this. */
enum { PREFIX_SIZE = 48, FUNCTION_SIZE = PREFIX_SIZE + 40, ROW_TEXT = 400 };

typedef LIST(char) text_list;

typedef struct exporter {
    lowered *w;
    arena *arena; /* of the texts */
    text_list text;
    emit_sink out;
    char prefix[PREFIX_SIZE];
    emit_scratch scratch;
    int operands, slots; /* that it has room for */
    int has_functions;   /* emit_c_functions is there */
} exporter;

static void take_text(void *data, const char *text, size_t size) {
    exporter *x = data;
    for (size_t k = 0; k < size; k++)
        LIST_PUSH(x->arena, x->text, text[k]);
}

/* What was written since the last time. */
static const char *finish_text(exporter *x) {
    LIST_PUSH(x->arena, x->text, '\0');
    const char *text = x->text.at;
    x->text = (text_list){NULL, 0, 0};
    return text;
}

/* --- texts of the model --- */

/* Part of a comment: nothing ends it, begins another one, or looks like a trigraph. */
static void put_comment(const exporter *x, const char *text) {
    char last = ' ';
    for (; *text; text++) {
        const char c = iscntrl((unsigned char)*text) ? ' ' : *text;
        const int is_mark = (last == '*' && c == '/') || (last == '/' && c == '*') ||
                            (last == '?' && c == '?');
        if (is_mark)
            x->out.put(x->out.data, " ", 1);
        x->out.put(x->out.data, &c, 1);
        last = c;
    }
    if (last == '\\') /* at the end of a line, it would join this and the next one */
        x->out.put(x->out.data, " ", 1);
}

/* A string literal. */
static void put_string(const exporter *x, const char *text) {
    x->out.put(x->out.data, "\"", 1);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        const int is_plain = c < 128 && isprint(c) && !strchr("\"\\?", c);
        if (is_plain)
            x->out.put(x->out.data, text, 1);
        else
            emit_text(&x->out, "\\%03o", (unsigned)c);
    }
    x->out.put(x->out.data, "\"", 1);
}

/* A name of C made of that of the model. */
static void make_prefix(exporter *x) {
    const char *name = x->w->system.name;
    int size = 0;
    if (!isalpha((unsigned char)*name))
        x->prefix[size++] = 'm';
    for (; *name && size < PREFIX_SIZE - 1; name++)
        x->prefix[size++] = isalnum((unsigned char)*name) ? *name : '_';
    x->prefix[size] = '\0';
}

static void put_value(const exporter *x, double value) {
    char text[EMIT_NUMBER_SIZE];
    if (isnan(value)) {
        emit_text(&x->out, "NAN");
    } else if (isinf(value)) {
        emit_text(&x->out, value < 0 ? "-INFINITY" : "INFINITY");
    } else {
        emit_number(text, value);
        emit_text(&x->out, "%s", text);
    }
}

/* --- programs --- */

/* Input number k of programs: u, z, parameters, invariants, and one that is 0. */
static void put_source(const exporter *x, int k) {
    const completion *c = x->w->completion;
    const int parameters = c->system->parameters.count;
    if (k < c->coordinates) {
        emit_text(&x->out, "u[%d]", k);
        return;
    }
    k -= c->coordinates;
    if (k < c->unknowns) {
        emit_text(&x->out, "z[%d]", k);
        return;
    }
    k -= c->unknowns;
    if (k < parameters)
        emit_text(&x->out, "p[%d]", k);
    else
        put_value(x,
                  k - parameters < c->invariants ? x->w->invariant[k - parameters] : 0);
}

static void export_make_room(exporter *x, const tape *t) {
    if (t->operands > x->operands || !x->scratch.next) {
        x->operands = t->operands;
        x->scratch.next = ARENA_ARRAY(x->arena, int, x->operands + 1);
    }
    if (t->slots > x->slots || !x->scratch.local) {
        x->slots = t->slots;
        x->scratch.until = ARENA_ARRAY(x->arena, int, x->slots + 1);
        x->scratch.local = ARENA_ARRAY(x->arena, int, x->slots + 1);
    }
}

static const char SIGNATURE[] =
    "(const double *u, const double *z, const double *p, double *out)";

/* The function of a part; places: of its outputs in out[], or NULL: one after the other
 * from `first` on; those from `results` on are left out. */
static void put_part(exporter *x, const program_part *q, const char *name,
                     const int *places, int first, int results) {
    tape whole = *q->tape;
    char code[FUNCTION_SIZE + 8];
    whole.once = whole.once_operands = 0;
    if (!emit_c_has(&whole))
        fail(x->w->completion->system->context, INVO_E_MODEL, nowhere,
             "%s has tables, or loops whose passes depend on unknowns: these cannot be "
             "exported as C. Write them as expressions, or use the library",
             x->w->system.name);
    export_make_room(x, &whole);
    snprintf(code, sizeof code, "%s_code", name);
    if (!x->has_functions && emit_c_calls_functions(&whole)) {
        emit_c_functions(&x->out);
        x->has_functions = 1;
    }
    emit_c_tape(&x->out, "static ", code, &whole, x->scratch);
    emit_text(&x->out, "static void %s%s {\n    double s[%d];\n", name, SIGNATURE,
              whole.slots > 0 ? whole.slots : 1);
    emit_text(&x->out, "    (void)u, (void)z, (void)p, (void)out;\n");
    for (int k = 0; k < whole.inputs; k++) {
        emit_text(&x->out, "    s[%d] = ", k);
        put_source(x, q->source[k]);
        emit_text(&x->out, ";\n");
    }
    for (int k = 0; k < whole.constants; k++) {
        emit_text(&x->out, "    s[%d] = ", whole.inputs + k);
        put_value(x, whole.constant[k]);
        emit_text(&x->out, ";\n");
    }
    emit_text(&x->out, "    %s(s);\n", code);
    for (int k = 0; k < whole.outputs && first + k < results; k++)
        emit_text(&x->out, "    out[%d] = s[%d];\n",
                  places ? places[first + k] : first + k, tape_output(&whole, k));
    emit_text(&x->out, "}\n\n");
}

/* The functions of all parts, and one that calls them. */
static void put_program(exporter *x, const program *p, const char *what,
                        const int *places, int results) {
    char name[FUNCTION_SIZE];
    int first = 0;
    for (int i = 0; i < p->parts; i++) {
        snprintf(name, sizeof name, "%s_%s%d", x->prefix, what, i);
        put_part(x, &p->part[i], name, places, first, results);
        first += p->part[i].tape->outputs;
    }
    emit_text(&x->out, "static void %s_all_%s%s {\n", x->prefix, what, SIGNATURE);
    emit_text(&x->out, "    (void)u, (void)z, (void)p, (void)out;\n");
    for (int i = 0; i < p->parts; i++)
        emit_text(&x->out, "    %s_%s%d(u, z, p, out);\n", x->prefix, what, i);
    emit_text(&x->out, "}\n\n");
}

/* --- functions --- */

static void put_tops(exporter *x, const shortcut_order *f) {
    put_program(x, &f->tops.program, "z", NULL, f->tops.results);
    emit_text(&x->out, "void %s_tops(const double *u, const double *p, double *z) {\n",
              x->prefix);
    emit_text(&x->out, "    %s_all_z(u, 0, p, z);\n}\n\n", x->prefix);
}

static void put_direction(exporter *x, const shortcut_order *f) {
    put_program(x, &f->slopes.program, "v", NULL, f->slopes.results);
    emit_text(&x->out,
              "void %s_direction(const double *u, const double *p, double *v) {\n",
              x->prefix);
    emit_text(&x->out, "    %s_all_v(u, 0, p, v);\n}\n\n", x->prefix);
}

/* The constraints, then the rows behind them, then what the text has in another form. */
static void put_residuals(exporter *x) {
    lowered *w = x->w;
    arena *scratch = arena_child(w->arena);
    const expr *phi = lowered_list_constraints(w, scratch);
    const program constraints = program_new(w, w->system.constraints, phi);
    const placed_program *rest = &w->ledger;
    const placed_program *text = &w->text;
    put_program(x, &constraints, "phi", NULL, constraints.outputs);
    put_program(x, &rest->program, "row", rest->place, rest->program.outputs);
    put_program(x, &text->program, "text", text->place, text->program.outputs);
    arena_free(scratch);
    emit_text(&x->out, "void %s_residual%s {\n", x->prefix,
              "(const double *u, const double *z, const double *p, double *r)");
    emit_text(&x->out, "    %s_all_phi(u, z, p, r);\n", x->prefix);
    emit_text(&x->out, "    %s_all_row(u, z, p, r);\n", x->prefix);
    emit_text(&x->out, "    %s_all_text(u, z, p, r);\n}\n", x->prefix);
}

/* --- data --- */

static const char *exported_coordinate(const lowered *w, int i) {
    return w->system.coordinate[i].name;
}

static const char *exported_top(const lowered *w, int j) {
    const completion *c = w->completion;
    return completion_name(c, j, c->unknown[j].d);
}

static const char *exported_name(const lowered *w, int k) {
    return w->completion->system->parameters.at[k].name;
}

/* A list of the interface: what it is called, how many there are, their names. */
typedef struct exported_list {
    const char *what, *symbol, *variable;
    int count;
    const char *(*name)(const lowered *w, int i);
} exported_list;

enum { EXPORTED_LISTS = 3 };
static void list_all(const lowered *w, exported_list list[EXPORTED_LISTS]) {
    const int parameters = w->completion->system->parameters.count;
    list[0] = (exported_list){"coordinates", "coordinate_name", "u",
                              w->system.coordinates, exported_coordinate};
    list[1] =
        (exported_list){"top unknowns", "top_name", "z", w->system.tops, exported_top};
    list[2] =
        (exported_list){"parameters", "parameter_name", "p", parameters, exported_name};
}

static int at_least_one(int count) {
    return count > 0 ? count : 1;
}

static void put_names(const exporter *x, const exported_list *l) {
    emit_text(&x->out, "const char *const %s_%s[%d] = {", x->prefix, l->symbol,
              at_least_one(l->count));
    for (int i = 0; i < l->count; i++) {
        emit_text(&x->out, "\n    ");
        put_string(x, l->name(x->w, i));
        emit_text(&x->out, ",");
    }
    emit_text(&x->out, l->count ? "\n};\n" : "0};\n");
}

static double exported_parameter(const lowered *w, int k) {
    return w->completion->system->parameters.at[k].value;
}

static double exported_start(const lowered *w, int i) {
    return w->start[i];
}

static void put_numbers(const exporter *x, const char *symbol, int count,
                        double (*value)(const lowered *w, int i)) {
    emit_text(&x->out, "const double %s_%s[%d] = {", x->prefix, symbol,
              at_least_one(count));
    for (int i = 0; i < count; i++) {
        emit_text(&x->out, "\n    ");
        put_value(x, value(x->w, i));
        emit_text(&x->out, ",");
    }
    emit_text(&x->out, count ? "\n};\n\n" : "0};\n\n");
}

static void put_data(const exporter *x) {
    exported_list list[EXPORTED_LISTS];
    list_all(x->w, list);
    for (int i = 0; i < EXPORTED_LISTS; i++)
        put_names(x, &list[i]);
    put_numbers(x, "start", x->w->system.coordinates, exported_start);
    put_numbers(x, "parameter", x->w->completion->system->parameters.count,
                exported_parameter);
}

/* --- the header --- */

static void put_lists(const exporter *x) {
    exported_list list[EXPORTED_LISTS];
    list_all(x->w, list);
    for (int i = 0; i < EXPORTED_LISTS; i++) {
        emit_text(&x->out, "/* %s\n", list[i].what);
        for (int k = 0; k < list[i].count; k++) {
            emit_text(&x->out, " * %s[%d]  ", list[i].variable, k);
            put_comment(x, list[i].name(x->w, k));
            emit_text(&x->out, "\n");
        }
        emit_text(&x->out, " */\n");
    }
}

static void put_rows(const exporter *x) {
    const invo_system *s = &x->w->system;
    emit_text(&x->out, "/* rows: the constraints, then the others\n");
    for (int i = 0; i < s->rows; i++) {
        char text[ROW_TEXT];
        invo_row_text(&s->row[i], text, sizeof text);
        emit_text(&x->out, " * r[%d]  ", i);
        put_comment(x, text);
        emit_text(&x->out, ", level %d, ", s->row[i].level);
        put_comment(x, s->row[i].where);
        emit_text(&x->out, "\n");
    }
    emit_text(&x->out, " */\n");
}

static void put_counts(const exporter *x) {
    const invo_system *s = &x->w->system;
    const int parameters = x->w->completion->system->parameters.count;
    emit_text(&x->out, "enum {\n    %s_COORDINATES = %d,\n    %s_TOPS = %d,\n", x->prefix,
              s->coordinates, x->prefix, s->tops);
    emit_text(&x->out, "    %s_PARAMETERS = %d,\n    %s_CONSTRAINTS = %d,\n", x->prefix,
              parameters, x->prefix, s->constraints);
    emit_text(&x->out, "    %s_ROWS = %d\n};\n", x->prefix, s->rows);
    emit_text(&x->out, "extern const char *const %s_coordinate_name[%d];\n", x->prefix,
              at_least_one(s->coordinates));
    emit_text(&x->out, "extern const char *const %s_top_name[%d];\n", x->prefix,
              at_least_one(s->tops));
    emit_text(&x->out, "extern const char *const %s_parameter_name[%d];\n", x->prefix,
              at_least_one(parameters));
    emit_text(&x->out,
              "extern const double %s_start[%d]; /* a point on the manifold */\n",
              x->prefix, at_least_one(s->coordinates));
    emit_text(&x->out, "extern const double %s_parameter[%d]; /* values */\n\n",
              x->prefix, at_least_one(parameters));
}

static void put_header(const exporter *x) {
    emit_text(&x->out, "/* ");
    put_comment(x, x->w->system.name);
    emit_text(
        &x->out,
        ", written by Involute %s.\n"
        " * Points are u, with the time in u[0]; z are the highest derivatives and the\n"
        " * unknowns without one. Values have the bits of Involute's own where the "
        "compiler\n"
        " * contracts nothing (-std=c11 or -ffp-contract=off). The order of elimination "
        "is\n"
        " * that of the start: where it fails elsewhere, the residuals show it. "
        "Parameters\n",
        invo_version());
    emit_text(&x->out,
              " * that the model computes from others are given as values. */\n");
    emit_text(&x->out, "#ifndef %s_EXPORTED_H\n#define %s_EXPORTED_H\n", x->prefix,
              x->prefix);
    emit_text(&x->out, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    put_lists(x);
    put_rows(x);
    put_counts(x);
    emit_text(&x->out,
              "/* v: du/dt, v[0] = 1 */\nvoid %s_direction(const double *u, "
              "const double *p, double *v);\n",
              x->prefix);
    emit_text(&x->out,
              "/* The top unknowns at u. */\nvoid %s_tops(const double *u, const "
              "double *p, double *z);\n",
              x->prefix);
    emit_text(&x->out,
              "/* Residuals of all rows. */\nvoid %s_residual(const double *u, const "
              "double *z,\n    const double *p, double *r);\n\n",
              x->prefix);
    emit_text(&x->out, "#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

/* --- the system --- */

/* The code for the order of the start. It is made on request, after some steps. */
static const shortcut_order *find_order(const lowered *w) {
    enum { MOST_REQUESTS = 100 };
    const invo_shortcut *k = &w->system.shortcut;
    int order = 0;
    if (!k->make)
        return NULL;
    k->begin(w->system.self);
    for (int i = 0; i < MOST_REQUESTS && !order; i++)
        if (k->make(w->system.self, NULL, 0, w->start, w->top, 0, &order))
            fail_if_errors(w->completion->system->context);
    return order ? &w->shortcut->order[order - 1] : NULL;
}

static const shortcut_order *check_exportable(const lowered *w) {
    invo_context *c = w->completion->system->context;
    if (w->hybrid || w->system.delays.count)
        fail(c, INVO_E_MODEL, nowhere,
             "%s has events, discrete variables or delays: its functions depend on more "
             "than a point, and cannot be exported as C. Use the library",
             w->system.name);
    const shortcut_order *f = find_order(w);
    if (!f)
        fail(c, INVO_E_MODEL, nowhere,
             "the top equations of %s have no straight-line form: a block is singular at "
             "the start, or the options choose another direction. Try other start "
             "values, or --direction auto",
             w->system.name);
    return f;
}

exported_text lowered_export(lowered *w, arena *a, const char *header) {
    exporter x = {.w = w, .arena = a};
    exported_text text;
    assert(w->start && w->top);
    x.out = (emit_sink){take_text, &x};
    make_prefix(&x);
    lowered_keep_invariants(w, w->start);
    const shortcut_order *f = check_exportable(w);
    put_header(&x);
    text.header = finish_text(&x);
    emit_text(&x.out, "/* ");
    put_comment(&x, w->system.name);
    emit_text(&x.out, ", written by Involute %s: see the header. */\n#include \"",
              invo_version());
    take_text(&x, header, strlen(header));
    emit_text(&x.out, "\"\n#include <math.h>\n\n");
    put_data(&x);
    put_tops(&x, f);
    put_direction(&x, f);
    put_residuals(&x);
    text.code = finish_text(&x);
    return text;
}
