/* SPDX-License-Identifier: BSD-3-Clause */
/* Each operation is a constant of its own, made of the text of its value in tape_op.def;
 * a slot is read where it is needed first and written at the end of a function, where
 * somebody reads it later. Constants are literals, but for arguments of functions: what
 * compilers make of sin(1.0) or pow(x, 2.0) need not have the bits of the C library. */
#include "emit_c.h"
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "jit_reader.h"

/* No line of the text is longer. */
enum { LINE_SIZE = 512, NAME_SIZE = EMIT_NUMBER_SIZE + 2 };

void emit_text(const emit_sink *out, const char *format, ...) {
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert(size >= 0 && size < LINE_SIZE);
    out->put(out->data, line, (size_t)size);
}

void emit_number(char text[EMIT_NUMBER_SIZE], double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7ff);
    char fraction[20];
    int digits = snprintf(fraction, sizeof fraction, "%013llx",
                          (unsigned long long)(bits & 0xfffffffffffffu));
    assert(exponent < 0x7ff);
    while (digits > 1 && fraction[digits - 1] == '0')
        fraction[--digits] = '\0';
    if (bits << 1 == 0)
        snprintf(text, EMIT_NUMBER_SIZE, "%s0.0", bits ? "-" : "");
    else
        snprintf(text, EMIT_NUMBER_SIZE, "%s0x%d.%sp%d", bits >> 63 ? "-" : "",
                 exponent > 0, fraction, exponent > 0 ? exponent - 1023 : -1022);
}

/* The value of an operation, in x, y and z. */
static const char *value_text(tape_op op) {
    static const char *const text[] = {
#define OPERATION(arity, code, value, ...) #value,
#include "../expr/tape_op.def"
    };
    return text[op];
}

/* Does it call a function? A name stands before a parenthesis then. */
static int calls_function(tape_op op) {
    const char *text = value_text(op);
    for (int k = 1; text[k - 1] && text[k]; k++)
        if (text[k] == '(' && isalnum((unsigned char)text[k - 1]))
            return 1;
    return 0;
}

int emit_c_has(const tape *t) {
    for (int i = t->once; i < t->length; i++)
        if (t->op[i] == TAPE_LOOKUP || t->op[i] == TAPE_ROUTINE)
            return 0;
    return 1;
}

typedef struct c_writer {
    const emit_sink *out;
    const tape *tape;
    emit_scratch s; /* local: 0: not read yet, -1: read from its slot, else 1 + the
                       operation that made it; until: its next reader */
} c_writer;

/* The constant in this slot; NULL: there is none, or it has no literal. */
static const double *constant_in(const tape *t, int slot) {
    if (slot < t->inputs || slot >= t->inputs + t->constants)
        return NULL;
    const double *c = &t->constant[slot - t->inputs];
    return isfinite(*c) ? c : NULL;
}

/* What a slot is called in the function that is being written. */
static void name_slot(const c_writer *w, int slot, int is_argument,
                      char text[NAME_SIZE]) {
    const double *constant = is_argument ? NULL : constant_in(w->tape, slot);
    if (constant) {
        char number[EMIT_NUMBER_SIZE];
        emit_number(number, *constant);
        snprintf(text, NAME_SIZE, "(%s)", number);
        return;
    }
    if (w->s.local[slot] == 0) {
        emit_text(w->out, "    const double a%d = s[%d];\n", slot, slot);
        w->s.local[slot] = -1;
    }
    if (w->s.local[slot] < 0)
        snprintf(text, NAME_SIZE, "a%d", slot);
    else
        snprintf(text, NAME_SIZE, "t%d", w->s.local[slot] - 1);
}

/* The text of a value with names in place of x, y and z. */
static void put_value(const emit_sink *out, const char *text, char (*name)[NAME_SIZE]) {
    while (*text) {
        size_t size = 1;
        while (isalnum((unsigned char)*text) && isalnum((unsigned char)text[size]))
            size++;
        if (size == 1 && *text >= 'x' && *text <= 'z')
            emit_text(out, "%s", name[*text - 'x']);
        else
            out->put(out->data, text, size);
        text += size;
    }
}

/* sin and cos of one argument are one call: before the second, that of the first is named
 * after it. */
static void put_circle(const c_writer *w, const operation *o, int is_second) {
    const int call = o->number - is_second;
    char name[NAME_SIZE];
    if (!is_second) {
        name_slot(w, tape_operand(w->tape, o->at + 1), 1, name);
        emit_text(w->out, "    const circle_point p%d = circle_at(%s);\n", call, name);
    }
    emit_text(w->out, "    const double t%d = p%d.%s;\n", o->number, call,
              w->tape->op[o->number] == TAPE_SIN ? "sin" : "cos");
}

static int is_circle(const tape *t, int number) {
    return t->op[number] == TAPE_SIN || t->op[number] == TAPE_COS;
}

static void put_operation(const c_writer *w, const operation *o) {
    const tape_op op = (tape_op)w->tape->op[o->number];
    char name[3][NAME_SIZE];
    for (int k = 0; k < o->arity; k++)
        name_slot(w, tape_operand(w->tape, o->at + 1 + k), calls_function(op), name[k]);
    emit_text(w->out, "    const double t%d = ", o->number);
    put_value(w->out, value_text(op), name);
    emit_text(w->out, ";\n");
}

static operation next_operation(const tape *t, operation o) {
    o.at += 1 + o.arity;
    o.number++;
    if (o.number < t->length)
        o.arity = tape_arity((tape_op)t->op[o.number]);
    return o;
}

static void put_operations(const c_writer *w, operation o, int end) {
    int is_second = 0;
    for (; o.number < end; o = next_operation(w->tape, o)) {
        const int result = tape_operand(w->tape, o.at);
        const int is_read = w->s.next[o.at] != NEVER;
        if (is_read && is_circle(w->tape, o.number))
            put_circle(w, &o, is_second);
        else if (is_read)
            put_operation(w, &o);
        is_second = is_read && !is_second && jit_is_pair(w->tape, &o);
        for (int k = 1; k <= o.arity; k++)
            w->s.until[tape_operand(w->tape, o.at + k)] = w->s.next[o.at + k];
        if (is_read)
            w->s.local[result] = 1 + o.number;
        w->s.until[result] = w->s.next[o.at];
    }
}

/* Writes back what is read later, and forgets all names. */
static operation put_results(const c_writer *w, operation o, int end) {
    const operation begin = o;
    for (; o.number < end; o = next_operation(w->tape, o)) {
        const int slot = tape_operand(w->tape, o.at);
        if (w->s.local[slot] == 1 + o.number && w->s.until[slot] != NEVER)
            emit_text(w->out, "    s[%d] = t%d;\n", slot, o.number);
    }
    for (int at = begin.at; at < o.at; at++)
        w->s.local[tape_operand(w->tape, at)] = 0;
    return o;
}

int emit_c_calls_functions(const tape *t) {
    for (int i = t->once; i < t->length; i++)
        if (is_circle(t, i))
            return 1;
    return 0;
}

void emit_c_functions(const emit_sink *out) {
    for (const char *text = circle_text; *text;) {
        const size_t size = strcspn(text, ";{}") + 1;
        out->put(out->data, text, size);
        out->put(out->data, "\n", 1);
        text += size;
        text += *text == ' ';
    }
}

void emit_c_tape(const emit_sink *out, const char *linkage, const char *name,
                 const tape *t, emit_scratch s) {
    assert(emit_c_has(t));
    const c_writer w = {out, t, s};
    operation o = {.number = t->once, .at = t->once_operands};
    int parts = 0;
    jit_find_readers(t, s.next, s.until);
    if (o.number < t->length)
        o.arity = tape_arity((tape_op)t->op[o.number]);
    while (o.number < t->length) {
        const int rest = t->length - o.number;
        const int count = rest < EMIT_MOST_OPERATIONS ? rest : EMIT_MOST_OPERATIONS;
        const int end = o.number + count;
        emit_text(out, "static void %s_%d(double *s) {\n", name, parts++);
        put_operations(&w, o, end);
        o = put_results(&w, o, end);
        emit_text(out, "}\n");
    }
    emit_text(out, "%svoid %s(double *s) {\n", linkage, name);
    for (int k = 0; k < parts; k++)
        emit_text(out, "    %s_%d(s);\n", name, k);
    emit_text(out, parts ? "}\n" : "    (void)s;\n}\n");
}
