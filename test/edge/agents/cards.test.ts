// Cards name the gateway, and are signed by it, refused, or served without signatures: never with one that does not verify.
import { AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from '@a2a-js/sdk'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectModernClient } from '../../support/agents/agent-clients.ts'
import { runLegacyAgent } from '../../support/agents/legacy-agent.ts'
import { modernCard, runModernAgent } from '../../support/agents/modern-agent.ts'
import { callRpc, messageOf, runAgentGateway, runScriptedAgent } from '../../support/agents/scripted-agent.ts'
import { closeAll } from '../../support/local-servers.ts'

afterEach(closeAll)
// The SDK writes what it cannot verify.
beforeEach(() => void vi.spyOn(console, 'debug').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const MODERN = { headers: { 'a2a-version': '1.0' } }
const CARD = '/.well-known/agent-card.json'

interface Shown extends Record<string, unknown> {
  readonly error?: { readonly message: string }
}
const read = async (url: string, init: RequestInit = MODERN): Promise<{ status: number; card: Shown }> => {
  const reply = await fetch(url, init)
  return { status: reply.status, card: (await reply.json()) as Shown }
}

const newKey = async (alg: 'ES256' | 'EdDSA', kid?: string) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const named = kid === undefined ? {} : { kid }
  return {
    secret: { ...(await exportJWK(privateKey)), ...named },
    open: { ...(await exportJWK(publicKey)), ...named },
  }
}

/** Without security schemes, which this SDK serves in another form than it signs. */
const signedBy =
  (secret: JWK, kid = 'agent') =>
  async (card: AgentCard): Promise<AgentCard> =>
    await generateAgentCardSignature((await importJWK(secret, 'ES256')) as CryptoKey, {
      alg: 'ES256',
      kid,
      typ: 'JOSE',
    })({ ...card, securitySchemes: {}, securityRequirements: [] })

describe('a card of version 1.0', () => {
  it('names the URL and the key of the gateway, and leaves out what it does not serve', async () => {
    const agent = await runModernAgent()
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const url = gateway.agentUrl('echo')
    const { card } = await read(url + CARD)
    expect(card).toMatchObject({
      name: 'Echo',
      supportedInterfaces: [
        { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ],
      capabilities: { streaming: true, pushNotifications: false },
    })
    expect(JSON.stringify(card)).not.toContain(agent.origin)
    expect(JSON.stringify(card)).not.toContain('x-agent-key')
    expect(JSON.stringify(card)).not.toContain('GRPC')
    expect((await gateway.log()).at(-1)).toMatchObject({
      agent: { method: 'AgentCard', leftOut: ['GRPC 1.0'] },
    })
  })

  it.each([
    ['header', CARD, { headers: { 'a2a-version': '0.3.0' } }],
    ['query', `${CARD}?A2A-Version=0.3`, {}],
    ['former path', '/.well-known/agent.json', {}],
  ])('is refused in one sentence where the client names version 0.3 (%s)', async (_how, path, init) => {
    const agent = await runModernAgent()
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const { status, card } = await read(gateway.agentUrl('echo') + path, init)
    expect([status, card]).toEqual([
      400,
      {
        code: -32009,
        message:
          'The agent "echo" is called in version 1.0 of the protocol only: a client of version 0.3 cannot use its card.',
      },
    ])
    expect((await read(gateway.agentUrl('echo') + CARD, {})).card['name']).toBe('Echo')
  })

  it('of version 0.3 is served to clients of version 0.3, at the former path too', async () => {
    const agent = await runLegacyAgent()
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const url = gateway.agentUrl('echo')
    for (const path of [`${CARD}?A2A-Version=0.3`, '/.well-known/agent.json'])
      expect((await read(url + path, {})).card['url']).toBe(url)
  })

  it('is fetched once for all who read it', async () => {
    const agent = await runScriptedAgent()
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const url = gateway.agentUrl('echo')
    await Promise.all([read(url + CARD), read(url + CARD), callRpc(url, 'SendMessage', messageOf('hi'))])
    expect(agent.seen.requests.filter(({ path }) => path.startsWith('/.well-known/'))).toHaveLength(1)
  })

  it.each([
    ['JSON-RPC', async (url: string) => (await callRpc(url, 'GetExtendedAgentCard', {})).body.result],
    ['HTTP+JSON', async (url: string) => (await read(`${url}/extendedAgentCard`)).card],
  ])('is rewritten where it is the extended one (%s)', async (_binding, extended) => {
    const agent = await runModernAgent()
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const url = gateway.agentUrl('echo')
    const card = await extended(url)
    expect(card).toMatchObject({
      description: 'Repeats texts, for friends.',
      supportedInterfaces: [{ url }, { url }],
    })
    expect(JSON.stringify(card)).not.toContain(agent.origin)
  })
})

it('a card of version 0.3 names the gateway, at both well-known paths', async () => {
  const agent = await runLegacyAgent()
  const gateway = await runAgentGateway({ agents: { old: { card_url: agent.cardUrl } } })
  const url = gateway.agentUrl('old')
  for (const path of [CARD, '/.well-known/agent.json']) {
    const { card } = await read(url + path, {})
    expect(card).toMatchObject({
      url,
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [
        { url, transport: 'JSONRPC' },
        { url, transport: 'HTTP+JSON' },
      ],
    })
    expect(JSON.stringify(card)).not.toContain(agent.origin)
  }
})

describe('a signed card', () => {
  it('is refused by default, and calls go on', async () => {
    const { secret } = await newKey('ES256')
    const agent = await runModernAgent(signedBy(secret))
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const { status, card } = await read(gateway.agentUrl('echo') + CARD)
    expect(status).toBe(502)
    expect(card.error?.message).toMatch(/is signed.*card\.signing_key.*"drop"/)
    const { body } = await callRpc(gateway.agentUrl('echo'), 'SendMessage', messageOf('hi'))
    expect(JSON.stringify(body.result)).toContain('echo: ')
  })

  it('is served without signatures where the manifest says so', async () => {
    const { secret } = await newKey('ES256')
    const agent = await runModernAgent(signedBy(secret))
    const gateway = await runAgentGateway({
      agents: { echo: { card_url: agent.cardUrl, card: { signatures: 'drop' } } },
    })
    const { status, card } = await read(gateway.agentUrl('echo') + CARD)
    expect([status, card['signatures']]).toEqual([200, undefined])
  })

  it.each(['ES256', 'EdDSA'] as const)('is signed anew with the key of the gateway (%s)', async alg => {
    const own = await newKey('ES256')
    const key = await newKey(alg)
    const agent = await runModernAgent(signedBy(own.secret))
    const gateway = await runAgentGateway(
      { agents: { echo: { card_url: agent.cardUrl, card: { signing_key: '${env:CARD_KEY}' } } } },
      { CARD_KEY: JSON.stringify(key.secret) },
    )
    const url = gateway.agentUrl('echo')
    const { card } = await read(url + CARD)
    const { keys } = (await read(`${url}/.well-known/jwks.json`)).card as unknown as { keys: readonly JWK[] }
    expect(JSON.stringify(keys)).not.toContain('"d"')
    const verify = verifyAgentCardSignature(async kid => {
      const found = keys.find(each => each.kid === kid)
      if (found === undefined) throw new Error(`There is no key ${kid}.`)
      return (await importJWK(found, alg)) as CryptoKey
    })
    await verify(AgentCard.fromJSON(card))
    await expect(verify(AgentCard.fromJSON({ ...card, name: 'Other' }))).rejects.toThrow()
    await expect((await connectModernClient(url, 'JSONRPC')).send('x')).resolves.toMatchObject({
      text: 'echo: x',
    })
  })

  it('must be by a trusted key where there are any', async () => {
    const [trusted, other] = [await newKey('ES256', 'agent'), await newKey('ES256', 'agent')]
    for (const [secret, status] of [
      [trusted.secret, 200],
      [other.secret, 502],
      [undefined, 502],
    ] as const) {
      const agent = await runModernAgent(secret === undefined ? undefined : signedBy(secret))
      const gateway = await runAgentGateway({
        agents: {
          echo: { card_url: agent.cardUrl, card: { signatures: 'drop', trusted_keys: [trusted.open] } },
        },
      })
      const url = gateway.agentUrl('echo')
      expect((await read(url + CARD)).status).toBe(status)
      expect((await callRpc(url, 'SendMessage', messageOf('hi'))).status).toBe(status)
    }
  })

  it('is refused where the key of the gateway cannot be used', async () => {
    const agent = await runModernAgent()
    const gateway = await runAgentGateway(
      { agents: { echo: { card_url: agent.cardUrl, card: { signing_key: '${env:CARD_KEY}' } } } },
      { CARD_KEY: 'no key' },
    )
    const { status, card } = await read(gateway.agentUrl('echo') + CARD)
    expect([status, card.error?.message]).toEqual([503, expect.stringMatching(/cannot be signed/)])
  })
})

describe('a card that cannot be used', () => {
  const elsewhere = () => ({
    ...modernCard('http://127.0.0.1:1'),
    supportedInterfaces: [
      { url: 'http://127.0.0.1:1/a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
  })
  it.each([
    ['names other origins alone', elsewhere, /JSONRPC 1\.0 \(other origin\)/],
    ['is no JSON', () => 'hello', /not a JSON object/],
    [
      'is larger than 1 MB',
      () => ({ ...modernCard('x'), description: 'x'.repeat(1024 * 1024) }),
      /larger than 1048576/,
    ],
    ['has no interfaces', () => ({ name: 'Nothing' }), /names no interface/],
  ])('%s', async (_what, card, message) => {
    const agent = await runScriptedAgent(undefined, card)
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const shown = await read(gateway.agentUrl('echo') + CARD)
    expect(shown.status).toBe(502)
    expect(shown.card.error?.message).toMatch(message)
    const { status, body } = await callRpc(gateway.agentUrl('echo'), 'SendMessage', messageOf('hi'))
    expect([status, body.id]).toEqual([502, 7])
    expect(body.error?.message).toMatch(message)
  })

  it('does not matter where the manifest names interfaces', async () => {
    const agent = await runScriptedAgent(undefined, elsewhere)
    const gateway = await runAgentGateway({
      agents: { echo: { card_url: agent.cardUrl, interfaces: [{ url: `${agent.origin}/rpc` }] } },
    })
    const url = gateway.agentUrl('echo')
    expect((await callRpc(url, 'SendMessage', messageOf('hi'))).body.result).toEqual({})
    expect((await read(url + CARD)).card['supportedInterfaces']).toEqual([
      { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ])
  })
})
