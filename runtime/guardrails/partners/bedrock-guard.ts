// ApplyGuardrail of Amazon Bedrock, signed. One text per request: how several masked texts are returned is not
// documented. A guardrail that blocks returns its message in place of the text, which is not a rewrite.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { signRequest } from '../../providers/bedrock/sign-request.ts'
import type { Check } from '../check.ts'
import type { Flag, Sign } from '../described/description.ts'
import { linkDescribed } from '../described/link-described.ts'

const BLOCKED = 'The Amazon Bedrock guardrail blocked the text'

/** Matches of a guardrail policy; names are those of filters and types, never the matched text. */
const policy = (each: string, name?: string): Flag => ({
  each: `assessments[*].${each}[*]`,
  value: 'action',
  ...(name === undefined ? {} : { name }),
  fails: { is: ['BLOCKED'] },
  optional: true,
  says: BLOCKED,
})

const masked = (each: string, name: string): Flag => ({
  ...policy(each, name),
  fails: { is: ['ANONYMIZED'] },
  says: 'The Amazon Bedrock guardrail masked the text',
  healed: true,
})

const sign: Sign = (request, { credential, parameters, now, hash, keyedHash }) => {
  const { host, pathname, search } = new URL(request.url)
  const sessionToken = credential('awsSessionToken')
  const added = signRequest(
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
    { normalize: true, tellHash: true },
    { now, hash, keyedHash },
  )
  return { ...request, headers: [...request.headers, ...added] }
}

export const bedrockGuard: Check<CheckParameters['bedrock.guard']> = linkDescribed({
  service: 'Amazon Bedrock Guardrails',
  address: '{customHost}/guardrail/{guardrailId}/version/{guardrailVersion}/apply',
  sign,
  body: { source: 'INPUT', content: [{ text: { text: '{{text}}' } }] },
  replyBody: { source: 'OUTPUT', content: [{ text: { text: '{{text}}' } }] },
  pieces: { by: 'text', characters: 25_000, requests: 25 },
  reading: {
    flags: [
      policy('contentPolicy.filters', 'type'),
      policy('topicPolicy.topics', 'name'),
      policy('wordPolicy.managedWordLists', 'type'),
      policy('wordPolicy.customWords'),
      policy('contextualGroundingPolicy.filters', 'type'),
      policy('sensitiveInformationPolicy.piiEntities', 'type'),
      policy('sensitiveInformationPolicy.regexes', 'name'),
      masked('sensitiveInformationPolicy.piiEntities', 'type'),
      masked('sensitiveInformationPolicy.regexes', 'name'),
      {
        each: 'action',
        fails: { is: ['GUARDRAIL_INTERVENED'], passes: ['NONE'] },
        says: 'The Amazon Bedrock guardrail intervened',
        healed: true,
      },
    ],
    rewritten: { each: 'outputs[*].text', when: 'redact', unlessFlagged: true },
  },
})
