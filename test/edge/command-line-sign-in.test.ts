// Signing in from a command line, on real sockets: an issuer, a gateway with a store, and what `portolan login`, `token` and `logout` do.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { GatewayAddress } from '../../compiler/cli/gateway/gateway-address.ts'
import {
  currentLogin,
  endLogin,
  exchangeTokens,
  findIssuer,
  type TokenPorts,
} from '../../compiler/cli/gateway/gateway-token.ts'
import { signInAtIssuer } from '../../compiler/cli/gateway/issuer-sign-in.ts'
import { readLogins, writeLogin } from '../../compiler/cli/gateway/logins.ts'
import { closeAll, later } from '../support/local-servers.ts'
import { CLIENT, type OidcIssuer, runOidcIssuer } from '../support/oidc-issuer.ts'
import { gatewaysOnOneStore } from '../support/saved-resources.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

afterEach(closeAll)

async function start(signIn: object = {}) {
  const issuer = await runOidcIssuer()
  later(issuer.stop)
  issuer.person['role'] = 'member'
  issuer.person['workspaces'] = { default: 'member' }
  const [gateway, other] = await gatewaysOnOneStore(2, {
    authentication: 'required',
    trusted_hosts: ['127.0.0.1'],
    sign_in: { issuer: issuer.issuer, audience: CLIENT, client_id: CLIENT, ...signIn },
  })
  if (gateway === undefined || other === undefined) throw new Error('There are two.')
  const address: GatewayAddress = { origin: gateway.url.replace('/v1', ''), base: gateway.url }
  const ports: TokenPorts = {
    send: fetch,
    now: Date.now,
    file: join(temporaryFolder({}), 'portolan/logins.json'),
  }
  const call = async (token: string, { url } = gateway) =>
    (
      await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] }),
      })
    ).status
  return { issuer, gateway, other, address, ports, call }
}

type World = Awaited<ReturnType<typeof start>>

/** A person who opens the page, or enters the code. */
const person = (issuer: OidcIssuer, decision: 'allow' | 'deny' = 'allow') => {
  const shown: string[] = []
  return {
    shown,
    send: fetch,
    show: (line: string) => {
      shown.push(line)
      issuer.enter(/code (\S+)\./.exec(line)?.[1] ?? 'none', decision)
    },
    openPage: (url: string) => void fetch(url),
  }
}

async function login({ issuer, address, ports }: World, onDevice = false) {
  const client = await findIssuer(address, fetch)
  const tokens = await signInAtIssuer(client, person(issuer), { onDevice, hasBrowser: true })
  return await exchangeTokens(address, client, tokens, { workspace: undefined, device: 'laptop' }, ports)
}

it.each([
  ['in the browser', false, 'authorization_code'],
  ['with a code on another device', true, 'urn:ietf:params:oauth:grant-type:device_code'],
] as const)('a person signs in %s, and calls models with the token', async (_way, onDevice, grant) => {
  const world = await start()
  const { token, user, workspace } = await login(world, onDevice)
  expect([user, workspace, world.issuer.grants.at(-1)]).toEqual(['ada@example.com', 'default', grant])
  expect(await world.call(token)).toBe(200)
  expect((await world.gateway.log()).find(({ path }) => path === '/v1/chat/completions')).toMatchObject({
    key: expect.any(String),
    status: 200,
  })
  expect(statSync(world.ports.file).mode & 0o777).toBe(0o600)
})

it('a machine without a browser shows a code, unless the issuer has no device flow', async () => {
  const world = await start()
  const client = await findIssuer(world.address, fetch)
  const ada = person(world.issuer)
  await signInAtIssuer(client, ada, { onDevice: undefined, hasBrowser: false })
  expect(ada.shown[0]).toMatch(/^Open http:\S+ and enter the code \S+\.$/)
  world.issuer.set.devices = false
  await signInAtIssuer(client, ada, { onDevice: undefined, hasBrowser: false })
  expect(ada.shown.at(-1)).toMatch(/^Sign in at http:/)
  await expect(signInAtIssuer(client, ada, { onDevice: true, hasBrowser: false })).rejects.toThrow(
    'does not offer the device flow',
  )
})

it('a person who denies the device is not signed in', async () => {
  const world = await start()
  const client = await findIssuer(world.address, fetch)
  await expect(
    signInAtIssuer(client, person(world.issuer, 'deny'), { onDevice: true, hasBrowser: false }),
  ).rejects.toThrow('The issuer cannot sign you in: access_denied')
})

it('a token that ends soon is renewed once, however many processes ask', async () => {
  const world = await start()
  const { address, ports, issuer } = world
  const first = await login(world)
  expect((await currentLogin(address, [], ports)).token).toBe(first.token)
  const soon = { ...ports, now: () => Date.now() + 3_000_000 }
  const renewed = await Promise.all([1, 2, 3].map(() => currentLogin(address, [], soon)))
  expect(new Set(renewed.map(({ token }) => token)).size).toBe(1)
  expect(renewed[0]?.token).not.toBe(first.token)
  expect(issuer.grants.filter(grant => grant === 'refresh_token')).toHaveLength(1)
  expect(await world.call(renewed[0]?.token ?? '')).toBe(200)
  // What an agent still has is accepted.
  expect(await world.call(first.token)).toBe(200)
})

it('a sign-in that the issuer has ended gives the token until its end, and then asks to sign in', async () => {
  const world = await start()
  const { address, ports, issuer } = world
  const { token } = await login(world)
  issuer.end()
  const soon = { ...ports, now: () => Date.now() + 3_000_000 }
  expect((await currentLogin(address, [], soon)).token).toBe(token)
  const late = { ...ports, now: () => Date.now() + 3_700_000 }
  await expect(currentLogin(address, [], late)).rejects.toThrow(
    /The sign-in has ended: .* Run "portolan login/,
  )
})

it('signing out revokes the token on every runtime within two seconds', async () => {
  const world = await start()
  const { token } = await login(world)
  await until(async () => (await world.call(token, world.other)) === 200, 2_500)
  expect(await endLogin(world.address, world.ports)).toBeUndefined()
  expect(readLogins(world.ports.file).size).toBe(0)
  expect(await world.call(token)).toBe(401)
  await until(async () => (await world.call(token, world.other)) === 401, 2_500)
})

it('a token gives no other token: only the issuer says who somebody is', async () => {
  const world = await start()
  const { token } = await login(world)
  const response = await fetch(`${world.gateway.url}/sign-in/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ device: 'another' }),
  })
  expect(response.status).toBe(403)
})

it('a gateway without a client signs nobody in from a command line', async () => {
  const [gateway] = await gatewaysOnOneStore(1)
  const address = { origin: gateway?.url.replace('/v1', '') ?? '', base: gateway?.url ?? '' }
  await expect(findIssuer(address, fetch)).rejects.toThrow('sign_in.client_id')
})

it('a person who may call nothing gets the sentence of the gateway', async () => {
  const world = await start()
  world.issuer.person['workspaces'] = {}
  await expect(login(world)).rejects.toThrow(/workspace/)
})

it('a file with another sign-in keeps it', async () => {
  const { ports } = await start()
  const one = {
    issuer: 'i',
    clientId: 'c',
    user: 'u',
    workspace: 'w',
    device: 'd',
    token: 't',
    since: 1,
    expiresAt: 2,
  }
  writeLogin(ports.file, 'https://one.example', one)
  writeLogin(ports.file, 'https://two.example', { ...one, refreshToken: 'r' })
  writeLogin(ports.file, 'https://one.example', undefined)
  expect(readLogins(ports.file)).toEqual(new Map([['https://two.example', { ...one, refreshToken: 'r' }]]))
})

it('what the machine refuses is a sentence, and a file that cannot be read has no sign-ins', () => {
  const file = join(temporaryFolder({}), 'logins.json')
  mkdirSync(file)
  expect(readLogins(file).size).toBe(0)
  expect(() => writeLogin(file, 'https://one.example', undefined)).toThrow(
    `The sign-in cannot be stored: ${file} is a folder.`,
  )
})

it('a gateway that does not answer is not waited for without end', async () => {
  let signal: AbortSignal | null | undefined
  const send: typeof fetch = async (_url, init) => {
    signal = init?.signal
    throw new Error('The time is over.')
  }
  await expect(
    findIssuer({ origin: 'https://one.example', base: 'https://one.example/v1' }, send),
  ).rejects.toThrow('cannot be reached')
  expect(signal).toBeInstanceOf(AbortSignal)
})
