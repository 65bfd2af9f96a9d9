// A gateway on real sockets whose provider key is in a Vault: the Vault is away at the start, then answers, rotates the key, and
// goes away again.
import { afterEach, expect, it } from 'vitest'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { startRuntime } from '../../runtime/process/start-runtime.ts'
import { sha256 } from '../support/bundle.ts'
import { closeAll, later } from '../support/local-servers.ts'
import { runGateway } from '../support/running-gateway.ts'
import { replyingProvider, serveManager } from '../support/saved-resources.ts'
import { APP_ROLE, AWS_KEYS, awsDouble, vaultDouble } from '../support/secret-manager-doubles.ts'
import { until } from '../support/until.ts'

afterEach(closeAll)

const ask = async (url: string) => {
  const reply = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: '@main/gpt-6-sol', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return { status: reply.status, text: await reply.text() }
}

it('a key in a Vault that is away is 503, and is used and renewed when it is back', async () => {
  const vault = vaultDouble()
  vault.secrets.set('secret/data/openai', { api_key: 'sk-first' })
  let isAway = true
  const manager = await serveManager(vault.answer, () => isAway)
  const upstream = await replyingProvider()
  const gateway = await runGateway(
    {
      secret_references: {
        openai: {
          manager_type: 'hashicorp_vault',
          auth_config: {
            vault_addr: manager.origin,
            vault_auth_type: 'approle',
            vault_role_id: APP_ROLE.role_id,
            vault_secret_id: '${env:SECRET_ID}',
          },
          secret_path: 'secret/openai',
          secret_key: 'api_key',
          max_age: 1,
          max_stale: 3600,
        },
      },
      providers: {
        main: { provider: 'openai', api_key: '${secret:openai}', custom_host: `${upstream.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
    },
    {},
    { SECRET_ID: APP_ROLE.secret_id },
  )
  later(gateway.stop)
  const refused = await ask(gateway.url)
  expect(refused.status).toBe(503)
  expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'secret_unavailable' } })
  expect(upstream.received).toEqual([])

  isAway = false
  await until(async () => (await ask(gateway.url)).status === 200)
  expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer sk-first')

  vault.secrets.set('secret/data/openai', { api_key: 'sk-second' })
  // max_age, and what a busy machine takes.
  await until(async () => {
    expect((await ask(gateway.url)).status).toBe(200)
    return upstream.received.at(-1)?.headers.authorization === 'Bearer sk-second'
  }, 10_000)

  isAway = true
  await until(async () =>
    (await gateway.log()).some(({ service, level }) => service === 'secrets' && level === 'warning'),
  )
  expect((await ask(gateway.url)).status).toBe(200)
  const log = JSON.stringify(await gateway.log())
  expect(log).toContain('The secret reference \\"openai\\" can be read again.')
  for (const secret of ['sk-first', 'sk-second', APP_ROLE.secret_id, 'hvs.'])
    expect(log).not.toContain(secret)
  // The bundle has where the secret is, and not the secret.
  expect(JSON.stringify(gateway.bundle)).not.toContain(APP_ROLE.secret_id)
})

it('a key in AWS Secrets Manager is asked for with a signature, over a socket', async () => {
  const aws = awsDouble(AWS_KEYS)
  aws.secrets.set('prod/openai', { SecretString: '{"api_key":"sk-aws"}' })
  const manager = await serveManager(aws.answer)
  const upstream = await replyingProvider()
  const gateway = await runGateway(
    {
      secret_references: {
        openai: {
          manager_type: 'aws_sm',
          auth_config: {
            aws_auth_type: 'accessKey',
            aws_region: 'eu-west-1',
            aws_access_key_id: '${env:ID}',
            aws_secret_access_key: '${env:SECRET}',
            aws_endpoint: manager.origin,
          },
          secret_path: 'prod/openai',
          secret_key: 'api_key',
        },
      },
      providers: {
        main: { provider: 'openai', api_key: '${secret:openai}', custom_host: `${upstream.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
    },
    {},
    { ID: AWS_KEYS.accessKey, SECRET: AWS_KEYS.secretKey },
  )
  later(gateway.stop)
  expect((await ask(gateway.url)).status).toBe(200)
  expect(upstream.received[0]?.headers.authorization).toBe('Bearer sk-aws')
})

it('what a manager refuses is said at the start, with all that is missing', async () => {
  const vault = vaultDouble()
  const manager = await serveManager(vault.answer)
  const reference = (secret_path: string, token: string) => ({
    manager_type: 'hashicorp_vault',
    auth_config: { vault_addr: manager.origin, vault_auth_type: 'token', vault_token: `\${env:${token}}` },
    secret_path,
  })
  const stored = (slug: string) => ({ provider: 'openai', api_key: `\${secret:${slug}}` })
  const { bundle } = compileProject(
    {
      manifest: {
        source: {
          name: 'gateway.json',
          text: JSON.stringify({
            listen: { port: 0 },
            trusted_hosts: ['127.0.0.1'],
            secret_references: {
              gone: reference('secret/none', 'GOOD'),
              denied: reference('secret/openai', 'BAD'),
              unused: reference('secret/none', 'GOOD'),
              variable: { manager_type: 'env', secret_path: 'NOT_SET' },
            },
            providers: { one: stored('gone'), two: stored('denied'), three: stored('variable') },
          }),
        },
        read: readJson,
      },
      configs: new Map(),
    },
    runtimeCatalog(),
    sha256,
  )
  if (bundle === undefined) throw new Error('The manifest has errors.')
  const runtime = await startRuntime(bundle, {
    environment: { GOOD: 'hvs.root', BAD: 'hvs.stolen' },
    logTo: 'none',
  })
  expect(runtime).toEqual([
    'The secret reference "gone" cannot be read; it is required by provider "one", api_key. Vault has no secret at secret/none.',
    'The secret reference "denied" cannot be read; it is required by provider "two", api_key. Vault does not allow this gateway to read the secret (status 403).',
    'The secret reference "variable" cannot be read; it is required by provider "three", api_key. The environment variable NOT_SET is not set.',
  ])
})
