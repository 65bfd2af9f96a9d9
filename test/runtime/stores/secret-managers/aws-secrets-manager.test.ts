// Secrets of AWS Secrets Manager, against a double that checks signatures.
import { describe, expect, it } from 'vitest'
import { serviceFlows } from '../../../../compiler/analyse/flows/service-flows.ts'
import { lowerManifest } from '../../../../compiler/lower/manifest.ts'
import { formatDestination } from '../../../../compiler/validate/flows/format-flow.ts'
import type { SecretReference } from '../../../../schemas/generated/types.ts'
import {
  AWS_KEYS,
  type AwsKeys,
  awsDouble,
  ROLE,
  ROLE_KEYS,
  WEB_IDENTITY,
} from '../../../support/secret-manager-doubles.ts'
import { tinyCatalog } from '../../../support/tiny-catalog.ts'
import { read, reader } from './read-reference.ts'

describe('AWS Secrets Manager', () => {
  const aws = (
    auth: SecretReference['auth_config'],
    more: Partial<SecretReference> = {},
  ): SecretReference => ({
    manager_type: 'aws_sm',
    auth_config: { aws_region: 'eu-west-1', ...auth },
    secret_path: 'prod/openai',
    ...more,
  })
  const keys = {
    aws_auth_type: 'accessKey',
    aws_access_key_id: '${env:ID}',
    aws_secret_access_key: '${env:SECRET}',
  } as const
  const environment = { ID: AWS_KEYS.accessKey, SECRET: AWS_KEYS.secretKey }
  const filled = (known?: AwsKeys) => {
    const double = awsDouble(known)
    double.secrets.set('prod/openai', { SecretString: 'sk-aws' })
    double.secrets.set('prod/json', { SecretString: '{"api_key":"sk-json"}' })
    double.secrets.set('prod/binary', { SecretBinary: 'AAAA' })
    return double
  }

  it.each([
    ['eu-west-1', undefined],
    ['cn-north-1', undefined],
    ['eu-west-1', 'https://vpce.example'],
  ])('in %s (%s) is called where the analysis of flows says', async (aws_region, aws_endpoint) => {
    const { answer } = filled()
    const reference = aws({ ...keys, aws_region, ...(aws_endpoint !== undefined && { aws_endpoint }) })
    const called = reader(reference, { answer, environment })
    await called.read()
    const flows = serviceFlows(lowerManifest({ secret_references: { openai: reference } }, tinyCatalog))
    const named = flows.map(({ to }) => formatDestination(to))
    expect(new Set(named)).toEqual(new Set(called.sent.map(({ origin }) => origin)))
  })

  it('is asked with a signature in its region, or at an endpoint of its own', async () => {
    const { answer } = filled()
    const { read: once, sent } = reader(aws(keys), { answer, environment })
    expect(await once()).toEqual({ text: 'sk-aws' })
    expect(sent.map(({ origin }) => origin)).toEqual(['https://secretsmanager.eu-west-1.amazonaws.com'])
    const endpoint = reader(aws({ ...keys, aws_endpoint: 'https://vpce.example' }), { answer, environment })
    expect(await endpoint.read()).toEqual({ text: 'sk-aws' })
    expect(endpoint.sent.map(({ origin }) => origin)).toEqual(['https://vpce.example'])
    expect(
      await read(aws(keys, { secret_path: 'prod/json', secret_key: 'api_key' }), { answer, environment }),
    ).toEqual({
      text: 'sk-json',
    })
  })

  it('is asked as a role that keys or a token may assume, once for many reads', async () => {
    const { answer } = filled(ROLE_KEYS)
    const role = { aws_auth_type: 'assumedRole', aws_role_arn: ROLE } as const
    const byKeys = reader(aws({ ...keys, ...role, aws_external_id: 'external' }), { answer, environment })
    for (let times = 0; times < 2; times++) expect(await byKeys.read()).toEqual({ text: 'sk-aws' })
    expect(byKeys.sent.filter(({ origin }) => origin.includes('//sts.')).length).toBe(1)
    const token = { aws_web_identity_token: '${env:TOKEN}' }
    expect(await read(aws({ ...role, ...token }), { answer, environment: { TOKEN: WEB_IDENTITY } })).toEqual({
      text: 'sk-aws',
    })
    expect(
      await read(aws({ ...role, ...token }), { answer, environment: { TOKEN: 'forged' } }),
    ).toMatchObject({
      fault: 'denied',
    })
  })

  it('is asked with the identity of the environment: keys, or the role of a token file', async () => {
    const service = aws({ aws_auth_type: 'serviceRole' })
    const variables = { AWS_ACCESS_KEY_ID: AWS_KEYS.accessKey, AWS_SECRET_ACCESS_KEY: AWS_KEYS.secretKey }
    expect(await read(service, { answer: filled().answer, environment: variables })).toEqual({
      text: 'sk-aws',
    })
    const file = { AWS_ROLE_ARN: ROLE, AWS_WEB_IDENTITY_TOKEN_FILE: '/var/token' }
    expect(
      await read(service, {
        answer: filled(ROLE_KEYS).answer,
        environment: file,
        files: { '/var/token': `${WEB_IDENTITY}\n` },
      }),
    ).toEqual({ text: 'sk-aws' })
    expect(await read(service, { answer: filled().answer })).toMatchObject({ fault: 'denied' })
  })

  it.each([
    [404, '<html>', 'malformed'],
    [408, '<html>', 'unreachable'],
    [429, {}, 'unreachable'],
    [400, { __type: 'RequestTimeoutException' }, 'unreachable'],
    [400, { __type: 'ResourceNotFoundException' }, 'absent'],
  ])('status %d with %j is %s', async (status, body, fault) => {
    expect(await read(aws(keys), { answer: () => ({ status, body }), environment })).toMatchObject({ fault })
  })

  it('that denies, lacks the secret or is busy is told apart, without a key in the sentence', async () => {
    const { answer } = filled()
    const path = (secret_path: string) => read(aws(keys, { secret_path }), { answer, environment })
    const results = [
      await read(aws(keys), { answer, environment: { ...environment, SECRET: 'wrong/secret' } }),
      await read(aws(keys), { answer, environment: { ...environment, ID: 'AKIAOTHER' } }),
      await path('denied/one'),
      await path('prod/none'),
      await path('prod/binary'),
      await read(aws(keys), {
        answer: () => ({ status: 400, body: { __type: 'ThrottlingException' } }),
        environment,
      }),
      await read(aws(keys), { answer: () => ({ status: 500, body: {} }), environment }),
      await read(aws(keys), { environment }),
    ]
    expect(results.map(({ fault }) => fault)).toEqual([
      'denied',
      'denied',
      'denied',
      'absent',
      'malformed',
      'unreachable',
      'unreachable',
      'unreachable',
    ])
    for (const result of results) expect(JSON.stringify(result)).not.toMatch(/aws\+secret|wrong\/secret|sk-/)
  })
})
