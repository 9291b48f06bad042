/* SPDX-License-Identifier: BSD-3-Clause */
/* The limit program's stepper: Dormand and Prince 8(5,3) with the step size control of
 * Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, II.5 and II.10.
 * It is expanded where it is used, with the size and the right side of that problem as
 * constants: the compiler unrolls and inlines as if it were written for it. The error is
 * tested before the end point is projected and evaluated, so that rejected steps pay for
 * neither; that evaluation is the first stage of the next step. `speed` is a typical size
 * of the second half of u, where that is far from 1: its absolute tolerance has it as a
 * factor. Rows between steps are points of its dense output (II.6), which come onto the
 * constraints and are evaluated as ends of steps are. */
#ifndef SPEED_DOP853_H
#define SPEED_DOP853_H
#include "problem.h"
#ifndef QUAD /* reference values come from another method */

#define DOP853_INLINE static inline __attribute__((always_inline))
enum { DOP853_STAGES = 12, DOP853_MOST_STEPS = 10000000 };
static const double DOP853_SAFETY = 0.9, DOP853_LEAST = 1. / 6, DOP853_MOST = 3;

/* Comes to the end of a step: may change u, then evaluates f there. */
typedef void dop853_landing(const problem *p, double t, double *u, double *f);

DOP853_INLINE double dop853_weight(double tolerance, double size, double a, double b) {
    return 1 / (tolerance * (size + fmax(fabs(a), fabs(b))));
}

/* The first step size, from the sizes of f and of an estimate of its derivative. */
DOP853_INLINE double dop853_first(const problem *p, int n, double speed, ode_side *side,
                                  double tolerance, double t, double span,
                                  const double *u, const double *f, double *y,
                                  double *fy) {
    double size = 0, slope = 0, curvature = 0;
    for (int i = 0; i < n; i++) {
        const double w = dop853_weight(tolerance, i < n / 2 ? 1 : speed, u[i], 0);
        size += u[i] * w * u[i] * w;
        slope += f[i] * w * f[i] * w;
    }
    double h = size <= 1e-10 || slope <= 1e-10 ? 1e-6 : 0.01 * sqrt(size / slope);
    h = fmin(h, span);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * f[i];
    side(p, t + h, y, fy);
    for (int i = 0; i < n; i++) {
        const double d =
            (fy[i] - f[i]) * dop853_weight(tolerance, i < n / 2 ? 1 : speed, u[i], 0);
        curvature += d * d;
    }
    const double largest = fmax(sqrt(slope), sqrt(curvature) / h);
    const double other =
        largest <= 1e-15 ? fmax(1e-6, h * 1e-3) : pow(0.01 / largest, 1. / 8);
    return fmin(fmin(100 * h, other), span);
}

/* All stages but the first; y: the end of the step before any projection. Returns the
 * weighted error. */
DOP853_INLINE double dop853_step(const problem *p, int n, double speed, ode_side *side,
                                 double tolerance, double t, double h,
                                 const double *restrict u, double *restrict y,
                                 double *restrict k1, double *restrict work) {
    double *restrict k2 = work + 0 * n, *restrict k3 = work + 1 * n,
                     *restrict k4 = work + 2 * n, *restrict k5 = work + 3 * n,
                     *restrict k6 = work + 4 * n, *restrict k7 = work + 5 * n,
                     *restrict k8 = work + 6 * n, *restrict k9 = work + 7 * n,
                     *restrict k10 = work + 8 * n, *restrict k11 = work + 9 * n,
                     *restrict k12 = work + 10 * n;
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.0526001519587677318785587544488 * k1[i]);
    side(p, t + 0.0526001519587677318785587544488 * h, y, k2);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.0197250569845378994544595329183 * k1[i] +
                           0.0591751709536136983633785987549 * k2[i]);
    side(p, t + 0.0789002279381515978178381316732 * h, y, k3);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.0295875854768068491816892993775 * k1[i] +
                           0.0887627564304205475450678981324 * k3[i]);
    side(p, t + 0.118350341907227396726757197510 * h, y, k4);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.241365134159266685502369798665 * k1[i] -
                           0.884549479328286085344864962717 * k3[i] +
                           0.924834003261792003115737966543 * k4[i]);
    side(p, t + 0.281649658092772603273242802490 * h, y, k5);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.037037037037037037037037037037 * k1[i] +
                           0.170828608729473871279604482173 * k4[i] +
                           0.125467687566822425016691814123 * k5[i]);
    side(p, t + 1. / 3 * h, y, k6);
    for (int i = 0; i < n; i++)
        y[i] =
            u[i] + h * (0.037109375 * k1[i] + 0.170252211019544039314978060272 * k4[i] +
                        0.0602165389804559606850219397283 * k5[i] - 0.017578125 * k6[i]);
    side(p, t + 1. / 4 * h, y, k7);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.0370920001185047927108779319836 * k1[i] +
                           0.170383925712239993810214054705 * k4[i] +
                           0.107262030446373284651809199168 * k5[i] -
                           0.0153194377486244017527936158236 * k6[i] +
                           0.00827378916381402288758473766002 * k7[i]);
    side(p, t + 4. / 13 * h, y, k8);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.624110958716075717114429577812 * k1[i] -
                           3.36089262944694129406857109825 * k4[i] -
                           0.868219346841726006818189891453 * k5[i] +
                           27.5920996994467083049415600797 * k6[i] +
                           20.1540675504778934086186788979 * k7[i] -
                           43.4898841810699588477366255144 * k8[i]);
    side(p, t + 127. / 195 * h, y, k9);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.477662536438264365890433908527 * k1[i] -
                           2.48811461997166764192642586468 * k4[i] -
                           0.590290826836842996371446475743 * k5[i] +
                           21.2300514481811942347288949897 * k6[i] +
                           15.2792336328824235832596922938 * k7[i] -
                           33.2882109689848629194453265587 * k8[i] -
                           0.0203312017085086261358222928593 * k9[i]);
    side(p, t + 3. / 5 * h, y, k10);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (-0.93714243008598732571704021658 * k1[i] +
                           5.18637242884406370830023853209 * k4[i] +
                           1.09143734899672957818500254654 * k5[i] -
                           8.14978701074692612513997267357 * k6[i] -
                           18.5200656599969598641566180701 * k7[i] +
                           22.7394870993505042818970056734 * k8[i] +
                           2.49360555267965238987089396762 * k9[i] -
                           3.0467644718982195003823669022 * k10[i]);
    side(p, t + 6. / 7 * h, y, k11);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (2.27331014751653820792359768449 * k1[i] -
                           10.5344954667372501984066689879 * k4[i] -
                           2.00087205822486249909675718444 * k5[i] -
                           17.9589318631187989172765950534 * k6[i] +
                           27.9488845294199600508499808837 * k7[i] -
                           2.85899827713502369474065508674 * k8[i] -
                           8.87285693353062954433549289258 * k9[i] +
                           12.3605671757943030647266201528 * k10[i] +
                           0.643392746015763530355970484046 * k11[i]);
    side(p, t + h, y, k12);
    double high = 0, low = 0;
    for (int i = 0; i < n; i++) {
        y[i] = u[i] + h * (0.0542937341165687622380535766363 * k1[i] +
                           4.45031289275240888144113950566 * k6[i] +
                           1.89151789931450038304281599044 * k7[i] -
                           5.8012039600105847814672114227 * k8[i] +
                           0.31116436695781989440891606237 * k9[i] -
                           0.152160949662516078556178806805 * k10[i] +
                           0.201365400804030348374776537501 * k11[i] +
                           0.0447106157277725905176885569043 * k12[i]);
        const double w = dop853_weight(tolerance, i < n / 2 ? 1 : speed, u[i], y[i]);
        const double e5 = w * (0.01312004499419488073250102996 * k1[i] -
                               1.225156446376204440720569753 * k6[i] -
                               0.4957589496572501915214079952 * k7[i] +
                               1.664377182454986536961530415 * k8[i] -
                               0.350328848749973681688648729 * k9[i] +
                               0.3341791187130174790297318841 * k10[i] +
                               0.08192320648511571246570742613 * k11[i] -
                               0.02235530786388629525884427845 * k12[i]);
        const double e3 = w * (-0.189800754072407615714702328876 * k1[i] +
                               4.45031289275240888144113950566 * k6[i] +
                               1.89151789931450038304281599044 * k7[i] -
                               5.8012039600105847814672114227 * k8[i] -
                               0.422682321323791962932445679177 * k9[i] -
                               0.152160949662516078556178806805 * k10[i] +
                               0.201365400804030348374776537501 * k11[i] +
                               0.0226517921983608258118062039631 * k12[i]);
        high += e5 * e5;
        low += e3 * e3;
    }
    const double both = high + 0.01 * low;
    return both == 0 ? 0 : h * high / sqrt(n * both); /* NaN: rejected */
}

/* The polynomial of a step whose stages, first and last slope are known; `more` and
 * `term` have room for three and eight times n. */
DOP853_INLINE void dop853_polynomial(const problem *p, int n, ode_side *side, double t,
                                     double h, const double *restrict u,
                                     const double *restrict end,
                                     const double *restrict k1,
                                     const double *restrict k13,
                                     const double *restrict stages, double *restrict y,
                                     double *restrict more, double *restrict term) {
    const double *restrict k6 = stages + 4 * n, *restrict k7 = stages + 5 * n,
                           *restrict k8 = stages + 6 * n, *restrict k9 = stages + 7 * n,
                           *restrict k10 = stages + 8 * n, *restrict k11 = stages + 9 * n,
                           *restrict k12 = stages + 10 * n;
    double *restrict k14 = more, *restrict k15 = more + n, *restrict k16 = more + 2 * n;
    for (int i = 0; i < n; i++)
        y[i] =
            u[i] + h * (0.0561675022830479523392909219681 * k1[i] +
                        0.253500210216624811088794765333 * k7[i] -
                        0.246239037470802489917441475441 * k8[i] -
                        0.124191423263816360469010140626 * k9[i] +
                        0.15329179827876569731206322685 * k10[i] +
                        0.00820105229563468988491666602057 * k11[i] +
                        0.00756789766054569976138603589584 * k12[i] - 0.008298 * k13[i]);
    side(p, t + 0.1 * h, y, k14);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (0.0318346481635021405060768473261 * k1[i] +
                           0.0283009096723667755288322961402 * k6[i] +
                           0.0535419883074385676223797384372 * k7[i] -
                           0.0549237485713909884646569340306 * k8[i] -
                           0.000108347328697249322858509316994 * k11[i] +
                           0.000382571090835658412954920192323 * k12[i] -
                           0.000340465008687404560802977114492 * k13[i] +
                           0.141312443674632500278074618366 * k14[i]);
    side(p, t + 0.2 * h, y, k15);
    for (int i = 0; i < n; i++)
        y[i] = u[i] + h * (-0.428896301583791923408573538692 * k1[i] -
                           4.69762141536116384314449447206 * k6[i] +
                           7.68342119606259904184240953878 * k7[i] +
                           4.06898981839711007970213554331 * k8[i] +
                           0.356727187455281109270669543021 * k9[i] -
                           0.00139902416515901462129418009734 * k13[i] +
                           2.9475147891527723389556272149 * k14[i] -
                           9.15095847217987001081870187138 * k15[i]);
    side(p, t + 7. / 9 * h, y, k16);
    for (int i = 0; i < n; i++) {
        const double way = end[i] - u[i];
        const double bend = h * k1[i] - way;
        term[i] = u[i];
        term[n + i] = way;
        term[2 * n + i] = bend;
        term[3 * n + i] = way - h * k13[i] - bend;
    }
#define DOP853_TERM(number, d1, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16)       \
    for (int i = 0; i < n; i++)                                                          \
    term[number * n + i] =                                                               \
        h * (d1 * k1[i] + d6 * k6[i] + d7 * k7[i] + d8 * k8[i] + d9 * k9[i] +            \
             d10 * k10[i] + d11 * k11[i] + d12 * k12[i] + d13 * k13[i] + d14 * k14[i] +  \
             d15 * k15[i] + d16 * k16[i])
    DOP853_TERM(4, -8.4289382761090128651353491142, 0.5667149535193777696253178359,
                -3.0689499459498916912797304727, 2.384667656512069828772814968,
                2.1170345824450282767155149946, -0.8713915837779729920678990749,
                2.240437430260788275854177165, 0.6315787877694688181557024929,
                -0.0889903364513333108206981174, 18.148505520854727256656404962,
                -9.1946323924783554000451984436, -4.4360363875948939664310572);
    DOP853_TERM(5, 10.427508642579134603413151009, 242.28349177525818288430175319,
                165.20045171727028198505394887, -374.54675472269020279518312152,
                -22.113666853125306036270938578, 7.7334326684722638389603898808,
                -30.674084731089398182061213626, -9.3321305264302278729567221706,
                15.697238121770843886131091075, -31.139403219565177677282850411,
                -9.3529243588444783865713862664, 35.81684148639408375246589854);
    DOP853_TERM(6, 19.985053242002433820987653617, -387.03730874935176555105901742,
                -189.17813819516756882830838328, 527.80815920542364900561016686,
                -11.573902539959630126141871134, 6.8812326946963000169666922661,
                -1.000605096691083840318386098, 0.7777137798053443209286926574,
                -2.7782057523535084065932004339, -60.196695231264120758267380846,
                84.320405506677161018159903784, 11.99229113618278932803513003);
    DOP853_TERM(7, -25.693933462703749003312586129, -154.18974869023643374053993627,
                -231.52937917604549567536039109, 357.6391179106141237828534991,
                93.405324183624310003907691704, -37.458323136451633156875139351,
                104.09964950896230045147246184, 29.840293426660503123344363579,
                -43.533456590011143754432175058, 96.3245539591882829483949506,
                -39.177261675615439165231486172, -149.72683625798562581422125276);
#undef DOP853_TERM
}

/* Rows at equal distances in time, the last one at the stop time. */
typedef struct dop853_rows {
    int count, next; /* from 1 to count */
    double *row;     /* [count]: n values and their slopes */
    double *work;    /* [14 n] */
} dop853_rows;

DOP853_INLINE double dop853_row_time(const problem *p, const dop853_rows *r) {
    return p->stop * r->next / r->count;
}

/* Makes the rows of a step from t to t + h, which has come to u with the slope f. */
DOP853_INLINE void dop853_write_rows(const problem *p, int n, ode_side *side,
                                     dop853_landing *land, double t, double h,
                                     const double *u, const double *f,
                                     const double *stages, dop853_rows *r) {
    const double *before = r->work;
    const double *slope = before + n;
    double *y = r->work + 2 * n;
    double *more = y + n;
    double *term = more + 3 * n;
    const double end = t + h;
    if (dop853_row_time(p, r) < end)
        dop853_polynomial(p, n, side, t, h, before, u, slope, f, stages, y, more, term);
    for (; r->next < r->count && dop853_row_time(p, r) < end; r->next++) {
        double *to = r->row + (size_t)(r->next - 1) * 2 * (size_t)n;
        const double s = (dop853_row_time(p, r) - t) / h;
        const double left = 1 - s;
        for (int i = 0; i < n; i++) {
            const double *c = term + i;
            const double high =
                c[4 * n] + s * (c[5 * n] + left * (c[6 * n] + s * c[7 * n]));
            to[i] = c[0] + s * (c[n] + left * (c[2 * n] + s * (c[3 * n] + left * high)));
        }
        land(p, dop853_row_time(p, r), to, to + n);
    }
    if (end == p->stop) {
        double *to = r->row + (size_t)(r->count - 1) * 2 * (size_t)n;
        for (int i = 0; i < n; i++) {
            to[i] = u[i];
            to[n + i] = f[i];
        }
    }
}

/* From one time to another; rows: NULL, none; *h: the first step size, 0 where it is to
 * be chosen, and then the one that would come next. */
DOP853_INLINE int dop853_span(const problem *p, int n, double speed, ode_side *side,
                              dop853_landing *land, double tolerance, double from,
                              double to, double *first, dop853_rows *rows, double *u,
                              double *work, counts *c) {
    double *f = work, *y = work + n, *stages = work + 2 * n;
    double t = from, h = *first;
    int rejected = 0;
    side(p, t, u, f);
    c->evaluations++;
    if (h == 0) {
        h = dop853_first(p, n, speed, side, tolerance, from, to - from, u, f, y, stages);
        c->evaluations++;
    }
    while (t < to) {
        const int last = t + 1.0000001 * h >= to;
        const double free = h;
        if (last)
            h = to - t;
        if (!(h > 1e-15 * fabs(t)) || c->steps + c->rejected > DOP853_MOST_STEPS)
            return 1;
        const double error =
            dop853_step(p, n, speed, side, tolerance, t, h, u, y, f, stages);
        c->evaluations += DOP853_STAGES - 1;
        const double wanted = sqrt(sqrt(sqrt(error))) / DOP853_SAFETY;
        if (!(error < 1)) {
            h = isfinite(wanted) ? h / fmin(DOP853_MOST, wanted) : h / DOP853_MOST;
            rejected = 1;
            c->rejected++;
            continue;
        }
        const double before = t;
        t = last ? to : t + h;
        for (int i = 0; rows && i < n; i++) {
            rows->work[i] = u[i];
            rows->work[n + i] = f[i];
        }
        for (int i = 0; i < n; i++)
            u[i] = y[i];
        if (!last || to == p->stop) {
            land(p, t, u, f);
            c->evaluations++;
        }
        if (rows)
            dop853_write_rows(p, n, side, land, before, t - before, u, f, stages, rows);
        c->steps++;
        const double next = h / fmax(DOP853_LEAST, fmin(DOP853_MOST, wanted));
        *first = last ? fmax(free, next) : next;
        h = rejected ? fmin(h, next) : next;
        rejected = 0;
    }
    return 0;
}

DOP853_INLINE int dop853(const problem *p, int n, double speed, ode_side *side,
                         dop853_landing *land, double tolerance, double *u, double *work,
                         counts *c) {
    double first = 0;
    return dop853_span(p, n, speed, side, land, tolerance, 0, p->stop, &first, NULL, u,
                       work, c);
}

/* As ode_rows of problem.h. */
DOP853_INLINE int dop853_with_rows(const problem *p, int n, double speed, ode_side *side,
                                   dop853_landing *land, double tolerance, int count,
                                   double *row, double *u, double *work, counts *c) {
    double first = 0;
    dop853_rows rows = {count, 1, row, work + 14 * n};
    return dop853_span(p, n, speed, side, land, tolerance, 0, p->stop, &first, &rows, u,
                       work, c);
}
#endif
#endif
