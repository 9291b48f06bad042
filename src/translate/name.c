/* SPDX-License-Identifier: BSD-3-Clause */
/* What a name refers to. */
#include "translate.h"
#include <assert.h>
#include <math.h>
#include <string.h>

enum { LONG_LIST = 1 << 16 };    /* of names: more are not searched for a near one */
enum { ERRORS_WITH_HINTS = 10 }; /* later ones are counted, not shown */

const char *suggest_word(translation *t, const char *name, const char *words) {
    size_t size = 0;
    const char *near = invo_name_near(name, words, &size);
    assert(!near || size > 0);
    if (!near)
        return "";
    return arena_print(t->arena, "; did you mean '%.*s'?", (int)size, near);
}

const char *suggest_name(translation *t, const char *name) {
    if (error_count(t) > ERRORS_WITH_HINTS)
        return "";
    char *words = arena_alloc(t->arena, LONG_LIST);
    size_t used = 0;
    for (const scope *s = t->scope; s; s = s->outer)
        for (int i = 0; i < s->symbols.count; i++) {
            const char *one = s->symbols.at[i]->name;
            size_t size = strlen(one);
            if (used + size + 2 > LONG_LIST || strchr(one, ' '))
                continue;
            memcpy(words + used, one, size);
            words[used + size] = ' ';
            used += size + 1;
        }
    return suggest_word(t, name, words);
}

const char *suggest_ours(translation *t, const char *name, const char *near) {
    static const struct {
        const char *word, *ours;
    } table[] = {
#define FOREIGN(word, ours) {word, ours},
#include "builtin.def"
#undef FOREIGN
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].word) == 0)
            return arena_print(t->arena, "%s%s write %s", near, *near ? " Or" : ";",
                               table[i].ours);
    return near;
}

int word_in(const char *word, const char *words) {
    size_t size = strlen(word);
    for (int number = 1; *words; number++) {
        size_t n = strcspn(words, " ");
        if (n == size && memcmp(words, word, n) == 0)
            return number;
        words += n + (words[n] == ' ');
    }
    return 0;
}

static int begins_with(const char *text, const char *head) {
    return strncmp(text, head, strlen(head)) == 0;
}

const char *intern(translation *t, const char *text) {
    return name_intern(t->names, text, strlen(text));
}

/* --- imports --- */

void declare_imports(translation *t, int count, const ast_import *at) {
    static const char *const known[] = {"Modelica.Math",        "Modelica.Constants",
                                        "Modelica.Units",       "Modelica.SIunits",
                                        "Modelica.ComplexMath", "Complex"};
    for (int i = 0; i < count; i++) {
        int found = 0;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found |= begins_with(at[i].name, known[k]) &&
                     strchr(".", at[i].name[strlen(known[k])]);
        if (found)
            LIST_PUSH(t->arena, t->scope->imports, at[i]);
        else
            semantic_error(t, at[i].where,
                           "'%.80s' cannot be imported; only Modelica.Math, "
                           "Modelica.Constants, Modelica.Units and "
                           "Modelica.ComplexMath are known",
                           at[i].name);
    }
}

static int is_library(const char *name); /* a constant or a type of Modelica */
static const char complex_math[] = "Modelica.ComplexMath.";

/* What is there without imports; a star does not hide it. */
static int is_predefined(const char *name) {
    return word_in(name, "Real Integer Boolean String StateSelect AssertionLevel");
}

const char *name_import(translation *t, const char *name) {
    const char *dot = name[0] == '\'' ? NULL : strchr(name, '.');
    size_t head = dot ? (size_t)(dot - name) : strlen(name);
    for (const scope *s = t->scope; s; s = s->outer)
        LIST_EACH(const ast_import, m, s->imports) {
            if (m->alias && strlen(m->alias) == head &&
                strncmp(m->alias, name, head) == 0)
                return intern(t, arena_print(t->arena, "%s%s", m->name, name + head));
            if (m->alias || is_predefined(name))
                continue;
            int size = (int)strlen(m->name) - 1; /* without the star */
            const char *full = arena_print(t->arena, "%.*s%s", size, m->name, name);
            if (is_library(full) ||
                (begins_with(full, complex_math) && library_find(t, intern(t, full))))
                return intern(t, full);
        }
    return NULL;
}

static level symbol_level(const symbol *s) {
    if (s->kind == SYMBOL_LOCAL)
        return s->level;
    if (s->kind == SYMBOL_CONSTANT)
        return LEVEL_CONSTANT;
    return s->kind == SYMBOL_PARAMETER ? LEVEL_PARAMETER : LEVEL_CHANGING;
}

/* --- constants of the library --- */

static const char library[] = "Modelica.Constants.";

typedef struct constant_entry {
    const char *name;
    double value;
    const char *unit;
} constant_entry;

static const constant_entry *find_constant(const char *name) {
    static const constant_entry table[] = {
#define CONSTANT(name, value, unit, about) {name, value, unit},
#include "builtin.def"
#undef CONSTANT
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0)
            return &table[i];
    return NULL;
}

static int library_constant(const char *name, double *number) {
    const constant_entry *found = find_constant(name);
    if (found)
        *number = found->value;
    return found != NULL;
}

const char *library_unit(translation *t, const char *name) {
    const char *full = name_import(t, name);
    if (full)
        name = full;
    const constant_entry *found =
        begins_with(name, library) ? find_constant(name + strlen(library)) : NULL;
    return found ? found->unit : NULL;
}

static const char math[] = "Modelica.Math.";

static int is_library(const char *name) {
    double ignored;
    if (begins_with(name, library))
        return library_constant(name + strlen(library), &ignored);
    if (begins_with(name, math))
        return is_array_function(name + strlen(math));
    if (begins_with(name, complex_math))
        return 0;
    const char *last = strrchr(name, '.') + 1; /* types begin with a capital letter */
    return *last >= 'A' && *last <= 'Z';
}

/* --- names with parts --- */

/* The last dot that is not inside quotes, or NULL. */
const char *name_last_dot(const char *name) {
    const char *found = NULL;
    int quoted = 0;
    for (const char *c = name; *c; c++) {
        if (quoted && *c == '\\' && c[1]) {
            c++;
            continue;
        }
        if (*c == '\'')
            quoted = !quoted;
        if (*c == '.' && !quoted)
            found = c;
    }
    return found;
}

enum { MOST_PARTS = 100 }; /* of a name */

int name_has_many_parts(const char *name) {
    int dots = 0;
    for (; *name && dots <= MOST_PARTS; name++)
        dots += *name == '.';
    return dots > MOST_PARTS;
}

/* r.x: a field of a record. Longer names by recursion over their dots. */
static symbol *resolve_field(translation *t, const char *name) {
    const char *dot = name_last_dot(name);
    if (!dot || dot == name || name_has_many_parts(name))
        return NULL;
    symbol *owner = name_resolve(t, name_intern(t->names, name, (size_t)(dot - name)));
    if (!owner || owner->type.kind != TYPE_RECORD)
        return NULL;
    shape_symbol(t, owner);
    return owner->fields ? scope_find_here(owner->fields, intern(t, dot + 1)) : NULL;
}

symbol *name_resolve(translation *t, const char *name) {
    symbol *s = scope_find(t->scope, name);
    if (s)
        return s;
    if (!name_last_dot(name))
        return library_find_in_package(t, name);
    if ((s = resolve_field(t, name)))
        return s;
    size_t size = t->package ? strlen(t->package) : 0;
    if (!t->package || !begins_with(name, t->package) || name[size] != '.')
        return library_find_in_package(t, name);
    return scope_find(t->global, intern(t, name + size + 1));
}

/* Models of a text declare no names with brackets, so that only those that a program has
 * built are searched. */
symbol *name_is_flat(translation *t, const ast *e) {
    assert(e->kind == AST_SUBSCRIPT || e->kind == AST_FIELD);
    if (!t->has_flat_names || !e->where.file)
        return NULL;
    char *name = (char *)ast_text(t, e);
    size_t size = 0;
    for (const char *c = name; *c; c++)
        if (*c != ' ')
            name[size++] = *c;
    return scope_find(t->scope, name_intern(t->names, name, size));
}

/* --- values --- */

/* A record with a field whose declaration is wrong has no value: no other record has bad
 * fields. */
static value record_value(translation *t, const symbol *s, place where) {
    int n = field_count(s->type);
    value *field = NEW_ARRAY(t, value, n);
    value v = {.type = s->type, .rank = s->rank, .size = s->size, .count = s->count};
    for (int i = 0; i < n; i++) {
        symbol *f = field_symbol(s, i);
        field[i] = f ? symbol_value(t, f, where) : bad_value(t);
        if (is_bad(&field[i]))
            return field[i];
        value_join(&v, &field[i]);
    }
    v.field = field;
    return v;
}

static value element_value(const symbol *s) {
    value v = value_array(s->type, s->rank, s->size, s->element);
    v.text = s->type.kind == TYPE_STRING ? s->text : NULL;
    v.wording = s->wording;
    v.object = s->object;
    v.level = symbol_level(s);
    if (v.level == LEVEL_CHANGING)
        v.changing = s->kind == SYMBOL_LOCAL && s->changing ? s->changing : s->name;
    return v;
}

static value text_value(translation *t, symbol *s) {
    value v = number_value(t, TYPE_STRING, 0);
    define_symbol(t, s);
    v.text = s->text;
    v.wording = s->wording;
    if (s->wording)
        v.level = LEVEL_PARAMETER;
    v.rank = s->rank;
    v.size = s->size;
    v.count = s->count;
    v.at = s->element;
    return v;
}

/* A table whose declaration is wrong is an error that was reported. */
static value table_value(translation *t, symbol *s) {
    value v = number_value(t, TYPE_TABLE, 0);
    define_symbol(t, s);
    v.object = s->object;
    return v.object ? v : bad_value(t);
}

/* Defines constants and texts at once: their values may decide what is read next. */
value symbol_value(translation *t, symbol *s, place where) {
    shape_symbol(t, s);
    switch (s->kind) {
    case SYMBOL_CONSTANT:
        define_symbol(t, s); /* fallthrough */
    case SYMBOL_VARIABLE:
    case SYMBOL_PARAMETER:
    case SYMBOL_INPUT:
    case SYMBOL_DISCRETE:
    case SYMBOL_LOCAL:
        if (s->shaped != DONE)
            return bad_value(t);
        return s->type.kind == TYPE_RECORD ? record_value(t, s, where) : element_value(s);
    case SYMBOL_TIME:
        return (value){.type = s->type,
                       .level = LEVEL_CHANGING,
                       .changing = s->name,
                       .count = 1,
                       .e = expr_time(t->graph)};
    case SYMBOL_LITERAL:
        return (value){.type = s->type, .count = 1, .e = number_of(t, s->value)};
    case SYMBOL_TEXT:
        return text_value(t, s);
    case SYMBOL_TABLE:
        return table_value(t, s);
    case SYMBOL_TYPE:
    case SYMBOL_RECORD:
    case SYMBOL_FUNCTION:
        return value_error(t, where, "'%.80s' is %s; expected a value", s->name,
                           symbol_kind_text(s));
    case SYMBOL_BROKEN:
        break;
    }
    return bad_value(t);
}

static void unknown_constant(translation *t, const ast *e, const char *name) {
    static const char all[] = ""
#define CONSTANT(name, ...) name " "
#include "builtin.def"

#undef CONSTANT
        ;
    semantic_error(t, e->where, "Modelica.Constants has no '%.80s'%s", name,
                   suggest_word(t, name, all));
}

static void unknown_name(translation *t, const ast *e) {
    const char *dot = name_last_dot(e->text);
    symbol *owner = NULL;
    if (dot && !name_has_many_parts(e->text))
        owner = name_resolve(t, name_intern(t->names, e->text, (size_t)(dot - e->text)));
    if (owner && owner->kind == SYMBOL_BROKEN)
        return;
    if (owner && owner->kind == SYMBOL_TYPE && !owner->definition->base)
        semantic_error(t, e->where, "the enumeration %.80s has no value '%.80s'%s",
                       owner->name, dot + 1, suggest_name(t, e->text));
    else if (owner && owner->type.kind == TYPE_RECORD)
        semantic_error(t, e->where, "'%.80s' is a %s, which has no field '%.80s'",
                       owner->name, type_name(t, owner->type), dot + 1);
    else if (owner)
        semantic_error(t, e->where, "'%.80s' is %s and has no parts", owner->name,
                       symbol_kind_text(owner));
    else
        semantic_error(t, e->where, "unknown name '%.80s'%s", e->text,
                       suggest_ours(t, e->text, suggest_name(t, e->text)));
}

/* Numbers that are not finite, as the C library prints them and exporters write them. */
static int is_not_finite(const char *name, double *number) {
    *number = word_in(name, "inf Inf INF infinity") ? INFINITY : NAN;
    return isinf(*number) || word_in(name, "nan NaN NAN");
}

value lower_name(translation *t, const ast *e) {
    symbol *s = name_resolve(t, e->text);
    if (s)
        return symbol_value(t, s, e->where);
    const ast *whole = scalarised_reference(t, e);
    if (whole)
        return lower_expression(t, whole);
    const char *name = name_import(t, e->text);
    if (!name)
        name = e->text;
    double number;
    if (table_word(name, &number))
        return number_value(t, TYPE_INTEGER, number);
    if (t->package && is_not_finite(name, &number))
        return number_value(t, TYPE_REAL, number);
    const symbol *of = begins_with(name, complex_math) ? library_find(t, name) : NULL;
    if (of && of->kind == SYMBOL_FUNCTION) /* a constant that is a record */
        return call_with(t, e, of, 0, NULL);
    if (begins_with(name, library)) {
        name += strlen(library);
        if (library_constant(name, &number))
            return number_value(t, TYPE_REAL, number);
        unknown_constant(t, e, name);
    } else {
        unknown_name(t, e);
    }
    return bad_value(t);
}
