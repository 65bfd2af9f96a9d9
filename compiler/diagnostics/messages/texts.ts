// Mistakes of a text in any format, and of JSON.
import { type Entry, entry } from './entry.ts'

export const texts = {
  'malformed-json': entry(
    'error',
    'The text is not JSON.',
    `
Names and texts stand in double quotes, entries are parted by commas and none follows the last one, and there are no
comments. The place shown is where reading failed; several mistakes of one text are told together.

    { provider: 'openai', }                       # refused, three times

    { "provider": "openai" }

Whoever wants comments writes the config in YAML or TypeScript.
`,
  ),
  'empty-source': entry(
    'error',
    'The text holds no config.',
    `
The file or header is empty, or holds nothing but comments. A config is one object with at least one property.

    provider: openai
    api_key: \${env:OPENAI_KEY}
`,
  ),
  'source-too-large': entry(
    'error',
    'The text is too long to be a config.',
    `
A text is read up to 8 MiB of characters, so that nobody can make the compiler work without bound. Was another file meant?
A config that is made of many similar targets is shorter in TypeScript, where a loop makes them.
`,
  ),
  'too-deep': entry(
    'error',
    'Values are nested too deeply.',
    `
Objects and arrays may be nested 200 levels deep, which no config needs: each level of targets takes two. The place shown
is the first bracket, list or mapping beyond the limit. Look for a bracket that is never closed before it, or for a
function that wraps its own result.
`,
  ),
  'duplicate-key': entry(
    'error',
    'A key stands twice in one object.',
    `
Readers disagree on which of the two counts, so neither is taken. Remove one of them.

    { "weight": 1, "weight": 2 }                  # refused

    { "weight": 2 }

In YAML several mappings are merged with one merge key: \`<<: [*first, *second]\`.
`,
  ),
  'unrepresentable-number': entry(
    'error',
    'A number cannot be represented.',
    `
Numbers are doubles: they end near 1.8e308, and JSON, in which configs and plans are kept, has neither infinity nor NaN.

    request_timeout: .inf                         # refused

    request_timeout: 3600000
`,
  ),
  'imprecise-number': entry(
    'warning',
    'A number has more digits than can be kept.',
    `
Numbers are doubles, which keep integers exactly up to 9007199254740991. A longer one, an identifier perhaps, is rounded.
Put it in quotes if it is a name.

    "project": 90071992547409931                  # becomes 90071992547409940

    "project": "90071992547409931"
`,
  ),
} as const satisfies Record<string, Entry>
