// What cannot be saved of an agent, each refused with the reason: the rules are those of agents of the manifest.
import { exportJWK, generateKeyPair } from 'jose'
import { expect, it } from 'vitest'
import { startControl } from '../../../../support/control-harness.ts'

const CARD = 'https://agents.example.com/.well-known/agent-card.json'
const ECHO = { name: 'Echo', card_url: CARD }
const OPTIONS = { encryptionKey: Buffer.from('k'.repeat(32)).toString('base64') }

const start = () => startControl({ public_url: 'https://gateway.example.com' }, OPTIONS)

it.each([
  ['a private host', { card_url: 'http://169.254.169.254/card' }, /The agent may not be called/],
  ['a private host of an interface', { interfaces: [{ url: 'http://10.0.0.1/rpc' }] }, /may not be called/],
  ['gRPC', { card_url: 'grpc://agents.example.com' }, /gRPC is not supported/],
  ['a URL with a password', { card_url: 'https://a:b@agents.example.com/card' }, /user name or password/],
  ['a reference in a URL', { card_url: 'https://${env:HOST}/card' }, /contains a reference/],
  [
    'two interfaces for one binding',
    { interfaces: [{ url: `${CARD}/a` }, { url: `${CARD}/b` }] },
    /never called/,
  ],
  [
    'an interface whose version is left out',
    { interfaces: [{ url: CARD }], versions: ['0.3'] },
    /never called/,
  ],
  ['no interface', { interfaces: [] }, /interfaces must have at least 1 item/],
  ['an unknown version', { versions: ['2.0'] }, /versions\[0\] must be 1\.0 or 0\.3/],
  ['a timeout of nothing', { timeout: 0 }, /timeout must be at least 1/],
  ['a webhook with a path', { webhook_hosts: ['hooks.example.com/a'] }, /webhook_hosts\[0\]/],
  ['a header of the protocol', { headers: { 'A2A-Version': '1.0' } }, /is set by the gateway itself/],
  ['a header with a reference', { headers: { authorization: 'Bearer ${secret:x}' } }, /not resolved here/],
  ['a header with a line break', { headers: { 'x-a': 'b\r\nc: d' } }, /characters that no header/],
  ['a header that is there twice', { headers: { 'X-A': 'b', 'x-a': 'c' } }, /is there twice/],
  ['a key that cannot sign', { card: { signing_key: 'key' } }, /not a private JWK/],
  ['a public key to sign with', { card: { signing_key: { kty: 'EC', crv: 'P-256' } } }, /not a private JWK/],
  ['a private key as a trusted one', { card: { trusted_keys: [{ kty: 'EC', d: 'x' }] } }, /d is not a known/],
  ['a field that is unknown', { url: CARD }, /url is not a known property/],
])('%s', async (_what, body, reason) => {
  const here = await start()
  const refused = await here.send('POST', '/agent-integrations', {
    workspace_id: 'default',
    ...ECHO,
    ...body,
  } as never)
  const { message, param } = refused.body.error
  expect([refused.status, message]).toEqual([400, expect.stringMatching(reason)])
  expect(String(param)).toContain(Object.keys(body)[0])
  expect((await here.send('GET', '/agent-integrations')).body.total).toBe(0)
})

it('signatures beside a key that signs', async () => {
  const here = await start()
  const card = {
    signing_key: await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey),
    signatures: 'drop',
  }
  const refused = await here.send('POST', '/agent-integrations', {
    workspace_id: 'default',
    ...ECHO,
    card,
  } as never)
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/no effect/)])
})

it('any agent where the manifest does not say the URL that cards name', async () => {
  const here = await startControl({}, OPTIONS)
  const refused = await here.send('POST', '/agent-integrations', { workspace_id: 'default', ...ECHO })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/"public_url"/)])
})

it('a slug that is taken, and a deletion of what is used', async () => {
  const here = await start()
  await here.send('POST', '/agent-integrations', { workspace_id: 'default', ...ECHO })
  expect((await here.send('POST', '/agent-integrations', { workspace_id: 'default', ...ECHO })).status).toBe(
    409,
  )
  await here.send('POST', '/agent-servers', {
    workspace_id: 'default',
    name: 'Parrot',
    agent_integration_id: 'echo',
  })
  const used = await here.send('DELETE', '/agent-integrations/echo')
  expect([used.status, used.body.error.message]).toEqual([
    409,
    'The agent integration "echo" is used by the agent server "parrot".',
  ])
  const stale = await here.send(
    'PUT',
    '/agent-integrations/echo',
    { name: 'x' },
    { headers: ['if-match', '"99"'] },
  )
  expect(stale.status).toBe(412)
})

it('cards, by a process that calls no agents', async () => {
  const here = await start()
  await here.send('POST', '/agent-integrations', { workspace_id: 'default', ...ECHO })
  expect((await here.send('POST', '/agent-integrations/echo/fetch-agent-card')).status).toBe(501)
  expect((await here.send('POST', '/agent-integrations/none/fetch-agent-card')).status).toBe(404)
})
