// Laws of the proxy on scripted ports: how streams are cut does not matter, every client gets the answer to its own request, and sessions
// are worth nothing to others.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainEntry } from '../../../runtime/mcp/catalogue/link-servers.ts'
import type { McpServer } from '../../../runtime/mcp/catalogue/mcp-server.ts'
import { createClientSessions } from '../../../runtime/mcp/client/client-session.ts'
import { linkMcpService, openMcpState } from '../../../runtime/mcp/mcp-service.ts'
import { awaitAnswer } from '../../../runtime/mcp/upstream/await-answer.ts'
import { createMemorySessions } from '../../../runtime/state/memory-sessions.ts'
import { UNREACHABLE } from '../../../runtime/state/session-store.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import type { Upstream } from '../../../runtime/values/ports.ts'
import { sha256 } from '../../support/control-harness.ts'
import { runs } from '../../support/property-seed.ts'
import { settle, virtualClock } from '../../support/virtual-clock.ts'
import { createScriptedServer, replyWith } from './scripted-server.ts'

const SERVER: McpServer = {
  slug: 'scripted',
  address: {
    slug: 'scripted',
    origin: 'https://scripted.example',
    path: '/mcp',
    hostAuthor: 'operator',
    auth: { perSubject: false, headers: () => ['authorization', 'Bearer upstream'] },
    timeout: 60_000,
  },
  offers: () => true,
  pins: 'off',
  pinned: {},
}

const ids = fc.oneof(fc.string({ maxLength: 12 }), fc.integer())
const values = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary' }).map(toWellFormed))

/** Lone surrogates have no UTF-8. */
function toWellFormed(text: string): string {
  return text.toWellFormed()
}

interface Cut {
  readonly newline: string
  readonly comments: boolean
  readonly at: readonly number[]
}
const cuts: fc.Arbitrary<Cut> = fc.record({
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  comments: fc.boolean(),
  at: fc.array(fc.nat(4000), { maxLength: 12 }),
})

const pieces = (bytes: Uint8Array, at: readonly number[]): readonly Uint8Array[] => {
  const places = [...new Set(at.map(each => each % (bytes.length + 1)))].sort((left, right) => left - right)
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

it('messages of a stream are the same however it is cut, with whatever line ends and comments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(values, { maxLength: 5 }), values, cuts, async (reported, last, cut) => {
      const { newline, comments, at } = cut
      const notifications = reported.map(value => ({
        jsonrpc: '2.0',
        method: 'notifications/x',
        params: { value },
      }))
      const messages = [...notifications, { jsonrpc: '2.0', id: 'own', result: { value: last } }]
      const text = messages
        .map((message, index) =>
          [
            ...(comments ? [`: ${index}`, ''] : []),
            `id: ${index}`,
            'event: message',
            `data: ${JSON.stringify(message)}`,
            '',
            '',
          ].join(newline),
        )
        .join('')
      const upstream: Upstream = (_request, handler) => {
        replyWith(handler, 'text/event-stream', pieces(new TextEncoder().encode(text), at))
        return () => {}
      }
      const heard: unknown[] = []
      const answer = await awaitAnswer(
        SERVER.address,
        { method: 'POST', headers: [], body: '{}' },
        { upstream, clock: virtualClock() },
        {
          id: 'own',
          onMessage: ({ params }) => heard.push(params['value']),
          timeout: undefined,
          cancellation: createCancellation(),
        },
      )
      const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
      // Large numbers are kept as they are written.
      expect(plain(heard)).toEqual(plain(reported))
      expect(plain(answer.outcome)).toEqual({ result: { value: plain(last) } })
    }),
    { numRuns: runs(60) },
  )
})

const calls = fc.array(fc.record({ id: ids, key: fc.constantFrom('ada', 'bob'), text: fc.string() }), {
  minLength: 1,
  maxLength: 8,
})

it('every client gets the answer to its own request, under its own identifier, in whatever order they come', async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.infiniteStream(fc.nat()), async (list, order) => {
      const server = createScriptedServer()
      let count = 0
      const clock = virtualClock()
      const ports = {
        clock,
        upstream: server.upstream,
        hash: sha256,
        nextTurn: (action: () => void) => queueMicrotask(action),
        turn: () => 0,
        endOfTurn: queueMicrotask,
        randomId: () => {
          count += 1
          return sha256(`id ${count}`).slice(0, 32)
        },
      }
      const pins = { trusted: () => undefined, trust: () => {}, hold: () => {} }
      const state = openMcpState(createMemorySessions(clock), pins, ports)
      const serve = linkMcpService({ ports, state, sessionSeconds: 60 })
      const replies = list.map(({ id, key, text }) =>
        serve(
          'POST',
          new TextEncoder().encode(
            JSON.stringify({
              jsonrpc: '2.0',
              id,
              method: 'tools/call',
              params: { name: 'echo', arguments: { text }, _meta: META },
            }),
          ),
          {
            headers: ['mcp-protocol-version', '2026-07-28', 'mcp-method', 'tools/call', 'mcp-name', 'echo'],
            entry: plainEntry(SERVER),
            access: { allows: () => true },
            subject: { key, user: undefined, actsAsUser: false, workspace: 'default' },
            cancellation: createCancellation(),
            traceContext: {},
            pass: (_call, run) => run(undefined),
            onTarget: () => {},
          },
        ),
      )
      await settle()
      expect(server.waiting.length).toBe(list.length)
      while (server.waiting.length > 0) {
        const [next] = server.waiting.splice((order.next().value ?? 0) % server.waiting.length, 1)
        next?.answer({ content: [{ type: 'text', text: JSON.stringify(next.message.params.arguments) }] })
      }
      const answers = (await Promise.all(replies)).map(({ reply }) =>
        JSON.parse(new TextDecoder().decode(reply.body as Uint8Array)),
      )
      for (const [index, { id, text }] of list.entries()) {
        expect(answers[index].id).toEqual(id)
        expect(JSON.parse(answers[index].result.content[0].text)).toEqual({ text })
      }
      // Identifiers of clients never reach a server: two of them may have chosen the same.
      const sent = server.seen.map(({ id }) => id)
      expect(new Set(sent).size).toBe(sent.length)
    }),
    { numRuns: runs(30) },
  )
})

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

it('a session is found by its owner alone, until it is removed', async () => {
  const owners = fc.constantFrom('["a"]', '["b"]', '["a","x"]', '')
  const acts = fc.array(
    fc.record({
      owner: owners,
      act: fc.constantFrom('open', 'find', 'remove', 'change'),
      pick: fc.nat(20),
    }),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(acts, async list => {
      let count = 0
      const clock = virtualClock()
      const randomId = (): string => {
        count += 1
        return sha256(`session ${count}`).slice(0, 32)
      }
      const ports = { clock, randomId, hash: sha256 }
      const sessions = createClientSessions(createMemorySessions(clock), 60, ports)
      const opened: { readonly id: string; readonly owner: string; isOpen: boolean }[] = []
      const client = { revision: '2025-11-25', info: undefined, capabilities: {} }
      for (const { owner, act, pick } of list) {
        if (act === 'open') {
          const { id } = await sessions.open(owner, client)
          opened.push({ id, owner, isOpen: true })
          continue
        }
        const known = opened[pick % Math.max(opened.length, 1)]
        if (known === undefined) continue
        const found = await sessions.find(known.id, owner)
        if (found === UNREACHABLE) throw new Error('Memory always answers.')
        expect(found?.id).toBe(known.isOpen && known.owner === owner ? known.id : undefined)
        if (found === undefined) continue
        if (act === 'change') await sessions.change(found, { subscriptions: [`note://${pick}`] })
        if (act === 'remove') {
          await sessions.remove(found)
          known.isOpen = false
        }
      }
      expect(await sessions.find('../../etc', '["a"]')).toBeUndefined()
    }),
    { numRuns: runs(60) },
  )
})
