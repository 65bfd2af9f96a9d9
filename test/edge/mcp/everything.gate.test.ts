// The reference server of the protocol, which has everything, behind the gateway: for clients of both eras, as it is and as a part of a
// virtual server.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, start } from '../../support/command.ts'
import { connectLegacy, connectModern, type TestClient } from '../../support/mcp/test-client.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { freePort } from '../../support/test-redis.ts'

let server: Running
let gateway: RunningGateway
beforeAll(async () => {
  const name = '@modelcontextprotocol/server-everything/package.json'
  const main = join(dirname(createRequire(import.meta.url).resolve(name)), 'dist/index.js')
  const port = await freePort()
  server = start(main, ['streamableHttp'], undefined, { PORT: String(port) })
  await server.waitForOutput(/listening on port/)
  gateway = await runGateway({
    trusted_hosts: ['127.0.0.1'],
    mcp: {
      servers: { everything: { url: `http://127.0.0.1:${port}/mcp` } },
      virtual: { some: { tools: ['everything/echo', 'everything/get-sum'] } },
    },
  })
})
afterAll(async () => {
  await gateway?.stop()
  server?.child.kill()
  await server?.finished
})

describe.each([
  ['legacy', connectLegacy],
  ['modern', connectModern],
] as const)('a %s client', (_era, connect) => {
  const use = async (id: string, act: (client: TestClient) => Promise<void>): Promise<void> => {
    const client = await connect(`http://127.0.0.1:${gateway.port}/mcp/${id}`)
    await act(client)
    await client.close()
  }
  it('uses tools, prompts and resources', () =>
    use('everything', async client => {
      expect(await client.tools()).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']))
      expect(await client.call('echo', { message: 'hi' })).toBe('Echo: hi')
      expect(await client.call('get-sum', { a: 2, b: 3 })).toContain('5')
      const progress: number[] = []
      const slow = { duration: 0.2, steps: 2 }
      await client.call('trigger-long-running-operation', slow, {
        onProgress: each => progress.push(each),
      })
      expect(progress).toEqual([1, 2])
      expect(await client.prompts()).toContain('simple-prompt')
      expect((await client.prompt('simple-prompt', {})).length).toBeGreaterThan(0)
      const [resource = ''] = await client.resources()
      expect((await client.read(resource)).length).toBeGreaterThan(0)
    }))
  it('is asked by a tool for input', () =>
    use('everything', async client => {
      expect(await client.tools()).toContain('trigger-elicitation-request')
      expect(await client.call('trigger-elicitation-request')).toMatch(/provided/i)
    }))
  it('uses chosen tools alone', () =>
    use('v/some', async client => {
      expect(await client.tools()).toEqual(['everything_echo', 'everything_get-sum'])
      expect(await client.call('everything_echo', { message: 'hi' })).toBe('Echo: hi')
    }))
})
