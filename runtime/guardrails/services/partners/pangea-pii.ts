// Pangea Redact: redacts by the rules of its configuration, or by named rules. No length limit is documented; this
// one is ours.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

export const pangeaPii: Check<CheckParameters['pangea.pii']> = linkDefinition({
  service: 'Pangea Redact',
  address: '{apiEndpoint}/v1/redact',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: {
    text: '{{text}}',
    config_id: '{{parameters.configId}}',
    rules: '{{parameters.rules}}',
    return_result: '{{parameters.redact}}',
  },
  chunking: { by: 'text', maxCharacters: 20_000, maxRequests: 25 },
  response: {
    flags: [
      {
        each: 'result.count',
        failsWhen: { order: '>', bound: 0 },
        message: 'Pangea Redact found something to redact',
        fixedByRewrite: true,
      },
    ],
    facts: { count: 'result.count' },
    rewrite: { each: 'result.redacted_text', when: 'redact' },
  },
})
