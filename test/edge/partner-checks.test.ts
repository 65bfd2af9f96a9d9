// Partner checks over real sockets: what each service gets, what clients get, and where credentials go.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { FORBIDDEN, KEY, PARTNERS } from './partner-services.ts'

const SECRET = '${env:PARTNER_KEY}'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const NAMES = ['customHost', 'apiEndpoint']
let gateway: RunningGateway
let provider: Provider
let services: Provider

const json = (value: object): string => JSON.stringify(value)

/** A port on which nothing listens. */
async function deafOrigin(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>(resolve => server.close(() => resolve()))
  return `http://127.0.0.1:${port}`
}

/** A config with one denying guard of one check. */
const guardedBy = (check: object): object => ({
  provider: '@main',
  strict_vendor_compliance: false,
  input_guardrails: [{ id: 'partner', deny: true, ...check }],
})

beforeAll(async () => {
  provider = await runProvider((request, response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const found = String(body).includes(FORBIDDEN)
    const moderated = {
      id: 'm',
      model: 'omni-moderation-latest',
      results: [{ flagged: found, categories: { hate: found }, category_scores: { hate: found ? 1 : 0 } }],
    }
    const answer = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-4o',
      choices: [{ index: 0, message: { role: 'assistant', content: 'fine' }, finish_reason: 'stop' }],
    }
    response.end(json(request.url?.endsWith('/moderations') ? moderated : answer))
  })
  services = await runProvider((request, response, body) => {
    const partner = PARTNERS.find(({ id }) => request.url?.startsWith(`/${id}/`))
    response.writeHead(partner === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(json(partner?.answers(String(body).includes(FORBIDDEN)) ?? {}))
  })
  const deaf = await deafOrigin()
  const configs = PARTNERS.flatMap(({ id, parameters }) => {
    const at = (origin: string, more: object = {}) => {
      const name = /^(?:azure|bedrock|presidio)/.test(id) ? NAMES[0] : NAMES[1]
      return guardedBy({ [id]: { ...parameters, [name ?? '']: `${origin}/${id}`, ...more } })
    }
    return [
      [id, at(services.origin)],
      [`${id} deaf`, at(deaf)],
      [`${id} strict`, at(deaf, { failOnError: true })],
    ] as const
  })
  gateway = await runGateway(
    {
      providers: {
        main: { provider: 'openai', api_key: '${env:MAIN_KEY}', custom_host: `${provider.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
    },
    {
      ...Object.fromEntries(configs.map(([name, config]) => [slug(name), config])),
      vendor: guardedBy({ 'vendor.moderateContent': { provider: '@main' } }),
      redacting: guardedBy({
        'azure.pii': {
          resourceName: 'mine',
          apiKey: SECRET,
          customHost: `${services.origin}/azure.pii`,
          redact: true,
        },
      }),
    },
    { MAIN_KEY: 'main-key', PARTNER_KEY: KEY, KEY_ID: 'AKIDEXAMPLE' },
  )
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([provider.stop(), services.stop()])
})

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

async function chat(config: string, content: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`${gateway.url}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-config': config,
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    },
    body: json({ model: 'gpt-4o', messages: [{ role: 'user', content }] }),
  })
  return { status: response.status, body: await response.text() }
}

describe.each(PARTNERS)('$id', ({ id, path, credential, body }) => {
  it('gets the text and its credential, and flagged text is denied with 446', async () => {
    const before = services.received.length
    const { status, body: reported } = await chat(slug(id), `a ${FORBIDDEN}`)
    expect([status, services.received.length]).toEqual([446, before + 1])
    const received = services.received.at(-1)
    expect([received?.method, received?.path]).toEqual(['POST', `/${id}${path}`])
    expect(JSON.parse(String(received?.body))).toEqual(body(`a ${FORBIDDEN}`))
    expect(received?.headers['content-type']).toBe('application/json')
    const [header, value] = credential ?? ['authorization', undefined]
    if (value instanceof RegExp) expect(received?.headers[header]).toMatch(value)
    else expect(received?.headers[header]).toBe(value)
    expect(reported).not.toContain(FORBIDDEN)
  })

  it('passes clean text', async () => {
    const { status, body: reported } = await chat(slug(id), 'a horse')
    expect([status, reported.includes('"verdict":true')]).toEqual([200, true])
  })

  it('that is unreachable is an error: passed, or denied with failOnError', async () => {
    const passed = await chat(slug(`${id} deaf`), 'a horse')
    expect([passed.status, passed.body.includes('"error":true')]).toEqual([200, true])
    const denied = await chat(slug(`${id} strict`), 'a horse')
    expect([denied.status, denied.body.includes('could not be reached (refused)')]).toEqual([446, true])
  })
})

describe('vendor.moderateContent', () => {
  it('calls the stored provider with its own credential', async () => {
    const clean = await chat('vendor', 'a horse')
    const denied = await chat('vendor', `a ${FORBIDDEN}`)
    expect([clean.status, denied.status]).toEqual([200, 446])
    const asked = provider.received.filter(({ path }) => path === '/v1/moderations')
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer main-key', 'Bearer main-key'])
    expect(denied.body).toContain('The moderation found unwanted content: hate.')
  })
})

describe('text that a partner redacts', () => {
  it('reaches the provider redacted', async () => {
    expect((await chat('redacting', `a ${FORBIDDEN}`)).status).toBe(200)
    expect(String(provider.received.at(-1)?.body)).toContain('"a *****"')
  })
})

describe('credentials of partners', () => {
  it('are in no plan, log or reply, and reach no provider', async () => {
    const reported = await Promise.all(PARTNERS.map(({ id }) => chat(slug(id), `a ${FORBIDDEN}`)))
    const lines = await gateway.log()
    expect(lines.length).toBeGreaterThan(PARTNERS.length)
    for (const seen of [gateway.bundle, lines, reported, provider.received.map(({ headers }) => headers)])
      expect(JSON.stringify(seen)).not.toContain(KEY)
    expect(JSON.stringify(lines)).not.toContain(FORBIDDEN)
  })
})
