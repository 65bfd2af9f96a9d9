// Pangea AI Guard. A recipe decides what is blocked, reported or transformed; only what it blocks fails. The limit of
// 20 KiB is in bytes; a code unit may take three.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

export const pangeaTextGuard: Check<CheckParameters['pangea.textGuard']> = linkDefinition({
  service: 'Pangea AI Guard',
  address: '{apiEndpoint}/v1/text/guard',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: { text: '{{text}}', recipe: '{{parameters.recipe}}' },
  chunking: { by: 'text', maxCharacters: 6800, maxRequests: 25 },
  response: {
    flags: [
      {
        each: 'result',
        value: 'blocked',
        name: 'recipe',
        failsWhen: { is: [true], passes: [false] },
        message: 'Pangea AI Guard blocked the text by its recipe',
      },
    ],
    facts: {
      recipe: 'result.recipe',
      prompt_injection: 'result.detectors.prompt_injection.detected',
      pii: 'result.detectors.pii_entity.detected',
      malicious: 'result.detectors.malicious_entity.detected',
    },
    rewrite: { each: 'result.prompt_text', when: 'redact' },
  },
})
