// Lakera Guard: the policy of a project decides, and `flagged` is its decision. The breakdown names the detectors. No
// length limit is documented; this one is ours.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

const FLAGGED = 'Lakera Guard flagged the text'

export const lakeraGuard: Check<CheckParameters['lakera.guard']> = linkDescribed({
  service: 'Lakera Guard',
  address: '{apiEndpoint}/v2/guard',
  credentials: [{ parameter: 'apiKey', header: 'authorization', prefix: 'Bearer ' }],
  body: {
    messages: [{ role: '{{role}}', content: '{{text}}' }],
    project_id: '{{parameters.projectID}}',
    breakdown: true,
  },
  pieces: { by: 'whole', characters: 50_000, requests: 8 },
  reading: {
    flags: [
      { each: 'flagged', fails: { is: [true], passes: [false] }, says: FLAGGED },
      {
        each: 'breakdown[*]',
        value: 'detected',
        name: 'detector_type',
        fails: { is: [true] },
        optional: true,
        says: FLAGGED,
      },
    ],
  },
})
