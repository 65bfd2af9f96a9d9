// `portolan serve`: compiles, runs, reloads on change, keeps the last valid version, drains requests on shutdown.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PORTOLAN, portolan, start } from '../../support/command.ts'
import { holdProvider } from '../../support/running-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

const MANIFEST = 'providers:\n  mock: { provider: mock }\n'
const config = (model: string): string => `provider: "@mock"\noverride_params: { model: ${model} }\n`

async function ask(url: string, model = 'x'): Promise<{ status: number; content: unknown }> {
  const reply = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': 'chat' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  const body = (await reply.json()) as { choices?: { message: { content: string } }[] }
  return { status: reply.status, content: body.choices?.[0]?.message.content }
}

describe('serve', () => {
  it('serves, reloads on change, keeps the last valid version, and stops', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': config('echo') })
    const running = start(PORTOLAN, ['serve', '.', '--port', '0'], folder)
    const [, url = ''] = await running.waitForOutput(/on (http:\/\/\S+\/v1)/)
    expect(await ask(url)).toEqual({ status: 200, content: 'Hello' })

    writeFileSync(join(folder, 'configs/chat.yaml'), config('status-418'))
    await running.waitForOutput(/now serving plan/)
    expect((await ask(url)).status).toBe(418)

    writeFileSync(join(folder, 'configs/chat.yaml'), 'provider: "@mok"\n')
    await running.waitForOutput(/The last valid version stays in use/)
    expect((await ask(url)).status).toBe(418)

    running.child.kill('SIGTERM')
    const { code, out } = await running.finished
    expect(code).toBe(0)
    expect(out).toMatch(/curl http:\/\//)
  })

  it('keeps the last valid version when the manifest or the configs are gone, and names what needs a restart', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': config('status-418') })
    const running = start(PORTOLAN, ['serve', '.', '--port', '0'], folder)
    const [, url = ''] = await running.waitForOutput(/on (http:\/\/\S+\/v1)/)
    expect((await ask(url)).status).toBe(418)

    renameSync(join(folder, 'gateway.yaml'), join(folder, 'other.txt'))
    await running.waitForOutput(/The manifest gateway\.yaml is gone\.\s+The last valid version stays in use/)
    expect((await ask(url)).status).toBe(418)
    renameSync(join(folder, 'other.txt'), join(folder, 'gateway.yaml'))
    await running.waitForOutput(/now serving plan/)

    rmSync(join(folder, 'configs'), { recursive: true })
    await running.waitForOutput(
      /The folder of configs configs is gone\.\s+The last valid version stays in use/,
    )
    expect((await ask(url)).status).toBe(418)
    mkdirSync(join(folder, 'configs'))
    writeFileSync(join(folder, 'configs/chat.yaml'), config('status-500'))
    await until(async () => (await ask(url)).status === 500)

    writeFileSync(join(folder, 'gateway.yaml'), `${MANIFEST}listen: { port: 1 }\n`)
    await running.waitForOutput(/The new value of listen takes effect after a restart\./)
    running.child.kill('SIGTERM')
    expect((await running.finished).code).toBe(0)
  })

  it('drains requests in flight before it stops', async () => {
    const provider = await holdProvider()
    const folder = temporaryFolder({
      'gateway.yaml': `providers:\n  held: { provider: ollama, custom_host: "${provider.origin}" }\ntrusted_hosts: [127.0.0.1]\n`,
      'configs/chat.yaml': 'provider: "@held"\n',
    })
    const running = start(PORTOLAN, ['serve', '.', '--port', '0', '--no-watch'], folder)
    const [, url = ''] = await running.waitForOutput(/on (http:\/\/\S+\/v1)/)
    const answers = Promise.all(Array.from({ length: 20 }, () => ask(url)))
    await until(() => provider.received.length === 20)
    running.child.kill('SIGTERM')
    provider.release()
    expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await running.finished).code).toBe(0)
    await provider.stop()
  })

  it('serves saved resources on the address of --admin alone, and says where', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST })
    const args = ['serve', '.', '--port', '0', '--admin', '127.0.0.1:0', '--no-watch']
    const running = start(PORTOLAN, args, folder)
    const [, main = '', admin = ''] = await running.waitForOutput(
      /on (http:\/\/\S+\/v1)\nsaved resources are served on (http:\/\/\S+\/v1)/,
    )
    expect((await fetch(`${admin}/workspaces`)).status).toBe(200)
    expect((await fetch(`${main}/workspaces`)).status).toBe(404)
    running.child.kill('SIGTERM')
    expect((await running.finished).code).toBe(0)
    const { code, complaints } = await portolan(['serve', '.', '--admin', '8788'], folder)
    expect({ code, complaints }).toEqual({
      code: 64,
      complaints: expect.stringContaining('--admin must be HOST:PORT'),
    })
  })

  it('a project with an error is not served: 1', async () => {
    const { code, out } = await portolan(
      ['serve', '.'],
      temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': 'provider: "@mok"\n' }),
    )
    expect([code, out]).toEqual([1, expect.stringContaining('unknown-slug')])
  })

  it('reports all missing secrets: 1', async () => {
    const manifest =
      'providers:\n  one: { provider: openai, api_key: "${env:NO_SUCH_ONE}" }\n  two: { provider: groq, api_key: "${env:NO_SUCH_TWO}" }\n'
    const { code, complaints } = await portolan(['serve', '.'], temporaryFolder({ 'gateway.yaml': manifest }))
    expect(code).toBe(1)
    expect(complaints).toMatch(/NO_SUCH_ONE/)
    expect(complaints).toMatch(/NO_SUCH_TWO/)
  })

  it('a port in use: an error message and 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    const { code, complaints } = await portolan(
      ['serve', '.', '--port', String(port)],
      temporaryFolder({ 'gateway.yaml': MANIFEST }),
    )
    taken.close()
    expect([code, complaints]).toEqual([1, expect.stringContaining('the port is in use')])
  })
})
