// Zscaler AI Guard: a detection policy, by identifier, allows, detects or blocks. Only what it blocks fails. No
// length limit is documented; this one is ours.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

const BLOCKED = 'The Zscaler AI Guard policy blocked the text'

export const zscalerAiGuard: Check<CheckParameters['zscaler.aiGuard']> = linkDescribed({
  service: 'Zscaler AI Guard',
  address: '{apiEndpoint}/v1/detection/execute-policy',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: { policyId: '{{parameters.policyId}}', direction: 'IN', content: '{{text}}' },
  replyBody: { policyId: '{{parameters.policyId}}', direction: 'OUT', content: '{{text}}' },
  pieces: { by: 'whole', characters: 50_000, requests: 8 },
  reading: {
    flags: [
      { each: 'action', fails: { is: ['BLOCK'], passes: ['ALLOW', 'DETECT'] }, says: BLOCKED },
      {
        each: 'detectorResponses.*',
        value: 'action',
        name: 'key',
        fails: { is: ['BLOCK'] },
        optional: true,
        says: BLOCKED,
      },
    ],
    facts: { action: 'action', severity: 'severity' },
  },
})
