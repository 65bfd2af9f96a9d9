// `outbound` on real sockets: every client of a process leaves as the manifest says, a provider as its own setting says, and a proxy that
// dies is a failure like any other of the network.
import { rmSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { ask, gatewayOf, OK, providerAt } from '../support/outbound-gateways.ts'
import { type ProxyDouble, proxyDouble } from '../support/proxy-double.ts'
import { type Provider, runProvider } from '../support/running-gateway.ts'
import { makeFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

afterEach(closeAll)

const NAMES = [
  'api.example.com',
  'sink.example.com',
  'collector.example.com',
  'jwks.example.com',
  'guard.example.com',
  'mcp.example.com',
  'agent.example.com',
  'vault.example.com',
  'issuer.example.com',
]

async function world(more: { readonly credentials?: string } = {}): Promise<{
  readonly provider: Provider
  readonly proxy: ProxyDouble
}> {
  const provider = await runProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(OK)
  })
  later(provider.stop)
  const leadsTo = Object.fromEntries(NAMES.map(name => [`${name}:80`, provider.port]))
  return { provider, proxy: await proxyDouble({ leadsTo, ...more }) }
}

describe('the way out of a manifest', () => {
  it('is that of providers, sinks of the log, collectors and secret managers', async () => {
    const { proxy } = await world()
    const gateway = await gatewayOf({
      outbound: { proxy: proxy.origin },
      providers: { main: providerAt('http://api.example.com') },
      secret_references: {
        shared: {
          manager_type: 'hashicorp_vault',
          secret_path: 'kv/data/x',
          auth_config: {
            vault_addr: 'http://vault.example.com',
            vault_auth_type: 'token',
            vault_token: '${env:KEY}',
          },
        },
      },
      telemetry: {
        log_http: { url: 'http://sink.example.com/logs' },
        otlp: { endpoint: 'http://collector.example.com', traces: 1 },
      },
    })
    expect((await ask(gateway)).status).toBe(200)
    const hosts = () => new Set(proxy.asked.map(each => /^\w+ (http:\/\/[^/]+)/.exec(each)?.[1]))
    await until(() => hosts().size === 4, 20_000)
    expect([...hosts()].sort()).toEqual([
      'http://api.example.com',
      'http://collector.example.com',
      'http://sink.example.com',
      'http://vault.example.com',
    ])
  })

  it('has the password of its proxy from a reference, which no log and no reply repeats', async () => {
    const { proxy } = await world({ credentials: 'ann:word-of-ann' })
    const address = proxy.origin.replace('//', '//ann:${env:PROXY_PASSWORD}@')
    const manifest = {
      outbound: { proxy: address },
      providers: { main: providerAt('http://api.example.com') },
    }
    const gateway = await gatewayOf(manifest, { PROXY_PASSWORD: 'word-of-ann' })
    expect((await ask(gateway)).status).toBe(200)
    const other = await gatewayOf(manifest, { PROXY_PASSWORD: 'word-of-bob' })
    const refused = await ask(other)
    expect(refused).toMatchObject({ status: 502, text: expect.stringContaining('the proxy does not accept') })
    const said = JSON.stringify([
      refused,
      await gateway.log(),
      await other.log(),
      gateway.bundle,
      other.bundle,
    ])
    expect(said).not.toMatch(/word-of|d29yZC1vZi/)
    await expect(gatewayOf(manifest)).rejects.toThrow(
      'The environment variable PROXY_PASSWORD is not set; it is required by outbound.proxy.',
    )
  })

  it('holds for hosts that callers name, by the address that was checked', async () => {
    const { proxy, provider } = await world()
    const gateway = await gatewayOf({
      outbound: { proxy: proxy.origin },
      providers: { main: providerAt('http://api.example.com') },
      caller_hosts: ['localhost', '127.0.0.1'],
    })
    const named = { 'x-gateway-provider': 'openai', authorization: 'Bearer of-the-caller' }
    const host = `http://localhost:${provider.port}/v1`
    expect((await ask(gateway, { ...named, 'x-gateway-custom-host': host })).status).toBe(200)
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${provider.port}`])
    expect(provider.received.at(-1)?.headers.host).toBe(`localhost:${provider.port}`)
    const inside = await ask(gateway, { ...named, 'x-gateway-custom-host': 'http://10.0.0.7/v1' })
    expect(inside).toMatchObject({ status: 400, text: expect.stringContaining('blocked_host') })
    expect(proxy.asked).toHaveLength(1)
  })
})

describe('the way out of a provider', () => {
  it('replaces that of the manifest, and a reload brings one along', async () => {
    const { proxy, provider } = await world()
    const second = await proxyDouble({ leadsTo: { 'api.example.com:80': provider.port } })
    const gateway = await gatewayOf({
      outbound: { proxy: proxy.origin },
      providers: {
        main: providerAt('http://api.example.com'),
        other: providerAt('http://api.example.com', { outbound: { proxy: second.origin } }),
        near: providerAt(`http://127.0.0.1:${provider.port}`, { outbound: { proxy: 'none' } }),
      },
      trusted_hosts: ['127.0.0.1'],
    })
    for (const slug of ['main', 'other', 'near'])
      expect((await ask(gateway, { 'x-gateway-provider': `@${slug}` })).status).toBe(200)
    expect([proxy.asked.length, second.asked.length, provider.received.length]).toEqual([1, 1, 3])
    const direct = await gatewayOf({
      providers: { main: providerAt(`http://127.0.0.1:${provider.port}`) },
      trusted_hosts: ['127.0.0.1'],
    })
    const { bundle } = await gatewayOf({
      providers: { main: providerAt('http://api.example.com', { outbound: { proxy: second.origin } }) },
    })
    expect((await ask(direct)).status).toBe(200)
    expect(await direct.runtime.reload(bundle)).toEqual([])
    expect((await ask(direct)).status).toBe(200)
    expect(second.asked).toHaveLength(2)
  })
})

describe('a proxy that dies', () => {
  it('fails its provider alone, opens its circuit, and a fallback leaves by another way', async () => {
    const { proxy, provider } = await world()
    const manifest = {
      providers: {
        main: providerAt('http://api.example.com', { outbound: { proxy: proxy.origin } }),
        near: providerAt(`http://127.0.0.1:${provider.port}`),
      },
      trusted_hosts: ['127.0.0.1'],
    }
    const gateway = await gatewayOf(
      manifest,
      {},
      {
        safe: {
          strategy: { mode: 'fallback' },
          targets: [
            { provider: '@main', cb_config: { failure_threshold: 1, cooldown_interval: 60_000 } },
            { provider: '@near' },
          ],
        },
      },
    )
    const safe = { 'x-gateway-config': 'safe' }
    proxy.die()
    expect(await ask(gateway)).toMatchObject({
      status: 502,
      text: expect.stringMatching(/the proxy could not be reached: the connection was refused \(proxy\)/),
    })
    expect((await ask(gateway, safe)).status).toBe(200)
    expect((await ask(gateway, safe)).status).toBe(200)
    expect(provider.received).toHaveLength(2)
    const lines = (await gateway.log()).filter(line => 'attempts' in line)
    expect(JSON.stringify(lines[0])).toContain('"proxy"')
  })
})

describe('the environment', () => {
  const lines = async (manifest: object, environment: Readonly<Record<string, string>>) =>
    (await (await gatewayOf({ providers: { mock: { provider: 'mock' } }, ...manifest }, environment)).log())
      .map(line => line['message'])
      .filter(message => typeof message === 'string')

  it.each([
    [
      {},
      { HTTPS_PROXY: 'http://user:word@10.0.0.1:3128' },
      'HTTPS_PROXY is set and not used: write "outbound: { proxy: env }" into the manifest to call through it.',
    ],
    [
      {},
      { HTTPS_PROXY: 'http://10.0.0.1:3128', http_proxy: 'http://10.0.0.1:3128' },
      'HTTPS_PROXY and http_proxy are set and not used: write "outbound: { proxy: env }" into the manifest to call through it.',
    ],
    [{ outbound: { proxy: 'env' } }, { HTTPS_PROXY: 'http://10.0.0.1:3128' }, undefined],
    [
      { outbound: { proxy: 'env' } },
      {},
      'outbound.proxy is env, and neither HTTPS_PROXY nor HTTP_PROXY is set, so calls leave without a proxy.',
    ],
    [
      { outbound: { proxy: 'env' } },
      { HTTPS_PROXY: 'http://10.0.0.1:3128', ALL_PROXY: 'socks5://10.0.0.1' },
      'ALL_PROXY is set and not used: the proxy is that of HTTPS_PROXY and HTTP_PROXY.',
    ],
    [{}, { NO_PROXY: 'localhost', HTTPS_PROXY: '' }, undefined],
  ])('with %j and the variables %j', async (manifest, environment, line) => {
    expect(await lines(manifest, environment)).toEqual(line === undefined ? [] : [line])
  })
})

it('an authority that cannot be read is a reason not to start', async () => {
  const folder = makeFolder({})
  later(() => rmSync(folder, { recursive: true }))
  await expect(
    gatewayOf({ outbound: { ca: `${folder}/ca.pem` }, providers: { mock: { provider: 'mock' } } }),
  ).rejects.toThrow(`The file ${folder}/ca.pem of outbound.ca cannot be read (ENOENT).`)
})
