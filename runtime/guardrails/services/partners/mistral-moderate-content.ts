// Mistral moderation. It returns a verdict and a score per category; `threshold` replaces the verdicts.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'
import { moderationResponse } from './moderation-response.ts'

export const mistralModerateContent: Check<CheckParameters['mistral.moderateContent']> = linkDefinition({
  service: 'Mistral',
  address: '{apiEndpoint}/v1/moderations',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: { model: '{{parameters.model}}', input: ['{{text}}'] },
  chunking: { by: 'whole', maxCharacters: 8000, maxRequests: 10 },
  response: moderationResponse('Mistral'),
})
