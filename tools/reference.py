#!/usr/bin/env python3
"""Pages of docs/reference that come from the source text: the C API from the public header, and the messages.

tools/reference.py c-api | messages    prints Markdown; tools/reference.sh writes all pages.
SPDX-License-Identifier: BSD-3-Clause
"""
import fnmatch
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOTE = "<!-- Written by 'make reference' from %s. -->"
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*#[ \t]*include[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\]|\\.)+\'|\s+|\w+|.',
                   re.S | re.M)

# Functions that take a message; what they are given is one even if it is short.
SPEAKERS = re.compile(r'^(fail|semantic_error|value_error|diagnose|report|report_at|arguments_complain|parser_error|'
                      r'lexer_complain|\w+_(complain|warn|note|refuse)|expect\w*)$')
# Folders whose texts are not messages, unless they go to standard error.
PRINTERS = ('src/cli/', 'src/decompose/', 'src/sweep/', 'src/report/', 'src/reproduce/', 'src/reference/', 'src/output/analysis.c',
            'src/output/summary.c', 'src/output/text.c', 'src/lowering/export_form.c', 'src/evaluate/emit_c.c',
            'src/evaluate/child.c', 'src/expr/circle.c', 'src/output/npz.c')
SILENT = ('src/draw/', 'src/method/method.c', 'src/translate/language.c')


def tree(pattern):
    """Files of the tree, sorted, relative to it."""
    return sorted(os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, pattern)))


def read(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        return file.read()


def literals(text):
    """Yields (call, first argument, text) for each string of a C file, adjacent ones joined; call is the function around it."""
    calls, word, joined = [], '', None
    for match in TOKEN.finditer(text):
        token = match.group()
        if token[0] == '"':
            joined = (joined or '') + token[1:-1]
            continue
        if token.isspace() or token.startswith(('/*', '//')) or token.lstrip().startswith('#'):
            continue
        if joined is not None:
            yield (calls[-1][0] if calls else ''), (calls[-1][1] if calls else ''), joined
            joined = None
        if token == '(':
            calls.append([word, ''])
        elif token == ')' and calls:
            calls.pop()
        elif calls and not calls[-1][1]:
            calls[-1][1] = token
        word = token


def plain(text):
    """A format as users see it: conversions become dots."""
    text = text.replace('\\"', '"').replace('\\n', ' ').replace('\\\\', '\\').replace('\\r', '')
    text = text.replace('%%', '\0')
    text = re.sub(r'%(?:[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?(?:hh|h|ll|l|z)?[diouxXeEfgGcsp])', '…', text)
    text = re.sub(r'…(?:…|\s…(?=\s))+', '…', text).replace('\0', '%')
    text = re.sub(r'^(error|note|warning): ', '', text.strip())
    return ' '.join(text.split())


def words(text):
    return len(re.findall(r"[A-Za-z]{2,}", text.replace('…', '')))


def is_sentence(text):
    """Prose, not a list of names or a path."""
    return words(text) >= 4 and not re.fullmatch(r'[\w*. -]+', text.replace('…', '')) or \
        words(text) >= 4 and re.search(r'\b(is|are|the|of|a|no|not|to|must|has|was|were|this|in)\b', text)


def is_part(text):
    """A subject or a place that other messages name: "after the condition of 'if'"."""
    verb = r"\b(is|are|has|have|must|may|cannot|not|no|needs?|takes?|was|were|does|did|do|contradict|depend|given|found|try|use|only)\b"
    return re.match(r'(after|before|in|to|of|at|an?|the|and|or|near|at) [^;:.]*$', text.lstrip(',; ')) and not re.search(verb, text.lower())


def is_message(path, call, first, text):
    if call in ('assert', '_Static_assert') or '{\\"' in text or not re.search('[a-z]{2}', text):
        return False
    if is_part(plain(text)):
        return False
    direct = SPEAKERS.match(call) is not None
    if path.startswith(PRINTERS):
        loud = direct or (call in ('fprintf', 'say') and first == 'stderr')
        return loud and words(plain(text)) >= 2
    return words(plain(text)) >= 2 if direct else bool(is_sentence(plain(text)))


def messages():
    """All messages as (path, text), each text once for a file."""
    for path in tree('src/*/*.c'):
        if path.startswith(SILENT):
            continue
        seen = set()
        for call, first, text in literals(read(path)):
            if is_message(path, call, first, text) and plain(text) not in seen:
                seen.add(plain(text))
                yield path, plain(text)
    for text in re.findall(r'^ABSENT\("[^"]*", "(.*)"\)', read('src/translate/builtin.def'), re.M):
        yield 'src/translate/builtin.def', plain(text)


def families():
    """[(stage, title, patterns, match, advice, found)]"""
    stage, result = '', []
    for line in read('tools/messages.txt').splitlines():
        if line.startswith('#') or not line.strip():
            continue
        if line.startswith('== '):
            stage = line[3:]
        elif line.startswith('-- '):
            result.append({'stage': stage, 'title': line[3:], 'files': [], 'match': None, 'first': False,
                           'advice': '', 'found': []})
        elif line.startswith('files: '):
            result[-1]['files'] = line[7:].split()
        elif line.startswith('match: '):
            result[-1]['match'] = re.compile(line[7:])
        elif line == 'first':
            result[-1]['first'] = True
        else:
            result[-1]['advice'] += line + '\n'
    return result


def file_messages(all_families):
    """Puts each message into its family; the messages that fit nowhere."""
    homeless = []
    in_turn = sorted(all_families, key=lambda family: not family['first'])
    for path, text in messages():
        for family in in_turn:
            fits = any(fnmatch.fnmatch(path, pattern) for pattern in family['files'])
            if fits and (family['match'] is None or family['match'].search(text)):
                if text not in family['found']:
                    family['found'].append(text)
                break
        else:
            homeless.append((path, text))
    return homeless


def print_messages():
    all_families = families()
    homeless = file_messages(all_families)
    for path, text in homeless:
        print('%s: this message belongs to no family of tools/messages.txt: %s' % (path, text), file=sys.stderr)
    print('# Messages\n\n%s\n' % (NOTE % 'the source and tools/messages.txt'))
    print('Messages are printed as `file:line:column: error: ...` with the line of the model and a caret, or as `error: ...`,\n'
          '`warning: ...` and `note: ...`. Here `…` stands for a name or a number. Search for a few words of the message, without\n'
          'its names and numbers; parts of messages that are put together have lines of their own. With `--json` the first error is\n'
          '`error.message`; the code beside it is explained on the page about [codes](status.md).')
    stage = ''
    for family in all_families:
        if not family['found']:
            continue
        if family['stage'] != stage:
            stage = family['stage']
            print('\n## %s' % stage)
        print('\n### %s\n\n%s' % (family['title'], family['advice']))
        for text in sorted(family['found'], key=lambda t: re.sub(r"^[^A-Za-z]*", '', t).lower()):
            print('- `%s`' % text)
    return 1 if homeless else 0


def comment_text(comment):
    """A comment of the header as prose."""
    lines = [re.sub(r'^\s*\*? ?', '', line) for line in comment[2:-2].strip().splitlines()]
    return '\n'.join(lines).strip()


def header_units(text):
    """Yields (comment, code) in the order of the header: a comment at the left edge and what follows it to the next one."""
    begin = text.index('typedef enum invo_status') if 'typedef enum invo_status' in text else text.index('extern "C" {')
    text = text[begin:text.rindex('#ifdef __cplusplus')]
    text = re.sub(r'^extern "C" {\n#endif\n', '', text)
    comment, code = '', ''
    for part in re.split(r'^(/\*.*?\*/)\n', text, flags=re.S | re.M):
        if part.startswith('/*'):
            comment = part if not comment or code.strip() else comment + '\n' + part
            continue
        for piece in re.split(r'\n\s*\n', part):
            if piece.strip():
                yield comment, piece.strip('\n')
                comment = ''
        if part.strip():
            comment = ''


def print_unit(comment, code):
    names = re.findall(r'INVO_API[^;]*?\b(invo_\w+)\(', code, re.S) or re.findall(r'}\s*(invo_\w+);', code)
    title = ', '.join('`%s`' % name for name in names) or 'More'
    anchors = ''.join('<a id="%s"></a>' % name for name in names)
    prose = comment_text(comment) + '\n\n' if comment else ''
    code = re.sub(r'^INVO_API\s+', '', code, flags=re.M)
    print('\n### %s%s\n\n%s```c\n%s\n```' % (anchors, title, prose, code))


def print_header():
    paths = sorted(tree('include/*.h'), key=lambda path: path != 'include/involute.h')
    texts = [text for text in map(read, paths) if re.search(r'^INVO_API', text, re.M)]
    print('# C API\n\n%s\n' % (NOTE % 'include/involute.h'))
    print(comment_text(re.search(r'^/\* Involute:.*?\*/', texts[0], re.S | re.M).group()))
    print('\n`involute_system.h` describes systems of C callbacks; see [callbacks](../callbacks.md).')
    functions = re.findall(r'^INVO_API[^;]*?\b(invo_\w+)\(', ''.join(texts), re.S | re.M)
    print('\n## Functions\n')
    print(',\n'.join('[`%s`](#%s)' % (name, name) for name in functions) + '.\n\n## Declarations')
    for text in texts:
        for comment, code in header_units(text):
            print_unit(comment, code)
    return 0


if __name__ == '__main__':
    topic = sys.argv[1] if len(sys.argv) == 2 else ''
    if topic not in ('c-api', 'messages'):
        sys.exit('usage: tools/reference.py c-api | messages')
    sys.exit(print_header() if topic == 'c-api' else print_messages())
