// Mistakes that only YAML can hold.
import { type Entry, entry } from './entry.ts'

export const yaml = {
  'malformed-yaml': entry(
    'error',
    'The text is not YAML.',
    `
Most often the indentation is uneven, a tab stands in it, a quote or bracket is never closed, or a text that begins with
"@", "*", "&" or "%" or that holds ": " stands without quotes.

    provider: @openai-prod                        # refused

    provider: '@openai-prod'
`,
  ),
  'several-documents': entry(
    'error',
    'The file holds several documents.',
    `
A line of three dashes begins a new document, and a config is one document. Put each config in a file of its own: the name
of the file is the id of the config.
`,
  ),
  'non-string-key': entry(
    'error',
    'A key is not a text.',
    `
JSON has only texts as keys, so a number, true, null, a list or a mapping cannot be one. Put the key in quotes. Two braces
of a template engine read as a mapping inside a mapping and want quotes too.

    metadata: { 1: gold }                         # refused
    model: {{ model }}                            # refused

    metadata: { '1': gold }
    model: '{{ model }}'
`,
  ),
  'unresolved-alias': entry(
    'error',
    'An alias names no anchor.',
    `
An alias such as \`*retry\` repeats the value that was marked with the anchor \`&retry\` further up in the same file. A text
that begins with an asterisk stands in quotes.

    cache: *cache                                 # refused without the next line above it
    shared: &cache { mode: simple }
`,
  ),
  'alias-cycle': entry(
    'error',
    'An alias stands inside its own anchor.',
    `
The value would hold itself and never end.

    targets: &all
      - provider: openai
      - targets: *all                             # refused
`,
  ),
  'alias-bomb': entry(
    'error',
    'Aliases unfold to too many values.',
    `
Aliases of aliases multiply: ten lines can stand for a billion values. All aliases of a text together may stand for 100,000
values. Name the parts once and refer to them less often, or write the config in TypeScript.
`,
  ),
  'bad-merge-key': entry(
    'error',
    'A merge key does not merge mappings.',
    `
The key \`<<\` takes an alias of a mapping, or a list of such aliases, of which the first wins. Keys beside it win over both.

    defaults: &defaults { request_timeout: 30000 }
    targets:
      - <<: 30000                                 # refused
      - <<: *defaults
        provider: openai

A key that is really called "<<" stands in quotes.
`,
  ),
  'unsupported-tag': entry(
    'error',
    'A tag cannot be used.',
    `
Configs hold JSON values, so tags of other types and of other programs have no meaning here. A credential is a reference in
a text, not a tag.

    api_key: !secret openai                       # refused

    api_key: \${secret:openai}
`,
  ),
  'ambiguous-number': entry(
    'warning',
    'A number reads differently in other versions of YAML.',
    `
Configs are YAML 1.2, in which 012 is twelve, 0o14 is twelve and 1_000 is a text. Readers of YAML 1.1, which are still
common, take them as ten, as a text and as a thousand. Write the number plainly, or put the text in quotes.
`,
  ),
} as const satisfies Record<string, Entry>
