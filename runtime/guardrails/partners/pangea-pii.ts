// Pangea Redact: redacts by the rules of its configuration, or by named rules. No length limit is documented; this
// one is ours.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

export const pangeaPii: Check<CheckParameters['pangea.pii']> = linkDescribed({
  service: 'Pangea Redact',
  address: '{apiEndpoint}/v1/redact',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: {
    text: '{{text}}',
    config_id: '{{parameters.configId}}',
    rules: '{{parameters.rules}}',
    return_result: '{{parameters.redact}}',
  },
  pieces: { by: 'text', characters: 20_000, requests: 25 },
  reading: {
    flags: [
      {
        each: 'result.count',
        fails: { order: '>', bound: 0 },
        says: 'Pangea Redact found something to redact',
        healed: true,
      },
    ],
    facts: { count: 'result.count' },
    rewritten: { each: 'result.redacted_text', when: 'redact' },
  },
})
