// Semantics, section 12: hosts of the catalog and of the operator are left to the proxy, those of callers and remote parties are
// resolved and checked here and asked for by address; what fails in between is the proxy.

import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { openEgress } from '../../../runtime/upstream/open-egress.ts'
import { createUpstreamClient } from '../../../runtime/upstream/undici-client.ts'
import type { PlanOutbound } from '../../../schemas/generated/types.ts'
import { callBy } from '../../support/client-calls.ts'
import { closeAll, later, listening } from '../../support/local-servers.ts'
import { type ProxyDouble, proxyDouble } from '../../support/proxy-double.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { makeFolder } from '../../support/temporary-folder.ts'
import { ADDRESSES, BLOCKED } from './addresses.ts'

afterEach(closeAll)

interface Settings {
  readonly proxyUrl?: string
  readonly outbound?: PlanOutbound
  readonly open?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly folder?: string
}

function clientWith({ proxyUrl, outbound, open = [], environment = {}, folder = '/' }: Settings) {
  const openHosts = () => open
  const plan = outbound ?? { proxy: { address: proxyUrl ?? '' } }
  const egress = openEgress(plan, 'outbound', {
    environment,
    folder,
    proxyUrl,
    connectTimeout: 500,
    openHosts,
  })
  if (typeof egress === 'string') throw new Error(egress)
  const client = createUpstreamClient({
    connections: 4,
    connectTimeout: 500,
    replyHeaderBytes: 32_768,
    openHosts,
    egress,
  })
  later(client.close)
  return client
}

/** A server that says which Host it was called with. */
const provider = (): Promise<number> =>
  listening(createServer((request, response) => response.end(`${request.headers.host} ${request.url}`)))

async function secureProvider(): Promise<{ readonly port: number; readonly certificate: string }> {
  const { certificate, key } = selfSigned('private')
  const server = createTlsServer({ cert: certificate, key }, (request, response) =>
    response.end(
      `${request.headers.host} ${(request.socket as unknown as { servername: string }).servername}`,
    ),
  )
  return { port: await listening(server), certificate }
}

const answered = (proxy: ProxyDouble): readonly string[] => proxy.asked.splice(0)

describe('a host of the catalog or of the operator', () => {
  it('is resolved by the proxy, which forwards plain http', async () => {
    const port = await provider()
    const proxy = await proxyDouble({ leadsTo: { 'api.example.com:80': port } })
    const client = clientWith({ proxyUrl: proxy.origin })
    for (const author of ['catalog', 'operator'] as const)
      expect(await callBy(client, author, 'http://api.example.com/v1')).toBe('200 api.example.com /v1')
    expect(answered(proxy)).toEqual(['GET http://api.example.com/v1', 'GET http://api.example.com/v1'])
  })

  it('is tunnelled to over https, with its own name in TLS and Host', async () => {
    const { port, certificate } = await secureProvider()
    const folder = makeFolder({ 'ca.pem': certificate })
    later(() => rmSync(folder, { recursive: true }))
    const proxy = await proxyDouble({ leadsTo: { 'localhost:443': port } })
    const trusting = { proxy: { address: proxy.origin }, ca: 'ca.pem' }
    const client = clientWith({ proxyUrl: proxy.origin, outbound: trusting, folder })
    expect(await callBy(client, 'catalog', 'https://localhost/v1')).toBe('200 localhost localhost')
    expect(answered(proxy)).toEqual(['CONNECT localhost:443'])
    const doubting = clientWith({ proxyUrl: proxy.origin })
    expect(await callBy(doubting, 'catalog', 'https://localhost/v1')).toBe(
      'upstream_unreachable (tls-issuer): The call failed: its certificate was issued by an authority that this machine does not trust (tls-issuer).',
    )
  })

  it('is closed to the operator where its name or address is private, and not listed', async () => {
    const proxy = await proxyDouble()
    const client = clientWith({ proxyUrl: proxy.origin })
    for (const [url] of BLOCKED)
      expect([url, await callBy(client, 'operator', url)]).toEqual([
        url,
        expect.stringMatching(/^blocked_host/),
      ])
    expect(answered(proxy)).toEqual([])
  })

  it('has tunnels for WebSockets too', async () => {
    const port = await provider()
    const proxy = await proxyDouble({ leadsTo: { 'api.example.com:80': port } })
    const client = clientWith({ proxyUrl: proxy.origin })
    expect(await callBy(client, 'operator', 'http://api.example.com/v1', 'connect')).toBe(
      '200 api.example.com /v1',
    )
    expect(answered(proxy)).toEqual(['CONNECT api.example.com:80'])
  })
})

describe('a host of a caller or of a remote party', () => {
  it('is resolved here, and asked for by its address with Host and TLS name unchanged', async () => {
    const port = await provider()
    const proxy = await proxyDouble()
    const client = clientWith({ proxyUrl: proxy.origin, open: ['127.0.0.0/8', '::1', 'localhost'] })
    for (const how of ['send', 'connect'] as const)
      expect(await callBy(client, 'caller', `http://localhost:${port}/v1`, how)).toBe(
        `200 localhost:${port} /v1`,
      )
    expect(answered(proxy)).toEqual([`CONNECT 127.0.0.1:${port}`, `CONNECT 127.0.0.1:${port}`])
    const secure = await secureProvider()
    const folder = makeFolder({ 'ca.pem': secure.certificate })
    later(() => rmSync(folder, { recursive: true }))
    const trusting = clientWith({
      proxyUrl: proxy.origin,
      outbound: { proxy: { address: proxy.origin }, ca: 'ca.pem' },
      folder,
      open: ['127.0.0.0/8', '::1', 'localhost'],
    })
    expect(await callBy(trusting, 'caller', `https://localhost:${secure.port}/`)).toBe(
      `200 localhost:${secure.port} localhost`,
    )
    expect(answered(proxy)).toEqual([`CONNECT 127.0.0.1:${secure.port}`])
  })

  it('never reaches the proxy where it is private, in any spelling', async () => {
    const proxy = await proxyDouble()
    const client = clientWith({ proxyUrl: proxy.origin })
    const addresses = ADDRESSES.filter(([ip, word]) => word !== undefined && /^[0-9a-f:.]+$/.test(ip)).map(
      ([ip]) => `http://${ip.includes(':') ? `[${ip}]` : ip}/`,
    )
    // Names that no resolver of this machine knows fail otherwise, and reach the proxy as little.
    const spellings = BLOCKED.map(([url]) => url).filter(url => /\d|localhost\.?\/$/i.test(url))
    for (const url of [...addresses, ...spellings])
      for (const author of ['caller', 'remote'] as const)
        for (const how of ['send', 'connect'] as const)
          expect([url, await callBy(client, author, url, how)]).toEqual([
            url,
            expect.stringMatching(/^(blocked_host \(blocked\)|upstream_unreachable \(dns\))/),
          ])
    for (const [url] of BLOCKED) await callBy(client, 'remote', url)
    expect(answered(proxy)).toEqual([])
  })
})

describe('exceptions', () => {
  it('leave directly, still guarded', async () => {
    const port = await provider()
    const proxy = await proxyDouble()
    const outbound = { proxy: { address: proxy.origin }, noProxy: ['127.0.0.0/8', 'localhost'] }
    const client = clientWith({ proxyUrl: proxy.origin, outbound })
    expect(await callBy(client, 'catalog', `http://127.0.0.1:${port}/v1`)).toBe(`200 127.0.0.1:${port} /v1`)
    expect(await callBy(client, 'caller', `http://localhost:${port}/v1`)).toMatch(/^blocked_host/)
    expect(answered(proxy)).toEqual([])
  })
})

describe('the environment', () => {
  it('names the proxies of http and https, and its exceptions add to those of the plan', async () => {
    const port = await provider()
    const proxy = await proxyDouble({ leadsTo: { 'api.example.com:80': port } })
    const environment = {
      http_proxy: proxy.origin,
      HTTP_PROXY: 'http://other.invalid:1',
      NO_PROXY: 'x.example,127.0.0.1',
    }
    const outbound = { proxy: { environment: true } }
    const client = clientWith({ outbound, environment })
    expect(await callBy(client, 'catalog', 'http://api.example.com/v1')).toBe('200 api.example.com /v1')
    expect(await callBy(client, 'catalog', `http://127.0.0.1:${port}/v1`)).toBe(`200 127.0.0.1:${port} /v1`)
    expect(answered(proxy)).toEqual(['GET http://api.example.com/v1'])
  })

  it.each([
    [
      { HTTPS_PROXY: 'socks5://user:word@10.0.0.1' },
      /^The variable HTTPS_PROXY, which outbound.proxy uses, is not/,
    ],
    [{ HTTP_PROXY: 'nonsense' }, /^The variable HTTP_PROXY/],
    [{ HTTP_PROXY: 'http://p:1', NO_PROXY: 'a b/c' }, /^The variable NO_PROXY.*"b\/c" that is not a host/],
  ])('%j is refused, without repeating a password', (environment, sentence) => {
    expect(() => clientWith({ outbound: { proxy: { environment: true } }, environment })).toThrow(sentence)
  })
})

describe('a proxy that wants credentials', () => {
  it.each(['http://api.example.com/v1', 'https://api.example.com/v1'])(
    '%s: gets those of the plan',
    async url => {
      const port = await provider()
      const proxy = await proxyDouble({
        leadsTo: { 'api.example.com:80': port, 'api.example.com:443': port },
        credentials: 'ann:p@ss',
      })
      const known = clientWith({ proxyUrl: proxy.origin.replace('//', '//ann:p%40ss@') })
      expect(await callBy(known, 'catalog', url)).not.toMatch(/credentials/)
      const unknown = clientWith({ proxyUrl: proxy.origin })
      expect(await callBy(unknown, 'catalog', url)).toBe(
        'upstream_unreachable (proxy): The call failed: the proxy does not accept the credentials: status 407 (proxy).',
      )
    },
  )
})

describe('a proxy that fails is named as what has failed', () => {
  const UNREACHABLE = 'upstream_unreachable (proxy): The call failed: the proxy could not be reached'
  it.each([
    ['closes' as const, `${UNREACHABLE}: the connection was closed before the reply arrived (proxy).`],
    ['silent' as const, /the proxy could not be reached/],
  ])('%s', async (fault, expected) => {
    const proxy = await proxyDouble({ fault })
    const client = clientWith({ proxyUrl: proxy.origin })
    expect(await callBy(client, 'catalog', 'https://api.example.com/')).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    )
  })

  it('dead, for http and https', async () => {
    const proxy = await proxyDouble()
    proxy.die()
    const client = clientWith({ proxyUrl: proxy.origin })
    for (const scheme of ['http', 'https'])
      expect(await callBy(client, 'catalog', `${scheme}://api.example.com/`)).toBe(
        `${UNREACHABLE}: the connection was refused (proxy).`,
      )
  })

  it('refusing the host', async () => {
    const proxy = await proxyDouble()
    const client = clientWith({ proxyUrl: proxy.origin })
    expect(await callBy(client, 'catalog', 'https://api.example.com/')).toBe(
      'upstream_unreachable (proxy): The call failed: the proxy refused to connect: status 502 (proxy).',
    )
  })
})

describe('authorities', () => {
  it.each([
    ['missing.pem', {}, /cannot be read \(ENOENT\)/],
    ['ca.pem', { 'ca.pem': 'no certificate' }, /is not a PEM file of certificates/],
    [
      'ca.pem',
      { 'ca.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' },
      /is not a PEM file of certificates/,
    ],
  ])('%s with %j is refused', (ca, files, sentence) => {
    const folder = makeFolder(files)
    later(() => rmSync(folder, { recursive: true }))
    expect(() => clientWith({ outbound: { ca }, folder })).toThrow(sentence)
  })

  it('are those of a proxy that is called over https, too', async () => {
    const port = await provider()
    const proxy = await proxyDouble({ leadsTo: { 'api.example.com:80': port } })
    const { certificate, key } = selfSigned('proxy')
    const folder = makeFolder({ 'ca.pem': certificate })
    later(() => rmSync(folder, { recursive: true }))
    const front = createSecureServer({ cert: certificate, key }, socket =>
      socket
        .on('error', () => {})
        .pipe(connect(Number(new URL(proxy.origin).port), '127.0.0.1'))
        .pipe(socket),
    )
    const proxyUrl = `https://localhost:${await listening(front)}`
    const plan = { proxy: { address: proxyUrl } }
    const trusting = clientWith({ proxyUrl, outbound: { ...plan, ca: 'ca.pem' }, folder })
    for (const how of ['send', 'connect'] as const)
      expect(await callBy(trusting, 'catalog', 'http://api.example.com/v1', how)).toBe(
        '200 api.example.com /v1',
      )
    expect(answered(proxy)).toEqual(['GET http://api.example.com/v1', 'CONNECT api.example.com:80'])
    const doubting = clientWith({ proxyUrl, outbound: plan })
    for (const scheme of ['http', 'https'])
      expect(await callBy(doubting, 'catalog', `${scheme}://api.example.com/v1`)).toBe(
        'upstream_unreachable (proxy): The call failed: the proxy could not be reached: its certificate was issued by an authority that this machine does not trust (proxy).',
      )
  })

  it('are trusted beside those of the platform, without a proxy too', async () => {
    const { port, certificate } = await secureProvider()
    const folder = makeFolder({ 'ca.pem': certificate })
    later(() => rmSync(folder, { recursive: true }))
    const client = clientWith({ outbound: { ca: 'ca.pem' }, folder, open: ['localhost', '127.0.0.1'] })
    for (const author of ['catalog', 'operator', 'caller'] as const)
      expect(await callBy(client, author, `https://localhost:${port}/`)).toBe(
        `200 localhost:${port} localhost`,
      )
  })
})
