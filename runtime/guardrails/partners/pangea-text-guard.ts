// Pangea AI Guard. A recipe decides what is blocked, reported or transformed; only what it blocks fails. The limit of
// 20 KiB is in bytes; a code unit may take three.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

export const pangeaTextGuard: Check<CheckParameters['pangea.textGuard']> = linkDescribed({
  service: 'Pangea AI Guard',
  address: '{apiEndpoint}/v1/text/guard',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: { text: '{{text}}', recipe: '{{parameters.recipe}}' },
  pieces: { by: 'text', characters: 6800, requests: 25 },
  reading: {
    flags: [
      {
        each: 'result',
        value: 'blocked',
        name: 'recipe',
        fails: { is: [true], passes: [false] },
        says: 'Pangea AI Guard blocked the text by its recipe',
      },
    ],
    facts: {
      recipe: 'result.recipe',
      prompt_injection: 'result.detectors.prompt_injection.detected',
      pii: 'result.detectors.pii_entity.detected',
      malicious: 'result.detectors.malicious_entity.detected',
    },
    rewritten: { each: 'result.prompt_text', when: 'redact' },
  },
})
