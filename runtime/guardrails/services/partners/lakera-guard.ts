// Lakera Guard: the policy of a project decides, and `flagged` is its decision. The breakdown names the detectors. No
// length limit is documented; this one is ours.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

const FLAGGED = 'Lakera Guard flagged the text'

export const lakeraGuard: Check<CheckParameters['lakera.guard']> = linkDefinition({
  service: 'Lakera Guard',
  address: '{apiEndpoint}/v2/guard',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: {
    messages: [{ role: '{{role}}', content: '{{text}}' }],
    project_id: '{{parameters.projectID}}',
    breakdown: true,
  },
  chunking: { by: 'whole', maxCharacters: 50_000, maxRequests: 8 },
  response: {
    flags: [
      { each: 'flagged', failsWhen: { is: [true], passes: [false] }, message: FLAGGED },
      {
        each: 'breakdown[*]',
        value: 'detected',
        name: 'detector_type',
        failsWhen: { is: [true] },
        optional: true,
        message: FLAGGED,
      },
    ],
  },
})
