/* Results do not depend on the order of declarations and equations: models are taken
 * apart, put together at random and run with constant steps. SPDX-License-Identifier:
 * BSD-3-Clause */
#include <dirent.h>
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

enum { PERMUTATIONS = 4, STEPS = 50, MOST_PARTS = 300, LONGEST = 1 << 16 };
static const double TOLERANCE = 1e-10; /* of the size of a column */

typedef enum section { DECLARATIONS, INITIAL, EQUATIONS, ANNOTATIONS, SECTIONS } section;

/* A model as lists of statements. */
typedef struct parts {
    char name[100], text[LONGEST]; /* the statements, one after the other */
    char *statement[SECTIONS][MOST_PARTS];
    int count[SECTIONS];
    size_t used;
} parts;

static uint32_t random_state = 1;

static int uniform(int below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (uint32_t)below);
}

/* --- taking apart --- */

static void add(parts *p, section s, const char *head, const char *text, size_t size) {
    char *to = p->text + p->used;
    int length = snprintf(to, LONGEST - p->used, "%s%.*s;", head, (int)size, text);
    assert_true(p->used + (size_t)length + 1 < LONGEST);
    assert_true(p->count[s] < MOST_PARTS);
    p->statement[s][p->count[s]++] = to;
    p->used += (size_t)length + 1;
}

/* Comments become blanks, those in strings stay. */
static void blank_comments(char *text) {
    int quoted = 0;
    for (char *c = text; *c; c++) {
        if (*c == '"' && (c == text || c[-1] != '\\'))
            quoted = !quoted;
        if (quoted || c[0] != '/' || (c[1] != '/' && c[1] != '*'))
            continue;
        char *end = strstr(c, c[1] == '/' ? "\n" : "*/");
        for (assert_non_null(end); c < end; c++)
            *c = ' ';
        if (*c == '*')
            c[0] = c[1] = ' ';
    }
}

/* The next `mark` outside of brackets and strings, or NULL. */
static const char *find_mark(const char *text, const char *end, char mark) {
    int depth = 0, quoted = 0;
    for (; text < end; text++) {
        if (*text == '"' && text[-1] != '\\')
            quoted = !quoted;
        if (quoted)
            continue;
        if (*text == mark && depth == 0)
            return text;
        depth += !!strchr("([{", *text) - !!strchr(")]}", *text);
    }
    return NULL;
}

static const char *skip_blanks(const char *c) {
    while (isspace((unsigned char)*c))
        c++;
    return c;
}

static int begins(const char *c, const char *word) {
    size_t n = strlen(word);
    return strncmp(c, word, n) == 0 && !isalnum((unsigned char)c[n]) && c[n] != '_';
}

/* The semicolon after a statement; loops, conditions and functions, not nested, are one
 * statement. */
static const char *end_of_statement(const char *c, const char *end) {
    if (begins(c, "for") && strstr(c, "end for"))
        c = strstr(c, "end for");
    if (begins(c, "if") && strstr(c, "end if"))
        c = strstr(c, "end if");
    if (begins(c, "function") && strstr(c, " end "))
        c = strstr(c, " end ");
    return find_mark(c, end, ';');
}

/* After the first type that is named, or NULL. */
static const char *after_type(const char *text) {
    static const char *const name[] = {"Real", "Integer", "Boolean"};
    const char *first = NULL;
    size_t size = 0;
    for (int k = 0; k < 3; k++) {
        const char *at = strstr(text, name[k]);
        if (at && (!first || at < first))
            first = at, size = strlen(name[k]);
    }
    return first ? first + size : NULL;
}

/* "parameter Real a = 1, b = 2" as two declarations. */
static void add_declarations(parts *p, const char *text, const char *end) {
    char head[100];
    const char *type = after_type(text);
    assert_true(type && type <= end && (size_t)(type - text) < sizeof head - 2);
    snprintf(head, sizeof head, "%.*s ", (int)(type - text), text);
    for (const char *comma; type < end; type = comma + 1) {
        comma = find_mark(type, end, ',');
        if (!comma)
            comma = end;
        add(p, DECLARATIONS, head, type, (size_t)(comma - type));
    }
}

static void take_apart(parts *p, char *text) {
    section now = DECLARATIONS;
    memset(p, 0, sizeof *p);
    blank_comments(text);
    const char *c = skip_blanks(text), *all = text + strlen(text), *end;
    assert_true(begins(c, "model"));
    assert_int_equal(sscanf(c, "model %99s", p->name), 1);
    c = skip_blanks(strstr(c, p->name) + strlen(p->name));
    if (*c == '"')
        c = strchr(c + 1, '"') + 1;
    for (c = skip_blanks(c); !begins(c, "end"); c = skip_blanks(end + 1)) {
        if (begins(c, "initial"))
            now = INITIAL, c = strstr(c, "equation") + 8;
        if (begins(c, "equation"))
            now = EQUATIONS, c += 8;
        if (begins(c = skip_blanks(c), "end"))
            break;
        assert_non_null(end = end_of_statement(c, all));
        if (begins(c, "initial") || begins(c, "equation"))
            end = c - 1; /* an empty section */
        else if (begins(c, "annotation"))
            add(p, ANNOTATIONS, "", c, (size_t)(end - c));
        else if (begins(c, "function"))
            add(p, DECLARATIONS, "", c, (size_t)(end - c));
        else if (now == DECLARATIONS)
            add_declarations(p, c, end);
        else
            add(p, now, "", c, (size_t)(end - c));
    }
}

/* --- putting together --- */

static void shuffle(parts *p, section s) {
    for (int k = p->count[s] - 1; k > 0; k--) {
        int other = uniform(k + 1);
        char *one = p->statement[s][k];
        p->statement[s][k] = p->statement[s][other], p->statement[s][other] = one;
    }
}

static void append(char *text, const char *more) {
    assert_true(strlen(text) + strlen(more) < LONGEST - 1);
    strcat(text, more);
}

static char *append_blank(char *text) {
    append(text, " ");
    return text;
}

static void put_together(const parts *p, char *text) {
    static const char *const head[] = {"", "initial equation\n", "equation\n", ""};
    sprintf(text, "model %s\n", p->name);
    for (int s = 0; s < SECTIONS; s++) {
        if (p->count[s])
            append(text, head[s]);
        for (int k = 0; k < p->count[s]; k++)
            append(text, p->statement[s][k]), append(text, "\n");
    }
    append(text, "end "), append(text, p->name), append(text, ";\n");
}

/* --- running --- */

typedef struct session {
    invo_context *context;
    invo_model *model;
    invo_options options;
} session;

static void open_session(session *s, const char *text) {
    s->context = invo_context_new();
    invo_options_init(&s->options);
    if (invo_model_parse(s->context, "permuted.mo", text, strlen(text), &s->model) ||
        invo_model_options(s->model, &s->options))
        fail_msg("%s\n%s", invo_context_message(s->context), text);
}

static void close_session(session *s) {
    invo_model_free(s->model);
    invo_context_free(s->context);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of the coordinates, sorted: which variables stay must not depend on the order
 * either. */
static void list_coordinates(const char *text, char *list) {
    const char *name[MOST_PARTS];
    session s;
    open_session(&s, text);
    if (invo_model_complete(s.model, &s.options))
        fail_msg("%s\n%s", invo_context_message(s.context), text);
    const invo_system *w = invo_model_system(s.model);
    assert_true(w->coordinates <= MOST_PARTS);
    for (int i = 0; i < w->coordinates; i++)
        name[i] = w->coordinate[i].name;
    qsort(name, (size_t)w->coordinates, sizeof *name, by_name);
    list[0] = 0;
    for (int i = 0; i < w->coordinates; i++)
        append(append_blank(list), name[i]);
    close_session(&s);
}

/* A quarter of the step that an explicit adaptive run takes at the beginning; all steps
 * together go no further than that run. */
static double modest_step(const char *text) {
    session s;
    invo_result *r = NULL;
    open_session(&s, text);
    s.options.max_steps = 20, s.options.rtol = 1e-6, s.options.method = "dop853";
    invo_model_run(s.model, &s.options, &r);
    if (!r)
        fail_msg("%s", invo_context_message(s.context));
    double t = invo_result_final(r)[0] - s.options.start;
    if (isnan(s.options.start))
        t = invo_result_final(r)[0];
    double h = fmin(t / (double)invo_result_statistics(r)->steps / 4, t / STEPS);
    assert_true(h > 0);
    invo_result_free(r);
    close_session(&s);
    return h;
}

static invo_result *run(const char *text, const char *method, double h) {
    session s;
    invo_result *r = NULL;
    open_session(&s, text);
    double start = isnan(s.options.start) ? 0 : s.options.start;
    s.options.method = method, s.options.step = h, s.options.steps = 1;
    s.options.stop = start + STEPS * h;
    if (invo_model_run(s.model, &s.options, &r))
        fail_msg("%s\n%s", invo_context_message(s.context), text);
    assert_int_equal(invo_result_rows(r), STEPS + 1);
    close_session(&s);
    return r;
}

static int column_of(const invo_result *r, const char *name) {
    for (int k = 0; k < invo_result_columns(r); k++)
        if (!strcmp(invo_result_column(r, k), name))
            return k + 1;
    fail_msg("no column %s", name);
    return 0;
}

static void compare(const invo_result *a, const invo_result *b, const char *model,
                    const char *method) {
    assert_int_equal(invo_result_columns(a), invo_result_columns(b));
    for (int k = 1; k <= invo_result_columns(a); k++) {
        const char *name = invo_result_column(a, k - 1);
        int other = column_of(b, name);
        double size = 0;
        for (long i = 0; i <= STEPS; i++)
            size = fmax(size, fabs(invo_result_row(a, i)[k]));
        for (long i = 0; i <= STEPS; i++) {
            double x = invo_result_row(a, i)[k], y = invo_result_row(b, i)[other];
            if (!(fabs(x - y) <= TOLERANCE * size))
                fail_msg("%s, %s, row %ld: %s = %.15g or %.15g, by the order", model,
                         method, i, name, x, y);
        }
    }
}

static void check_text(char *text) {
    static const char *const methods[] = {"rk4", "dopri54", "dop853"};
    static parts p;
    static char permuted[LONGEST], coordinates[LONGEST], others[LONGEST];
    double h = modest_step(text);
    list_coordinates(text, coordinates);
    invo_result *plain[3];
    for (int m = 0; m < 3; m++)
        plain[m] = run(text, methods[m], h);
    take_apart(&p, text);
    assert_true(p.count[DECLARATIONS] > 0 && p.count[EQUATIONS] > 0);
    for (int k = 0; k < PERMUTATIONS; k++) {
        for (int s = DECLARATIONS; s <= EQUATIONS; s++)
            shuffle(&p, (section)s);
        put_together(&p, permuted);
        list_coordinates(permuted, others);
        assert_string_equal(coordinates, others);
        for (int m = 0; m < 3; m++) {
            invo_result *r = run(permuted, methods[m], h);
            compare(plain[m], r, p.name, methods[m]);
            invo_result_free(r);
        }
    }
    for (int m = 0; m < 3; m++)
        invo_result_free(plain[m]);
}

static int check_file(const char *folder, const char *name) {
    static char text[LONGEST];
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (!f)
        return 0;
    size_t size = fread(text, 1, LONGEST - 1, f);
    fclose(f);
    assert_true(size < LONGEST - 1);
    text[size] = 0;
    if (strstr(text, " loop\n") || strstr(text, "end when"))
        return 0; /* these are not taken apart */
    check_text(text);
    return 1;
}

static void models_of_this_project(void **state) {
    (void)state;
    char folder[900];
    const char *root = getenv("INVOLUTE_SOURCE");
    snprintf(folder, sizeof folder, "%s/models", root ? root : ".");
    DIR *d = opendir(folder);
    assert_non_null(d);
    int checked = 0;
    for (struct dirent *e; (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n > 3 && !strcmp(e->d_name + n - 3, ".mo"))
            checked += check_file(folder, e->d_name);
    }
    closedir(d);
    assert_true(checked > 0);
}

/* Two that are published, where they are at hand. */
static void models_of_the_test_sets(void **state) {
    (void)state;
    char folder[900];
    const char *root = getenv("INVOLUTE_SOURCE"), *at = getenv("INVOLUTE_REFERENCE");
    snprintf(folder, sizeof folder, "%s%s",
             at     ? at
             : root ? root
                    : ".",
             at ? "" : "/../shared/reference");
    int checked = check_file(folder, "AndrewsSqueezer.mo");
    checked += check_file(folder, "CarAxis.mo");
    if (checked == 2)
        return;
    print_message("not all of AndrewsSqueezer.mo, CarAxis.mo are in %s\n", folder);
    skip();
}

/* Invariants, extra equations, initial equations, names of derivatives in every order. */
static void models_with_all_kinds_of_statements(void **state) {
    (void)state;
    static char text[][700] = {
        "model Energy parameter Real g = 10, L = 1; Real x(start = 0.5), y(start = -1), "
        "vx, "
        "vy, l, kinetic, potential; Real E = kinetic + potential "
        "annotation(__involute(invariant = true)); initial equation vx = 0.7; equation "
        "der(x) = vx; der(y) = vy; der(vx) = -x*l; der(vy) = -y*l - g; x^2 + y^2 = L^2; "
        "kinetic = (vx^2 + vy^2)/2; potential = g*y; end Energy;",
        "model Kepler Real x(start = 1), y, u, v(start = 0.8); "
        "Real H = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) annotation(__involute(invariant = "
        "true)); "
        "Real A = x*v - y*u annotation(__involute(invariant = true)); equation "
        "der(x) = u; der(y) = v; der(u) = -x/sqrt(x^2 + y^2)^3; "
        "der(v) = -y/sqrt(x^2 + y^2)^3; end Kepler;",
        "model Extra Real x(start = 0.6), y(start = 0.7), z; equation "
        "der(x) = y; der(y) = -x; x^2 + y^2 = 1; z^3 + z = x; end Extra;",
        "model Implicit Real y(start = 0.1, fixed = true), w(start = 1); equation "
        "der(y)^2 + y^2 + time^2 = 1; w + exp(w) = y; end Implicit;",
        "model Names Real x, v(start = 1), ax, bx, cx(start = -0.5), av, bv, af, bf, k, "
        "ka; "
        "equation der(ax) = av; der(v) = bf; bx = x; ax = bx; cx + ax = 0; av = bv; "
        "bv = v; af + bf = 0; af = 4*x*ka; k = 2; ka = k - 1; end Names;",
        "model Shaft parameter Real r = 3; Real p1, p2(start = 0.2), d(start = 0.1), p3, "
        "w1, w2, w3, t, s1, s2; equation p1 = r*p2; d = p3 - p2; w1 = der(p1); w2 = "
        "der(p2); w3 = der(p3); 2*der(w1) = -t; der(w2) = r*t + 5*d; der(w3) = -5*d; "
        "s1 = p1 + p2 + p3; s2 = der(s1); end Shaft;",
        "model Frames Real f(start = 0.3), w, x, y, vx, vy, ax, ay, n, m; equation x = "
        "cos(f); y = sin(f); der(f) = w; der(x) = vx; der(y) = vy; der(vx) = ax; der(vy) "
        "= "
        "ay; ax = -n*x - m*y; ay = -n*y + m*x - 9.81; m = -0.1*w; end Frames;",
    };
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        check_text(text[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_of_this_project),
        cmocka_unit_test(models_of_the_test_sets),
        cmocka_unit_test(models_with_all_kinds_of_statements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
