// Model Armor of Google Cloud, by a template: methods sanitizeUserPrompt and sanitizeModelResponse of its REST reference v1, and
// "Sanitize prompts and responses" (docs.cloud.google.com/model-armor, read 2026-12-01). One text per request, since a template that
// de-identifies returns one text. The reference counts a text as evaluated only if no filter was skipped or failed: `SUCCESS`.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import { accountTokenRequest, readAccount } from '../../../providers/google/vertex/service-account.ts'
import type { Check } from '../../check.ts'
import type { FlagMapping } from '../declarative/definition.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

const ACCOUNT = 'serviceAccountJson'
const TEMPLATE = '{customHost}/v1/projects/{projectId}/locations/{location}/templates/{templateId}'
const RESULT = 'sanitizationResult'
const FILTERS = `${RESULT}.filterResults`
const SENSITIVE = `${FILTERS}.sdp.sdpFilterResult`

const SENSITIVE_DATA = 'Google Model Armor found sensitive data'
const MATCHED = 'The template of Google Model Armor matched the text'
const STATES = { is: ['MATCH_FOUND'], passes: ['NO_MATCH_FOUND'] } as const

const matchOf = (each: string, message: string): FlagMapping => ({
  each,
  value: 'matchState',
  failsWhen: STATES,
  optional: true,
  message,
})

const typesOf = (each: string, name: string): FlagMapping => ({
  each,
  name,
  failsWhen: { present: true },
  optional: true,
  message: SENSITIVE_DATA,
})

export const googleModelArmor: Check<CheckParameters['google.modelArmor']> = linkDefinition({
  service: 'Google Model Armor',
  address: `${TEMPLATE}:sanitizeUserPrompt`,
  replyAddress: `${TEMPLATE}:sanitizeModelResponse`,
  accessToken: credential => context =>
    accountTokenRequest(readAccount(credential(ACCOUNT)) ?? {}, ACCOUNT, context),
  body: { userPromptData: { text: '{{text}}' } },
  replyBody: { modelResponseData: { text: '{{text}}' }, userPrompt: '{{requestText}}' },
  // Filters have limits in tokens; this one is ours.
  chunking: { by: 'text', maxCharacters: 10_000, maxRequests: 25 },
  response: {
    flags: [
      matchOf(
        `${FILTERS}.pi_and_jailbreak.piAndJailbreakFilterResult`,
        'Google Model Armor found a prompt injection or jailbreak',
      ),
      {
        ...matchOf(
          `${FILTERS}.rai.raiFilterResult.raiFilterTypeResults.*`,
          'Google Model Armor found unwanted content',
        ),
        name: 'key',
      },
      matchOf(
        `${FILTERS}.malicious_uris.maliciousUriFilterResult`,
        'Google Model Armor found a malicious URL',
      ),
      matchOf(
        `${FILTERS}.csam.csamFilterFilterResult`,
        'Google Model Armor found child sexual abuse material',
      ),
      matchOf(`${SENSITIVE}.inspectResult`, SENSITIVE_DATA),
      typesOf(`${SENSITIVE}.inspectResult.findings[*]`, 'infoType'),
      { ...matchOf(`${SENSITIVE}.deidentifyResult`, SENSITIVE_DATA), fixedByRewrite: true },
      { ...typesOf(`${SENSITIVE}.deidentifyResult.infoTypes[*]`, ''), fixedByRewrite: true },
      // Of any other filter.
      matchOf(`${FILTERS}.*.*`, MATCHED),
      {
        each: RESULT,
        value: 'filterMatchState',
        failsWhen: STATES,
        message: MATCHED,
        fixedByRewrite: true,
      },
    ],
    complete: { at: `${RESULT}.invocationResult`, is: 'SUCCESS' },
    facts: { injection: `${FILTERS}.pi_and_jailbreak.piAndJailbreakFilterResult.confidenceLevel` },
    rewrite: { each: `${SENSITIVE}.deidentifyResult.data.text`, when: 'redact', unlessFlagged: true },
  },
})
