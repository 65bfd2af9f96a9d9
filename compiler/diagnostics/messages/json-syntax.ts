// Diagnostics about sources of any format, and about JSON syntax.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const jsonSyntaxMessages = {
  'malformed-json': defineMessage(
    'error',
    'The source is not valid JSON.',
    `
Property names and strings must be in double quotes, entries are separated by commas without a trailing comma, and comments
are not allowed. The location shown is where parsing failed; several errors are reported together.

    { provider: 'openai', }                       # refused, three times

    { "provider": "openai" }

To use comments, write the config in YAML or TypeScript.
`,
  ),
  'empty-source': defineMessage(
    'error',
    'The source has no config.',
    `
The file or header is empty, or has only comments. A config is one object with at least one property.

    provider: openai
    api_key: \${env:OPENAI_KEY}
`,
  ),
  'source-too-large': defineMessage(
    'error',
    'The source is too long.',
    `
The limit is 4 Mi characters of JSON, and 1 Mi of YAML and TypeScript, which take longer to read: whatever is in a file, it is
checked in seconds, also while it is edited. Check that it is the right file. A config with many similar targets is shorter in
TypeScript, where a loop can generate them; generated files are JSON.
`,
  ),
  'too-deep': defineMessage(
    'error',
    'Values are nested too deeply.',
    `
Objects and arrays can be nested 200 levels deep; each level of targets takes two. The location shown is the first bracket,
list or mapping beyond the limit. Look for an unclosed bracket before it, or for a function that wraps its own result.
`,
  ),
  'duplicate-key': defineMessage(
    'error',
    'A key is duplicated in an object.',
    `
Parsers disagree on which of the two is used, so both are rejected. Remove one of them.

    { "weight": 1, "weight": 2 }                  # refused

    { "weight": 2 }

In YAML several mappings are merged with one merge key: \`<<: [*first, *second]\`.
`,
  ),
  'unrepresentable-number': defineMessage(
    'error',
    'A number cannot be represented.',
    `
Numbers are double-precision floats with a maximum near 1.8e308, and JSON, the format of configs and plans, has neither
infinity nor NaN.

    request_timeout: .inf                         # refused

    request_timeout: 3600000
`,
  ),
  'imprecise-number': defineMessage(
    'warning',
    'A number cannot be represented exactly.',
    `
Numbers are double-precision floats, which represent integers exactly up to 9007199254740991. Larger integers are rounded. Put
the value in quotes if it is an identifier.

    "project": 90071992547409931                  # becomes 90071992547409940

    "project": "90071992547409931"
`,
  ),
} as const satisfies Record<string, MessageEntry>
