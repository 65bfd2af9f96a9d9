// `listen.admin`: saved resources on a listener of their own.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, it, test } from 'vitest'
import { startRuntime } from '../../runtime/process/start-runtime.ts'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { selfSigned } from '../support/self-signed.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

const manifest = {
  providers: { mock: { provider: 'mock' } },
  listen: { port: 0, admin: { port: 0 } },
}
const configs = { chat: { provider: '@mock', override_params: { model: 'echo' } } }

const portsOf = ({ port, runtime }: RunningGateway) => ({ main: port, admin: runtime.admin?.port ?? 0 })

const get = async (port: number, path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { status: reply.status, text: await reply.text() }
}

const chat = async (port: number, headers: Record<string, string> = {}) => {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': 'chat', ...headers },
    body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return { status: reply.status, text: await reply.text() }
}

it('serves saved resources on the admin listener alone, and calls on the main one alone', async () => {
  const gateway = await runGateway(manifest, configs)
  const { main, admin } = portsOf(gateway)
  expect(admin).not.toBe(main)
  expect((await get(admin, '/v1/workspaces')).status).toBe(200)
  expect((await get(admin, '/healthz')).status).toBe(200)
  expect((await chat(main)).status).toBe(200)
  const elsewhere = await get(main, '/v1/workspaces')
  expect(elsewhere).toMatchObject({ status: 404, text: expect.stringContaining('on the admin listener') })
  expect(elsewhere.text).not.toContain(String(admin))
  expect(await chat(admin)).toMatchObject({
    status: 404,
    text: expect.stringContaining('Calls of models are not served here'),
  })
  expect((await get(admin, '/v1/models')).status).toBe(404)
  expect((await get(admin, '/v1/proxy/files')).status).toBe(404)
  await gateway.stop()
})

it('keeps both apart after a reload, and says that a new address needs a restart', async () => {
  const gateway = await runGateway(manifest, configs)
  const { main, admin } = portsOf(gateway)
  const { gateway: facts } = gateway.bundle
  const listen = { ...facts.listen, admin: { host: '127.0.0.1', port: 9 } }
  const next = { ...gateway.bundle, gateway: { ...facts, listen } }
  expect(await gateway.runtime.reload(next)).toEqual([])
  expect(gateway.runtime.restartNeeded(next)).toEqual([
    'The new value of listen.admin takes effect after a restart.',
  ])
  expect((await get(admin, '/v1/workspaces')).status).toBe(200)
  expect((await get(main, '/v1/workspaces')).status).toBe(404)
  await gateway.stop()
})

it('asks for a key on both listeners where the gateway has keys', async () => {
  const keys = [{ id: 'reader', hash: hashOf('secret'), scopes: ['workspaces.list'] }]
  const gateway = await runGateway({ ...manifest, api_keys: keys }, configs)
  const { admin } = portsOf(gateway)
  expect((await get(admin, '/v1/workspaces')).status).toBe(401)
  expect((await get(admin, '/v1/workspaces', { 'x-gateway-api-key': 'secret' })).status).toBe(200)
  expect((await chat(admin)).status).toBe(401)
  await gateway.stop()
})

test('without keys the admin listener is on a loopback address, whatever the command line says', async () => {
  const { bundle, stop } = await runGateway(manifest, configs)
  await stop()
  const refused = await startRuntime(bundle, { environment: {}, admin: { host: '0.0.0.0', port: 0 } })
  expect(refused).toEqual([expect.stringContaining('may only listen on a loopback address')])
})

test('an address that is in use is told, and nothing keeps listening', async () => {
  const first = await runGateway(manifest, configs)
  const { main, admin } = portsOf(first)
  const options = { environment: {}, logTo: 'none' as const, admin: { host: '127.0.0.1', port: main } }
  expect(await startRuntime(first.bundle, options)).toEqual([
    `The admin listener cannot listen on 127.0.0.1:${main} (EADDRINUSE).`,
  ])
  expect((await get(admin, '/v1/workspaces')).status).toBe(200)
  await first.stop()
})

test('it has the certificate of the gateway, or its own', async () => {
  const [ofGateway, own] = ['a', 'b'].map(name => writePair(name))
  const gateway = await runGateway({ listen: { port: 0, tls: ofGateway, admin: { port: 0, tls: own } } })
  expect(gateway.runtime.admin?.secure).toBe(true)
  const { main, admin } = portsOf(gateway)
  expect(await fingerprintOf(main)).not.toBe(await fingerprintOf(admin))
  await gateway.stop()
  const shared = await runGateway({ listen: { port: 0, tls: ofGateway, admin: { port: 0 } } })
  const ports = portsOf(shared)
  expect(await fingerprintOf(ports.admin)).toBe(await fingerprintOf(ports.main))
  await shared.stop()
  await expect(
    runGateway({
      listen: { port: 0, admin: { port: 0, tls: { certificate: 'none.crt', key: 'none.key' } } },
    }),
  ).rejects.toThrow('of listen.admin.tls.certificate cannot be read')
})

/** A new certificate of localhost, in files. */
function writePair(name: string): { readonly certificate: string; readonly key: string } {
  const { certificate, key } = selfSigned('localhost')
  const folder = temporaryFolder({ [`${name}.crt`]: certificate, [`${name}.key`]: key })
  return { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }
}

const fingerprintOf = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.on('error', reject)
  })
