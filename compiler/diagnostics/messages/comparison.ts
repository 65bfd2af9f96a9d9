// What `portolan diff` finds, by level (compiler/cli/diff).
import { defineMessage, type MessageEntry } from './message-entry.ts'

const FAIL_ON =
  'portolan diff --fail-on LEVEL sets the lowest level of differences that fail; the others are notes.'

export const comparisonMessages = {
  'cosmetic-difference': defineMessage(
    'note',
    'A change touches nothing that requests notice.',
    `
The names or the log of the gateway differ, and no request is treated otherwise:

    name: gateway-eu         # was: gateway

${FAIL_ON}
`,
  ),
  'routing-difference': defineMessage(
    'note',
    'A change sends requests elsewhere, or treats them otherwise.',
    `
Shares of targets moved, requests of a class go to another target, failures end otherwise, or settings of calls differ. For each
class of requests there is a smallest example:

    weight: 0.1  →  weight: 0.5        # first @canary gpt-5: 10% → 50%

${FAIL_ON}
`,
  ),
  'cost-difference': defineMessage(
    'note',
    'A change makes requests take more or fewer calls, more or less time, or another cost.',
    `
The envelope differs: what a request takes at most. A retry more is a call more in the worst case:

    retry: { attempts: 2 }             # calls of targets: at most 1 → at most 3

Budgets of the manifest bound the envelope. ${FAIL_ON}
`,
  ),
  'security-difference': defineMessage(
    'warning',
    'A change sends data or secrets to a host that did not get them, or changes who is let in.',
    `
A host, a secret or a class of data is new at an origin, guards differ, or keys and what callers may do:

    targets: [{ provider: "@openai" }, { provider: "@backup" }]    # new: messages to https://api.anthropic.com

Rules in "flows" of the manifest define which data may be sent to which hosts, whatever changes. ${FAIL_ON}
`,
  ),
} as const satisfies Record<string, MessageEntry>
