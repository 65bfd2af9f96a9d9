// Credentials from secret managers: the value of the moment is sent, to whom its owner allows, for whom its owner allows.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { headerValue } from '../../../runtime/values/headers.ts'
import { sha256 } from '../../support/bundle.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const REFERENCES = {
  openai: { manager_type: 'env', secret_path: 'ANY' },
  bound: { manager_type: 'env', secret_path: 'ANY', allowed_hosts: ['api.openai.com'] },
  research: { manager_type: 'env', secret_path: 'ANY', allowed_workspaces: ['research'] },
  account: { manager_type: 'env', secret_path: 'ANY' },
}
const GOOD = { status: 200, body: completion('Hello') }
const script = Array.from({ length: 8 }, () => GOOD)

const sentKeys = (here: ReturnType<typeof createHarness>) =>
  here.upstream.sent.map(({ headers }) => headerValue(headers, 'authorization'))

const named = (slug: string) => ({ headers: { 'x-gateway-provider': `@${slug}` } })

describe('a credential from a secret manager', () => {
  const manifest = {
    secret_references: REFERENCES,
    providers: {
      main: { provider: 'openai', api_key: '${secret:openai}' },
      second: { provider: 'openai', api_key: '${env:STATIC}' },
    },
  }

  it('is sent as it is at the moment of the call', async () => {
    const secrets: Record<string, string> = { openai: 'sk-first' }
    const here = createHarness({ manifest, script, environment: secrets })
    await here.call(named('main'))
    await here.call(named('main'))
    secrets['openai'] = 'sk-second'
    await here.call(named('main'))
    expect(sentKeys(here)).toEqual(['Bearer sk-first', 'Bearer sk-first', 'Bearer sk-second'])
  })

  it('that cannot be read is 503, without a call, until it can', async () => {
    const secrets: Record<string, string> = {}
    const here = createHarness({ manifest, script, environment: secrets })
    const refused = await here.call(named('main'))
    expect([refused.status, refused.json]).toMatchObject([
      503,
      {
        error: {
          code: 'secret_unavailable',
          message: expect.stringContaining('The secret "openai" of the provider'),
        },
      },
    ])
    expect(here.upstream.sent).toEqual([])
    secrets['openai'] = 'sk-late'
    expect((await here.call(named('main'))).status).toBe(200)
  })

  it('that cannot be read makes a fallback go on', async () => {
    const here = createHarness({
      manifest,
      script,
      environment: { STATIC: 'sk-static' },
      configs: {
        chat: { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { provider: '@second' }] },
      },
    })
    const reply = await here.call({ headers: { 'x-gateway-config': 'chat' } })
    expect(reply.status).toBe(200)
    expect(sentKeys(here)).toEqual(['Bearer sk-static'])
  })

  it('that a provider repeats in an error is masked, also after it has changed', async () => {
    const secrets: Record<string, string> = { openai: 'sk-first-secret' }
    const here = createHarness({
      manifest,
      environment: secrets,
      script: ['sk-first-secret', 'sk-second-secret'].map(key => ({
        status: 401,
        body: { error: { message: `Incorrect API key provided: ${key}` } },
      })),
    })
    const first = await here.call(named('main'))
    secrets['openai'] = 'sk-second-secret'
    const second = await here.call(named('main'))
    expect(first.text + second.text).not.toContain('secret')
    expect(second.text).toContain('****')
  })

  it('of a config is sent the same way', async () => {
    const here = createHarness({
      manifest,
      script,
      environment: { openai: 'sk-config' },
      configs: { chat: { provider: 'openai', api_key: '${secret:openai}' } },
    })
    await here.call({ headers: { 'x-gateway-config': 'chat' } })
    expect(sentKeys(here)).toEqual(['Bearer sk-config'])
  })

  it('inside of a service account is read, too', async () => {
    const account = { type: 'service_account', client_email: 'a@b.example', private_key: '${secret:account}' }
    const vertex = {
      provider: 'vertex',
      cloud3_project_id: 'p',
      cloud3_region: 'us-central1',
      cloud3_service_account_json: account,
    }
    const codeWith = async (environment: Readonly<Record<string, string>>) => {
      const here = createHarness({
        manifest: { secret_references: REFERENCES, providers: { vertex } },
        environment,
        script: [{ status: 400, body: { error: 'invalid_grant' } }],
      })
      const body = { model: 'gemini-3.8-flash', messages: [{ role: 'user', content: 'Hi' }] }
      const { json } = await here.call({ ...named('vertex'), body })
      return [(json as { error: { code: string } }).error.code, here.upstream.sent.length]
    }
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(await codeWith({})).toEqual(['secret_unavailable', 0])
    // The key has signed a request for a token.
    expect(await codeWith({ account: pem })).toEqual(['invalid_upstream_reply', 1])
  })
})

describe('the owner of a secret decides', () => {
  it('to which origins it is sent, whatever the provider allows', async () => {
    const provider = { provider: 'openai', api_key: '${secret:bound}' }
    const here = createHarness({
      manifest: { secret_references: REFERENCES, providers: { main: provider } },
      script,
      environment: { bound: 'sk-bound' },
    })
    expect((await here.call(named('main'))).status).toBe(200)
    const elsewhere = await here.call({
      headers: { 'x-gateway-provider': '@main', 'x-gateway-custom-host': 'https://elsewhere.example/v1' },
    })
    expect(elsewhere.json).toMatchObject({ error: { code: 'blocked_host' } })
    expect(here.upstream.sent.map(({ origin }) => origin)).toEqual(['https://api.openai.com'])
  })

  it('to which origins it is sent, also where settings of the request complete the address', async () => {
    const here = createHarness({
      manifest: {
        secret_references: {
          ...REFERENCES,
          bound: { ...REFERENCES.bound, allowed_hosts: ['bedrock-runtime.eu-west-1.amazonaws.com'] },
        },
        providers: { mock: { provider: 'mock' } },
      },
      configs: {
        aws: {
          provider: 'cloud1',
          cloud1_access_key_id: '${env:ID}',
          cloud1_secret_access_key: '${secret:bound}',
        },
      },
      script,
      environment: { ID: 'AKIA', bound: 'bedrock-key' },
    })
    const inRegion = (region: string) =>
      here.call({
        headers: { 'x-gateway-config': 'aws', 'x-gateway-cloud1-region': region },
        body: { model: 'amazon.nova-lite-v1:0', messages: [{ role: 'user', content: 'Hi' }] },
      })
    expect((await inRegion('us-east-1')).json).toMatchObject({ error: { code: 'blocked_host' } })
    await inRegion('eu-west-1')
    expect(here.upstream.sent.map(({ origin }) => origin)).toEqual([
      'https://bedrock-runtime.eu-west-1.amazonaws.com',
    ])
  })

  it('which workspaces use it', async () => {
    const here = createHarness({
      manifest: {
        secret_references: REFERENCES,
        providers: { main: { provider: 'openai', api_key: '${secret:research}' } },
        api_keys: ['research', 'shop'].map(workspace => ({
          id: workspace,
          hash: `sha256:${sha256(`key-of-${workspace}`)}`,
          workspace,
        })),
      },
      script,
      environment: { research: 'sk-research' },
    })
    const as = (key: string) =>
      here.call({ headers: { 'x-gateway-provider': '@main', 'x-gateway-api-key': `key-of-${key}` } })
    expect((await as('research')).status).toBe(200)
    const refused = await as('shop')
    expect([refused.status, refused.json]).toMatchObject([403, { error: { code: 'forbidden' } }])
    expect(here.upstream.sent.length).toBe(1)
  })
})

describe('a check with a secret from a manager', () => {
  const manifest = {
    secret_references: REFERENCES,
    providers: { mock: { provider: 'mock' } },
    guardrails: {
      hook: {
        deny: true,
        'default.webhook': {
          webhookURL: 'https://hooks.example.com/',
          secret: '${secret:openai}',
          secretHeader: 'x-token',
          failOnError: true,
        },
      },
    },
    input_guardrails: ['hook'],
  }

  it('sends the value of the moment, and errs without one', async () => {
    const secrets: Record<string, string> = { openai: 'first' }
    const verdict = { status: 200, body: { verdict: true } }
    const here = createHarness({ manifest, environment: secrets, script: [verdict, GOOD, verdict, GOOD] })
    const call = () => here.call(named('mock'))
    await call()
    secrets['openai'] = 'second'
    await call()
    const tokens = here.upstream.sent
      .filter(({ origin }) => origin === 'https://hooks.example.com')
      .map(({ headers }) => headerValue(headers, 'x-token'))
    expect(tokens).toEqual(['Bearer first', 'Bearer second'])
    delete secrets['openai']
    expect((await call()).status).toBe(446)
  })
})
