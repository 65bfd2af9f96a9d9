// Diagnostics about hooks, guardrails and their checks.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const guardMessages = {
  'unknown-check': defineMessage(
    'error',
    'A guardrail names a check that does not exist.',
    `
In the shorthand every key but "id", "deny", "async", "type", "sequential", "stream", "checks", "on_fail" and "on_success"
is a check with its parameters. A name without a dot is a built-in check: "wordCount" means "default.wordCount".

    input_guardrails:
      - wordCuont: { maxWords: 500 }            # refused: did you mean "wordCount"?

    input_guardrails:
      - wordCount: { maxWords: 500 }
`,
  ),
  'misplaced-check': defineMessage(
    'error',
    'A check is used in a hook that it does not support.',
    `
Some checks evaluate only requests, such as the checks of metadata and of the model, and some only replies. A guardrail of the
manifest that contains such a check can be used on that side only.

    output_guardrails:
      - requiredMetadataKeys: { metadataKeys: [team] }      # refused: a reply has no metadata

    input_guardrails:
      - requiredMetadataKeys: { metadataKeys: [team] }
`,
  ),
  'malformed-json-schema': defineMessage(
    'error',
    'A JSON Schema of a check cannot be used.',
    `
Drafts 7 to 2020-12 are supported, except "unevaluatedProperties", "unevaluatedItems", dynamic references and references to
other documents. A schema with unsupported keywords would let everything pass, or nothing.

    output_guardrails:
      - jsonSchema: { schema: { type: objekt } }            # refused: there is no such type

    output_guardrails:
      - jsonSchema: { schema: { type: object, required: [answer] } }
`,
  ),
  'unknown-guardrail': defineMessage(
    'error',
    'A guardrail is not defined in the manifest.',
    `
A string in a list of guardrails is the id of a guardrail of the manifest. The config is rejected, because without the
guardrail nothing would be blocked.

    input_guardrails: [short-prompt]            # refused: did you mean "short-prompts"?

    # gateway.yaml
    guardrails:
      short-prompts: { deny: true, wordCount: { maxWords: 500 } }
`,
  ),
  'guardrail-without-checks': defineMessage(
    'warning',
    'A guardrail has no checks.',
    `
A guardrail passes when all of its checks pass. Without checks it always passes, so it never denies anything.

    input_guardrails:
      - { id: short, deny: true }               # denies nothing

    input_guardrails:
      - { id: short, deny: true, wordCount: { maxWords: 500 } }
`,
  ),
  'async-guardrail-denies': defineMessage(
    'error',
    'An asynchronous guardrail cannot deny.',
    `
An "async" guardrail runs after the reply has been sent, for the log and for feedback. A reply that was sent cannot be denied.

    output_guardrails:
      - { async: true, deny: true, pii: {} }    # refused

    output_guardrails:
      - { deny: true, pii: {} }
`,
  ),
  'guardrail-always-denies': defineMessage(
    'error',
    'A guardrail always denies.',
    `
"deny", also in "on_fail", denies when a check fails; "on_success.deny" denies when all checks pass. With both, every
request or reply is denied.

    output_guardrails:
      - deny: true
        contains: { words: [refund], operator: any }
        on_success: { deny: true }              # refused

    output_guardrails:
      - contains: { words: [refund], operator: any }
        on_success: { deny: true }              # denies replies that mention refunds
`,
  ),
  'check-needs-the-whole': defineMessage(
    'error',
    'A check that needs the whole reply cannot evaluate windows of a stream.',
    `
With "stream: window" a streamed reply is evaluated and released sentence by sentence. The result of a check that counts
words or parses JSON means nothing for a part of a reply.

    output_guardrails:
      - { deny: true, stream: window, wordCount: { maxWords: 500 } }      # refused

    output_guardrails:
      - { deny: true, stream: hold, wordCount: { maxWords: 500 } }
`,
  ),
  'denial-holds-streams': defineMessage(
    'note',
    'A guardrail that denies replies buffers their streams.',
    `
Output that was sent cannot be revoked, so a guardrail that can deny a reply evaluates all of it first. A streaming client
then waits as long as for a complete reply. Checks that can evaluate sentence by sentence add less latency with
"stream: window"; a guardrail that only reports adds none.

    output_guardrails:
      - { deny: true, regexMatch: { rule: "(?i)internal use only", not: true } }

    output_guardrails:
      - { deny: true, stream: window, regexMatch: { rule: "(?i)internal use only", not: true } }
`,
  ),
  'duplicate-guardrail': defineMessage(
    'warning',
    'A guardrail is listed twice.',
    `
Both would run. Their results could not be distinguished by id, and a check that calls a service would call it twice.

    input_guardrails: [short-prompts, short-prompts]

    input_guardrails: [short-prompts]
`,
  ),
} as const satisfies Record<string, MessageEntry>
