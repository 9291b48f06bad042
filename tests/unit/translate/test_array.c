/* Array algebra and functions: every expression is the same node as what it stands for,
 * written by hand. SPDX-License-Identifier: BSD-3-Clause */
#include "../model_fixture.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char text[] =
    "package P\n"
    "  record Point \"with a default\"\n"
    "    Real x;\n"
    "    Real y = 2;\n"
    "  end Point;\n"
    "  type Mode = enumeration(off, on);\n"
    "  function cube\n"
    "    input Real u;\n"
    "    output Real y;\n"
    "  algorithm\n"
    "    y := u*u*u;\n"
    "  end cube;\n"
    "  function norm\n"
    "    input Real v[:];\n"
    "    output Real n;\n"
    "  algorithm\n"
    "    n := sqrt(v*v);\n"
    "  end norm;\n"
    "  function clip\n"
    "    input Real u;\n"
    "    input Real limit = 1;\n"
    "    output Real y;\n"
    "    output Boolean clipped;\n"
    "  protected\n"
    "    Real t;\n"
    "  algorithm\n"
    "    t := u;\n"
    "    clipped := false;\n"
    "    if u > limit then\n"
    "      t := limit;\n"
    "      clipped := true;\n"
    "    elseif u < -limit then\n"
    "      t := -limit;\n"
    "      clipped := true;\n"
    "    end if;\n"
    "    y := t;\n"
    "  end clip;\n"
    "  function horner\n"
    "    input Real c[:];\n"
    "    input Real u;\n"
    "    output Real y;\n"
    "  algorithm\n"
    "    y := c[end];\n"
    "    for i in size(c, 1) - 1:-1:1 loop\n"
    "      y := y*u + c[i];\n"
    "    end for;\n"
    "  end horner;\n"
    "  function steps\n"
    "    input Integer n;\n"
    "    output Integer k;\n"
    "  protected\n"
    "    Integer left = n;\n"
    "  algorithm\n"
    "    k := 0;\n"
    "    while true loop\n"
    "      if left <= 1 then break; end if;\n"
    "      left := if mod(left, 2) == 0 then div(left, 2) else 3*left + 1;\n"
    "      k := k + 1;\n"
    "    end while;\n"
    "  end steps;\n"
    "  function early\n"
    "    input Integer n;\n"
    "    output Integer k;\n"
    "  algorithm\n"
    "    k := 1;\n"
    "    for i in 1:10 loop\n"
    "      k := k*2;\n"
    "      if i == n then return; end if;\n"
    "    end for;\n"
    "    k := -1;\n"
    "  end early;\n"
    "  function swap\n"
    "    input Point p;\n"
    "    output Point q;\n"
    "  algorithm\n"
    "    q.x := p.y;\n"
    "    q.y := p.x;\n"
    "  end swap;\n"
    "  function fillup\n"
    "    input Integer n;\n"
    "    input Real u;\n"
    "    output Real v[n];\n"
    "  algorithm\n"
    "    for i loop\n"
    "      v[i] := i*u;\n"
    "    end for;\n"
    "  end fillup;\n"
    "  model M\n"
    "    parameter Integer n = 3;\n"
    "    Real x, y, z, v[n], w[3], A[2, 3], B[3, 2], S[2, 2], p[2, 2, 2];\n"
    "    Point q, r[2];\n"
    "    Boolean b[2];\n"
    "    Integer k;\n"
    "  equation\n"
    "    b = {x > 1, x > 2};\n"
    "    k = if b[1] then 1 else 2;\n"
    "  end M;\n"
    "end P;\n";

static fixture shared;

static int begin(void **state) {
    fixture_begin(&shared);
    if (read_model(&shared, text) != INVO_OK)
        fail_msg("%s", invo_context_message(shared.context));
    *state = &shared;
    return 0;
}
static int end(void **state) {
    return fixture_end(*state), 0;
}

static expr read(fixture *f, const char *one) {
    if (read_expression(f, one) != INVO_OK)
        fail_msg("%s", invo_context_message(f->context));
    return f->result;
}

static void same(fixture *f, const char *one, const char *other) {
    expr a = read(f, one), b = read(f, other);
    if (a != b)
        fail_msg("%s is %s, not %s", one, print_expression(f, a), print_expression(f, b));
}

static void refuse(fixture *f, const char *one, const char *message) {
    assert_int_not_equal(read_expression(f, one), INVO_OK);
    if (!strstr(invo_context_message(f->context), message))
        fail_msg("'%s' does not say '%s'", invo_context_message(f->context), message);
}

static void test_subscripts(void **state) {
    fixture *f = *state;
    same(f, "v[2:3][1]", "v[2]");
    same(f, "v[end]", "v[3]");
    same(f, "v[end - 1]", "v[2]");
    same(f, "v[{3, 1}][2]", "v[1]");
    same(f, "A[:, 2][1]", "A[1,2]");
    same(f, "A[2][3]", "A[2,3]");
    same(f, "A[2, :][3]", "A[2,3]");
    same(f, "A[2, 1:2:3][2]", "A[2,3]");
    same(f, "A[end, end]", "A[2,3]");
    same(f, "p[2][1][2]", "p[2,1,2]");
    same(f, "p[:, 1, :][2, 1]", "p[2,1,1]");
    same(f, "{x, y}[2]", "y");
    same(f, "r[2].x", "(r.x)[2]");
    same(f, "(r.y)[1]", "r[1].y");
    same(f, "v[k]", "if k == 1 then v[1] elseif k == 2 then v[2] else v[3]");
    same(f, "A[2, {i for i in n:-1:1}][1]", "A[2,3]");
    refuse(f, "v[4]", "subscript 1 of 'v' is 4, outside of 1:3");
    refuse(f, "v[0]", "subscript 1 of 'v' is 0, outside of 1:3");
    refuse(f, "A[1, 4]", "subscript 2 of 'A' is 4, outside of 1:3");
    refuse(f, "v[1, 1]", "is an array [3] and has too many subscripts: 2");
    refuse(f, "x[1]", "'x' is a scalar and has too many subscripts: 1");
    refuse(f, "v[1.5]", "a subscript must be Integer, found Real");
    refuse(f, "v[x]", "a subscript must be Integer, found Real");
    refuse(f, "end", "expected an expression");
    refuse(f, "q.z", "which has no field 'z'");
    refuse(f, "r[1].z", "which has no field 'z'");
}

static void test_elementwise(void **state) {
    fixture *f = *state;
    same(f, "(v + w)[2]", "v[2] + w[2]");
    same(f, "(-v)[2]", "-v[2]");
    same(f, "(v - w + v)[3]", "v[3] - w[3] + v[3]");
    same(f, "(2*v)[1]", "2*v[1]");
    same(f, "(v/x)[1]", "v[1]/x");
    same(f, "(v .* w)[2]", "v[2]*w[2]");
    same(f, "(v ./ w)[2]", "v[2]/w[2]");
    same(f, "(x ./ w)[2]", "x/w[2]");
    same(f, "(v .^ 2)[2]", "v[2]^2");
    same(f, "(x .+ v)[2]", "x + v[2]");
    same(f, "(v .- x)[2]", "v[2] - x");
    same(f, "sin(v)[2]", "sin(v[2])");
    same(f, "der(v)[2]", "der(v[2])");
    same(f, "noEvent(v)[2]", "noEvent(v[2])");
    same(f, "(if x > 0 then v else w)[2]", "if x > 0 then v[2] else w[2]");
    same(f, "(not b)[2]", "not b[2]");
    same(f, "(b and {x > 0, true})[1]", "b[1] and x > 0");
    refuse(f, "v + x", "'+' cannot combine [3] and a scalar");
    refuse(f, "v + {1, 2}", "'+' cannot combine [3] and [2]");
    refuse(f, "v .* {1, 2}", "cannot combine arrays of the sizes [3] and [2]");
    refuse(f, "x/v", "'/' cannot divide by an array [3]");
    refuse(f, "v^2", "'^' of an array [3]");
    refuse(f, "A > A", "'>' compares numbers, found arrays");
    refuse(f, "if x > 0 then v else {1}", "different sizes: [3] and [1]");
    refuse(f, "atan2(v, {1, 2})", "the arguments of 'atan2' have the sizes [3] and [2]");
}

static void test_matrices(void **state) {
    fixture *f = *state;
    same(f, "v*w", "v[1]*w[1] + v[2]*w[2] + v[3]*w[3]");
    same(f, "(A*v)[2]", "A[2,1]*v[1] + A[2,2]*v[2] + A[2,3]*v[3]");
    same(f, "(v*B)[2]", "v[1]*B[1,2] + v[2]*B[2,2] + v[3]*B[3,2]");
    same(f, "(A*B)[1, 2]", "A[1,1]*B[1,2] + A[1,2]*B[2,2] + A[1,3]*B[3,2]");
    same(f, "(S^2)[1, 2]", "S[1,1]*S[1,2] + S[1,2]*S[2,2]");
    same(f, "(S^0)[1, 1] + (S^0)[1, 2]", "1");
    same(f, "(identity(3)*v)[2]", "v[2]");
    same(f, "transpose(A)[3, 1]", "A[1,3]");
    same(f, "cross(v, w)[2]", "v[3]*w[1] - v[1]*w[3]");
    same(f, "(skew(v)*w)[3]", "v[1]*w[2] - v[2]*w[1]");
    same(f, "outerProduct(v, w)[3, 1]", "v[3]*w[1]");
    same(f, "symmetric(S)[2, 1]", "S[1,2]");
    same(f, "[v, w][2, 2]", "w[2]");
    same(f, "[x, y; z, 1][2, 1]", "z");
    same(f, "[A; 1, 2, 3][3, 2]", "2");
    same(f, "cat(1, v, {x})[4]", "x");
    same(f, "cat(2, A, S)[2, 5]", "S[2,2]");
    refuse(f, "A*w[1:2]", "columns of the first (3) must be the rows of the second (2)");
    refuse(f, "[A; 1, 2]", "cannot be concatenated along dimension 1");
    refuse(f, "A^2", "the array must be square");
    refuse(f, "cross(v, {1, 2})", "takes a vector with 3 elements, found [2]");
    refuse(f, "transpose(v)", "takes a matrix, found [3]");
    refuse(f, "cat(3, v, w)", "'cat' cannot concatenate along dimension 3 of [3]");
}

static void test_constructors(void **state) {
    fixture *f = *state;
    same(f, "zeros(2, 2)[1, 2] + ones(3)[2]", "1");
    same(f, "fill(x, 2, 2)[2, 1]", "x");
    same(f, "fill(v, 2)[2, 3]", "v[3]");
    same(f, "diagonal(v)[2, 2]", "v[2]");
    same(f, "diagonal(v)[1, 2]", "0");
    same(f, "linspace(0, 1, 5)[4]", "0.75");
    same(f, "vector([x; y])[2]", "y");
    same(f, "matrix(v)[2, 1]", "v[2]");
    same(f, "scalar({{x}})", "x");
    same(f, "size(A, 2) + ndims(p) + size(p)[3]", "8");
    same(f, "array(x, y)[2]", "y");
    same(f, "(1:3)[2] + (3:-1:1)[1] + (0:0.5:1)[2]", "5.5");
    same(f, "size(3:2, 1)", "0");
    same(f, "{i*x for i in 1:3}[2]", "2*x");
    same(f, "{A[i, j] for i in 1:2, j in 1:3}[3, 1]", "A[1,3]");
    same(f, "{v[i] for i}[3]", "v[3]");
    same(f, "sum(v)", "v[1] + v[2] + v[3]");
    same(f, "sum(v[i]*w[i] for i in 1:2)", "v[1]*w[1] + v[2]*w[2]");
    same(f, "sum(i*j for i in 1:2, j in {1, 5})", "18");
    same(f, "product(v)", "v[1]*v[2]*v[3]");
    same(f, "product(v[i] for i in {1, 3})", "v[1]*v[3]");
    same(f, "max(v)", "max(max(v[1], v[2]), v[3])");
    same(f, "min(v[i]^2 for i in 2:3)", "min(v[2]^2, v[3]^2)");
    same(f, "sum(i for i in 2:1)", "0");
    same(f, "product(i for i in 2:1)", "1");
    same(f, "sum(if i == 1 then 0 else v[i - 1] for i in 1:2)", "0 + v[1]");
    refuse(f, "{1, {2}}", "element 2 of the array has the size [1], but element 1 has a");
    refuse(f, "{1, true}", "element 2 of the array is Boolean, but element 1 is Integer");
    refuse(f, "sum(i for i in x)", "a loop needs a range such as 1:n");
    refuse(f, "sum(x for i)", "'i' has no range and is not a subscript in the loop");
    refuse(f, "max(i for i in 2:1)", "'max' of an empty list has no value");
    refuse(f, "sum(i for i in 1:x)", "must be known when the model is read");
    refuse(f, "sum(i for i in 1:0:2)", "the step of a range must not be 0");
    refuse(f, "zeros(-1)[1]", "a size must be from 0 to 4000000, found -1");
    refuse(f, "zeros(100000, 100000)[1, 1]", "more than 4000000 elements");
    refuse(f, "linspace(0, 1, 1)[1]",
           "'linspace' needs from 2 to 4000000 points, found 1");
    refuse(f, "size(v, 2)", "dimension 2 of 'size' is outside of [3]");
    refuse(f, "sin(i for i in 1:2)", "'sin' cannot be used with 'for'");
    refuse(f, "zeros()", "'zeros' takes at least 1 arguments, found 0");
}

static void test_functions(void **state) {
    fixture *f = *state;
    same(f, "cube(x + 1)", "(x + 1)*(x + 1)*(x + 1)");
    same(f, "der(cube(x))", "der(x*x*x)");
    same(f, "norm(v)", "sqrt(v[1]*v[1] + v[2]*v[2] + v[3]*v[3])");
    same(f, "norm({x, y})", "sqrt(x*x + y*y)");
    same(f, "clip(x)", "if x > 1 then 1 elseif x < -1 then -1 else x");
    same(f, "clip(x, limit = y)", "if x > y then y elseif x < -y then -y else x");
    same(f, "clip(limit = y, u = x)", "if x > y then y elseif x < -y then -y else x");
    same(f, "horner({1, x, 3}, y)", "(3*y + x)*y + 1");
    same(f, "steps(7)", "16");
    same(f, "early(3)", "8");
    same(f, "early(20)", "-1");
    same(f, "fillup(2, x)[2]", "2*x");
    same(f, "cube(cube(x))", "x^9");
    same(f, "P.cube(2)", "8");
    refuse(f, "cube()", "'cube' needs a value for its input 'u'");
    refuse(f, "cube(1, 2)", "'cube' takes 1 argument, found 2");
    refuse(f, "cube(v = 1)", "'cube' has no input 'v'");
    refuse(f, "cube(true)", "'u' of 'cube' must be Real, found Boolean");
    same(f, "cube(v)[2]", "cube(v[2])");
    refuse(f, "cube(v)", "expected a number or a condition, found an array");
    refuse(f, "clip(u = x, 1)", "positional arguments must precede named arguments");
}

static void test_records(void **state) {
    fixture *f = *state;
    same(f, "Point(x).y", "2");
    same(f, "Point(x, y).y", "y");
    same(f, "Point(y = x, x = y).y", "x");
    same(f, "swap(q).x", "q.y");
    same(f, "swap(swap(q)).x", "q.x");
    same(f, "{q, Point(1)}[2].y", "2");
    same(f, "({q, r[2]}.x)[2]", "r[2].x");
    same(f, "(if x > 0 then q else r[1]).y", "if x > 0 then q.y else r[1].y");
    refuse(f, "Point()", "the record 'Point' needs a value for 'x'");
    refuse(f, "Point(x, z = 1)", "'Point' has no field 'z'");
    refuse(f, "Point(true)", "'x' of 'Point' must be Real, found Boolean");
    refuse(f, "q", "found a record");
    refuse(f, "q + q", "'+' is not defined for record Point and record Point");
}

static void test_other_functions(void **state) {
    fixture *f = *state;
    same(f, "Integer(Mode.on)", "2");
    same(f, "semiLinear(x, y, z)", "if x >= 0 then y*x else z*x");
    same(f, "pure(cube(x))", "cube(x)");
    same(f, "\"a\" + \"b\" == \"ab\"", "true");
    same(f, "smooth(1, v)[2]", "v[2]");
    same(f, "homotopy(actual = x, simplified = y)", "x");
    refuse(f, "1 + \"a\"", "must be a number");
    refuse(f, "\"a\" + 1", "'+' cannot concatenate a String with Integer");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_subscripts),     TEST(test_elementwise),
                                       TEST(test_matrices),       TEST(test_constructors),
                                       TEST(test_functions),      TEST(test_records),
                                       TEST(test_other_functions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
