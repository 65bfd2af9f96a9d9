// Mistakes about checks of one's own.
import { type Entry, entry } from './entry.ts'

export const ownChecks = {
  'malformed-check-id': entry(
    'error',
    'A check of your own has a name that it may not have.',
    `
A name has an owner, a dot and a name, as those of the gateway have, which all begin with "default.". A guardrail that names
a check must mean one and the same wherever it is read.

    checks:
      tone: ./checks/tone.ts                    # refused: in a guardrail this would be "default.tone"

    checks:
      acme.tone: ./checks/tone.ts
`,
  ),
  'unusable-check-module': entry(
    'error',
    'The module of a check cannot be used.',
    `
A check of your own is a TypeScript or JavaScript file in the folder of the manifest. It is loaded when the project is
checked, when it is compiled and when the gateway starts, so it must be loaded without an error, within seconds, and end
with a check whose parameters are described as those of the gateway's own checks are.

    import { defineCheck } from 'portolan'

    export default defineCheck({
      hooks: ['reply'],
      schema: {
        title: 'Tone',
        description: 'The reply has no more exclamation marks than are allowed.',
        properties: {
          most: { type: 'integer', description: 'How many there may be.', minimum: 0, default: 0 },
        },
      },
      link: ({ most }) => ({ texts }) => {
        const count = texts.join('').split('!').length - 1
        return { passed: count <= most, reason: \`There are \${count} exclamation marks.\` }
      },
    })
`,
  ),
} as const satisfies Record<string, Entry>
