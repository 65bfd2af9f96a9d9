// Diagnostics about custom checks.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const customCheckMessages = {
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
