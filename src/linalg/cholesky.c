/* SPDX-License-Identifier: BSD-3-Clause */
/* Cholesky's factors, column by column: [Higham] 10.1. */
#include "cholesky.h"
#include "vector.h"

int cholesky_factor(int n, double *a) {
    for (int j = 0; j < n; j++) {
        double *column = a + j * n;
        for (int k = 0; k < j; k++)
            vector_add(n - j, -a[j + k * n], a + j + k * n, column + j);
        if (!(column[j] > 0 && isfinite(column[j])))
            return j + 1;
        const double root = sqrt(column[j]);
        for (int i = j; i < n; i++)
            column[i] /= root;
    }
    return 0;
}

void cholesky_solve(int n, const double *a, double *b) {
    for (int j = 0; j < n; j++) {
        b[j] /= a[j + j * n];
        vector_add(n - j - 1, -b[j], a + j + 1 + j * n, b + j + 1);
    }
    for (int j = n; j-- > 0;) {
        for (int i = j + 1; i < n; i++)
            b[j] -= a[i + j * n] * b[i];
        b[j] /= a[j + j * n];
    }
}

double cholesky_condition(int n, const double *a) {
    double least = INFINITY;
    double most = 0;
    for (int j = 0; j < n; j++) {
        least = fmin(least, a[j + j * n]);
        most = fmax(most, a[j + j * n]);
    }
    return n ? (most / least) * (most / least) : 1;
}
