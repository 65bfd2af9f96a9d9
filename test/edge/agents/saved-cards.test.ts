// Cards of agents that were saved by API: what is said of them when they are fetched, and with which key they are served.
import { type AgentCard, generateAgentCardSignature, verifyAgentCardSignature } from '@a2a-js/sdk'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runLegacyAgent } from '../../support/agents/legacy-agent.ts'
import { modernCard, runModernAgent } from '../../support/agents/modern-agent.ts'
import { newStore, runSavingGateway, saveAgent } from '../../support/agents/saved-agents.ts'
import { callRpc, messageOf, runScriptedAgent } from '../../support/agents/scripted-agent.ts'
import { runTestAgent } from '../../support/agents/test-agent.ts'
import { closeAll } from '../../support/local-servers.ts'

afterEach(closeAll)
// The SDK writes what it cannot verify.
beforeEach(() => void vi.spyOn(console, 'debug').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const MB = 1024 * 1024

const newKey = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return { secret: await exportJWK(privateKey), open: await exportJWK(publicKey) }
}

const signedBy =
  (secret: JWK) =>
  async (card: AgentCard): Promise<AgentCard> =>
    await generateAgentCardSignature((await importJWK(secret, 'ES256')) as CryptoKey, {
      alg: 'ES256',
      kid: 'agent',
      typ: 'JOSE',
    })({ ...card, securitySchemes: {}, securityRequirements: [] })

async function fetchCard(cardUrl: string, settings: object = {}) {
  const gateway = await runSavingGateway(newStore())
  const [integration] = await saveAgent(gateway, 'Echo', cardUrl, settings)
  expect(integration?.status).toBe(200)
  const report = await gateway.send('POST', '/agent-integrations/echo/fetch-agent-card')
  return { gateway, report }
}

describe('a card that is fetched', () => {
  it('is described with its skills and interfaces, and with what is not called', async () => {
    const agent = await runModernAgent()
    const { report } = await fetchCard(agent.cardUrl)
    expect(report).toEqual({
      status: 200,
      body: {
        success: true,
        error: null,
        card_url: agent.cardUrl,
        fetched_at: expect.stringMatching(/^20.*Z$/),
        name: 'Echo',
        description: 'Repeats texts.',
        version: '1.0.0',
        protocol_versions: ['1.0'],
        interfaces: [
          { url: `${agent.origin}/rpc`, binding: 'JSONRPC', version: '1.0', served: true, reason: null },
          { url: `${agent.origin}/rest`, binding: 'HTTP+JSON', version: '1.0', served: true, reason: null },
          {
            url: `${agent.origin}/grpc`,
            binding: 'GRPC',
            version: '1.0',
            served: false,
            reason: 'Only JSONRPC and HTTP+JSON are supported.',
          },
        ],
        skills: [{ id: 'echo', name: 'Echo', description: 'Repeats a text.' }],
        signed: false,
        signature_trusted: null,
        refused: [],
      },
    })
  })

  it('may be one of version 0.3', async () => {
    const agent = await runLegacyAgent()
    const { report } = await fetchCard(agent.cardUrl)
    expect(report.body).toMatchObject({ success: true, protocol_versions: [expect.stringMatching(/^0\.3/)] })
  })

  it('is fetched anew each time, with the credential', async () => {
    const agent = await runScriptedAgent()
    const { gateway } = await fetchCard(agent.cardUrl, {
      headers: { authorization: 'Bearer of-the-gateway' },
    })
    await gateway.send('POST', '/agent-integrations/echo/fetch-agent-card')
    const { requests } = agent.seen
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 2 }, () => 'Bearer of-the-gateway'),
    )
  })

  it('says why clients would be refused, and whether its signature is trusted', async () => {
    const [trusted, other] = [await newKey(), await newKey()]
    const agent = await runModernAgent(signedBy(trusted.secret))
    for (const [card, success, isTrusted, refused] of [
      [{}, false, null, [{ what: 'card', reason: expect.stringMatching(/is signed.*signing_key.*"drop"/) }]],
      [{ signatures: 'drop' }, true, null, []],
      [{ signatures: 'drop', trusted_keys: [trusted.open] }, true, true, []],
      [
        { trusted_keys: [other.open] },
        false,
        false,
        ['calls', 'card'].map(what => ({ what, reason: expect.stringMatching(/none of its signatures/) })),
      ],
    ] as const) {
      const { report } = await fetchCard(agent.cardUrl, { card })
      expect(report.body).toMatchObject({ success, error: null, signed: true, signature_trusted: isTrusted })
      expect(report.body.refused).toEqual(refused)
    }
  })

  it('names interfaces at other origins in vain, unless the integration names them', async () => {
    const elsewhere = () => modernCard('http://127.0.0.1:1')
    const agent = await runScriptedAgent(undefined, elsewhere)
    const { report } = await fetchCard(agent.cardUrl)
    expect(report.body).toMatchObject({
      success: false,
      error: null,
      interfaces: [{ served: false, reason: expect.stringMatching(/another origin/) }, {}, {}],
      refused: [{ what: 'calls' }, { what: 'card' }],
    })
    const named = { interfaces: [{ url: `${agent.origin}/rpc` }] }
    const { report: replaced } = await fetchCard(agent.cardUrl, named)
    expect(replaced.body).toMatchObject({
      success: true,
      interfaces: [{ served: false, reason: expect.stringMatching(/of the integration/) }, {}, {}],
      refused: [],
    })
  })
})

describe('a card that is not there is an answer', () => {
  it.each([
    ['no JSON', () => 'hello', /not a JSON object/, null],
    ['a list', () => [1], /not a JSON object/, null],
    ['no interfaces', () => ({ name: 'x' }), /names no interface/, null],
    ['more than 1 MB', () => ({ ...modernCard('x'), description: 'x'.repeat(MB) }), /1048576/, /1048576/],
  ])('%s', async (_what, card, reason, error) => {
    const agent = await runScriptedAgent(undefined, card)
    const { report } = await fetchCard(agent.cardUrl)
    expect(report).toMatchObject({
      status: 200,
      body: {
        success: false,
        error: error && expect.stringMatching(error),
        refused: [
          { what: 'calls', reason: expect.stringMatching(reason) },
          { what: 'card', reason: expect.stringMatching(reason) },
        ],
      },
    })
  })

  it.each([
    ['another status', 404, {}, /has the status 404/],
    ['a redirect', 302, { location: 'http://169.254.169.254/' }, /has the status 302/],
  ])('%s', async (_what, status, headers, error) => {
    const agent = await runTestAgent(() => (_request, response) => {
      response.writeHead(status, headers)
      response.end()
    })
    const { report } = await fetchCard(agent.cardUrl)
    expect(report).toMatchObject({
      status: 200,
      body: { success: false, error: expect.stringMatching(error) },
    })
    expect(agent.seen.requests).toHaveLength(1)
  })

  it('nobody listens', async () => {
    const { report } = await fetchCard('http://127.0.0.1:1/card.json', {
      interfaces: [{ url: 'http://127.0.0.1:1/rpc' }],
    })
    expect(report).toMatchObject({
      status: 200,
      body: {
        success: false,
        error: expect.stringMatching(/could not be called/),
        refused: [{ what: 'card' }],
      },
    })
  })
})

it('is signed with the key of the integration, which the SDK verifies', async () => {
  const [own, key] = [await newKey(), await newKey()]
  const agent = await runModernAgent(signedBy(own.secret))
  const { gateway, report } = await fetchCard(agent.cardUrl, { card: { signing_key: key.secret } })
  expect(report.body).toMatchObject({ success: true, signed: true })
  const url = gateway.agentUrl('echo')
  const read = async (path: string) => await (await fetch(`${url}${path}?A2A-Version=1.0`)).json()
  const card = await read('/.well-known/agent-card.json')
  expect(card).toMatchObject({ supportedInterfaces: [{ url }, { url }] })
  const { keys } = (await read('/.well-known/jwks.json')) as { keys: readonly JWK[] }
  expect(JSON.stringify(keys)).not.toContain('"d"')
  // As it was read: of a decoded card this SDK forgets the security schemes.
  await verifyAgentCardSignature(async kid => {
    const found = keys.find(each => each.kid === kid)
    if (found === undefined) throw new Error(`There is no key ${kid}.`)
    return (await importJWK(found, 'ES256')) as CryptoKey
  })(card as AgentCard)
})

it('A2A-Version in the query stands for the header, by both bindings', async () => {
  const agent = await runModernAgent()
  const gateway = await runSavingGateway(newStore())
  await saveAgent(gateway, 'Echo', agent.cardUrl)
  const url = gateway.agentUrl('echo')
  const rpc = await callRpc(`${url}?A2A-Version=1.0`, 'SendMessage', messageOf('hi'), {})
  expect(JSON.stringify(rpc.body.result)).toContain('echo: ')
  const rest = await fetch(`${url}/message:send?A2A-Version=1.0`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(messageOf('hi')),
  })
  expect([rest.status, await rest.text()]).toEqual([200, expect.stringContaining('echo: ')])
  const header = await callRpc(`${url}?A2A-Version=1.0`, 'SendMessage', messageOf('hi'), {
    'a2a-version': '0.3',
  })
  expect(header.body.error?.message).toMatch(/not found in version 0\.3/i)
  const unknown = await callRpc(`${url}?A2A-Version=7.0`, 'SendMessage', messageOf('hi'), {})
  expect(unknown.body.error?.message).toMatch(/"7\.0"/)
})
