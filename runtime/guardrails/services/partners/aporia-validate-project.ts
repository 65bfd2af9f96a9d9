// Aporia: the policies of a project pass, block, modify or rephrase a text. All but the first fail, since Aporia's
// replacement is an answer and not a redaction.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

export const aporiaValidateProject: Check<CheckParameters['aporia.validateProject']> = linkDefinition({
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
  chunking: { by: 'whole', maxCharacters: 50_000, maxRequests: 4 },
  response: {
    flags: [
      {
        each: '',
        value: 'action',
        name: 'action',
        failsWhen: { is: ['block', 'modify', 'rephrase'], passes: ['passthrough'] },
        message: 'The Aporia policies rejected the text',
      },
    ],
  },
})
