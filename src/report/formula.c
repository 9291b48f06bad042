/* SPDX-License-Identifier: BSD-3-Clause */
/* Text to MathML by recursive descent. What stands left of '/' or '^' is written before
 * the operator is seen: elements are opened around it afterwards. */
#include "formula.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMULA_DEPTH = 100, FORMULA_NAME = 200 };

typedef struct formula {
    markup *out;
    const char *at;
    int depth;
    int has_failed;
} formula;

static const char group_open[] = "<mrow><mo>(</mo>";

static void formula_sum(formula *f);
static int formula_power(formula *f);

static void formula_skip(formula *f) {
    while (*f->at == ' ')
        f->at++;
}

static int formula_takes(formula *f, const char *word) {
    formula_skip(f);
    const size_t n = strlen(word);
    if (strncmp(f->at, word, n) != 0)
        return 0;
    f->at += n;
    return 1;
}

static void formula_need(formula *f, const char *word) {
    if (!formula_takes(f, word))
        f->has_failed = 1;
}

/* Puts words before what was written since `start`. */
static void formula_wrap(formula *f, size_t start, const char *words) {
    markup *m = f->out;
    const size_t n = strlen(words);
    const size_t length = m->length;
    markup_add(m, "%s", words);
    if (m->has_failed)
        return;
    memmove(m->text + start + n, m->text + start, length - start);
    memcpy(m->text + start, words, n);
}

/* Ends a group that was opened at `start`. Only fractions and roots need parentheses that
 * grow with them: others would differ by the height of a letter. */
static void formula_close_group(formula *f, size_t start) {
    markup *m = f->out;
    if (m->has_failed)
        return;
    const char *inner = m->text + start;
    const int is_tall = strstr(inner, "<mfrac>") || strstr(inner, "<msqrt>");
    markup_add(m, is_tall ? "<mo>)</mo></mrow>" : "<mo stretchy='false'>)</mo></mrow>");
    if (!is_tall)
        formula_wrap(f, start + strlen("<mrow><mo"), " stretchy='false'");
}

/* Takes the parentheses away from a group that was written since `start`. */
static void formula_bare(formula *f, size_t start) {
    static const char end[] = "</mo>";
    markup *m = f->out;
    if (m->has_failed)
        return;
    const char *inner = strstr(m->text + start, end) + sizeof end - 1;
    size_t last = m->length - 1;
    while (strncmp(m->text + last, "<mo", 3) != 0 || m->text[last + 3] == 'v')
        last--;
    const size_t length = last - (size_t)(inner - m->text);
    memmove(m->text + start, inner, length);
    m->length = start + length;
    m->text[m->length] = 0;
}

/* --- names --- */

typedef struct greek_letter {
    const char *name, *letter;
} greek_letter;

static const greek_letter greek[] = {
    {"alpha", "α"},  {"beta", "β"},  {"gamma", "γ"},   {"delta", "δ"}, {"epsilon", "ε"},
    {"zeta", "ζ"},   {"eta", "η"},   {"theta", "θ"},   {"iota", "ι"},  {"kappa", "κ"},
    {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},      {"xi", "ξ"},    {"pi", "π"},
    {"rho", "ρ"},    {"sigma", "σ"}, {"tau", "τ"},     {"phi", "φ"},   {"chi", "χ"},
    {"psi", "ψ"},    {"omega", "ω"}, {"Gamma", "Γ"},   {"Delta", "Δ"}, {"Theta", "Θ"},
    {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},      {"Sigma", "Σ"}, {"Phi", "Φ"},
    {"Psi", "Ψ"},    {"Omega", "Ω"}, {"upsilon", "υ"},
};

static void formula_add_letter(formula *f, const char *name) {
    const char *shown = name;
    for (size_t k = 0; k < sizeof greek / sizeof *greek; k++)
        if (strcmp(name, greek[k].name) == 0)
            shown = greek[k].letter;
    markup_add(f->out, "<mi>");
    markup_add_escaped(f->out, shown, FORMULA_NAME);
    markup_add(f->out, "</mi>");
}

/* Where the part of a name begins that is lowered: behind '_', or the digits at its end.
 */
static size_t formula_index_at(const char *name) {
    size_t n = strlen(name);
    const char *bar = strchr(name, '_');
    if (strchr(name, '.') || *name == '\'')
        return n;
    if (bar && bar > name && bar[1])
        return (size_t)(bar - name);
    while (n > 1 && isdigit((unsigned char)name[n - 1]))
        n--;
    return n;
}

/* Adds a name of the model with dots above its letter, or "". Subscripts in brackets are
 * lowered, too. */
static void formula_add_name(formula *f, const char *name, const char *dots) {
    char head[FORMULA_NAME];
    strcpy(head, name);
    char *bracket = strrchr(head, '[');
    char *subscripts = bracket ? bracket + 1 : head + strlen(head);
    if (bracket)
        *bracket = 0;
    subscripts[strcspn(subscripts, "]")] = 0;
    const size_t cut = formula_index_at(head);
    const char *lowered = name + cut + (head[cut] == '_');
    const int digits = (int)strlen(head + cut) - (head[cut] == '_');
    const int has_index = digits > 0 || *subscripts;
    char index[FORMULA_NAME];
    snprintf(index, sizeof index, "%.*s%s%s", digits > 0 ? digits : 0, lowered,
             digits > 0 && *subscripts ? "," : "", subscripts);
    head[cut] = 0;
    if (has_index) /* as low as below a y: fonts without tables for formulas differ */
        markup_add(f->out, "<msub><mpadded depth='0.2em'>");
    if (*dots)
        markup_add(f->out, "<mover accent='true'>");
    formula_add_letter(f, head);
    if (*dots)
        markup_add(f->out, "<mo>%s</mo></mover>", dots);
    if (!has_index)
        return;
    markup_add(f->out, "</mpadded><mtext>");
    markup_add_escaped(f->out, index, FORMULA_NAME);
    markup_add(f->out, "</mtext></msub>");
}

/* Takes a name with dots, quotes and subscripts in brackets: a.b[1].'c'. */
static int formula_take_name(formula *f, char *name) {
    const char *s = f->at;
    int quoted = 0;
    int nested = 0;
    for (; *s; s++) {
        const int is_part = isalnum((unsigned char)*s) || *s == '_' || *s == '.';
        if (*s == '\'')
            quoted = !quoted;
        else if (*s == '[' && !quoted)
            nested++;
        else if (*s == ']' && !quoted && nested)
            nested--;
        else if (!quoted && !nested && !is_part)
            break;
    }
    const size_t n = (size_t)(s - f->at);
    if (n == 0 || n >= FORMULA_NAME || quoted || nested)
        return 0;
    memcpy(name, f->at, n);
    name[n] = 0;
    f->at = s;
    return 1;
}

/* --- expressions --- */

/* der(...): dots above a name, d/dt in front of all else. */
static void formula_derivative(formula *f) {
    static const char *const dots[] = {"", "˙", "¨", "⃛"};
    enum { MOST_DOTS = 3 };
    char name[FORMULA_NAME];
    int order = 1;
    const char *inside = f->at;
    while (order < MOST_DOTS && formula_takes(f, "der("))
        order++;
    formula_skip(f);
    const int is_name = isalpha((unsigned char)*f->at) || *f->at == '_' || *f->at == '\'';
    if (is_name && formula_take_name(f, name) && formula_takes(f, ")")) {
        formula_add_name(f, name, dots[order]);
        for (int k = 1; k < order; k++)
            formula_need(f, ")");
        return;
    }
    f->at = inside;
    markup_add(f->out, "<mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac>");
    const size_t start = f->out->length;
    markup_add(f->out, "%s", group_open);
    formula_sum(f);
    formula_need(f, ")");
    formula_close_group(f, start);
}

static void formula_call(formula *f, const char *name) {
    static const char *const open[] = {"<msqrt><mrow>", "<mrow><mo>|</mo>", ""};
    static const char *const close[] = {"</mrow></msqrt>", "<mo>|</mo></mrow>", ""};
    int form = 2;
    if (strcmp(name, "sqrt") == 0)
        form = 0;
    else if (strcmp(name, "abs") == 0)
        form = 1;
    markup_add(f->out, "%s", open[form]);
    if (form == 2) {
        markup_add(f->out, "<mi>");
        markup_add_escaped(f->out, name, FORMULA_NAME);
        markup_add(f->out, "</mi><mo>&#x2061;</mo>");
    }
    const size_t start = f->out->length;
    if (form == 2)
        markup_add(f->out, "%s", group_open);
    formula_sum(f);
    while (!f->has_failed && formula_takes(f, ",")) {
        markup_add(f->out, "<mo>,</mo>");
        formula_sum(f);
    }
    formula_need(f, ")");
    if (form == 2)
        formula_close_group(f, start);
    else
        markup_add(f->out, "%s", close[form]);
}

static void formula_number(formula *f) {
    char *end;
    strtod(f->at, &end);
    char digits[FORMULA_NAME];
    const size_t n = (size_t)(end - f->at);
    if (n == 0 || n >= sizeof digits) {
        f->has_failed = 1;
        return;
    }
    memcpy(digits, f->at, n);
    digits[n] = 0;
    f->at = end;
    char *power = strpbrk(digits, "eE");
    if (!power) {
        markup_add(f->out, "<mn>%s</mn>", digits);
        return;
    }
    *power = 0;
    const int is_one = strcmp(digits, "1") == 0;
    if (!is_one)
        markup_add(f->out, "<mrow><mn>%s</mn><mo>·</mo>", digits);
    markup_add(f->out, "<msup><mn>10</mn><mn>%d</mn></msup>%s", atoi(power + 1),
               is_one ? "" : "</mrow>");
}

/* The rest of {a, b, ...}: an array, in parentheses as vectors are. */
static void formula_array(formula *f) {
    const size_t start = f->out->length;
    markup_add(f->out, "%s", group_open);
    formula_sum(f);
    while (!f->has_failed && formula_takes(f, ",")) {
        markup_add(f->out, "<mo>,</mo>");
        formula_sum(f);
    }
    formula_need(f, "}");
    formula_close_group(f, start);
}

/* A number, name, call, array or group; returns whether it is a group. */
static int formula_primary(formula *f) {
    char name[FORMULA_NAME];
    formula_skip(f);
    if (formula_takes(f, "{")) {
        formula_array(f);
        return 0;
    }
    if (formula_takes(f, "(")) {
        const size_t start = f->out->length;
        markup_add(f->out, "%s", group_open);
        formula_sum(f);
        formula_need(f, ")");
        formula_close_group(f, start);
        return 1;
    }
    if (isdigit((unsigned char)*f->at) || *f->at == '.') {
        formula_number(f);
        return 0;
    }
    if (!formula_take_name(f, name))
        f->has_failed = 1;
    else if (!formula_takes(f, "("))
        formula_add_name(f, name, "");
    else if (strcmp(name, "der") == 0)
        formula_derivative(f);
    else
        formula_call(f, name);
    return 0;
}

/* primary ['^' power]; returns whether it is a group. */
static int formula_power(formula *f) {
    const size_t start = f->out->length;
    if (f->has_failed || ++f->depth > FORMULA_DEPTH) {
        f->has_failed = 1;
        return 0;
    }
    int is_group = formula_primary(f);
    if (!f->has_failed && formula_takes(f, "^")) {
        formula_wrap(f, start, "<msup><mrow>");
        markup_add(f->out, "</mrow><mrow>");
        const size_t raised = f->out->length;
        const int is_negative = formula_takes(f, "-");
        if (is_negative)
            markup_add(f->out, "<mo>−</mo>");
        if (formula_power(f) && !is_negative)
            formula_bare(f, raised);
        markup_add(f->out, "</mrow></msup>");
        is_group = 0;
    }
    f->depth--;
    return is_group;
}

/* power {('*' | '/') power} */
static void formula_product(formula *f) {
    const size_t start = f->out->length;
    int is_group = formula_power(f);
    while (!f->has_failed) {
        if (formula_takes(f, "*")) {
            markup_add(f->out, "<mspace width='0.17em'/>");
            formula_power(f);
        } else if (formula_takes(f, "/")) {
            if (is_group)
                formula_bare(f, start);
            formula_wrap(f, start, "<mfrac><mrow>");
            markup_add(f->out, "</mrow><mrow>");
            const size_t below = f->out->length;
            if (formula_power(f))
                formula_bare(f, below);
            markup_add(f->out, "</mrow></mfrac>");
        } else {
            return;
        }
        is_group = 0;
    }
}

/* ['-'] product {('+' | '-') product} */
static void formula_sum(formula *f) {
    if (formula_takes(f, "-"))
        markup_add(f->out, "<mo>−</mo>");
    formula_product(f);
    while (!f->has_failed) {
        if (formula_takes(f, "+"))
            markup_add(f->out, "<mo>+</mo>");
        else if (formula_takes(f, "-"))
            markup_add(f->out, "<mo>−</mo>");
        else
            return;
        formula_product(f);
    }
}

/* Writes what cannot be read as text instead. */
void formula_add(markup *m, const char *text) {
    static const char *const relation[][2] = {{"<>", "≠"},   {"<=", "≤"},   {">=", "≥"},
                                              {"<", "&lt;"}, {">", "&gt;"}, {"=", "="}};
    enum { RELATIONS = sizeof relation / sizeof *relation };
    const size_t before = m->length;
    formula f = {.out = m, .at = text};
    markup_add(m, "<math>");
    formula_sum(&f);
    for (int k = 0; k < RELATIONS && !f.has_failed; k++)
        if (formula_takes(&f, relation[k][0])) {
            markup_add(m, "<mo>%s</mo>", relation[k][1]);
            formula_sum(&f);
        }
    formula_skip(&f);
    markup_add(m, "</math>");
    if ((!*f.at && !f.has_failed) || m->has_failed)
        return;
    m->length = before;
    markup_add(m, "<code>");
    markup_add_escaped(m, text, (long)strlen(text));
    markup_add(m, "</code>");
}
