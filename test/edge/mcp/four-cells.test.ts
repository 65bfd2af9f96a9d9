// Clients of both eras, of the official SDK, reach servers of both eras through the gateway: every method in every cell.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'
import { connectLegacy, connectModern, type TestClient } from '../../support/mcp/test-client.ts'
import type { TestUpstream } from '../../support/mcp/test-upstream.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { until } from '../../support/until.ts'

const upstreams = { legacy: runLegacyUpstream, modern: runModernUpstream }
const clients = { legacy: connectLegacy, modern: connectModern }
const eras = ['legacy', 'modern'] as const

describe.each(eras.flatMap(client => eras.map(server => [client, server] as const)))(
  'a %s client and a %s server',
  (clientEra, serverEra) => {
    let upstream: TestUpstream
    let gateway: RunningGateway
    let client: TestClient
    beforeAll(async () => {
      upstream = await upstreams[serverEra]()
      gateway = await runGateway({
        mcp: { servers: { tools: { url: upstream.url } } },
        trusted_hosts: ['127.0.0.1'],
      })
      client = await clients[clientEra](`http://127.0.0.1:${gateway.port}/mcp/tools`)
    })
    afterAll(async () => {
      await client?.close()
      await gateway?.stop()
      await upstream?.stop()
    })

    it('learns who the server is', () => {
      expect([client.serverName(), client.instructions()]).toEqual([`${serverEra}-upstream`, 'Be careful.'])
    })
    it('lists tools, prompts and resources', async () => {
      expect(await client.tools()).toEqual(['echo', 'steps', 'wait', 'ask', 'delete_all'])
      expect(await client.prompts()).toEqual(['greet'])
      expect(await client.resources()).toEqual(['note://a', 'note://secret'])
    })
    it('calls a tool, gets a prompt, reads a resource', async () => {
      expect(await client.call('echo', { text: 'hi' })).toContain('echo {"text":"hi"}')
      expect(await client.prompt('greet', { who: 'Ada' })).toBe('Hello Ada')
      expect(await client.read('note://a')).toBe('text of note://a')
    })
    it('hears of the progress of a call', async () => {
      const progress: number[] = []
      expect(await client.call('steps', {}, { onProgress: each => progress.push(each) })).toBe('done')
      expect(progress).toEqual([1, 2])
    })
    it('gives the input that a tool asks for', async () => {
      expect(await client.call('ask')).toBe('accept Ada')
    })
    it('cancels a call, and the server knows', async () => {
      const abort = new AbortController()
      const waiting = client.call('wait', {}, { signal: abort.signal })
      const calls = upstream.seen.meta.length
      await until(() => upstream.seen.meta.length > calls)
      abort.abort()
      await expect(waiting).rejects.toThrow()
      await until(() => upstream.seen.cancelled > 0)
      expect(upstream.seen.cancelled).toBe(1)
    })
    it('is told of changes that it listens to', async () => {
      const changes: string[] = []
      await client.listen('note://a', change => changes.push(change))
      await until(async () => {
        await upstream.toolsChanged()
        await upstream.resourceUpdated('note://a')
        return changes.includes('tools') && changes.includes('note://a')
      })
      expect(new Set(changes)).toEqual(new Set(['tools', 'note://a']))
    })
    it('passes the trace on in _meta', () => {
      expect(JSON.stringify(upstream.seen.meta)).toMatch(/"traceparent":"00-[0-9a-f]{32}-/)
    })
    // docs/gen-ai/mcp.md of the conventions, "Context propagation": `tracestate` beside `traceparent`, unprefixed.
    it('passes the state of the trace of its client on in _meta', async () => {
      const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
      const traced = await clients[clientEra](`http://127.0.0.1:${gateway.port}/mcp/tools`, {
        traceparent: parent,
        tracestate: 'vendor=a',
      })
      await traced.call('echo', { text: 'traced' })
      await traced.close()
      expect(upstream.seen.meta).toContainEqual(
        expect.objectContaining({
          traceparent: expect.stringContaining(parent.slice(3, 35)),
          tracestate: 'vendor=a',
        }),
      )
    })
  },
)
