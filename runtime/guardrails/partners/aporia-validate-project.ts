// Aporia: the policies of a project pass, block, modify or rephrase a text. All but the first fail, since Aporia's
// replacement is an answer and not a redaction.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

export const aporiaValidateProject: Check<CheckParameters['aporia.validateProject']> = linkDescribed({
  service: 'Aporia',
  address: '{apiEndpoint}/{projectID}/validate',
  credentials: [{ parameter: 'apiKey', header: 'x-aporia-api-key' }],
  body: {
    messages: [{ role: 'user', content: '{{text}}' }],
    validation_target: 'prompt',
    explain: false,
  },
  replyBody: {
    messages: [{ role: 'user', content: '{{requestText}}' }],
    validation_target: 'response',
    response: '{{text}}',
    explain: false,
  },
  pieces: { by: 'whole', characters: 50_000, requests: 4 },
  reading: {
    flags: [
      {
        each: '',
        value: 'action',
        name: 'action',
        fails: { is: ['block', 'modify', 'rephrase'], passes: ['passthrough'] },
        says: 'The Aporia policies rejected the text',
      },
    ],
  },
})
