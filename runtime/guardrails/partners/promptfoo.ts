// The guardrails API of Promptfoo: three endpoints of the same form. Its documentation shows no credential. Detected
// PII is returned as text, which is not read; no length limit is documented, this one is ours.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

/** The parameters are the same for each endpoint. */
const question = (path: string, says: string): Check<CheckParameters['promptfoo.guard']> =>
  linkDescribed({
    service: 'Promptfoo',
    address: `{apiEndpoint}/v1/${path}`,
    body: { input: '{{text}}' },
    pieces: { by: 'whole', characters: 50_000, requests: 8 },
    reading: {
      flags: [
        { each: 'results[*].flagged', fails: { is: [true], passes: [false] }, says },
        {
          each: 'results[*].categories.*',
          name: 'key',
          fails: { is: [true], passes: [false] },
          optional: true,
          says,
        },
      ],
      facts: path === 'pii' ? { entities: 'results[*].payload.pii[*].entity_type' } : {},
    },
  })

export const promptfooGuard = question('guard', 'Promptfoo found an attack on the model')
export const promptfooPii = question('pii', 'Promptfoo found personal information')
export const promptfooHarm = question('harm', 'Promptfoo found harmful content')
