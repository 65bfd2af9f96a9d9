// What `portolan diff` finds, by level (compiler/cli/diff).
import { defineMessage, type MessageEntry } from './message-entry.ts'

const FAIL_ON =
  'portolan diff --fail-on LEVEL sets the lowest level of differences that fail; the others are notes.'

export const comparisonMessages = {
  'cosmetic-difference': defineMessage(
    'note',
    'A change does not affect requests.',
    `
The names or the log of the gateway differ, and no request is handled differently:

    name: gateway-eu         # was: gateway

${FAIL_ON}
`,
  ),
  'routing-difference': defineMessage(
    'note',
    'A change routes or handles requests differently.',
    `
Shares of targets moved, requests of a class go to another target, outcomes of failures change, or settings of calls differ. For each
class of requests there is a minimal example:

    weight: 0.1  →  weight: 0.5        # first @canary gpt-5: 10% → 50%

${FAIL_ON}
`,
  ),
  'cost-difference': defineMessage(
    'note',
    'A change affects the calls, the time or the cost of requests.',
    `
The envelope differs: the maximum calls, time and cost of a request. One more retry is one more call in the worst case:

    retry: { attempts: 2 }             # calls of targets: at most 1 → at most 3

Budgets of the manifest bound the envelope. ${FAIL_ON}
`,
  ),
  'security-difference': defineMessage(
    'warning',
    'A change sends data or secrets to a new host, or changes who has access.',
    `
A host, a secret or a class of data is new at an origin, or guards, keys or rights of callers differ:

    targets: [{ provider: "@openai" }, { provider: "@backup" }]    # new: messages to https://api.anthropic.com

Rules in "flows" of the manifest define which data may be sent to which hosts, whatever changes. ${FAIL_ON}
`,
  ),
} as const satisfies Record<string, MessageEntry>
