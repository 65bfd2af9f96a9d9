// Zscaler AI Guard: a detection policy, by identifier, allows, detects or blocks. Only what it blocks fails. No
// length limit is documented; this one is ours.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

const BLOCKED = 'The Zscaler AI Guard policy blocked the text'

export const zscalerAiGuard: Check<CheckParameters['zscaler.aiGuard']> = linkDefinition({
  service: 'Zscaler AI Guard',
  address: '{apiEndpoint}/v1/detection/execute-policy',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: { policyId: '{{parameters.policyId}}', direction: 'IN', content: '{{text}}' },
  replyBody: { policyId: '{{parameters.policyId}}', direction: 'OUT', content: '{{text}}' },
  chunking: { by: 'whole', maxCharacters: 50_000, maxRequests: 8 },
  response: {
    flags: [
      { each: 'action', failsWhen: { is: ['BLOCK'], passes: ['ALLOW', 'DETECT'] }, message: BLOCKED },
      {
        each: 'detectorResponses.*',
        value: 'action',
        name: 'key',
        failsWhen: { is: ['BLOCK'] },
        optional: true,
        message: BLOCKED,
      },
    ],
    facts: { action: 'action', severity: 'severity' },
  },
})
