#!/usr/bin/env python3
# From the summary of a run, `run --json`: a name and four values for it, as `sweep --over` takes them: of a parameter,
# else of the first variable. SPDX-License-Identifier: BSD-3-Clause
import json
import sys

summary = json.load(sys.stdin)
values = {k: v for k, v in summary.get("parameters", {}).items() if isinstance(v, float) and v} or \
         {k: v for k, v in summary.get("final", {}).items() if not k.startswith("der(") and isinstance(v, float)}
name, value = next(iter(values.items()))
print(f"{name}=" + ",".join(repr((value or 1) * (1 + 0.01 * k)) for k in range(4)))
