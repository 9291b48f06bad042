/* SPDX-License-Identifier: BSD-3-Clause */
/* Values and attributes of what is declared. */
#include "translate.h"
#include <assert.h>
#include <math.h>
#include <string.h>

int value_fits(type to, type from) {
    if (to.kind == TYPE_REAL && from.kind == TYPE_INTEGER)
        return 1;
    return type_same(to, from);
}

/* Modifiers of a record or a field, from where it or a record around it is declared. */
typedef struct layer {
    const ast_arguments *modifiers;
    scope *scope;
    int outer, each; /* as in attributes */
    int is_default;  /* given in a record's definition: a value of the whole record
                        overrides it */
} layer;

/* What a symbol gets from where it is declared, or from the records it is a field of. */
typedef struct given {
    LIST(layer) layers; /* the strongest first */
    attribute binding;
    const value *computed; /* the value, if it was read with the whole record */
    const char *text;      /* of the computed value */
} given;

/* --- values of the right shape --- */

/* Each element of an array of records has its own default values: siblings are scalars.
 */
static scope *fields_of_element(translation *t, const scope *fields, const symbol *owner,
                                int k) {
    scope *s = scope_new(t->arena, fields->outer);
    s->imports = fields->imports;
    LIST_EACH(symbol *const, field, fields->symbols) {
        symbol one = **field;
        if (!one.declaration) { /* a type or a function */
            scope_share(s, *field);
            continue;
        }
        if (one.shaped != DONE || (one.type.kind != TYPE_RECORD && !one.element))
            continue;
        one.rank -= owner->rank;
        one.size += owner->rank;
        one.count = owner->count ? one.count / owner->count : 0;
        if (one.element)
            one.element += (size_t)k * (size_t)one.count;
        if (one.fields)
            one.fields = fields_of_element(t, one.fields, owner, k);
        one.owner = NULL;
        one.defined = DONE;
        scope_add(s, one);
    }
    return s;
}

scope *element_scope(translation *t, const symbol *owner, int k) {
    return fields_of_element(t, owner->fields, owner, k);
}

/* The array of records around s whose definition contains the names of this scope. */
static const symbol *owner_with(const symbol *s, const scope *fields) {
    const symbol *o = s->owner;
    while (o && o->fields != fields)
        o = o->owner;
    return o && o->rank ? o : NULL;
}

/* v for every element of s, of which the first `outer` subscripts are not v's. */
static int spread_fits(translation *t, const symbol *s, const attribute *a,
                       const value *v, const char *what) {
    int own = s->rank - a->outer;
    const int *size = s->size + a->outer;
    int fits = v->rank == own || (a->each && v->rank < own);
    for (int d = 0; d < v->rank && fits; d++)
        fits = v->size[d] == size[own - v->rank + d];
    if (fits)
        return 1;
    const char *name = path_text(t, s);
    const char *wanted = shape_text(t->arena, own, size);
    if (!v->rank)
        return semantic_error(
            t, a->value->where,
            "%s of '%.80s' is a scalar, but '%.80s' is an array %s; write "
            "'each', or give an array",
            what, name, name, wanted);
    return semantic_error(t, a->value->where,
                          "%s of '%.80s' has the size %s, but '%.80s' %s%s", what, name,
                          value_shape(t, v), name, own ? "has " : "is ", wanted);
}

static value define_spread(translation *t, const symbol *s, const value *v) {
    if (v->rank == s->rank)
        return *v;
    selection all = {s->rank, s->count,
                     arena_keep(t->arena, s->size, sizeof *s->size, s->rank),
                     NEW_ARRAY(t, int, s->count)};
    for (int k = 0; k < s->count; k++)
        all.offset[k] = v->count ? k % v->count : 0;
    return value_select(t->arena, v, &all);
}

static value lower_in(translation *t, scope *s, const ast *e) {
    scope *before = t->scope;
    int end = t->end_size;
    t->scope = s;
    t->end_size = -1;
    value v = lower_expression(t, e);
    t->scope = before;
    t->end_size = end;
    return v;
}

/* Reads a default value for each record of an array, as its names are that record's
 * fields. */
static value lower_defaults(translation *t, const symbol *s, const symbol *owner,
                            const attribute *a, const char *what) {
    int n = owner->count;
    value *part = NEW_ARRAY(t, value, n);
    attribute one = *a;
    symbol element = *s;
    element.rank -= a->outer;
    element.size += a->outer;
    element.count = n ? s->count / n : 0;
    one.outer = 0;
    for (int k = 0; k < n; k++) {
        part[k] = lower_in(t, element_scope(t, owner, k), a->value);
        if (is_bad(&part[k]) || !spread_fits(t, &element, &one, &part[k], what))
            return bad_value(t);
        part[k] = define_spread(t, &element, &part[k]);
    }
    if (!n)
        return bad_value(t);
    value v = array_stack(t, n, part, a->value->where);
    if (is_bad(&v))
        return v;
    v.rank = s->rank;
    v.size = s->size;
    return v;
}

/* The value of all elements of s, of its type and shape. */
static value lower_given(translation *t, const symbol *s, const attribute *a,
                         const char *what) {
    const symbol *owner = owner_with(s, a->scope);
    value v =
        owner ? lower_defaults(t, s, owner, a, what) : lower_in(t, a->scope, a->value);
    if (is_bad(&v))
        return v;
    if (!value_fits(s->type, v.type))
        return value_error(t, a->value->where, "%s of '%.80s' must be %s, found %s", what,
                           path_text(t, s), type_name(t, s->type), type_name(t, v.type));
    if (!owner && !spread_fits(t, s, a, &v, what))
        return bad_value(t);
    return define_spread(t, s, &v);
}

static int may_last(translation *t, const value *v, place where, const char *what,
                    const char *name) {
    return v->level != LEVEL_CHANGING ||
           semantic_error(t, where,
                          "%s of '%.80s' must not change with time, but '%.80s' does",
                          what, name, v->changing);
}

/* The same, which must not change with time. */
static value lower_lasting(translation *t, const symbol *s, const attribute *a,
                           const char *what) {
    value v = lower_given(t, s, a, what);
    if (is_bad(&v) || may_last(t, &v, a->value->where, what, path_text(t, s)))
        return v;
    return bad_value(t);
}

/* --- attributes --- */

/* An attribute that is a number for each element; NO_EXPR where it is not given. */
static const expr *number_attribute(translation *t, const symbol *s, attribute a,
                                    const char *what) {
    expr *at = NEW_ARRAY(t, expr, s->count);
    value v = {.type = basic(TYPE_BAD)};
    if (a.value)
        v = lower_lasting(t, s, &a, what);
    for (int k = 0; k < s->count; k++)
        at[k] = is_bad(&v) ? NO_EXPR : value_at(&v, k);
    return at;
}

/* Attributes that are numbers: [count] each. */
typedef struct numbers {
    const expr *start, *min, *max, *nominal;
} numbers;

static numbers number_attributes(translation *t, const symbol *s, const attributes *a) {
    numbers n;
    n.start = number_attribute(t, s, a->start, "the attribute 'start'");
    n.min = number_attribute(t, s, a->min, "the attribute 'min'");
    n.max = number_attribute(t, s, a->max, "the attribute 'max'");
    n.nominal = number_attribute(t, s, a->nominal, "the attribute 'nominal'");
    return n;
}

/* Evaluates the attribute 'fixed' of each element at once: it decides the structure. */
static const char *flag_attribute(translation *t, const symbol *s, attribute a,
                                  int otherwise) {
    char *flag = NEW_ARRAY(t, char, s->count);
    memset(flag, otherwise, (size_t)s->count);
    if (!a.value)
        return flag;
    symbol boolean = *s;
    boolean.type = basic(TYPE_BOOLEAN);
    value v = lower_given(t, &boolean, &a, "the attribute 'fixed'");
    for (int k = 0; k < s->count && !is_bad(&v); k++) {
        double number = otherwise;
        if (v.level == LEVEL_CHANGING ||
            !expr_is_known(t, value_at(&v, k), EVALUATE_FINAL, &number)) {
            semantic_error(t, a.value->where,
                           "the attribute 'fixed' of '%.80s' must be constant",
                           path_text(t, s));
            break;
        }
        flag[k] = number != 0;
    }
    return flag;
}

/* Returns the text, which lasts as long as the model, if it is known. */
static const char *text_attribute(translation *t, attribute a, const char *what) {
    if (!a.value)
        return NULL;
    value v = lower_in(t, a.scope, a.value);
    if (v.type.kind != TYPE_STRING && !is_bad(&v))
        semantic_error(t, a.value->where, "%s must be String, found %s", what,
                       type_name(t, v.type));
    if (v.type.kind != TYPE_STRING || !v.text)
        return NULL;
    return arena_copy(lasting(t), v.text, strlen(v.text));
}

static int constant_number(translation *t, expr e, double *number) {
    return e != NO_EXPR && expr_is_known(t, e, EVALUATE_CONSTANTS, number);
}

static void check_range(translation *t, const symbol *s, int k, const numbers *n) {
    assert(k >= 0 && k < s->count);
    double low, high, scale;
    if (constant_number(t, n->min[k], &low) && constant_number(t, n->max[k], &high) &&
        low > high)
        semantic_error(t, s->where, "'%.80s' has min = %g, which is more than max = %g",
                       symbol_element_name(t->arena, s, k), low, high);
    if (constant_number(t, n->nominal[k], &scale) &&
        !(fabs(scale) > 0 && isfinite(scale)))
        semantic_error(
            t, s->where,
            "the nominal value of '%.80s' must be finite and not zero, found %g",
            symbol_element_name(t->arena, s, k), scale);
}

static void check_bounds(translation *t, const symbol *s, int k, expr e,
                         const numbers *n) {
    double number, bound;
    if (!constant_number(t, e, &number))
        return;
    const char *name = symbol_element_name(t->arena, s, k);
    if (constant_number(t, n->min[k], &bound) && number < bound)
        semantic_error(t, s->where, "'%.80s' = %g is less than its min = %g", name,
                       number, bound);
    if (constant_number(t, n->max[k], &bound) && number > bound)
        semantic_error(t, s->where, "'%.80s' = %g is more than its max = %g", name,
                       number, bound);
}

/* --- variables --- */

static place binding_place(const symbol *s, const ast *e) {
    place w = s->where;
    if (e->where.line == w.line && e->where.file == w.file &&
        e->where.column + e->where.length > w.column)
        w.length = e->where.column + e->where.length - w.column;
    return w;
}

/* Turns Real x = e into an equation at the place of the declaration, or into what its
 * annotation makes of e. */
static void bind_variable(translation *t, const symbol *s, const given *g) {
    assert(s->declaration);
    remark r = annotation_of_declaration(t, &s->declaration->annotation);
    const ast *e = g->binding.value;
    if (!e && !g->computed) {
        if (r.invariant || r.constraint)
            semantic_error(
                t, s->where,
                "'%.80s' has no value and cannot be %s; write Real %.80s = ...", s->name,
                r.invariant ? "an invariant" : "a constraint", s->name);
        return;
    }
    value v = g->computed ? *g->computed : lower_given(t, s, &g->binding, "the value");
    if (is_bad(&v))
        return;
    place where = e ? binding_place(s, e) : s->where;
    const char *right = e ? ast_text(t, e) : g->text;
    const char *text = arena_print(lasting(t), "%s = %s", path_text(t, s), right);
    if (v.rank)
        text = element_pattern(t, text, 0);
    assert(!v.rank || v.count == s->count);
    const statement *of = statement_new(lasting(t), text, r.name, where);
    for (int k = 0; k < s->count; k++) {
        expr left = s->element[k];
        expr to = value_at(&v, k);
        flat f = {.residual = present(t, expr_sub(t->graph, left, to)),
                  .left = left,
                  .right = to,
                  .type = s->type,
                  .guard = NO_EXPR,
                  .of = of,
                  .values = v.rank ? element_values(t, NULL, &v, k) : NULL};
        if (s->kind == SYMBOL_DISCRETE) {
            push_discrete(t, &f);
            continue;
        }
        push_equation(t, EQUATION_PLAIN, f.residual, of, f.values);
        if (r.invariant)
            push_equation(t, EQUATION_INVARIANT, to, of, f.values);
        if (r.constraint)
            push_equation(t, EQUATION_CONSTRAINT, to, of, f.values);
    }
}

static void define_variable(translation *t, const symbol *s, const attributes *a,
                            const given *g) {
    arena *own = borrow(t);
    numbers n = number_attributes(t, s, a);
    const char *fixed = flag_attribute(t, s, a->fixed, 0);
    for (int k = 0; k < s->count; k++) {
        variable *v = &t->system->variables.at[s->index + k];
        v->start = n.start[k];
        v->min = n.min[k];
        v->max = n.max[k];
        v->nominal = n.nominal[k];
        v->fixed = fixed[k];
        check_range(t, s, k, &n);
    }
    bind_variable(t, s, g);
    release(t, own);
}

static int is_given(const given *g) {
    return g->computed || g->binding.value;
}

static place given_place(const symbol *s, const given *g) {
    return g->binding.value ? g->binding.value->where : s->where;
}

/* --- parameters, constants, inputs and discrete variables --- */

/* Value of the elements: what is declared, else their start values. */
static const expr *parameter_values(translation *t, const symbol *s, const given *g,
                                    const expr *start, const char *fixed) {
    if (is_given(g)) {
        value v =
            g->computed ? *g->computed : lower_lasting(t, s, &g->binding, "the value");
        expr *at = NEW_ARRAY(t, expr, s->count);
        for (int k = 0; k < s->count; k++)
            at[k] = is_bad(&v) ? number_of(t, 0) : value_at(&v, k);
        if (s->kind == SYMBOL_CONSTANT && v.level == LEVEL_PARAMETER)
            semantic_error(t, given_place(s, g),
                           "the constant '%.80s' must not depend on parameters", s->name);
        return at;
    }
    if (s->kind == SYMBOL_CONSTANT)
        semantic_error(t, s->where, "the constant '%.80s' has no value", path_text(t, s));
    if (s->kind == SYMBOL_PARAMETER && s->count && start[0] != NO_EXPR && fixed[0])
        diagnose(t->context, SEVERITY_NOTE, INVO_OK, s->where,
                 "the parameter '%.80s' has no value; its start value is used",
                 path_text(t, s));
    return start;
}

/* A constant is its number from here on. */
static void define_settle(translation *t, symbol *s) {
    for (int k = 0; k < s->count; k++) {
        int p = s->index + k;
        double number;
        if (!constant_number(t, parameter_at(t, p)->binding, &number))
            continue;
        parameter_at(t, p)->binding = s->element[k] = number_of(t, number);
        if (!isfinite(number))
            semantic_error(
                t, s->declaration->value ? s->declaration->value->where : s->where,
                "the constant '%.80s' is not finite: %g",
                symbol_element_name(t->arena, s, k), number);
    }
}

/* A parameter with fixed = false: initial equations give a Real one its value together
 * with the other unknowns. Another one has no neighbours to search among: it is a
 * discrete variable that keeps what the initial problem gives it. */
static void define_open(parameter *p, expr first) {
    p->is_tuned = p->type == TYPED_REAL;
    p->kind = p->is_tuned ? p->kind : PARAMETER_DISCRETE;
    p->binding = p->is_tuned ? NO_EXPR : first;
}

/* Defines a parameter, constant, input or discrete variable. Without a value, discrete
 * variables and inputs begin with 0, false, or the first value of an enumeration. */
static void define_parameter(translation *t, symbol *s, const attributes *a,
                             const given *g) {
    static const parameter_type stored[] = {[TYPE_REAL] = TYPED_REAL,
                                            [TYPE_INTEGER] = TYPED_INTEGER,
                                            [TYPE_BOOLEAN] = TYPED_BOOLEAN,
                                            [TYPE_ENUMERATION] = TYPED_INTEGER};
    arena *own = borrow(t);
    numbers n = number_attributes(t, s, a);
    int discrete = s->kind == SYMBOL_DISCRETE;
    const char *fixed = flag_attribute(t, s, a->fixed, !discrete);
    remark r = annotation_of_declaration(t, &s->declaration->annotation);
    if (r.invariant || r.constraint)
        semantic_error(t, s->where,
                       "'%.80s' is %s; only variables can be invariants or constraints",
                       s->name, symbol_kind_text(s));
    const expr *values = discrete ? n.start : parameter_values(t, s, g, n.start, fixed);
    for (int k = 0; k < s->count; k++) {
        expr e = values[k];
        check_range(t, s, k, &n);
        int is_open = s->kind == SYMBOL_PARAMETER && !is_given(g) && !fixed[k];
        if (e == NO_EXPR && (discrete || is_open || s->kind == SYMBOL_INPUT))
            e = number_of(t, s->type.kind == TYPE_ENUMERATION);
        parameter *p = parameter_at(t, s->index + k);
        p->is_fixed = discrete && fixed[k];
        p->type = stored[s->type.kind];
        p->guess = n.start[k];
        p->binding = e;
        if (is_open)
            define_open(p, e);
        check_bounds(t, s, k, e, &n);
    }
    if (s->kind == SYMBOL_CONSTANT)
        define_settle(t, s);
    if (discrete)
        bind_variable(t, s, g);
    release(t, own);
}

/* Hands a String of the model out to users; those of functions and arrays stay inside. */
static void define_hand_out_text(translation *t, const symbol *s) {
    const symbol *root = s;
    int is_array = s->rank > 0;
    while (root->owner) {
        root = root->owner;
        is_array = is_array || root->rank > 0;
    }
    if (!s->text || is_array || root->scope != t->top)
        return;
    const invo_text_parameter one = {symbol_path(lasting(t), s),
                                     arena_copy(lasting(t), s->text, strlen(s->text))};
    LIST_PUSH(lasting(t), t->model->texts, one);
}

static void define_text(translation *t, symbol *s, const attributes *a, const given *g) {
    value v = {0};
    if (g->computed)
        v = *g->computed;
    else if (g->binding.value)
        v = lower_in(t, g->binding.scope, g->binding.value);
    if (g->binding.value && v.type.kind != TYPE_STRING && !is_bad(&v))
        semantic_error(t, g->binding.value->where,
                       "the value of '%.80s' must be String, found %s", s->name,
                       type_name(t, v.type));
    text_attribute(t, a->start, "the attribute 'start'");
    if (v.type.kind == TYPE_STRING)
        may_last(t, &v, given_place(s, g), "the value", s->name);
    s->text = v.text;
    s->wording = v.wording;
    define_hand_out_text(t, s);
}

/* Keeps the object that the value constructs. */
static void define_table(translation *t, symbol *s, const given *g) {
    value v = {.type = basic(TYPE_BAD)};
    if (g->computed)
        v = *g->computed;
    else if (g->binding.value)
        v = lower_in(t, g->binding.scope, g->binding.value);
    else
        semantic_error(t, s->where, "the table '%.80s' has no value", path_text(t, s));
    if (v.type.kind != TYPE_TABLE && !is_bad(&v))
        semantic_error(t, g->binding.value->where,
                       "the value of '%.80s' must be a table, found %s", s->name,
                       type_name(t, v.type));
    s->object = v.object;
    if (s->object)
        table_name_object(t, s->object, path_text(t, s));
}

/* --- one name --- */

/* Collects the attributes of a name that is not a record, from its type inwards to the
 * outermost modifier, which overrides the others, and defines it by its kind. */
static void define_leaf(translation *t, symbol *s, const given *g) {
    attributes a = {0};
    scope *before = t->scope;
    t->scope = s->scope;
    const char *base = type_attributes(t, s, &a);
    apply_modifiers(t, s->type, &s->declaration->modifiers, &a,
                    s->owner ? s->owner->rank : 0, 0);
    for (int i = g->layers.count - 1; i >= 0; i--) {
        const layer *l = &g->layers.at[i];
        t->scope = l->scope;
        apply_modifiers(t, s->type, l->modifiers, &a, l->outer, l->each);
    }
    t->scope = before;
    define_units(t, s, &a, base);
    text_attribute(t, a.quantity, "the attribute 'quantity'");
    if (s->kind == SYMBOL_TEXT)
        define_text(t, s, &a, g);
    else if (s->kind == SYMBOL_TABLE)
        define_table(t, s, g);
    else if (s->kind == SYMBOL_VARIABLE)
        define_variable(t, s, &a, g);
    else
        define_parameter(t, s, &a, g);
}

static void define_tree(translation *t, symbol *s, const given *g);

/* Returns what a layer gives field f. */
static void take_layer(translation *t, const layer *l, const symbol *f, int computed,
                       given *to) {
    LIST_EACH(const ast_argument, m, *l->modifiers) {
        if (m->name != f->name)
            continue;
        int each = l->each || m->each;
        if (m->value && !to->binding.value && !(computed && l->is_default))
            to->binding = (attribute){m->value, l->scope, each, l->outer};
        layer inner = {&m->nested, l->scope, l->outer, each, l->is_default};
        if (m->has_nested)
            LIST_PUSH(t->arena, to->layers, inner);
    }
}

static void define_field(translation *t, symbol *s, symbol *f, const given *g,
                         const value *computed, const char *text) {
    given h = {.text = NULL};
    LIST_EACH(const layer, l, g->layers)
        take_layer(t, l, f, computed != NULL, &h);
    if (computed && !h.binding.value) {
        h.computed = computed;
        h.text = arena_print(t->arena, "(%s).%s", text, f->name);
    } else if (f->declaration->value && !h.binding.value) {
        h.binding = (attribute){f->declaration->value, s->fields, 0, s->rank};
    }
    layer own = {&f->declaration->modifiers, s->fields, s->rank, 0, 1};
    if (f->type.kind == TYPE_RECORD)
        LIST_PUSH(t->arena, h.layers, own);
    define_tree(t, f, &h);
}

/* Every modifier belongs to a field, and gives it one value. */
static void check_layer(translation *t, const symbol *s, const layer *l) {
    LIST_EACH(const ast_argument, m, *l->modifiers) {
        int again = 0;
        for (const ast_argument *k = l->modifiers->at; k < m; k++)
            again |= m->value && k->value && k->name == m->name;
        if (!scope_find_here(s->fields, m->name))
            semantic_error(t, m->where, "the %s has no field '%.80s'",
                           type_name(t, s->type), m->name);
        else if (again)
            semantic_error(t, m->where, "the field '%.80s' is given twice", m->name);
        else if (m->value && scope_find_here(s->fields, m->name)->declaration->final)
            semantic_error(t, m->where,
                           "'%.80s' of the %s is final: it cannot be changed", m->name,
                           type_name(t, s->type));
        else if (!m->value && !m->has_nested)
            semantic_error(t, m->where, "the field '%.80s' needs a value: %.80s = ...",
                           m->name, m->name);
    }
}

static void define_record(translation *t, symbol *s, const given *g) {
    value v = {0};
    const value *computed = g->computed;
    const char *text = g->text;
    if (!computed && g->binding.value) {
        v = lower_given(t, s, &g->binding, "the value");
        if (is_bad(&v))
            return;
        if (s->kind != SYMBOL_VARIABLE && s->kind != SYMBOL_DISCRETE)
            may_last(t, &v, g->binding.value->where, "the value", s->name);
        computed = &v;
        text = ast_text(t, g->binding.value);
    }
    LIST_EACH(const layer, l, g->layers)
        check_layer(t, s, l);
    for (int i = 0; i < field_count(s->type); i++) {
        symbol *f = field_symbol(s, i);
        if (f)
            define_field(t, s, f, g, computed ? &computed->field[i] : NULL, text);
    }
}

static void define_tree(translation *t, symbol *s, const given *g) {
    if (s->shaped != DONE || s->kind == SYMBOL_BROKEN)
        return;
    s->defined = OPEN;
    if (s->type.kind == TYPE_RECORD)
        define_record(t, s, g);
    else
        define_leaf(t, s, g);
    s->defined = DONE;
}

enum { MOST_NESTED = 100 }; /* definitions on demand; deeper ones stay for later */

/* What a symbol is given by its declaration and by those around it, as far as that is
 * known without the values of whole records. */
static given given_early(translation *t, const symbol *s) {
    const ast_declaration *d = s->declaration;
    given h = {.text = NULL};
    if (!s->owner) {
        layer own = {.modifiers = &d->modifiers, .scope = s->scope};
        h.binding = (attribute){d->value, s->scope, 0, 0};
        LIST_PUSH(t->arena, h.layers, own);
        return h;
    }
    given g = given_early(t, s->owner);
    int computed = g.binding.value != NULL;
    LIST_EACH(const layer, l, g.layers)
        take_layer(t, l, s, computed, &h);
    if (d->value && !h.binding.value && !computed)
        h.binding = (attribute){d->value, s->owner->fields, 0, s->owner->rank};
    layer own = {&d->modifiers, s->owner->fields, s->owner->rank, 0, 1};
    LIST_PUSH(t->arena, h.layers, own);
    return h;
}

/* Takes the value for a parameter, or for those of a record. */
static void take_early(translation *t, const symbol *s, const value *v) {
    if (is_bad(v) || s->shaped != DONE ||
        (s->kind != SYMBOL_PARAMETER && s->kind != SYMBOL_CONSTANT))
        return;
    if (is_record(v)) {
        for (int i = 0; i < field_count(s->type); i++)
            if (field_symbol(s, i))
                take_early(t, field_symbol(s, i), &v->field[i]);
        return;
    }
    for (int k = 0; k < s->count && v->count == s->count; k++)
        parameter_at(t, s->index + k)->binding = value_at(v, k);
}

/* A field that decides the size of another one is needed before its record is complete:
 * its value is where the record is declared, or its default. */
static void define_early(translation *t, symbol *s) {
    if (s->defined != FRESH || s->shaped != DONE ||
        (s->kind != SYMBOL_PARAMETER && s->kind != SYMBOL_CONSTANT))
        return;
    given g = given_early(t, s);
    if (!g.binding.value) {
        if (s->owner)
            define_early(t, (symbol *)s->owner);
        return;
    }
    s->defined = OPEN;
    value v = lower_given(t, s, &g.binding, "the value");
    s->defined = FRESH; /* the record defines it again, with everything else */
    take_early(t, s, &v);
}

/* Defines all of the record that the symbol is a field of. */
void define_symbol(translation *t, symbol *s) {
    if (s->owner && symbol_top(s)->shaped == OPEN) {
        define_early(t, s);
        return;
    }
    s = symbol_top(s);
    if (s->defined != FRESH || !s->declaration || s->kind == SYMBOL_BROKEN ||
        s->kind == SYMBOL_LOCAL || t->nested >= MOST_NESTED)
        return;
    shape_symbol(t, s);
    const ast_declaration *d = s->declaration;
    given g = {.binding = {d->value, s->scope, 0, 0}};
    layer own = {.modifiers = &d->modifiers, .scope = s->scope};
    if (s->type.kind == TYPE_RECORD)
        LIST_PUSH(t->arena, g.layers, own);
    loop_indices loops = t->loops;
    arena *outer = t->arena;
    t->nested++;
    t->loops = (loop_indices){0};
    t->arena = lasting(t);
    define_tree(t, s, &g);
    t->nested--;
    t->loops = loops;
    t->arena = outer;
}

void define_names(translation *t, int count, const ast_declaration *at) {
    for (int i = 0; i < count; i++) {
        symbol *s = scope_find_here(t->scope, at[i].name);
        if (s && s->declaration == &at[i])
            define_symbol(t, s);
    }
}

/* Reads 'parameter equation guess(x) = e': a start value that is not fixed. */
void define_guesses(translation *t, int count, const ast_guess *at) {
    for (int i = 0; i < count; i++) {
        target x = lower_target(t, at[i].of, "'guess'");
        if (!x.symbol)
            continue;
        value v = lower_number(t, at[i].value, "the guess");
        if (is_bad(&v) || !target_takes_type(t, &x, &v, at[i].of->where))
            continue;
        if (v.level == LEVEL_CHANGING || v.rank != x.part.rank ||
            v.count != x.part.count || x.symbol->kind == SYMBOL_CONSTANT) {
            semantic_error(t, at[i].of->where,
                           "the guess of '%.80s' must not change with time and must have "
                           "the same size",
                           ast_text(t, at[i].of));
            continue;
        }
        for (int k = 0; k < v.count; k++) {
            int index = x.symbol->index + target_element(&x, k);
            if (x.symbol->kind == SYMBOL_VARIABLE) /* parameters are solved exactly */
                t->system->variables.at[index].start = value_at(&v, k);
        }
    }
}

/* --- what follows from parameters that are discrete variables --- */

typedef struct open_search {
    const translation *t;
    int found;
} open_search;

static void find_open(void *data, const expr_node *leaf) {
    open_search *q = data;
    if (leaf->op == OP_PARAMETER)
        q->found |= parameter_at(q->t, leaf->variable)->kind == PARAMETER_DISCRETE;
}

static int is_of_open(const translation *t, expr e) {
    open_search q = {t, 0};
    if (e != NO_EXPR)
        expr_visit_leaves(t->graph, 1, &e, find_open, &q);
    return q.found;
}

/* What follows from such a parameter is a discrete variable, too, with its value as
 * equation. */
static int define_follower(translation *t, int k) {
    parameter *p = parameter_at(t, k);
    const symbol *s = t->of_parameter.at[k];
    if (!s || s->kind != SYMBOL_PARAMETER || p->kind != PARAMETER_FREE || p->is_tuned ||
        !is_of_open(t, p->binding))
        return 0;
    p->kind = PARAMETER_DISCRETE;
    discrete_equation follows = {.parameter = k,
                                 .value = p->binding,
                                 .guard = NO_EXPR,
                                 .text = p->name,
                                 .where = p->where};
    LIST_PUSH(lasting(t), t->system->discrete, follows);
    return 1;
}

/* A fixed start value that follows from one is a condition. */
static void define_following_start(translation *t, int v) {
    variable *x = &t->system->variables.at[v];
    if (!x->fixed || !is_of_open(t, x->start))
        return;
    const char *text = arena_print(lasting(t), "%s = its fixed start value", x->name);
    expr left = expr_jet(t->graph, v, 0);
    expr residual = present(t, expr_sub(t->graph, left, x->start));
    x->fixed = 0;
    push_equation(t, EQUATION_INITIAL, residual,
                  statement_new(lasting(t), text, NULL, *x->where), NULL);
}

void define_followers(translation *t) {
    int changed = 1;
    while (changed) {
        changed = 0;
        for (int k = 0; k < t->of_parameter.count; k++)
            changed |= define_follower(t, k);
    }
    for (int v = 0; v < t->system->variables.count; v++)
        define_following_start(t, v);
}
