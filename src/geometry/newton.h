/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton's iteration: a residual, a matrix, a move, and three policies: where it begins,
 * when a matrix is due, and when it has converged. */
#ifndef GEOMETRY_NEWTON_H
#define GEOMETRY_NEWTON_H
#include "../base/context.h"

typedef enum newton_verdict { NEWTON_GOES_ON, NEWTON_SOLVED, NEWTON_LOST } newton_verdict;

typedef struct newton_method {
    /* Begins at another point than u, or NULL; *factored: it has factored the matrix. */
    invo_status (*begin)(void *self, double *u, int *factored);
    invo_status (*residual)(void *self, double *u);
    /* Is a matrix due for move k? NULL: none is kept. */
    int (*is_due)(void *self, int k);
    invo_status (*factor)(void *self, double *u);
    /* Moves u; *size is what the move is judged by. */
    invo_status (*move)(void *self, double *u, double *size);
    /* Has it converged before move k (NULL: that is not asked), or after it? */
    newton_verdict (*before)(void *self, int k, double *u);
    newton_verdict (*after)(void *self, int k, double size, double *u);
} newton_method;

/* At most so many moves from u. E_NEWTON where it is lost, or not solved by then; else OK
 * or what one of the functions returned. */
invo_status newton_solve(const newton_method *m, void *self, int most, double *u);

#endif
