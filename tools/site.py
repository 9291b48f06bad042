"""A hook of mkdocs: the navigation by what a reader wants, of the pages that are there. Pages that no list names come under
Explanation, so that none is lost. SPDX-License-Identifier: BSD-3-Clause
"""
import os

HOWTO = ['start-values', 'drift', 'stiff', 'events', 'exported-modelica', 'reading-results', 'choosing-a-method',
         'plots-and-reports', 'from-c']
EXPLANATION = ['manifold', 'completion', 'retraction', 'ledger']
REFERENCE = ['index', 'commands', 'methods', 'functions', 'annotations', 'formats', 'json', 'status', 'messages', 'c-api']
PAPERS = ['papers.md', 'errata.md', 'like.md', 'references.md']


def pages_of(docs, folder):
    path = os.path.join(docs, folder)
    names = os.listdir(path) if os.path.isdir(path) else []
    return sorted(name[:-3] for name in names if name.endswith('.md'))


def in_order(docs, folder, names):
    """The pages of a folder, the named ones first."""
    there = pages_of(docs, folder)
    chosen = [name for name in names if name in there] + [name for name in there if name not in names]
    return [os.path.join(folder, name + '.md') for name in chosen]


def plain_pages(docs, used):
    return [name + '.md' for name in pages_of(docs, '.') if name + '.md' not in used]


def navigation(docs):
    first = [name for name in ('index.md',) if os.path.exists(os.path.join(docs, name))]
    tutorial = [name for name in ('tutorial.md',) if os.path.exists(os.path.join(docs, name))]
    papers = [name for name in PAPERS if os.path.exists(os.path.join(docs, name))]
    sections = [
        ('Tutorial', tutorial + in_order(docs, 'tutorial', [])),
        ('How to', in_order(docs, 'howto', HOWTO)),
        ('Reference', in_order(docs, 'reference', REFERENCE)),
        ('Explanation', in_order(docs, 'explanation', EXPLANATION) + plain_pages(docs, first + tutorial + papers)),
        ('Papers', papers),
    ]
    return first + [{title: pages} for title, pages in sections if pages]


def on_config(config):
    config['nav'] = navigation(config['docs_dir'])
    return config
