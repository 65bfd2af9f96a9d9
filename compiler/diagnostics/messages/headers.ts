// Diagnostics about headers that are forwarded or built from settings.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const headerMessages = {
  'malformed-header-name': defineMessage(
    'error',
    'A header name is invalid.',
    `
Header names consist of letters, digits, hyphens and a few other characters, without spaces or colons.

    forward_headers: ["X-Team: red"]     # refused: list the name only; the value comes from the request

    forward_headers: [X-Team]
`,
  ),
  'unforwardable-header': defineMessage(
    'error',
    'A header cannot be forwarded.',
    `
Some headers belong to the connection, the gateway or the caller; others would replace the provider's credential or unlock
cloud metadata services. They are never forwarded, so a config that lists one is rejected.

    forward_headers: [Cookie, Authorization]     # refused

    forward_headers: [X-Team]
`,
  ),
  'duplicate-header': defineMessage(
    'warning',
    'A header is listed twice.',
    `
Header names are case-insensitive. List each one once.

    forward_headers: [X-Team, x-team]

    forward_headers: [X-Team]
`,
  ),
  'malformed-header-value': defineMessage(
    'error',
    'A setting that is sent as a header has an invalid header value.',
    `
A header value consists of printable ASCII characters, without line breaks and without leading or trailing spaces.

    anthropic_beta: "files-2025\\nx-evil: 1"      # refused
`,
  ),
} as const satisfies Record<string, MessageEntry>
