// Prisma AIRS by Palo Alto Networks, the synchronous scan of its API intercept. A detection fails only if the
// security profile blocks it; a profile may also mask what it allows.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

const COMMON_FIELDS = {
  tr_id: '{{trace}}',
  ai_profile: { profile_name: '{{parameters.profileName}}', profile_id: '{{parameters.profileId}}' },
  metadata: {
    app_name: '{{parameters.appName}}',
    app_user: '{{parameters.appUser}}',
    ai_model: '{{model}}',
  },
}

export const prismaAirsIntercept: Check<CheckParameters['panw-prisma-airs.intercept']> = linkDefinition({
  service: 'Prisma AIRS',
  address: '{apiEndpoint}/v1/scan/sync/request',
  credentials: [{ parameter: 'apiKey', header: 'x-pan-token' }],
  body: { ...COMMON_FIELDS, contents: [{ prompt: '{{text}}' }] },
  replyBody: { ...COMMON_FIELDS, contents: [{ response: '{{text}}' }] },
  chunking: { by: 'text', maxCharacters: 32_000, maxRequests: 10 },
  response: {
    flags: [
      {
        each: '',
        value: 'action',
        name: 'category',
        failsWhen: { is: ['block'], passes: ['allow'] },
        message: 'The Prisma AIRS security profile blocked the text',
      },
    ],
    facts: {
      category: 'category',
      profile: 'profile_name',
      injection: 'prompt_detected.injection',
      prompt_dlp: 'prompt_detected.dlp',
      prompt_urls: 'prompt_detected.url_cats',
      prompt_toxic: 'prompt_detected.toxic_content',
      prompt_code: 'prompt_detected.malicious_code',
      prompt_agent: 'prompt_detected.agent',
      prompt_topic: 'prompt_detected.topic_violation',
      response_dlp: 'response_detected.dlp',
      response_urls: 'response_detected.url_cats',
      response_toxic: 'response_detected.toxic_content',
      response_code: 'response_detected.malicious_code',
      response_database: 'response_detected.db_security',
      response_agent: 'response_detected.agent',
      response_ungrounded: 'response_detected.ungrounded',
      response_topic: 'response_detected.topic_violation',
    },
    rewrite: {
      each: ['prompt_masked_data.data', 'response_masked_data.data'],
      when: 'redact',
      unlessFlagged: true,
    },
  },
})
