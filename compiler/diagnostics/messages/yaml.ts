// Diagnostics about YAML syntax.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const yamlMessages = {
  'malformed-yaml': defineMessage(
    'error',
    'The source is not valid YAML.',
    `
Common causes are inconsistent indentation, tabs in the indentation, an unclosed quote or bracket, or an unquoted string that
begins with "@", "*", "&" or "%" or contains ": ".

    provider: @openai-prod                        # refused

    provider: '@openai-prod'
`,
  ),
  'several-documents': defineMessage(
    'error',
    'The file has several documents.',
    `
A line of three dashes begins a new document, and a config is one document. Put each config in a separate file: the file name
is the id of the config.
`,
  ),
  'non-string-key': defineMessage(
    'error',
    'A key is not a string.',
    `
Keys in JSON are strings, so a number, true, null, a list or a mapping cannot be a key. Put the key in quotes. The double
braces of a template engine parse as nested mappings and need quotes too.

    metadata: { 1: gold }                         # refused
    model: {{ model }}                            # refused

    metadata: { '1': gold }
    model: '{{ model }}'
`,
  ),
  'unresolved-alias': defineMessage(
    'error',
    'An alias has no anchor.',
    `
An alias such as \`*retry\` repeats the value with the anchor \`&retry\` above it in the same file. A string that begins with
an asterisk must be in quotes.

    cache: *cache                                 # refused without the next line above it
    shared: &cache { mode: simple }
`,
  ),
  'alias-cycle': defineMessage(
    'error',
    'An alias is inside its own anchor.',
    `
The value would contain itself.

    targets: &all
      - provider: openai
      - targets: *all                             # refused
`,
  ),
  'alias-bomb': defineMessage(
    'error',
    'Aliases expand to too many values.',
    `
Aliases of aliases multiply: ten lines can expand to a billion values. All aliases of a file together can expand to 100,000
values. Use fewer aliases, or write the config in TypeScript.
`,
  ),
  'bad-merge-key': defineMessage(
    'error',
    'A merge key does not merge mappings.',
    `
The key \`<<\` takes an alias of a mapping, or a list of such aliases, of which the first takes precedence. Keys of the mapping
itself take precedence over merged keys.

    defaults: &defaults { request_timeout: 30000 }
    targets:
      - <<: 30000                                 # refused
      - <<: *defaults
        provider: openai

To use "<<" as a normal key, put it in quotes.
`,
  ),
  'unsupported-tag': defineMessage(
    'error',
    'A tag is not supported.',
    `
Configs consist of JSON values, so custom types and application tags are not supported. A credential is a reference in a
string, not a tag.

    api_key: !secret openai                       # refused

    api_key: \${secret:openai}
`,
  ),
  'ambiguous-number': defineMessage(
    'warning',
    'A number has another meaning in YAML 1.1.',
    `
Configs are YAML 1.2, in which 012 and 0o14 are twelve and 1_000 is a string. Parsers of YAML 1.1, which are still common, read
them as ten, a string and a thousand. Write the number in decimal, or put the string in quotes.
`,
  ),
} as const satisfies Record<string, MessageEntry>
