// Diagnostics about hooks, guardrails and their checks, including custom checks.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const guardMessages = {
  'unknown-check': defineMessage(
    'error',
    'A guardrail names a check that does not exist.',
    `
In the shorthand every key but "id", "deny", "denial_message", "async", "when", "type", "sequential", "stream", "checks", "on_fail"
and "on_success" is a check with its parameters. A name without a dot is a built-in check: "wordCount" means "default.wordCount".

    input_guardrails:
      - wordCuont: { maxWords: 500 }            # refused: did you mean "wordCount"?

    input_guardrails:
      - wordCount: { maxWords: 500 }
`,
  ),
  'allowed-and-blocked': defineMessage(
    'error',
    'A check allows and blocks the same request type.',
    `
A request type in both lists is blocked. Remove it from one of them. A pattern such as "*" may allow what the other list blocks.

    input_guardrails:
      - allowedRequestTypes: { allowedTypes: [chatComplete], blockedTypes: [chatComplete] }

    input_guardrails:
      - allowedRequestTypes: { allowedTypes: [chatComplete] }
`,
  ),
  'check-without-effect': defineMessage(
    'warning',
    'A check is configured so that nothing can violate it.',
    `
Some checks have only optional parameters, each of which adds a condition. Without any of them, or with empty lists, the check passes
everything. Set one, or remove the check.

    input_guardrails:
      - wordCount: {}

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
other documents. A schema with unsupported or misspelled keywords and formats would let everything pass, or nothing. Keywords of
extensions begin with "x-". Formats of draft 2020-12 are asserted.

    output_guardrails:
      - jsonSchema: { schema: { type: objekt } }            # refused: there is no such type
      - jsonSchema: { schema: { requird: [answer] } }       # refused: misspelled

    output_guardrails:
      - jsonSchema: { schema: { type: object, required: [answer] } }
`,
  ),
  'unknown-guardrail': defineMessage(
    'error',
    'A guardrail is not defined in the manifest.',
    `
A string in a list of guardrails or hooks, and an object with nothing but an "id", is the id of a guardrail of the manifest. The config is rejected, because without the
guardrail nothing would be blocked.

    input_guardrails: [short-prompt]            # refused: did you mean "short-prompts"?

    # gateway.yaml
    guardrails:
      short-prompts: { deny: true, wordCount: { maxWords: 500 } }
`,
  ),
  'guardrail-without-consequence': defineMessage(
    'warning',
    'A guardrail can neither deny nor rewrite anything.',
    `
Without "deny" a failure only changes the status of a reply from 200 to 246. No list of status codes in the config acts on 246, no
feedback is recorded, and the text is not rewritten, so calls wait for a verdict that changes nothing for the client.

    input_guardrails: [{ secrets: {} }]                   # reports only

    input_guardrails: [{ deny: true, secrets: {} }]       # denies
    input_guardrails: [{ async: true, secrets: {} }]      # observes, and no call waits
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
  'async-guardrail-rewrites': defineMessage(
    'error',
    'An asynchronous guardrail cannot rewrite.',
    `
An "async" guardrail runs beside the call, for the log and for feedback. The request has been sent by then, with
everything that it should have removed.

    input_guardrails:
      - { async: true, pii: { redact: true } }  # refused: personal data would be sent

    input_guardrails:
      - { pii: { redact: true } }
`,
  ),
  'beside-guardrail-rewrites': defineMessage(
    'error',
    'A guardrail beside the call cannot rewrite.',
    `
With "when: beside" the request is sent while the guardrail evaluates it, and the reply is held until the verdict. A denial
cancels the call, but the request has been sent without the changes of a check.

    input_guardrails:
      - { when: beside, deny: true, pii: { redact: true } }     # refused: personal data would be sent

    input_guardrails:
      - { pii: { redact: true } }
      - { when: beside, deny: true, promptInjection: {} }
`,
  ),
  'stream-end-enforces-nothing': defineMessage(
    'error',
    'A guardrail that denies or rewrites would run after the end of a stream.',
    `
With "stream: end" a streamed reply is forwarded as it arrives and checked afterwards. A guardrail that denies or rewrites
would do so for whole replies only, and let every stream through. Without "stream" it works in windows if its checks
allow that, and on the whole reply otherwise.

    output_guardrails:
      - { deny: true, stream: end, secrets: {} }       # refused

    output_guardrails:
      - { deny: true, secrets: {} }
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
    'A guardrail that denies or rewrites replies buffers their streams.',
    `
Output that was sent cannot be revoked. A guardrail that denies evaluates a stream sentence by sentence if that means the
same as evaluating the whole: it looks for something that must be absent. One that redacts or replaces releases final
content. A check that counts or requires something, a pattern that can match any length, and a redaction beside another
check of the same guardrail need the whole reply, and a streaming client then waits as long as for a complete one.

    output_guardrails:
      - { deny: true, regexMatch: { rule: "(?i)terms apply" } }                 # waits for the end

    output_guardrails:
      - { deny: true, regexMatch: { rule: "(?i)internal use only", not: true } }
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
  'malformed-check-id': defineMessage(
    'error',
    'A custom check has an invalid name.',
    `
A name consists of an owner, a dot and a name. The owner "default" is reserved for built-in checks, so that the name of a
check in a guardrail always means the same check.

    checks:
      tone: ./checks/tone.ts                    # refused: in a guardrail this would be "default.tone"

    checks:
      acme.tone: ./checks/tone.ts
`,
  ),
  'unusable-check-module': defineMessage(
    'error',
    'The module of a check cannot be used.',
    `
A custom check is a TypeScript or JavaScript file in the folder of the manifest. It is loaded when the project is checked,
when it is compiled and when the gateway starts, so it must load without an error, within seconds, and its default export
must be a check whose parameters are described like those of the built-in checks.

    import { defineCheck } from 'portolan'

    export default defineCheck({
      hooks: ['reply'],
      schema: {
        title: 'Tone',
        description: 'The reply has at most the allowed number of exclamation marks.',
        properties: {
          most: { type: 'integer', description: 'The maximum number.', minimum: 0, default: 0 },
        },
      },
      link: ({ most }) => ({ texts }) => {
        const count = texts.join('').split('!').length - 1
        return { passed: count <= most, reason: \`There are \${count} exclamation marks.\` }
      },
    })
`,
  ),
} as const satisfies Record<string, MessageEntry>
