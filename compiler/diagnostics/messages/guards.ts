// Mistakes about hooks, guardrails and their checks.
import { type Entry, entry } from './entry.ts'

export const guards = {
  'unknown-check': entry(
    'error',
    'A guardrail names a check that does not exist.',
    `
In the shorthand every key but "id", "deny", "async", "type", "sequential", "stream", "checks", "on_fail" and "on_success"
is a check with its parameters. A name without a dot is one of the gateway's own: "wordCount" is "default.wordCount".

    input_guardrails:
      - wordCuont: { maxWords: 500 }            # refused: did you mean "wordCount"?

    input_guardrails:
      - wordCount: { maxWords: 500 }
`,
  ),
  'misplaced-check': entry(
    'error',
    'A check stands where it has nothing to look at.',
    `
Some checks look at requests only, such as those of metadata and of the model, and some at replies only. A guardrail of the
manifest that holds one may be named on that side only.

    output_guardrails:
      - requiredMetadataKeys: { metadataKeys: [team] }      # refused: a reply has no metadata

    input_guardrails:
      - requiredMetadataKeys: { metadataKeys: [team] }
`,
  ),
  'malformed-json-schema': entry(
    'error',
    'A JSON Schema of a check cannot be used.',
    `
Schemas of the drafts 7 to 2020-12 are understood, except "unevaluatedProperties", "unevaluatedItems", dynamic references and
references to other documents. A schema that asks for what is not known would let everything pass, or nothing.

    output_guardrails:
      - jsonSchema: { schema: { type: objekt } }            # refused: there is no such type

    output_guardrails:
      - jsonSchema: { schema: { type: object, required: [answer] } }
`,
  ),
  'unknown-guardrail': entry(
    'error',
    'A guardrail is named that the manifest does not have.',
    `
A text in a list of guardrails is the id of one that the manifest holds. The config is refused wherever it is read, since
without its guardrail everything would get through.

    input_guardrails: [short-prompt]            # refused: did you mean "short-prompts"?

    # gateway.yaml
    guardrails:
      short-prompts: { deny: true, wordCount: { maxWords: 500 } }
`,
  ),
  'guardrail-without-checks': entry(
    'warning',
    'A guardrail has no check.',
    `
A guardrail passes when all its checks pass. Without any it passes always, whatever it would deny.

    input_guardrails:
      - { id: short, deny: true }               # denies nothing

    input_guardrails:
      - { id: short, deny: true, wordCount: { maxWords: 500 } }
`,
  ),
  'async-guardrail-denies': entry(
    'error',
    'An asynchronous guardrail would deny.',
    `
With "async" a guardrail runs after the reply has gone, for the log and for feedback. What has gone cannot be denied.

    output_guardrails:
      - { async: true, deny: true, pii: {} }    # refused

    output_guardrails:
      - { deny: true, pii: {} }
`,
  ),
  'guardrail-always-denies': entry(
    'error',
    'A guardrail denies whatever it finds.',
    `
"deny", also in "on_fail", denies when a check fails; "on_success.deny" denies when all pass. Both together let nothing
through.

    output_guardrails:
      - deny: true
        contains: { words: [refund], operator: any }
        on_success: { deny: true }              # refused

    output_guardrails:
      - contains: { words: [refund], operator: any }
        on_success: { deny: true }              # denies replies that speak of refunds
`,
  ),
  'check-needs-the-whole': entry(
    'error',
    'A check that needs the whole reply would judge windows of a stream.',
    `
With "stream: window" a streamed reply is judged and let go sentence by sentence. A check that counts words or reads JSON
says nothing of a part of a reply.

    output_guardrails:
      - { deny: true, stream: window, wordCount: { maxWords: 500 } }      # refused

    output_guardrails:
      - { deny: true, stream: hold, wordCount: { maxWords: 500 } }
`,
  ),
  'denial-holds-streams': entry(
    'note',
    'A guardrail that denies replies holds their streams.',
    `
What has been sent cannot be taken back, so a guardrail that may deny a reply sees all of it first. The client of a stream
then waits as long as for a whole reply. Checks that judge sentence by sentence cost less with "stream: window"; a
guardrail that only reports costs nothing.

    output_guardrails:
      - { deny: true, regexMatch: { rule: "(?i)internal use only", not: true } }

    output_guardrails:
      - { deny: true, stream: window, regexMatch: { rule: "(?i)internal use only", not: true } }
`,
  ),
  'duplicate-guardrail': entry(
    'warning',
    'A guardrail stands twice.',
    `
Both would run. Their results could not be told apart by the id, and a check that asks a service would ask it twice.

    input_guardrails: [short-prompts, short-prompts]

    input_guardrails: [short-prompts]
`,
  ),
} as const satisfies Record<string, Entry>
