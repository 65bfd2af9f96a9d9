// Each secret manager gives the secret to whom it knows, and says in a sentence why there is none; no sentence has a secret.
import { createHmac, createSign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lowerSecretReference } from '../../../../compiler/lower/secret-reference.ts'
import type { ReadSecret } from '../../../../runtime/control/secrets/secret-source.ts'
import { createTokens } from '../../../../runtime/link/target/tokens.ts'
import { openSecretSource } from '../../../../runtime/stores/secret-managers/open-secret-source.ts'
import type { SecretPorts } from '../../../../runtime/stores/secret-managers/secret-ports.ts'
import type { SecretReference } from '../../../../schemas/generated/types.ts'
import { sha256 } from '../../../support/bundle.ts'
import { steppedUpstream } from '../../../support/scripted-upstream.ts'
import {
  APP_ROLE,
  AWS_KEYS,
  type AwsKeys,
  awsDouble,
  azureDouble,
  ENTRA,
  KUBERNETES,
  ROLE,
  ROLE_KEYS,
  type SecretManagerDouble,
  vaultDouble,
  WEB_IDENTITY,
} from '../../../support/secret-manager-doubles.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

interface Place {
  readonly answer?: SecretManagerDouble
  readonly environment?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
}

/** A way to read a reference as often as a test wants, with all requests that were sent. */
function reader(reference: SecretReference, { answer, environment = {}, files = {} }: Place) {
  const clock = virtualClock(Date.parse('2026-11-23T04:00:00Z'))
  const upstream = steppedUpstream((_request, index) => {
    const sent = upstream.sent[index]
    if (sent === undefined || answer === undefined) return { fails: 'refused' }
    const headers: Record<string, string> = {}
    for (let at = 0; at < sent.headers.length; at += 2)
      headers[String(sent.headers[at]).toLowerCase()] = String(sent.headers[at + 1])
    const { status, body } = answer({ ...sent, headers })
    return typeof body === 'string' ? { status, text: body } : { status, body }
  })
  const hash = (bytes: string | Uint8Array): string => sha256(bytes as string)
  const lowered = lowerSecretReference(reference)
  const ports: SecretPorts = {
    upstream: upstream.send,
    clock,
    hash,
    keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
    signRsa: (key, text) => createSign('RSA-SHA256').update(text).sign(key),
    environment,
    readFile: async path => files[path],
    tokens: createTokens({ upstream: upstream.send, clock }),
    credential: name => {
      const secret = lowered.credentials[name]
      return secret && (secret.source === 'env' ? environment[secret.name] : files[secret.name])
    },
  }
  return { read: openSecretSource(lowered, ports), sent: upstream.sent, clock }
}

const read = (reference: SecretReference, place: Place): Promise<ReadSecret> =>
  reader(reference, place).read()

describe('env and file', () => {
  const env = { manager_type: 'env', secret_path: 'KEY' } as const
  const file = { manager_type: 'file', secret_path: '/run/secrets/key' } as const

  it('give the whole text, or a property of a JSON object', async () => {
    expect(await read(env, { environment: { KEY: 'sk-1' } })).toEqual({ text: 'sk-1' })
    expect(await read(file, { files: { '/run/secrets/key': 'sk-2\n' } })).toEqual({ text: 'sk-2' })
    const json = JSON.stringify({ api_key: 'sk-3', port: 8, nested: { a: 1 } })
    const key = (secret_key: string) => read({ ...env, secret_key }, { environment: { KEY: json } })
    expect(await key('api_key')).toEqual({ text: 'sk-3' })
    expect(await key('port')).toEqual({ text: '8' })
    expect(await key('nested')).toEqual({ text: '{"a":1}' })
    expect(await key('other')).toEqual({ fault: 'malformed', message: 'The secret has no property "other".' })
    expect(await key('toString')).toMatchObject({ fault: 'malformed' })
  })

  it('say what is missing, and what cannot be sent', async () => {
    expect(await read(env, {})).toEqual({
      fault: 'absent',
      message: 'The environment variable KEY is not set.',
    })
    expect(await read(file, {})).toEqual({
      fault: 'absent',
      message: 'The file /run/secrets/key cannot be read.',
    })
    expect(await read(env, { environment: { KEY: 'two\nlines' } })).toMatchObject({ fault: 'malformed' })
    expect(await read({ ...env, secret_key: 'a' }, { environment: { KEY: 'text' } })).toMatchObject({
      fault: 'malformed',
      message: 'The secret is no JSON object, so it has no property that secret_key could name.',
    })
  })
})

describe('HashiCorp Vault', () => {
  const vault = (
    auth: SecretReference['auth_config'],
    more: Partial<SecretReference> = {},
  ): SecretReference => ({
    manager_type: 'hashicorp_vault',
    auth_config: { vault_addr: 'https://vault.example', ...auth },
    secret_path: 'secret/team/openai',
    secret_key: 'api_key',
    ...more,
  })
  const token = { vault_auth_type: 'token', vault_token: '${env:VAULT_TOKEN}' } as const
  const environment = { VAULT_TOKEN: 'hvs.root', SECRET_ID: APP_ROLE.secret_id }
  const appRole = {
    vault_auth_type: 'approle',
    vault_role_id: APP_ROLE.role_id,
    vault_secret_id: '${env:SECRET_ID}',
  } as const
  const filled = (options?: Parameters<typeof vaultDouble>[0]) => {
    const double = vaultDouble(options)
    double.secrets.set('secret/data/team/openai', { api_key: 'sk-vault', other: 'x' })
    double.secrets.set('kv/openai', { api_key: 'sk-first' })
    double.secrets.set('engines/deep/data/my key', { value: 'sk-deep' })
    return double
  }

  it('reads version 2 by mount and path, and version 1 where it is told to', async () => {
    const { answer } = filled()
    expect(await read(vault(token), { answer, environment })).toEqual({ text: 'sk-vault' })
    const first = vault({ ...token, vault_kv_version: 1 }, { secret_path: 'kv/openai' })
    expect(await read(first, { answer, environment })).toEqual({ text: 'sk-first' })
    // Without a key the only value.
    const deep = vault({ ...token, vault_mount: 'engines/deep' }, { secret_path: 'my key' })
    const { secret_key: _key, ...whole } = deep
    expect(await read(whole, { answer, environment })).toEqual({ text: 'sk-deep' })
    const { secret_key: _none, ...several } = vault(token)
    expect(await read(several, { answer, environment })).toMatchObject({
      fault: 'malformed',
      message: 'The secret has several values or none: name one of them with secret_key.',
    })
  })

  it('logs in by AppRole once, and again when the token is revoked', async () => {
    const double = filled()
    const { read: readAgain, sent } = reader(vault(appRole), { answer: double.answer, environment })
    for (let times = 0; times < 3; times++) expect(await readAgain()).toEqual({ text: 'sk-vault' })
    expect(double.logins()).toBe(1)
    double.tokens.delete('hvs.login-1')
    expect(await readAgain()).toEqual({ text: 'sk-vault' })
    expect(double.logins()).toBe(2)
    expect(sent.every(({ hostAuthor }) => hostAuthor === 'operator')).toBe(true)
  })

  it('logs in with the service account of Kubernetes, where it is mounted', async () => {
    const kubernetes = vault({
      vault_auth_type: 'kubernetes',
      vault_role: KUBERNETES.role,
      vault_auth_mount: 'cluster/west',
    })
    const path = '/var/run/secrets/kubernetes.io/serviceaccount/token'
    const { answer } = filled()
    expect(await read(kubernetes, { answer, files: { [path]: `${KUBERNETES.jwt}\n` } })).toEqual({
      text: 'sk-vault',
    })
    expect(await read(kubernetes, { answer })).toEqual({
      fault: 'denied',
      message: `The service account token ${path} cannot be read.`,
    })
  })

  it('names its namespace', async () => {
    const { answer } = filled({ namespace: 'team' })
    const place = { answer, environment }
    expect(await read(vault({ ...token, vault_namespace: 'team' }), place)).toEqual({ text: 'sk-vault' })
    expect(await read(vault(token), place)).toMatchObject({ fault: 'denied' })
  })

  it('that denies, lacks the secret or is away is told apart, without a token in the sentence', async () => {
    const { answer } = filled()
    const results = await Promise.all([
      read(vault(token), { answer, environment: { VAULT_TOKEN: 'hvs.stolen' } }),
      read(vault(appRole), { answer, environment: { SECRET_ID: 'wrong-secret-id' } }),
      read(vault(token, { secret_path: 'secret/none' }), { answer, environment }),
      read(vault(token, { secret_path: 'secret/data/team/openai' }), { answer, environment }),
      read(vault(token), { environment }),
      read(vault(token), {
        answer: () => ({ status: 503, body: { errors: ['Vault is sealed'] } }),
        environment,
      }),
      read(vault(appRole), { answer: () => ({ status: 503, body: {} }), environment }),
      read(vault(token), { answer: () => ({ status: 200, body: 'nonsense' }), environment }),
      read(vault({ ...token, vault_kv_version: 1 }, { secret_path: 'secret/data/team/openai' }), {
        answer,
        environment,
      }),
    ])
    expect(results.map(({ fault }) => fault)).toEqual([
      'denied',
      'denied',
      'absent',
      'absent',
      'unreachable',
      'unreachable',
      'unreachable',
      'malformed',
      'malformed',
    ])
    expect(results[3]).toMatchObject({ message: expect.stringContaining('Write the path without "data"') })
    for (const result of results) expect(JSON.stringify(result)).not.toMatch(/hvs\.|secret-id|sk-/)
  })

  it('that never answers is given up', async () => {
    const { read: start, clock } = reader(vault(token), { environment })
    const silent = steppedUpstream(() => 'silence')
    const waiting = openSecretSource(lowerSecretReference(vault(token)), {
      ...({} as SecretPorts),
      upstream: silent.send,
      clock,
      credential: () => 'hvs.root',
    })()
    await clock.advance(8000)
    expect(await waiting).toMatchObject({ fault: 'unreachable' })
    expect(silent.cancelled()).toBe(1)
    expect(await start()).toMatchObject({ fault: 'unreachable' })
  })
})

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

describe('Azure Key Vault', () => {
  const azure = (auth: SecretReference['auth_config'], secret_path = 'openai'): SecretReference => ({
    manager_type: 'azure_kv',
    auth_config: { azure_vault_url: 'https://team.vault.azure.net', ...auth },
    secret_path,
  })
  const entra = {
    azure_auth_mode: 'entra',
    azure_entra_tenant_id: ENTRA.tenant,
    azure_entra_client_id: ENTRA.client,
    azure_entra_client_secret: '${env:SECRET}',
  } as const
  const environment = { SECRET: ENTRA.secret }
  const filled = () => {
    const double = azureDouble()
    double.secrets.set('openai', 'sk-azure')
    double.secrets.set('openai/0123456789abcdef0123456789abcdef', 'sk-old')
    return double
  }

  it('gives the newest version, or the one that is named, to a client of Entra', async () => {
    const { answer } = filled()
    expect(await read(azure(entra), { answer, environment })).toEqual({ text: 'sk-azure' })
    const pinned = azure(entra, 'openai/0123456789abcdef0123456789abcdef')
    expect(await read(pinned, { answer, environment })).toEqual({ text: 'sk-old' })
  })

  it('gives it to the managed identity of the machine', async () => {
    expect(await read(azure({ azure_auth_mode: 'managed' }), { answer: filled().answer })).toEqual({
      text: 'sk-azure',
    })
  })

  it('that denies, lacks the secret or is away is told apart, without the secret of the client in the sentence', async () => {
    const { answer } = filled()
    const results = [
      await read(azure(entra), { answer, environment: { SECRET: 'wrong~secret' } }),
      await read(azure(entra, 'none'), { answer, environment }),
      await read(azure(entra), { environment }),
      await read(azure(entra), { answer: () => ({ status: 503, body: {} }), environment }),
      await read(azure({ azure_auth_mode: 'managed' }), { answer: () => ({ status: 500, body: {} }) }),
    ]
    expect(results.map(({ fault }) => fault)).toEqual([
      'denied',
      'absent',
      'unreachable',
      'unreachable',
      'unreachable',
    ])
    for (const result of results) expect(JSON.stringify(result)).not.toMatch(/~secret|sk-/)
  })
})
