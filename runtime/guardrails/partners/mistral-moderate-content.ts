// Mistral moderation. It returns a verdict and a score per category; `threshold` replaces the verdicts.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'
import { moderation } from './moderation.ts'

export const mistralModerateContent: Check<CheckParameters['mistral.moderateContent']> = linkDescribed({
  service: 'Mistral',
  address: '{apiEndpoint}/v1/moderations',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: { model: '{{parameters.model}}', input: ['{{text}}'] },
  pieces: { by: 'whole', characters: 8000, requests: 10 },
  reading: moderation('Mistral'),
})
