// The guardrails API of Promptfoo: three endpoints of the same form. Its documentation shows no credential. Detected
// PII is returned as text, which is not read; no length limit is documented, this one is ours.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

/** The parameters are the same for each endpoint. */
const promptfooCheck = (path: string, message: string): Check<CheckParameters['promptfoo.guard']> =>
  linkDefinition({
    service: 'Promptfoo',
    address: `{apiEndpoint}/v1/${path}`,
    body: { input: '{{text}}' },
    chunking: { by: 'whole', maxCharacters: 50_000, maxRequests: 8 },
    response: {
      flags: [
        { each: 'results[*].flagged', failsWhen: { is: [true], passes: [false] }, message },
        {
          each: 'results[*].categories.*',
          name: 'key',
          failsWhen: { is: [true], passes: [false] },
          optional: true,
          message,
        },
      ],
      facts: path === 'pii' ? { entities: 'results[*].payload.pii[*].entity_type' } : {},
    },
  })

export const promptfooGuard = promptfooCheck('guard', 'Promptfoo found an attack on the model')
export const promptfooPii = promptfooCheck('pii', 'Promptfoo found personal information')
export const promptfooHarm = promptfooCheck('harm', 'Promptfoo found harmful content')
