// `outbound` with a proxy that was not written for it: Debian's tinyproxy.
import { rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import { BLOCKED } from '../runtime/upstream/addresses.ts'
import { closeAll, later, listening } from '../support/local-servers.ts'
import { ask, gatewayTrusting, OK, providerAt } from '../support/outbound-gateways.ts'
import { realProxy, TINYPROXY } from '../support/real-proxy.ts'
import { runProvider } from '../support/running-gateway.ts'
import { selfSigned } from '../support/self-signed.ts'
import { makeFolder } from '../support/temporary-folder.ts'

afterEach(closeAll)

/** A provider, and the headers that it was called with. */
async function plainProvider() {
  const provider = await runProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(OK)
  })
  later(provider.stop)
  return provider
}

async function secureProvider() {
  const { certificate, key } = selfSigned('private')
  const folder = makeFolder({ 'ca.pem': certificate })
  later(() => rmSync(folder, { recursive: true }))
  const server = createServer({ cert: certificate, key }, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(OK)
  })
  return { port: await listening(server), ca: `${folder}/ca.pem` }
}

describe.skipIf(TINYPROXY === undefined)('service: tinyproxy', () => {
  it('forwards plain http, which it marks', async () => {
    const [provider, proxy] = [await plainProvider(), await realProxy()]
    const gateway = await gatewayTrusting({
      outbound: { proxy: `http://127.0.0.1:${proxy.port}` },
      providers: { main: providerAt(`http://localhost:${provider.port}`) },
    })
    expect((await ask(gateway)).status).toBe(200)
    expect(provider.received[0]?.headers).toMatchObject({
      via: expect.stringContaining('tinyproxy'),
      host: `localhost:${provider.port}`,
      authorization: 'Bearer stored-key',
    })
    expect(provider.received[0]?.headers).not.toHaveProperty('proxy-authorization')
  })

  it('tunnels https to a provider with a private authority, and only with it', async () => {
    const [provider, proxy] = [await secureProvider(), await realProxy()]
    const providers = { main: providerAt(`https://localhost:${provider.port}`) }
    const address = `http://127.0.0.1:${proxy.port}`
    const gateway = await gatewayTrusting({ outbound: { proxy: address, ca: provider.ca }, providers })
    expect((await ask(gateway)).status).toBe(200)
    expect((await ask(gateway)).status).toBe(200)
    const doubting = await gatewayTrusting({ outbound: { proxy: address }, providers })
    expect(await ask(doubting)).toMatchObject({ status: 502, text: expect.stringContaining('(tls-issuer)') })
  })

  it('gets credentials, for plain http and https', async () => {
    const [plain, secure] = [await plainProvider(), await secureProvider()]
    const proxy = await realProxy('BasicAuth ann word')
    const outbound = { proxy: `http://ann:\${env:WORD}@127.0.0.1:${proxy.port}`, ca: secure.ca }
    for (const origin of [`http://localhost:${plain.port}`, `https://localhost:${secure.port}`]) {
      const providers = { main: providerAt(origin) }
      expect((await ask(await gatewayTrusting({ outbound, providers }, { WORD: 'word' }))).status).toBe(200)
      const refused = await ask(await gatewayTrusting({ outbound, providers }, { WORD: 'another' }))
      // This proxy refuses wrong credentials of what it forwards with a 401, which could be the provider's.
      expect(refused).toMatchObject(
        origin.startsWith('http:')
          ? { status: 401, text: expect.stringContaining('401 Unauthorized') }
          : {
              status: 502,
              text: expect.stringContaining('the proxy does not accept the credentials: status 401'),
            },
      )
    }
  })

  it('is the proxy of the environment where env is written, except for what is excepted', async () => {
    const [provider, proxy] = [await plainProvider(), await realProxy()]
    const environment = { http_proxy: `http://127.0.0.1:${proxy.port}`, no_proxy: '127.0.0.1' }
    const gateway = await gatewayTrusting(
      {
        outbound: { proxy: 'env' },
        providers: {
          main: providerAt(`http://localhost:${provider.port}`),
          near: providerAt(`http://127.0.0.1:${provider.port}`),
        },
      },
      environment,
    )
    expect((await ask(gateway)).status).toBe(200)
    expect((await ask(gateway, { 'x-gateway-provider': '@near' })).status).toBe(200)
    const without = await gatewayTrusting(
      { providers: { main: providerAt(`http://localhost:${provider.port}`) } },
      environment,
    )
    expect((await ask(without)).status).toBe(200)
    expect(provider.received.map(({ headers }) => 'via' in headers)).toEqual([true, false, false])
  })

  it('dies: its provider fails with it as the cause, and a fallback leaves by another way', async () => {
    const [provider, proxy] = [await plainProvider(), await realProxy()]
    const gateway = await gatewayTrusting(
      {
        providers: {
          main: providerAt(`http://localhost:${provider.port}`, {
            outbound: { proxy: `http://127.0.0.1:${proxy.port}` },
          }),
          near: providerAt(`http://127.0.0.1:${provider.port}`),
        },
      },
      {},
      { safe: { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { provider: '@near' }] } },
    )
    expect((await ask(gateway)).status).toBe(200)
    proxy.kill()
    expect(await ask(gateway)).toMatchObject({ status: 502, text: expect.stringContaining('(proxy)') })
    expect((await ask(gateway, { 'x-gateway-config': 'safe' })).status).toBe(200)
  })

  it('is never asked for a private host of a caller, in any spelling', async () => {
    const [provider, proxy] = [await plainProvider(), await realProxy()]
    const gateway = await gatewayTrusting({
      trusted_hosts: [],
      outbound: { proxy: `http://127.0.0.1:${proxy.port}` },
      providers: { mock: { provider: 'mock' } },
    })
    for (const [url] of BLOCKED) {
      const { port } = provider
      const host = new URL(url).port === '' ? url.replace(/\/$/, `:${port}/v1`) : `${url}v1`
      const reply = await ask(gateway, {
        'x-gateway-provider': 'openai',
        'x-gateway-custom-host': encodeURI(host),
        authorization: 'Bearer of-the-caller',
      })
      expect([url, reply.status, reply.text]).toEqual([url, 400, expect.stringContaining('blocked_host')])
    }
    expect(provider.received).toEqual([])
  })
})
