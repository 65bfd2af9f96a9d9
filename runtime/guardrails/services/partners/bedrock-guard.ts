// ApplyGuardrail of Amazon Bedrock, signed. One text per request: how several masked texts are returned is not
// documented. A guardrail that blocks returns its message in place of the text, which is not a rewrite.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import { signRequest } from '../../../values/aws-signature/sign-request.ts'
import type { Check } from '../../check.ts'
import type { FlagMapping, Signer } from '../declarative/definition.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

const BLOCKED = 'The Amazon Bedrock guardrail blocked the text'

/** Matches of a guardrail policy; names are those of filters and types, never the matched text. */
const blockedBy = (each: string, name?: string): FlagMapping => ({
  each: `assessments[*].${each}[*]`,
  value: 'action',
  ...(name === undefined ? {} : { name }),
  failsWhen: { is: ['BLOCKED'] },
  optional: true,
  message: BLOCKED,
})

const maskedBy = (each: string, name: string): FlagMapping => ({
  ...blockedBy(each, name),
  failsWhen: { is: ['ANONYMIZED'] },
  message: 'The Amazon Bedrock guardrail masked the text',
  fixedByRewrite: true,
})

const signer: Signer = (request, { credential, parameters, now, hash, keyedHash }) => {
  const { host, pathname, search } = new URL(request.url)
  const sessionToken = credential('awsSessionToken')
  const signedHeaders = signRequest(
    {
      method: request.method,
      path: pathname + search,
      headers: ['host', host],
      body: request.body instanceof Uint8Array ? request.body : new Uint8Array(0),
    },
    {
      accessKey: credential('awsAccessKeyId') ?? '',
      secretKey: credential('awsSecretAccessKey') ?? '',
      ...(sessionToken === undefined ? {} : { sessionToken }),
      region: String(parameters['awsRegion']),
      service: 'bedrock',
    },
    { normalize: true, sendBodyHash: true },
    { now, hash, keyedHash },
  )
  return { ...request, headers: [...request.headers, ...signedHeaders] }
}

export const bedrockGuard: Check<CheckParameters['bedrock.guard']> = linkDefinition({
  service: 'Amazon Bedrock Guardrails',
  address: '{customHost}/guardrail/{guardrailId}/version/{guardrailVersion}/apply',
  signer,
  body: { source: 'INPUT', content: [{ text: { text: '{{text}}' } }] },
  replyBody: { source: 'OUTPUT', content: [{ text: { text: '{{text}}' } }] },
  chunking: { by: 'text', maxCharacters: 25_000, maxRequests: 25 },
  response: {
    flags: [
      blockedBy('contentPolicy.filters', 'type'),
      blockedBy('topicPolicy.topics', 'name'),
      blockedBy('wordPolicy.managedWordLists', 'type'),
      blockedBy('wordPolicy.customWords'),
      blockedBy('contextualGroundingPolicy.filters', 'type'),
      blockedBy('sensitiveInformationPolicy.piiEntities', 'type'),
      blockedBy('sensitiveInformationPolicy.regexes', 'name'),
      maskedBy('sensitiveInformationPolicy.piiEntities', 'type'),
      maskedBy('sensitiveInformationPolicy.regexes', 'name'),
      {
        each: 'action',
        failsWhen: { is: ['GUARDRAIL_INTERVENED'], passes: ['NONE'] },
        message: 'The Amazon Bedrock guardrail intervened',
        fixedByRewrite: true,
      },
    ],
    rewrite: { each: 'outputs[*].text', when: 'redact', unlessFlagged: true },
  },
})
