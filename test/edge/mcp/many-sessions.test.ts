// A thousand clients at once, each with a session of its own: none gets what belongs to another.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import type { TestUpstream } from '../../support/mcp/test-upstream.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

const SESSIONS = 1000
const AT_ONCE = 200

let upstream: TestUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await runLegacyUpstream()
  gateway = await runGateway({
    trusted_hosts: ['127.0.0.1'],
    mcp: { servers: { tools: { url: upstream.url } } },
  })
})
afterAll(async () => {
  await gateway?.stop()
  await upstream?.stop()
})

const post = async (message: object, session?: string): Promise<Response> =>
  await fetch(`http://127.0.0.1:${gateway.port}/mcp/tools`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })

const open = async (name: string): Promise<string> => {
  const reply = await post({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } },
  })
  await reply.text()
  return reply.headers.get('mcp-session-id') ?? ''
}

const call = async (session: string, name: string): Promise<string> => {
  // All use the same identifier: sessions tell them apart.
  const reply = await post(
    { id: 7, method: 'tools/call', params: { name: 'echo', arguments: { name } } },
    session,
  )
  const { result } = (await reply.json()) as {
    readonly result: { readonly content: readonly { readonly text: string }[] }
  }
  return result.content[0]?.text ?? ''
}

/** As many requests at once as a listener accepts without refusing connections; the sessions are all open. */
async function forEach<T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(
      ...(await Promise.all(
        items.slice(start, start + AT_ONCE).map((item, index) => act(item, start + index)),
      )),
    )
  return results
}

it('1,000 concurrent sessions are served, and none is mixed up', { timeout: 120_000 }, async () => {
  const names = Array.from({ length: SESSIONS }, (_, index) => `client-${index}`)
  const sessions = await forEach(names, open)
  expect(new Set(sessions).size).toBe(SESSIONS)
  const first = await forEach(names, (name, index) => call(sessions[index] ?? '', name))
  const second = await forEach(names, (name, index) => call(sessions[index] ?? '', name))
  // The upstream writes its own session after the arguments.
  const own = first.map(text => text.split(' ').at(-1))
  expect(first.map(text => text.includes('"client-'))).not.toContain(false)
  expect(first.map((text, index) => text.includes(`{"name":"${names[index]}"}`))).not.toContain(false)
  expect(new Set(own).size).toBe(SESSIONS)
  expect(second).toEqual(first)
})
