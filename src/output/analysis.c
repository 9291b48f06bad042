/* SPDX-License-Identifier: BSD-3-Clause */
/* The certificate of a model for people: signature, offsets, blocks, hidden constraints,
 * ranks and condition numbers at the start, free start values, the initial point. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "text.h"

enum {
    TABLE_SIZE = 16, /* equations, unknowns of a signature table; larger ones are told */
    TABLE_WIDTH = 120,
    LIST_ROWS = 40,
    HISTOGRAM_SIZES = 8,
    TEXT_WIDTH = 200, /* of a hidden constraint */
    LINE_WIDTH = 96   /* of lists of names */
};

static int count_blocks(const invo_model *m, int size, int *prolonged) {
    invo_block_info b;
    int count = 0;
    for (int i = 0; invo_model_block(m, i, &b); i++)
        if (b.size == size) {
            count++;
            *prolonged += b.prolonged > 0;
        }
    return count;
}

static int analysis_next_size(const invo_model *m, int below) {
    invo_block_info b;
    int size = 0;
    for (int i = 0; invo_model_block(m, i, &b); i++)
        if (b.size < below && b.size > size)
            size = b.size;
    return size;
}

/* Sizes of the blocks, largest first, and how many were differentiated once more. */
static void print_blocks(FILE *out, const invo_model *m) {
    int shown = 0;
    int all = 0;
    int prolonged = 0;
    int size = analysis_next_size(m, 1 << 30);
    if (!size)
        return;
    fprintf(out, "           top equations in blocks of");
    for (; size; size = analysis_next_size(m, size), shown++) {
        int count = count_blocks(m, size, &prolonged);
        all += count;
        if (shown >= HISTOGRAM_SIZES)
            continue;
        fprintf(out, "%s %d", shown ? "," : "", size);
        if (count > 1)
            fprintf(out, " (%d times)", count);
    }
    fprintf(out, shown > HISTOGRAM_SIZES ? ", and smaller ones" : "");
    if (!invo_model_certificate(m) || !prolonged)
        fprintf(out, "\n");
    else if (prolonged == all)
        fprintf(out, "; prolonged\n");
    else
        fprintf(out, "; %d of %d blocks prolonged\n", prolonged, all);
}

/* Widths of a table; 0 where it is too large. */
static int table_width(const invo_model *m) {
    assert(m);
    const invo_structure *s = invo_model_structure(m);
    invo_offset o;
    int equation = 1;
    int all = 6;
    if (s->equations > TABLE_SIZE || s->unknowns > TABLE_SIZE)
        return 0;
    for (int i = 0; invo_model_equation_offset(m, i, &o); i++)
        equation = text_widen(equation, o.name, EQUATION_WIDTH);
    for (int j = 0; invo_model_unknown_offset(m, j, &o); j++)
        all += text_widen(2, o.name, TABLE_WIDTH) + 2;
    return all + equation <= TABLE_WIDTH ? equation : 0;
}

static void print_table_row(FILE *out, const invo_model *m, int i, const invo_offset *c) {
    assert(i >= 0 && c);
    invo_offset d;
    for (int j = 0; invo_model_unknown_offset(m, j, &d); j++) {
        int order = invo_model_signature(m, i, j);
        int width = text_widen(2, d.name, 1000);
        char entry[16] = ".";
        if (order >= 0)
            snprintf(entry, sizeof entry, "%d%s", order, c->assigned == j ? "*" : "");
        fprintf(out, "  %-*s", width, entry);
    }
    fprintf(out, "    %d\n", c->offset);
}

/* Prints the signature matrix with the offsets c of the equations at the right and d
 * of the unknowns below. */
static void analysis_print_table(FILE *out, const invo_model *m, int width) {
    assert(width > 0);
    invo_offset c, d;
    fprintf(
        out,
        "\nsignature: highest derivative of each unknown in each equation, * assigned\n"
        "  %-*s",
        width, "");
    for (int j = 0; invo_model_unknown_offset(m, j, &d); j++)
        fprintf(out, "  %-*s", text_widen(2, d.name, 1000), d.name);
    fprintf(out, "    c\n");
    for (int i = 0; invo_model_equation_offset(m, i, &c); i++) {
        fputs("  ", out);
        text_cut(out, c.name ? c.name : "", width);
        print_table_row(out, m, i, &c);
    }
    fprintf(out, "  %-*s", width, "d");
    for (int j = 0, gap = 2; invo_model_unknown_offset(m, j, &d); j++) {
        int digits = fprintf(out, "%*s%d", gap, "", d.offset) - gap;
        gap = 2 + text_widen(2, d.name, 1000) - digits;
    }
    fprintf(out, "\n");
}

/* "0 (12 unknowns), 1 (3)" */
static void print_orders(FILE *out, const invo_model *m) {
    invo_offset d;
    int highest = 0;
    int shown = 0;
    for (int j = 0; invo_model_unknown_offset(m, j, &d); j++)
        if (d.offset > highest)
            highest = d.offset;
    fprintf(out, "\nhighest derivative of the unknowns\n  ");
    for (int order = 0; order <= highest; order++) {
        int count = 0;
        for (int j = 0; invo_model_unknown_offset(m, j, &d); j++)
            count += d.offset == order;
        if (count == 0)
            continue;
        fprintf(out, shown++ ? ", %d (%d)" : "%d (%d of them)", order, count);
    }
    fprintf(out, "\n");
}

static void print_more(FILE *out, int count) {
    if (count > 0)
        fprintf(out, "  ... and %d more; --json lists all\n", count);
}

typedef int offset_reader(const invo_model *m, int i, invo_offset *offset);

/* Offsets above `least`. */
static void print_list(FILE *out, const invo_model *m, const char *title,
                       offset_reader *read, int least) {
    invo_offset o;
    int width = 1;
    int count = 0;
    for (int i = 0; read(m, i, &o); i++)
        if (o.offset > least && count++ < LIST_ROWS)
            width = text_widen(width, o.name, EQUATION_WIDTH);
    if (count)
        fprintf(out, "\n%s\n", title);
    count = 0;
    for (int i = 0; read(m, i, &o); i++) {
        if (o.offset <= least || count++ >= LIST_ROWS)
            continue;
        fputs("  ", out);
        text_cut(out, o.name ? o.name : "", width);
        fprintf(out, "  %d\n", o.offset);
    }
    print_more(out, count - LIST_ROWS);
}

/* Where a table would not fit: lists, and of long ones what is not 0. */
static void print_offsets(FILE *out, const invo_model *m) {
    const invo_structure *s = invo_model_structure(m);
    int large = s->equations > LIST_ROWS || s->unknowns > LIST_ROWS;
    fprintf(out, "\nsignature: %d by %d, too large for a table\n", s->equations,
            s->unknowns);
    print_list(out, m,
               large ? "equations that are differentiated, and how often"
                     : "how often each equation is differentiated",
               invo_model_equation_offset, large ? 0 : -1);
    if (large)
        print_orders(out, m);
    else
        print_list(out, m, "highest derivative of each unknown",
                   invo_model_unknown_offset, -1);
}

static void print_signature(FILE *out, const invo_model *m) {
    int width = table_width(m);
    if (width)
        analysis_print_table(out, m, width);
    else
        print_offsets(out, m);
}

static void print_from(FILE *out, const char *equation, const char *where) {
    if (strlen(equation) > TEXT_WIDTH)
        text_cut(out, equation, TEXT_WIDTH);
    else
        fputs(equation, out);
    fprintf(out, *where ? " (%s)\n" : "%s\n", where);
}

static void analysis_print_hidden(FILE *out, const invo_model *m) {
    static const char *const ordinal[] = {"", "", "second ", "third ", "fourth "};
    invo_hidden h;
    int i = 0;
    for (; invo_model_hidden(m, i, &h); i++) {
        if (i == 0)
            fprintf(out, "\nhidden constraints\n");
        if (i >= LIST_ROWS)
            continue;
        fputs("  ", out);
        print_from(out, h.text ? h.text : "(too long to show)", "");
        if (h.level <= 4)
            fprintf(out, "    the %sderivative of ", ordinal[h.level]);
        else
            fprintf(out, "    the %dth derivative of ", h.level);
        print_from(out, h.from, h.where);
    }
    print_more(out, i - LIST_ROWS);
}

/* Hidden constraints exist where a level is above 0. */
static int has_levels(const invo_model *m) {
    invo_level l;
    for (int i = 0; invo_model_level(m, i, &l); i++)
        if (l.level > 0)
            return 1;
    return 0;
}

static void print_components(FILE *out, const invo_model *m, const char *title,
                             int algebraic) {
    invo_selected c;
    int count = 0;
    for (int k = 0; invo_model_selected(m, k, &c); k++) {
        if (c.algebraic != algebraic)
            continue;
        fprintf(out, "%s%s%s", count++ ? ", " : title, c.name,
                c.required ? " (required)" : "");
    }
    if (count)
        fputs("\n", out);
}

/* Prints the constraints of the first-order form by level, and the selectors of the start
 * where its unknowns are the coordinates. */
static void print_levels(FILE *out, const invo_model *m) {
    const invo_system *s = invo_model_system(m);
    const int first_order = s && s->required;
    invo_level l;
    int i = 0;
    int maximal = -1;
    if (!first_order && !has_levels(m))
        return;
    for (; invo_model_level(m, i, &l); i++) {
        if (i == 0)
            fprintf(out,
                    "\nconstraints of the first-order form, derivatives eliminated\n");
        if (l.level > maximal)
            maximal = l.level;
        if (i >= LIST_ROWS)
            continue;
        fprintf(out, "  level %d  ", l.level);
        print_from(out, l.text, "");
    }
    print_more(out, i - LIST_ROWS);
    if (i == 0)
        return;
    fprintf(out, "  maximal constraint level  %d\n", maximal);
    if (!first_order)
        return;
    fprintf(out, "\ncomponents at the start, selected by the chart retraction\n");
    print_components(out, m, "  algebraic     ", 1);
    print_components(out, m, "  differential  ", 0);
}

static void print_conditioning(FILE *out, const invo_conditioning *k, const char *where) {
    assert(k->rank <= k->rows);
    fprintf(out, *where ? "%d by %d (%s), " : "%d by %d, ", k->rows, k->columns, where);
    if (k->rank < 0) {
        fprintf(out, "too large to compute, or not finite\n");
        return;
    }
    fprintf(out, k->rank == k->rows ? "full rank" : "rank %d", k->rank);
    if (!isnan(k->smallest)) {
        fprintf(out, ", singular values %.2g to %.2g", k->smallest, k->largest);
        if (k->smallest > 0)
            fprintf(out, ", condition %.2g", k->largest / k->smallest);
    }
    fprintf(out, "\n");
}

static double analysis_ratio(const invo_conditioning *k) {
    return k->smallest > 0 ? k->largest / k->smallest : INFINITY;
}

/* The worst block of more than one equation; returns how many there are that were looked
 * at. */
static int worst_block(const invo_model *m, invo_block_info *worst, int *large) {
    invo_block_info b;
    int count = 0;
    for (int i = 0; invo_model_block(m, i, &b); i++) {
        if (b.size < 2)
            continue;
        if (b.matrix.rank < 0)
            ++*large;
        else if (count++ == 0 ||
                 analysis_ratio(&b.matrix) > analysis_ratio(&worst->matrix))
            *worst = b;
    }
    return count;
}

static void print_regularity(FILE *out, const invo_model *m, const invo_certificate *k) {
    invo_block_info worst;
    int large = 0;
    int count = worst_block(m, &worst, &large);
    fprintf(out, "\nregularity at the start, rows of length 1\n");
    fprintf(out, "  constraint Jacobian  ");
    if (k->constraint.rows)
        print_conditioning(out, &k->constraint, "");
    else
        fprintf(out, "no constraints\n");
    fprintf(out, "  system Jacobian      ");
    if (count) {
        if (count > 1)
            fprintf(out, "%d blocks, the worst ", count);
        print_conditioning(out, &worst.matrix, worst.where);
    } else if (!large) {
        fprintf(out, "triangular\n");
    }
    if (large)
        fprintf(out, "%s%d block%s too large to compute\n",
                count ? "                       " : "", large, text_plural(large));
}

static void print_redundant(FILE *out, const invo_model *m) {
    const invo_system *s = invo_model_system(m);
    int count = 0;
    for (int i = 0; s && s->row && i < s->rows; i++) {
        if (s->row[i].kind != INVO_ROW_REDUNDANT)
            continue;
        if (count == 0)
            fprintf(out, "\nredundant equations: they follow from others\n");
        if (count++ >= LIST_ROWS)
            continue;
        fputs("  ", out);
        print_from(out, s->row[i].equation, s->row[i].where);
    }
    print_more(out, count - LIST_ROWS);
}

typedef int filter(const invo_initial *p);
static int is_free(const invo_initial *p) {
    return p->free;
}
static int analysis_is_independent(const invo_initial *p) {
    return p->independent;
}
static int is_fixed_in_vain(const invo_initial *p) {
    return strcmp(p->origin, "fixed") == 0 && !p->free && !isnan(p->start);
}

/* The names that pass, in lines of even length. Returns how many there are. */
static int print_names(FILE *out, const invo_model *m, const char *title, filter *pass) {
    assert(pass);
    invo_initial p;
    int count = 0;
    int indent = (int)strlen(title) + 2;
    int at = 0;
    for (int i = 1; invo_model_initial(m, i, &p); i++) {
        if (!pass(&p))
            continue;
        if (count++ == 0) {
            fprintf(out, "%s  ", title);
            at = indent;
        }
        if (count > LIST_ROWS)
            continue;
        int length = (int)strlen(p.name) + 2;
        int wrap = at + length > LINE_WIDTH;
        if (count > 1)
            fputs(wrap ? "," : ", ", out);
        if (wrap) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
        }
        fputs(p.name, out);
        at += length;
    }
    if (count > LIST_ROWS)
        fprintf(out, ", ... and %d more", count - LIST_ROWS);
    if (count)
        fputs("\n", out);
    return count;
}

static int count_names(const invo_model *m, filter *pass) {
    invo_initial p;
    int count = 0;
    for (int i = 1; invo_model_initial(m, i, &p); i++)
        count += pass(&p);
    return count;
}

static void print_start_values(FILE *out, const invo_model *m,
                               const invo_certificate *k) {
    int dof = invo_model_structure(m)->dof;
    fprintf(out, "\nstart values: ");
    if (dof > 0)
        fprintf(out, "%d may be fixed", dof);
    else
        fprintf(out, "none may be fixed");
    if (dof > 0 && k->taken >= 0)
        fprintf(out, k->taken ? ", the model fixes %d" : ", the model fixes none",
                k->taken);
    fprintf(out, "\n");
    if (!k->looked) {
        if (dof > 0)
            fprintf(out, "  too large to determine which\n");
        return;
    }
    if (count_names(m, is_free) > count_names(m, analysis_is_independent))
        print_names(out, m, "  free            ", is_free);
    print_names(out, m, "  a regular choice", analysis_is_independent);
    print_names(out, m, "  fixed, but determined by the constraints here",
                is_fixed_in_vain);
}

static void print_origin(FILE *out, const invo_initial *p) {
    if (strcmp(p->origin, "moved") == 0)
        fprintf(out, "moved from its start value %.6g", p->start);
    else if (strcmp(p->origin, "start") == 0 && !isnan(p->start))
        fputs("start value", out);
    else if (strcmp(p->origin, "start") != 0)
        fputs(p->origin, out);
}

/* Prints the initial point with the origin of each value. */
static void print_point(FILE *out, const invo_model *m) {
    invo_initial p;
    int width = 4;
    int digits = 0;
    int i;
    char number[40];
    for (i = 0; i < LIST_ROWS && invo_model_initial(m, i, &p); i++) {
        snprintf(number, sizeof number, "% .15g", p.value);
        width = text_widen(width, p.name, 40);
        digits = text_widen(digits, number, 40);
    }
    fprintf(out, "\ninitial point\n");
    for (i = 0; invo_model_initial(m, i, &p); i++) {
        if (i >= LIST_ROWS)
            continue;
        snprintf(number, sizeof number, "% .15g", p.value);
        int says = *p.origin && (strcmp(p.origin, "start") != 0 || !isnan(p.start));
        fprintf(out, "  %-*s  %-*s", width, p.name, says ? digits + 2 : 0, number);
        print_origin(out, &p);
        fputs("\n", out);
    }
    print_more(out, i - LIST_ROWS);
}

invo_status invo_model_summary(invo_context *c, const invo_model *m, char **text) {
    const invo_certificate *k = invo_model_certificate(m);
    size_t size;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    if (out) {
        fprintf(out, "%s\n\n", invo_model_name(m));
        text_structure(out, invo_model_structure(m));
        print_blocks(out, m);
        print_signature(out, m);
        analysis_print_hidden(out, m);
        print_levels(out, m);
        if (k)
            print_regularity(out, m, k);
        print_redundant(out, m);
        if (k)
            print_start_values(out, m, k);
        print_point(out, m);
    }
    return text_end(c, out, text);
}
