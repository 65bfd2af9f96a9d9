// Mistakes about headers that are forwarded or made from settings.
import { type Entry, entry } from './entry.ts'

export const headers = {
  'malformed-header-name': entry(
    'error',
    'A name is not that of a header.',
    `
Names of headers hold letters, digits, hyphens and a few signs, no spaces and no colon.

    forward_headers: ["X-Team: red"]     # refused: the value belongs to the request

    forward_headers: [X-Team]
`,
  ),
  'unforwardable-header': entry(
    'error',
    'A header may not be forwarded.',
    `
Some headers belong to the connection, to the gateway, or to the caller alone; others would replace the provider's
credential or open the metadata services of clouds. They are never forwarded, so a config that lists one is refused.

    forward_headers: [Cookie, Authorization]     # refused

    forward_headers: [X-Team]
`,
  ),
  'duplicate-header': entry(
    'warning',
    'A header is listed twice.',
    `
Names of headers are the same whatever their case, and one mention is enough.

    forward_headers: [X-Team, x-team]

    forward_headers: [X-Team]
`,
  ),
  'malformed-header-value': entry(
    'error',
    'A setting that is sent as a header holds what no header may hold.',
    `
Header values are printable ASCII characters without line breaks, and without spaces at their ends.

    anthropic_beta: "files-2025\\nx-evil: 1"      # refused
`,
  ),
} as const satisfies Record<string, Entry>
