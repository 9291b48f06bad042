#!/usr/bin/env python3
"""tests/validate_json.py SCHEMA FILE...: compares JSON files with a schema, in the words of JSON Schema that summary.schema.json
uses; any other word is an error, so that nothing passes unread. Prints which fields of the schema no file has.
SPDX-License-Identifier: BSD-3-Clause
"""
import json
import math
import sys

KNOWN = {'$schema', '$defs', '$ref', 'title', 'description', 'anyOf', 'type', 'properties', 'required', 'additionalProperties',
         'items', 'enum'}
TYPES = {
    'object': lambda x: isinstance(x, dict),
    'array': lambda x: isinstance(x, list),
    'string': lambda x: isinstance(x, str),
    'boolean': lambda x: isinstance(x, bool),
    'null': lambda x: x is None,
    'integer': lambda x: isinstance(x, int) and not isinstance(x, bool),
    'number': lambda x: isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x),
}


class Validator:
    def __init__(self, schema):
        self.schema = schema
        self.seen = set()

    def check(self, value, rule, path, name):
        """The errors of a value; name is the definition that the rule belongs to."""
        unknown = set(rule) - KNOWN
        if unknown:
            return ['the schema has words that are not checked: %s' % sorted(unknown)]
        errors = []
        if '$ref' in rule:
            name = rule['$ref'].rsplit('/', 1)[1]
            errors += self.check(value, self.schema['$defs'][name], path, name)
        if 'anyOf' in rule:
            errors += self.check_any(value, rule['anyOf'], path, name)
        if 'enum' in rule and value not in rule['enum']:
            errors.append('%s: %r is none of %s' % (path, value, rule['enum']))
        if 'type' in rule:
            types = [rule['type']] if isinstance(rule['type'], str) else rule['type']
            if not any(TYPES[t](value) for t in types):
                return errors + ['%s: %.60r is no %s' % (path, value, ' or '.join(types))]
        if isinstance(value, dict):
            errors += self.check_object(value, rule, path, name)
        if isinstance(value, list) and 'items' in rule:
            for number, item in enumerate(value):
                errors += self.check(item, rule['items'], '%s[%d]' % (path, number), name)
        return errors

    def check_any(self, value, rules, path, name):
        """Of several rules, the errors of the one that fits best."""
        best = None
        for rule in rules:
            kept, self.seen = self.seen, set()
            errors = self.check(value, rule, path, name)
            found, self.seen = self.seen, kept
            if not errors:
                self.seen |= found
                return []
            if best is None or len(errors) < len(best):
                best = errors
        return best

    def check_object(self, value, rule, path, name):
        errors = ['%s: %s is missing' % (path, key) for key in rule.get('required', []) if key not in value]
        properties = rule.get('properties', {})
        more = rule.get('additionalProperties', True)
        for key, item in value.items():
            here = '%s.%s' % (path, key)
            if key in properties:
                self.seen.add('%s.%s' % (name, key))
                errors += self.check(item, properties[key], here, name)
            elif more is False:
                errors.append('%s is not in the schema' % here)
            elif more is not True:
                errors += self.check(item, more, here, name)
        return errors


def main(schema_path, paths):
    with open(schema_path, encoding='utf-8') as file:
        validator = Validator(json.load(file))
    bad = 0
    for path in paths:
        with open(path, encoding='utf-8') as file:
            errors = validator.check(json.load(file), validator.schema, '$', '')
        for error in errors[:10]:
            print('%s: %s' % (path, error))
        bad += bool(errors)
    fields = {'%s.%s' % (name, key) for name, rule in validator.schema['$defs'].items() for key in rule['properties']}
    print('%d files fit %s, %d do not; in none of them: %s' % (
        len(paths) - bad, schema_path.rsplit('/', 1)[-1], bad, ' '.join(sorted(fields - validator.seen)) or '-'))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
