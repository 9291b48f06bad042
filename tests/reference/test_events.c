/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the hybrid models of tests/reference/events with the program, as a user would, by
 * three methods each, and prints a table of those that fail. What must come out stands in
 * the model as comments:
 *
 *     //: run --rtol 1e-9 --set e=0.5   one run; what follows is about this run only
 *     //: methods auto radau            instead of auto, dop853 and radau; at most five
 *     //: exit 3                        the exit status; 0 if nothing is said
 *     //: exit fails                    1 or 3
 *     //: exit stops                    3 or 4
 *     //: x = 0.25 +- 1e-8              a final value; events = 4, end = 1 likewise
 *     //: final h >= -1e-6              a bound of a final value
 *     //: at 0.5 before y = 0 +- 1e-9   the first row with this time; there must be two
 *     //: at 0.5 after y = 1            the last of the two rows
 *     //: at 0.7 y = 1                  a row that is no event
 *     //: always h >= -1e-6             every row
 *     //: says h < 0                    a text in what the program prints, notes included
 *     //: never says internal           no such text
 *     //: says number 1.3545 +- 1e-3    one of the numbers in the error message
 *
 * Before the first 'run' it is about all runs; without any, there is one run by default.
 * In a run with exit status 0 every number in every row must be finite, rows must not go
 * back in time, and the last row must hold the final values of the summary.
 *
 * With arguments, only those files are run: reference_test_events FILE.mo... */
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST = 1000, MOST_LINES = 200, MOST_FILES = 1000, MOST_COLUMNS = 100 };

/* The sanitizers, with which everything takes longer, see each model by one method. */
#ifdef __SANITIZE_ADDRESS__
static const char *const usual[] = {"auto"};
#else
static const char *const usual[] = {"auto", "dop853", "radau"};
#endif
enum { USUAL = sizeof usual / sizeof *usual, MOST_METHODS = 5 };

typedef struct table {
    char names[MOST_COLUMNS][LONGEST / 10];
    int columns;
    long rows;
    double *values; /* [rows, columns] by rows */
} table;

typedef struct attempt {
    const char *method;
    const char *options;
    int status;
    json_t *summary;
    table rows;
    char *printed; /* all that was printed, without and with --json */
    char *error;   /* the text of the error alone */
    char complaint[2 * LONGEST];
    int complaints;
} attempt;

typedef struct hybrid {
    const char *path;
    char lines[MOST_LINES][LONGEST];
    int count;
    char methods[MOST_METHODS][LONGEST / 10];
    int method_count;
} hybrid;

static char program[4096];                            /* with its whole path */
static char folder[] = "/tmp/involute_events_XXXXXX"; /* of one run's files */

static void complain(attempt *a, const char *what, const char *line) {
    if (a->complaints == 0)
        snprintf(a->complaint, sizeof a->complaint, "%.900s: %.900s", what, line);
    a->complaints++;
}

static char *read_whole(const char *name) {
    char path[LONGEST];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    size_t size = 0;
    char *text = calloc(1, 1);
    char part[4096];
    for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;) {
        text = realloc(text, size + n + 1);
        memcpy(text + size, part, n);
        size += n;
        text[size] = 0;
    }
    if (f)
        fclose(f);
    return text;
}

/* The models. */

/* Keeps what follows "//:", without the end of the line. */
static void read_lines(hybrid *h) {
    char line[LONGEST];
    FILE *f = fopen(h->path, "r");
    while (f && fgets(line, sizeof line, f)) {
        if (strncmp(line, "//:", 3) != 0)
            continue;
        if (h->count == MOST_LINES)
            break;
        line[strcspn(line, "\r\n")] = 0;
        snprintf(h->lines[h->count++], LONGEST, "%s", line + 3 + strspn(line + 3, " "));
    }
    if (f)
        fclose(f);
}

static const char *after_word(const char *line, const char *word) {
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != ' ' && line[n] != 0))
        return NULL;
    return line + n + strspn(line + n, " ");
}

static void choose_methods(hybrid *h) {
    for (int i = 0; i < h->count; i++) {
        const char *list = after_word(h->lines[i], "methods");
        if (!list)
            continue;
        h->method_count =
            sscanf(list, "%99s %99s %99s %99s %99s", h->methods[0], h->methods[1],
                   h->methods[2], h->methods[3], h->methods[4]);
    }
    if (h->method_count > 0)
        return;
    for (int i = 0; i < USUAL; i++)
        strcpy(h->methods[i], usual[i]);
    h->method_count = USUAL;
}

/* One run. */

static int execute(const hybrid *h, const attempt *a, const char *more) {
    char command[12 * LONGEST];
    snprintf(command, sizeof command,
             "cd %s && timeout 60 '%s' run '%s' --method %s %s %s >>out 2>>err", folder,
             program, h->path, a->method, a->options, more);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

static void read_rows(table *t) {
    char *text = read_whole("rows.csv");
    char *line = text;
    long room = 0;
    size_t length = strcspn(line, "\n");
    for (char *name = line; length > 0 && t->columns < MOST_COLUMNS;) {
        size_t n = strcspn(name, ",\n");
        snprintf(t->names[t->columns++], sizeof t->names[0], "%.*s", (int)n, name);
        if (name[n] != ',')
            break;
        name += n + 1;
    }
    for (line += length; *line == '\n' && line[1]; line += strcspn(line + 1, "\n") + 1) {
        char *number = line + 1;
        if (t->rows == room) {
            room = 2 * room + 100;
            t->values = realloc(t->values, (size_t)(room * t->columns) * sizeof(double));
        }
        for (int i = 0; i < t->columns; i++) {
            char *end = number;
            double value = strtod(number, &end);
            t->values[t->rows * t->columns + i] = end == number ? NAN : value;
            number = end + strcspn(end, ",\n");
            if (*number == ',')
                number++;
        }
        t->rows++;
    }
    free(text);
}

static int find_column(const table *t, const char *name) {
    for (int i = 0; i < t->columns; i++)
        if (strcmp(t->names[i], name) == 0)
            return i;
    return -1;
}

static double entry(const table *t, long row, int column) {
    return t->values[row * t->columns + column];
}

static void clear_folder(void) {
    const char *const names[] = {"out", "err", "rows.csv"};
    char path[LONGEST];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
}

static void perform(const hybrid *h, attempt *a) {
    clear_folder();
    a->status = execute(h, a, "--json --output rows.csv");
    char *out = read_whole("out");
    a->error = read_whole("err");
    a->summary = json_loads(out, 0, NULL);
    read_rows(&a->rows);
    execute(h, a, "");
    free(out);
    out = read_whole("out");
    char *err = read_whole("err");
    a->printed = calloc(1, strlen(out) + strlen(err) + 1);
    strcat(strcpy(a->printed, out), err);
    free(out);
    free(err);
}

static void forget(attempt *a) {
    json_decref(a->summary);
    free(a->rows.values);
    free(a->printed);
    free(a->error);
}

/* What must come out. */

static int final_value(const attempt *a, const char *name, double *value) {
    const json_t *of_name = json_object_get(json_object_get(a->summary, "final"), name);
    const json_t *events = json_object_get(a->summary, "events");
    if (of_name)
        *value = json_is_number(of_name) ? json_number_value(of_name) : NAN;
    else if (strcmp(name, "events") == 0 && events)
        *value = (double)json_array_size(events);
    else if (strcmp(name, "end") == 0 && a->summary)
        *value = json_number_value(json_object_get(a->summary, "t"));
    else
        return 0;
    return 1;
}

typedef struct claim {
    char name[LONGEST];
    char relation[3];
    double bound;
    double allowed;
} claim;

/* "x = 0.25 +- 1e-8", "h >= 0": names have no blanks. */
static int read_claim(const char *text, claim *c) {
    c->allowed = 0;
    return sscanf(text, "%999s %2[<>=] %lf +- %lf", c->name, c->relation, &c->bound,
                  &c->allowed) >= 3;
}

static int holds(const claim *c, double seen) {
    if (strcmp(c->relation, "=") == 0)
        return fabs(seen - c->bound) <= c->allowed;
    if (strcmp(c->relation, "<=") == 0)
        return seen <= c->bound;
    if (strcmp(c->relation, ">=") == 0)
        return seen >= c->bound;
    if (strcmp(c->relation, "<") == 0)
        return seen < c->bound;
    return strcmp(c->relation, ">") == 0 && seen > c->bound;
}

static void judge(attempt *a, const claim *c, double seen, const char *line) {
    char text[LONGEST / 2];
    if (holds(c, seen))
        return;
    snprintf(text, sizeof text, "%.200s is %.15g", c->name, seen);
    complain(a, text, line);
}

static void check_final(attempt *a, const char *text, const char *line) {
    claim c;
    double seen;
    if (!read_claim(text, &c))
        complain(a, "cannot read", line);
    else if (!final_value(a, c.name, &seen))
        complain(a, "no such value", line);
    else
        judge(a, &c, seen, line);
}

/* Finds the first and the last of the neighbouring rows at a time; -1 if there is none.
 */
static void find_rows(const table *t, double time, long *first, long *last) {
    double near = 1e-7 * (1 + fabs(time));
    *first = *last = -1;
    for (long i = 0; i < t->rows; i++) {
        if (fabs(entry(t, i, 0) - time) > near)
            continue;
        if (*first < 0)
            *first = i;
        *last = i;
    }
}

/* "0.5 before x = 1", "0.5 after x = 1", "0.7 x = 1" */
static void check_at(attempt *a, const char *text, const char *line) {
    char *end;
    long first, last;
    claim c;
    double time = strtod(text, &end);
    text = end + strspn(end, " ");
    const char *before = after_word(text, "before");
    const char *after = after_word(text, "after");
    if (!read_claim(before ? before : after ? after : text, &c)) {
        complain(a, "cannot read", line);
        return;
    }
    int column = find_column(&a->rows, c.name);
    find_rows(&a->rows, time, &first, &last);
    if (column < 0 || first < 0)
        complain(a, column < 0 ? "no such column" : "no such row", line);
    else if ((before || after) && first == last)
        complain(a, "only one row at the event", line);
    else
        judge(a, &c, entry(&a->rows, before ? first : last, column), line);
}

static void check_always(attempt *a, const char *text, const char *line) {
    claim c;
    if (!read_claim(text, &c)) {
        complain(a, "cannot read", line);
        return;
    }
    int column = find_column(&a->rows, c.name);
    if (column < 0 || a->rows.rows == 0)
        complain(a, "no such column", line);
    for (long i = 0; column >= 0 && i < a->rows.rows; i++) {
        if (holds(&c, entry(&a->rows, i, column)))
            continue;
        judge(a, &c, entry(&a->rows, i, column), line);
        return;
    }
}

static void check_number(attempt *a, const char *text, const char *line) {
    double bound, allowed = 0;
    char *end;
    if (sscanf(text, "%lf +- %lf", &bound, &allowed) < 1)
        complain(a, "cannot read", line);
    for (const char *p = a->error; *p; p = end) {
        double value = strtod(p, &end);
        if (end == p)
            end++;
        else if (fabs(value - bound) <= allowed)
            return;
    }
    complain(a, "not in the error message", line);
}

static void check_says(attempt *a, const char *text, const char *line) {
    const char *number = after_word(text, "number");
    if (number)
        check_number(a, number, line);
    else if (!strstr(a->printed, text))
        complain(a, "not said", line);
}

/* "fails", or a number. */
static int is_as_expected(int status, const char *wanted) {
    if (strcmp(wanted, "fails") == 0)
        return status == 1 || status == 3;
    if (strcmp(wanted, "stops") == 0)
        return status == 3 || status == 4;
    return status == atoi(wanted);
}

static void check_line(attempt *a, const char *line) {
    const char *rest;
    if (after_word(line, "methods") || after_word(line, "run") ||
        after_word(line, "exit"))
        return;
    if ((rest = after_word(line, "at")))
        check_at(a, rest, line);
    else if ((rest = after_word(line, "always")))
        check_always(a, rest, line);
    else if ((rest = after_word(line, "says")))
        check_says(a, rest, line);
    else if ((rest = after_word(line, "never says")))
        strstr(a->printed, rest) ? complain(a, "said", line) : (void)0;
    else if ((rest = after_word(line, "final")))
        check_final(a, rest, line);
    else
        check_final(a, line, line);
}

/* Checks what holds of every run that ends with success. */
static void check_rows(attempt *a) {
    const table *t = &a->rows;
    char text[LONGEST];
    double last;
    double way = t->rows > 0 ? entry(t, t->rows - 1, 0) - entry(t, 0, 0) : 0;
    if (t->rows == 0)
        complain(a, "no rows", "");
    for (long i = 0; i < t->rows; i++) {
        if (i > 0 && (entry(t, i, 0) - entry(t, i - 1, 0)) * way < 0)
            complain(a, "rows go back in time", "");
        for (int k = 0; k < t->columns; k++) {
            if (isfinite(entry(t, i, k)))
                continue;
            snprintf(text, sizeof text, "%.200s at %g", t->names[k], entry(t, i, 0));
            complain(a, "no number in a row", text);
        }
    }
    for (int k = 1; k < t->columns && t->rows > 0; k++)
        if (!final_value(a, t->names[k], &last) || last != entry(t, t->rows - 1, k))
            complain(a, "the last row has another value than the summary", t->names[k]);
}

static void check_status(attempt *a, const char *wanted) {
    char text[LONGEST];
    const char *error = strstr(a->error, "error:");
    if (is_as_expected(a->status, wanted))
        return;
    snprintf(text, sizeof text, "%d, expected %.20s; %.600s", a->status, wanted,
             error ? error : "no error message");
    text[strcspn(text, "\n")] = 0;
    complain(a, "exit status", text);
}

/* Checks the lines of run number 'run' and those before the first. */
static void check(const hybrid *h, int run, attempt *a) {
    const char *wanted = "0";
    int own[MOST_LINES];
    for (int i = 0, at = -1; i < h->count; i++) {
        const char *status = after_word(h->lines[i], "exit");
        at += after_word(h->lines[i], "run") != NULL;
        own[i] = at == -1 || at == run;
        if (own[i] && status)
            wanted = status;
    }
    check_status(a, wanted);
    if (a->status == 0)
        check_rows(a);
    for (int i = 0; i < h->count; i++)
        if (own[i])
            check_line(a, h->lines[i]);
}

/* One line for all methods that fail in the same way. */
static void print_failures(const hybrid *h, const char *options, const attempt *a) {
    const char *name = strstr(h->path, "events/");
    for (int m = 0; m < h->method_count; m++) {
        int said = a[m].complaints == 0;
        for (int k = 0; k < m; k++)
            said |= strcmp(a[k].complaint, a[m].complaint) == 0;
        if (said)
            continue;
        printf("FAILED %s %s [", name ? name + strlen("events/") : h->path, options);
        for (int k = m; k < h->method_count; k++)
            if (strcmp(a[k].complaint, a[m].complaint) == 0)
                printf("%s%s", k > m ? " " : "", a[k].method);
        printf("] %s%s\n", a[m].complaint, a[m].complaints > 1 ? ", and more" : "");
    }
}

/* Performs and checks run number 'run' by all methods; returns how many of them fail. */
static int check_run(const hybrid *h, int run, const char *options) {
    attempt *a = calloc(MOST_METHODS, sizeof *a);
    int failed = 0;
    for (int m = 0; m < h->method_count; m++) {
        a[m].method = h->methods[m];
        a[m].options = options;
        perform(h, &a[m]);
        check(h, run, &a[m]);
        failed += a[m].complaints > 0;
        forget(&a[m]);
    }
    print_failures(h, options, a);
    free(a);
    return failed;
}

/* Checks all runs of a model, or one by default; returns whether all is as expected. */
static int check_hybrid(const char *path) {
    hybrid *h = calloc(1, sizeof *h);
    int runs = 0, failed = 0, claims = 0;
    h->path = path;
    read_lines(h);
    choose_methods(h);
    for (int i = 0; i < h->count; i++) {
        const char *options = after_word(h->lines[i], "run");
        if (options)
            failed += check_run(h, runs++, options);
        claims += !options && !after_word(h->lines[i], "methods");
    }
    if (runs == 0)
        failed += check_run(h, 0, "");
    if (claims == 0)
        printf("FAILED %s: has no reference\n", path);
    free(h);
    return failed == 0 && claims > 0;
}

/* The files. */

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int is_model(const char *name) {
    size_t n = strlen(name);
    return n > 3 && strcmp(name + n - 3, ".mo") == 0;
}

static void list_models(const char *path, char **files, int *count) {
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));) {
        char name[4 * LONGEST];
        struct stat s;
        snprintf(name, sizeof name, "%s/%s", path, e->d_name);
        if (e->d_name[0] == '.' || stat(name, &s) != 0)
            continue;
        if (S_ISDIR(s.st_mode))
            list_models(name, files, count);
        if (is_model(name) && *count < MOST_FILES)
            files[(*count)++] = strdup(name);
    }
    if (d)
        closedir(d);
}

int main(int argument_count, char **arguments) {
    static char *files[MOST_FILES];
    char path[LONGEST];
    const char *root = getenv("INVOLUTE_SOURCE");
    const char *build = getenv("INVOLUTE_BUILD");
    int count = 0, failed = 0;
    snprintf(path, sizeof path, "%s/involute", build ? build : "build-test");
    if (!realpath(path, program)) {
        printf("there is no program %s\n", path);
        return 2;
    }
    setenv("ASAN_OPTIONS", "exitcode=99", 0);
    if (!mkdtemp(folder))
        return 2;
    snprintf(path, sizeof path, "%s/tests/reference/events", root ? root : ".");
    char *whole = realpath(path, NULL);
    if (argument_count == 1 && whole)
        list_models(whole, files, &count);
    free(whole);
    for (int i = 1; i < argument_count && count < MOST_FILES; i++)
        files[count++] = realpath(arguments[i], NULL);
    qsort(files, (size_t)count, sizeof *files, by_name);
    for (int i = 0; i < count; i++) {
        failed += !files[i] || !check_hybrid(files[i]);
        free(files[i]);
    }
    clear_folder();
    rmdir(folder);
    printf("%d models, %d failed\n", count, failed);
    return failed > 0 || count == 0;
}
