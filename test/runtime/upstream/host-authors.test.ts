// Semantics, section 12: private hosts are open to who chose the host, on real sockets. Connections are not shared either.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUpstreamClient } from '../../../runtime/upstream/undici-client.ts'
import { readAll } from '../../../runtime/values/byte-stream.ts'
import { type Failure, isFailure } from '../../../runtime/values/failures.ts'
import type { HostAuthor } from '../../../runtime/values/ports.ts'

const BLOCKED = 'The provider was not called: its address is private or reserved (blocked).'
const OPENED_BY = (list: string): string => `${BLOCKED} The list ${list} of the manifest could open it.`

describe('A server in a private range', () => {
  let server: Server
  let connections = 0
  const open: Record<string, readonly string[]> = {}
  const clientOf = () =>
    createUpstreamClient({
      connections: 1,
      connectTimeout: 1000,
      replyHeaderBytes: 32_768,
      openHosts: author => open[author] ?? [],
    })
  let client: ReturnType<typeof clientOf>
  // No connection is left that another case has opened.
  beforeEach(() => {
    client = clientOf()
  })
  afterEach(() => client.close())
  beforeAll(async () => {
    server = createServer((_request, response) => response.end('inside'))
    server.on('connection', () => {
      connections += 1
    })
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void server.close())

  const call = async (hostAuthor: HostAuthor, host: string, how: 'send' | 'connect' = 'send') => {
    const { port } = server.address() as AddressInfo
    const origin = `http://${host}:${port}`
    const request = { method: 'GET', origin, path: '/', headers: [], body: undefined, hostAuthor }
    const result = await new Promise<Uint8Array | Failure>(resolve => {
      const receiver = {
        fail: resolve,
        reply: ({ body }: Parameters<Parameters<typeof client.send>[1]['reply']>[0]) =>
          readAll(body, 100, resolve),
      }
      if (how === 'send') client.send(request, receiver)
      else client.connect(request, { ...receiver, open: () => resolve(new Uint8Array()) })
    })
    return isFailure(result) ? `${result.code}: ${result.message}` : new TextDecoder().decode(result)
  }

  it.each<readonly [Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    [
      {},
      [
        'inside',
        `blocked_host: ${OPENED_BY('trusted_hosts')}`,
        `blocked_host: ${OPENED_BY('caller_hosts')}`,
        `blocked_host: ${BLOCKED}`,
      ],
    ],
    [
      { operator: ['127.0.0.0/8', '::1', 'localhost'] },
      ['inside', 'inside', `blocked_host: ${OPENED_BY('caller_hosts')}`, `blocked_host: ${BLOCKED}`],
    ],
    [
      { caller: ['127.0.0.0/8', '::1', 'localhost'] },
      ['inside', `blocked_host: ${OPENED_BY('trusted_hosts')}`, 'inside', `blocked_host: ${BLOCKED}`],
    ],
  ])('with the lists %j', async (lists, expected) => {
    delete open['operator']
    delete open['caller']
    Object.assign(open, lists)
    for (const host of ['127.0.0.1', 'localhost'])
      for (const how of ['send', 'connect'] as const) {
        const results: string[] = []
        for (const author of ['catalog', 'operator', 'caller', 'remote'] as const)
          results.push(await call(author, host, how))
        expect([host, how, ...results]).toEqual([host, how, ...expected])
      }
  })

  it('has connections of its own for each author', async () => {
    open['operator'] = ['127.0.0.1']
    open['caller'] = []
    await call('operator', '127.0.0.1')
    const before = connections
    expect(await call('operator', '127.0.0.1')).toBe('inside')
    expect(connections).toBe(before)
    expect(await call('caller', '127.0.0.1')).toMatch(/^blocked_host/)
  })
})

describe('A metadata service', () => {
  it.each(['operator', 'caller', 'remote'] as const)(
    'is closed to the %s, whatever a list says',
    async author => {
      const client = createUpstreamClient({
        connections: 1,
        connectTimeout: 1000,
        replyHeaderBytes: 32_768,
        openHosts: () => ['169.254.0.0/16', '169.254.169.254'],
      })
      const failed = await new Promise<Failure>(fail => {
        client.send(
          {
            method: 'GET',
            origin: 'http://169.254.169.254',
            path: '/latest',
            headers: [],
            body: undefined,
            hostAuthor: author,
          },
          { fail, reply: ({ status }) => fail({ message: String(status) } as Failure) },
        )
      })
      await client.close()
      expect(failed).toMatchObject({ code: 'blocked_host', message: BLOCKED })
    },
  )
})
