/* SPDX-License-Identifier: BSD-3-Clause */
/* The order of the Taylor method for a tolerance. */
#ifndef METHOD_TAYLOR_H
#define METHOD_TAYLOR_H

enum { TAYLOR_LEAST = 4, TAYLOR_MOST = 30 }; /* 1e-16 asks for the most */
int taylor_order(double rtol);

#endif
