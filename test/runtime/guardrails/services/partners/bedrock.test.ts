// bedrock.guard
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describePartner } from './partner-properties.ts'
import { headerOf, runPartner } from './run-partner.ts'

const ARN = 'arn:aws:bedrock:eu-central-1:123456789012:guardrail/abc123'
const OWN = {
  guardrailId: 'abc123',
  guardrailVersion: '1',
  awsRegion: 'eu-central-1',
  awsAccessKeyId: '${env:KEY_ID}',
  awsSecretAccessKey: '${env:SECRET}',
}
const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

describe('bedrock.guard calls', () => {
  const ask = async (parameters: object, side: 'request' | 'reply' = 'request') => {
    const script = [{ json: { action: 'NONE', outputs: [], assessments: [] } }]
    const { requests } = await runPartner(
      'bedrock.guard',
      { ...OWN, ...parameters },
      { side, texts: ['one'] },
      script,
    )
    return requests[0]
  }
  const bodyOf = (body: unknown): unknown => JSON.parse(new TextDecoder().decode(body as Uint8Array))

  it.each([
    ['request', 'INPUT'],
    ['reply', 'OUTPUT'],
  ] as const)('about texts of a %s as %s', async (side, source) => {
    const request = await ask({}, side)
    expect([request?.method, request?.url, bodyOf(request?.body)]).toEqual([
      'POST',
      'https://bedrock-runtime.eu-central-1.amazonaws.com/guardrail/abc123/version/1/apply',
      { source, content: [{ text: { text: 'one' } }] },
    ])
    expect(headerOf(request, 'content-type')).toBe('application/json')
  })

  it('another host, by an ARN, with a token beside the key', async () => {
    const request = await ask({
      guardrailId: ARN,
      guardrailVersion: 'DRAFT',
      customHost: 'http://127.0.0.1:81',
      awsSessionToken: '${env:TOKEN}',
    })
    expect([request?.url, headerOf(request, 'x-amz-security-token')]).toEqual([
      'http://127.0.0.1:81/guardrail/arn%3Aaws%3Abedrock%3Aeu-central-1%3A123456789012%3Aguardrail%2Fabc123/version/DRAFT/apply',
      'key of awsSessionToken',
    ])
  })

  it('with a signature over host, path, date and body, and never with its secret', async () => {
    const request = await ask({ guardrailId: ARN })
    const body = sha256(request?.body as Uint8Array)
    const path =
      '/guardrail/arn%253Aaws%253Abedrock%253Aeu-central-1%253A123456789012%253Aguardrail%252Fabc123/version/1/apply'
    const canonical = [
      'POST',
      path,
      '',
      'host:bedrock-runtime.eu-central-1.amazonaws.com',
      `x-amz-content-sha256:${body}`,
      'x-amz-date:20260102T030405Z',
      '',
      'host;x-amz-content-sha256;x-amz-date',
      body,
    ].join('\n')
    const scope = '20260102/eu-central-1/bedrock/aws4_request'
    const toSign = ['AWS4-HMAC-SHA256', '20260102T030405Z', scope, sha256(canonical)].join('\n')
    const key = scope
      .split('/')
      .reduce<string | Buffer>(
        (from, part) => createHmac('sha256', from).update(part).digest(),
        'AWS4key of awsSecretAccessKey',
      )
    const signature = createHmac('sha256', key).update(toSign).digest('hex')
    expect(headerOf(request, 'authorization')).toBe(
      `AWS4-HMAC-SHA256 Credential=key of awsAccessKeyId/${scope}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    )
    expect(JSON.stringify(request)).not.toContain('awsSecretAccessKey')
  })

  it('for each text separately, and writes masked ones back', async () => {
    const masked = {
      action: 'GUARDRAIL_INTERVENED',
      outputs: [{ text: 'I am {NAME}' }],
      assessments: [
        {
          sensitiveInformationPolicy: {
            piiEntities: [{ action: 'ANONYMIZED', match: 'Ada', type: 'NAME' }],
          },
        },
      ],
    }
    const { result, requests } = await runPartner(
      'bedrock.guard',
      { ...OWN, redact: true },
      { texts: ['fine', 'I am Ada'] },
      [{ json: { action: 'NONE', outputs: [], assessments: [{}] } }, { json: masked }],
    )
    expect(requests).toHaveLength(2)
    expect(result).toMatchObject({ passed: true, texts: ['fine', 'I am {NAME}'] })
  })
})

describe('bedrock.guard', () => {
  it('does not treat one text as masked because another was', async () => {
    const { result } = await runPartner(
      'bedrock.guard',
      { ...OWN, redact: true },
      { texts: ['I am Ada', 'two'] },
      [
        { json: intervened(pii('ANONYMIZED'), 'I am {NAME}') },
        { json: { action: 'GUARDRAIL_INTERVENED', outputs: [], assessments: [] } },
      ],
    )
    expect(result).toMatchObject({ passed: false, reason: `${SAYS} intervened.` })
  })
})

const intervened = (assessment: object, output: string) => ({
  action: 'GUARDRAIL_INTERVENED',
  outputs: [{ text: output }],
  assessments: [assessment],
})
const pii = (action: string) => ({
  sensitiveInformationPolicy: { piiEntities: [{ action, match: 'Ada', type: 'NAME' }], regexes: [] },
})
const blocked = { contentPolicy: { filters: [{ action: 'BLOCKED', confidence: 'HIGH', type: 'VIOLENCE' }] } }
const SAYS = 'The Amazon Bedrock guardrail'

describePartner({
  id: 'bedrock.guard',
  parameters: OWN,
  calls: [],
  clean: { action: 'NONE', outputs: [], assessments: [{}], usage: {} },
  readings: [
    {
      title: 'a filter that blocks fails, by its kind',
      json: intervened(blocked, 'Sorry.'),
      finds: { passed: false, reason: `${SAYS} blocked the text: VIOLENCE. ${SAYS} intervened.` },
    },
    {
      title: 'its message is no rewriting, even where masked texts are wanted',
      parameters: { redact: true },
      json: intervened({ ...blocked, ...pii('ANONYMIZED') }, 'Sorry.'),
      finds: { passed: false, facts: { found: ['VIOLENCE', 'NAME'] } },
    },
    {
      title: 'what it would mask fails where that is not wanted',
      json: intervened(pii('ANONYMIZED'), 'I am {NAME}'),
      finds: { passed: false, reason: `${SAYS} masked the text: NAME. ${SAYS} intervened.` },
    },
    {
      title: 'what it masked passes where that is wanted',
      parameters: { redact: true },
      json: intervened(pii('ANONYMIZED'), 'I am {NAME}'),
      finds: { passed: true, texts: ['I am {NAME}'] },
    },
    {
      title: 'what a policy of another kind says fails by the action alone',
      json: intervened({ automatedReasoningPolicy: { findings: [{}] } }, 'Sorry.'),
      finds: { passed: false, reason: `${SAYS} intervened.` },
    },
    {
      title: 'words that matched are not told, nor names that are sentences',
      json: intervened(
        {
          topicPolicy: { topics: [{ action: 'BLOCKED', name: 'Advice on money', type: 'DENY' }] },
          wordPolicy: { customWords: [{ action: 'BLOCKED', match: 'zebra' }], managedWordLists: [] },
        },
        'Sorry.',
      ),
      finds: { passed: false, reason: `${SAYS} blocked the text. ${SAYS} intervened.`, facts: {} },
    },
    {
      title: 'an action that is not known errs',
      json: { action: 'MAYBE' },
      finds: { passed: false, error: true },
    },
  ],
  maxLength: 25 * 25_000,
})
