/* SPDX-License-Identifier: BSD-3-Clause */
/* The journal of an ensemble: head, then records of columns and of members. */
#include "journal.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "members.h"

enum { RECORD_COLUMNS = 0x434f4c31, RECORD_MEMBER = 0x4d454d31 };

static const char journal_mark[8] = {'I', 'N', 'V', 'O', 'S', 'W', '0', '1'};

typedef struct journal_head {
    char mark[8];
    journal_identity is;
    uint64_t check;
} journal_head;

/* What stands before the body of a record; a check sum of both follows it. */
typedef struct record_head {
    int64_t size; /* of the body, a multiple of 8 */
    uint64_t kind;
} record_head;

/* The body of a member before its reason, which ends with zeros, and its values. */
typedef struct member_body {
    int64_t number;
    int32_t state, status;
    double t;
    uint64_t columns;
    int64_t rows, width, reason; /* reason: its length */
} member_body;

typedef struct known_columns {
    uint64_t hash;
    int count;
    char *names;
} known_columns;

struct journal {
    int file;
    char *path;
    int64_t end;  /* of what is good */
    int64_t *at;  /* [members]: place of the record, 0: none */
    int64_t size; /* members */
    int64_t count, dropped;
    known_columns *columns;
    int column_lists;
    char *map; /* of the file, mapped bytes */
    int64_t mapped;
};

static int64_t journal_padded(int64_t size) {
    return (size + 7) / 8 * 8;
}

/* --- records --- */

/* A record with room for a body of this size, all zeros. */
static record_bytes record_new(uint64_t kind, int64_t size) {
    record_head head = {journal_padded(size), kind};
    record_bytes r = {NULL, sizeof head + (size_t)head.size + sizeof(uint64_t)};
    r.at = calloc(1, r.size);
    if (r.at)
        memcpy(r.at, &head, sizeof head);
    return r;
}

static void record_seal(record_bytes *r) {
    const size_t size = r->size - sizeof(uint64_t);
    const uint64_t check = hash_bytes(0, r->at, size);
    memcpy(r->at + size, &check, sizeof check);
}

record_bytes record_of_columns(int count, const char *const *name, uint64_t *hash) {
    int64_t size = (int64_t)sizeof(int64_t);
    const int64_t n = count;
    for (int k = 0; k < count; k++)
        size += (int64_t)strlen(name[k]) + 1;
    record_bytes r = record_new(RECORD_COLUMNS, size);
    if (!r.at)
        return r;
    char *to = r.at + sizeof(record_head);
    memcpy(to, &n, sizeof n);
    to += sizeof n;
    for (int k = 0; k < count; k++) {
        strcpy(to, name[k]);
        to += strlen(name[k]) + 1;
    }
    *hash = hash_bytes(1, r.at + sizeof(record_head), (size_t)journal_padded(size)) | 1;
    record_seal(&r);
    return r;
}

record_bytes record_of_member(const member_record *m) {
    const int64_t length = (int64_t)strlen(m->reason);
    const int64_t values = m->rows * m->width * (int64_t)sizeof(double);
    const member_body body = {m->number,  m->state, m->status, m->t,
                              m->columns, m->rows,  m->width,  length};
    const int64_t before = (int64_t)sizeof body + journal_padded(length + 1);
    record_bytes r = record_new(RECORD_MEMBER, before + values);
    if (!r.at)
        return r;
    char *to = r.at + sizeof(record_head);
    memcpy(to, &body, sizeof body);
    memcpy(to + sizeof body, m->reason, (size_t)length);
    if (values)
        memcpy(to + before, m->value, (size_t)values);
    record_seal(&r);
    return r;
}

member_state record_state(const record_bytes *member) {
    member_body body;
    memcpy(&body, member->at + sizeof(record_head), sizeof body);
    return (member_state)body.state;
}

/* Are there so many names in a record of columns? */
static int columns_are_good(const char *body, int64_t size) {
    int64_t count;
    if (size < (int64_t)sizeof count)
        return 0;
    memcpy(&count, body, sizeof count);
    if (count < 0 || count > INT_MAX)
        return 0;
    const char *end = body + size;
    const char *at = body + sizeof count;
    for (; count > 0; count--, at++) {
        at = memchr(at, 0, (size_t)(end - at));
        if (!at)
            return 0;
    }
    return 1;
}

/* Does the record of a member have room for its reason and its values, and no more? */
static int member_is_good(const char *body, int64_t size) {
    member_body m;
    int64_t left = size - (int64_t)sizeof m;
    if (left < 0)
        return 0;
    memcpy(&m, body, sizeof m);
    if (m.reason < 0 || m.reason >= left || body[sizeof m + (size_t)m.reason])
        return 0;
    left = (left - journal_padded(m.reason + 1)) / (int64_t)sizeof(double);
    const int is_full = m.rows > 0 ? left % m.rows == 0 && left / m.rows == m.width
                                   : m.rows == 0 && left == 0;
    return is_full && m.state >= MEMBER_DONE && m.state <= MEMBER_FAILED;
}

/* Is this a whole record, of at most `room` bytes, that says what it has room for? */
static int record_is_good(const char *at, int64_t room, record_head *head) {
    uint64_t check;
    const int64_t around = (int64_t)(sizeof *head + sizeof check);
    if (room < around)
        return 0;
    memcpy(head, at, sizeof *head);
    if (head->size < 0 || head->size % 8 || head->size > room - around ||
        (head->kind != RECORD_COLUMNS && head->kind != RECORD_MEMBER))
        return 0;
    const size_t size = sizeof *head + (size_t)head->size;
    memcpy(&check, at + size, sizeof check);
    if (check != hash_bytes(0, at, size))
        return 0;
    const char *body = at + sizeof *head;
    return head->kind == RECORD_COLUMNS ? columns_are_good(body, head->size)
                                        : member_is_good(body, head->size);
}

/* --- the journal --- */

static int known_find(const journal *j, uint64_t hash) {
    for (int k = 0; k < j->column_lists; k++)
        if (j->columns[k].hash == hash)
            return k;
    return -1;
}

/* Notes the names of columns; returns 0, or errno. */
static int note_columns(journal *j, const char *body, int64_t size) {
    const uint64_t hash = hash_bytes(1, body, (size_t)size) | 1;
    int64_t count;
    if (known_find(j, hash) >= 0)
        return 0;
    known_columns *more =
        realloc(j->columns, sizeof *more * (size_t)(j->column_lists + 1));
    if (!more)
        return ENOMEM;
    j->columns = more;
    memcpy(&count, body, sizeof count);
    known_columns *k = &more[j->column_lists];
    *k = (known_columns){hash, (int)count, malloc((size_t)size)};
    if (!k->names)
        return ENOMEM;
    memcpy(k->names, body + sizeof count, (size_t)size - sizeof count);
    j->column_lists++;
    return 0;
}

/* Are the columns of a member known, and its rows as wide? */
static int journal_suits(const journal *j, const char *body) {
    member_body m;
    memcpy(&m, body, sizeof m);
    if (!m.columns)
        return m.rows == 0;
    const int k = known_find(j, m.columns);
    return k >= 0 && m.width == (int64_t)j->columns[k].count + 1;
}

/* Is this a record that the journal can have next? */
static int journal_accepts(const journal *j, const char *at, int64_t room,
                           record_head *head) {
    return record_is_good(at, room, head) &&
           (head->kind == RECORD_COLUMNS || journal_suits(j, at + sizeof *head));
}

/* Notes a record that is at a place of the file. */
static int journal_note(journal *j, const char *record, const record_head *head,
                        int64_t place) {
    const char *body = record + sizeof *head;
    member_body m;
    if (head->kind == RECORD_COLUMNS)
        return note_columns(j, body, head->size);
    memcpy(&m, body, sizeof m);
    if (m.number < 0 || m.number >= j->size || j->at[m.number])
        return 0;
    j->at[m.number] = place;
    j->count++;
    return 0;
}

/* Maps the file as far as it is good. */
int journal_map(journal *j) {
    if (j->map && j->mapped == j->end)
        return 0;
    if (j->map)
        munmap(j->map, (size_t)j->mapped);
    j->map = mmap(NULL, (size_t)j->end, PROT_READ, MAP_SHARED, j->file, 0);
    j->mapped = j->end;
    if (j->map != MAP_FAILED)
        return 0;
    j->map = NULL;
    return errno;
}

/* Reads all records, and cuts off what is behind the last good one. */
static int journal_scan(journal *j, int64_t size) {
    record_head head;
    int64_t place = (int64_t)sizeof(journal_head);
    j->end = size;
    int error = journal_map(j);
    while (!error && journal_accepts(j, j->map + place, size - place, &head)) {
        error = journal_note(j, j->map + place, &head, place);
        place += (int64_t)(sizeof head + sizeof(uint64_t)) + head.size;
    }
    j->end = place;
    j->dropped = size - place;
    if (!error && j->dropped && ftruncate(j->file, (off_t)place))
        error = errno;
    return error ? error : journal_map(j);
}

/* Writes all of it at the end, or nothing. */
static int journal_append(journal *j, const void *from, size_t size) {
    size_t done = 0;
    while (done < size) {
        const ssize_t n = pwrite(j->file, (const char *)from + done, size - done,
                                 (off_t)(j->end + (int64_t)done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            const int error = n < 0 ? errno : EIO;
            (void)!ftruncate(j->file, (off_t)j->end);
            return error;
        }
        done += (size_t)n;
    }
    j->end += (int64_t)size;
    return 0;
}

static int journal_begin(journal *j, const journal_identity *is) {
    journal_head head = {.is = *is};
    memcpy(head.mark, journal_mark, sizeof head.mark);
    head.check = hash_bytes(0, &head, offsetof(journal_head, check));
    if (ftruncate(j->file, 0))
        return errno;
    j->end = 0;
    return journal_append(j, &head, sizeof head);
}

/* What differs between two ensembles, in words; NULL: nothing. */
static const char *journal_difference(const journal_identity *a,
                                      const journal_identity *b) {
    if (a->model != b->model)
        return "another model text, another library or input file, or other values of "
               "--set";
    if (a->members != b->members || a->count != b->count)
        return "other members";
    if (a->options != b->options)
        return "other options";
    return a->program != b->program ? "another version of Involute" : NULL;
}

/* Waits a little for a program that is just being killed to let go of the file. */
static int journal_lock(const journal *j) {
    enum { TRIES = 50 };
    const struct timespec pause = {.tv_nsec = 100000000};
    for (int k = 0; k < TRIES; k++) {
        if (flock(j->file, LOCK_EX | LOCK_NB) == 0)
            return 0;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return 0; /* file systems without locks */
        nanosleep(&pause, NULL);
    }
    return EWOULDBLOCK;
}

/* Reads what there is, after checking that it belongs to this ensemble. */
static int journal_continue(journal *j, const journal_identity *is, char *message,
                            size_t size) {
    journal_head head;
    struct stat info;
    if (fstat(j->file, &info))
        return errno;
    const ssize_t n = pread(j->file, &head, sizeof head, 0);
    if (n < 0)
        return errno;
    if (n < (ssize_t)sizeof head &&
        memcmp(&head, journal_mark, n < 8 ? (size_t)n : 8) == 0)
        return journal_begin(j, is); /* empty, or torn at the very beginning */
    if (n < (ssize_t)sizeof head ||
        memcmp(head.mark, journal_mark, sizeof head.mark) != 0 ||
        head.check != hash_bytes(0, &head, offsetof(journal_head, check))) {
        snprintf(message, size, "'%.400s' is not a journal of a sweep; remove it",
                 j->path);
        return -1;
    }
    const char *other = journal_difference(&head.is, is);
    if (other) {
        snprintf(
            message, size,
            "'%.400s' belongs to a sweep with %s; repeat that command to continue it, "
            "or remove the file to begin again",
            j->path, other);
        return -1;
    }
    return journal_scan(j, (int64_t)info.st_size);
}

static int journal_temporary(void) {
    const char *folder = getenv("TMPDIR");
    char name[4096];
    snprintf(name, sizeof name, "%s/involute-XXXXXX",
             folder && *folder ? folder : "/tmp");
    const int file = mkstemp(name);
    if (file >= 0)
        unlink(name);
    return file;
}

static int journal_start(journal *j, const char *path, const journal_identity *is,
                         char *message, size_t size) {
    j->size = is->count;
    j->at = calloc((size_t)is->count, sizeof *j->at);
    j->path = path ? strdup(path) : NULL;
    if (!j->at || (path && !j->path))
        return ENOMEM;
    j->file = path ? open(path, O_RDWR | O_CREAT, 0666) : journal_temporary();
    if (j->file < 0)
        return errno;
    if (!path)
        return journal_begin(j, is);
    if (journal_lock(j)) {
        snprintf(message, size,
                 "another sweep writes '%.400s'; wait for it, or give another --output",
                 path);
        return -1;
    }
    return journal_continue(j, is, message, size);
}

journal *journal_open(const char *path, const journal_identity *is, char *message,
                      size_t size) {
    assert(is->count > 0);
    journal *j = calloc(1, sizeof *j);
    if (!j) {
        snprintf(message, size, "out of memory");
        return NULL;
    }
    j->file = -1;
    const int error = journal_start(j, path, is, message, size);
    if (!error)
        return j;
    if (error > 0)
        snprintf(message, size, "cannot write the journal '%.400s': %s",
                 path ? path : "of standard output", strerror(error));
    journal_close(j, 1);
    return NULL;
}

int journal_add(journal *j, const record_bytes *r) {
    record_head head;
    member_body m;
    const int64_t place = j->end;
    if (!journal_accepts(j, r->at, (int64_t)r->size, &head))
        return EINVAL;
    const char *body = r->at + sizeof head;
    if (head.kind == RECORD_COLUMNS &&
        known_find(j, hash_bytes(1, body, (size_t)head.size) | 1) >= 0)
        return 0;
    if (head.kind == RECORD_MEMBER) {
        memcpy(&m, body, sizeof m);
        if (m.number < 0 || m.number >= j->size || j->at[m.number])
            return 0;
    }
    const int error = journal_append(j, r->at, r->size);
    return error ? error : journal_note(j, r->at, &head, place);
}

int journal_has(const journal *j, int64_t member) {
    return j->at[member] != 0;
}

int journal_find(const journal *j, int64_t member, member_record *m) {
    member_body body;
    if (!j->at[member])
        return 0;
    assert(j->map && j->mapped == j->end);
    const char *at = j->map + j->at[member] + sizeof(record_head);
    memcpy(&body, at, sizeof body);
    at += sizeof body;
    *m = (member_record){body.number, body.state, body.status, body.t, body.columns,
                         body.rows,   body.width, at,          NULL};
    m->value = (const double *)(const void *)(at + journal_padded(body.reason + 1));
    return 1;
}

int64_t journal_count(const journal *j) {
    return j->count;
}

int64_t journal_dropped(const journal *j) {
    return j->dropped;
}

const char *journal_columns(const journal *j, uint64_t hash, int *count) {
    const int k = known_find(j, hash);
    if (k < 0)
        return NULL;
    *count = j->columns[k].count;
    return j->columns[k].names;
}

void journal_close(journal *j, int is_needed) {
    if (!j)
        return;
    if (j->map)
        munmap(j->map, (size_t)j->mapped);
    if (j->path && !is_needed)
        unlink(j->path);
    if (j->file >= 0)
        close(j->file);
    for (int k = 0; k < j->column_lists; k++)
        free(j->columns[k].names);
    free(j->columns);
    free(j->at);
    free(j->path);
    free(j);
}
