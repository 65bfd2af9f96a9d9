// Secrets of the machine and of HashiCorp Vault, against a strict double.
import { describe, expect, it } from 'vitest'
import { lowerSecretReference } from '../../../../compiler/lower/secret-reference.ts'
import { openSecretSource } from '../../../../runtime/stores/secret-managers/open-secret-source.ts'
import type { SecretPorts } from '../../../../runtime/stores/secret-managers/secret-ports.ts'
import type { SecretReference } from '../../../../schemas/generated/types.ts'
import { steppedUpstream } from '../../../support/scripted-upstream.ts'
import { APP_ROLE, KUBERNETES, vaultDouble } from '../../../support/secret-manager-doubles.ts'
import { read, reader } from './read-reference.ts'

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
      message: 'The secret is not a JSON object, so secret_key cannot select a property of it.',
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

  it.each([
    [404, '<html>', 'malformed', 'denied'],
    [404, { errors: [] }, 'absent', 'denied'],
    ...[408, 412, 425, 429, 472, 473, 500].map(
      status => [status, '<html>', 'unreachable', 'unreachable'] as const,
    ),
  ] as const)(
    'status %d with %j is %s for a secret and %s for a login',
    async (status, body, secret, login) => {
      const answer = () => ({ status, body })
      expect(await read(vault(token), { answer, environment })).toMatchObject({ fault: secret })
      expect(await read(vault(appRole), { answer, environment })).toMatchObject({ fault: login })
    },
  )

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
