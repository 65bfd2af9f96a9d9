// A bug in what reads a reply belongs to its request: it rejects the attempt and never reaches the socket's callback.
import { expect, it } from 'vitest'
import { sendAttempt } from '../../../runtime/link/call/exchange.ts'
import { type ByteSink, streamFromBytes } from '../../../runtime/values/byte-stream.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import type { Upstream, UpstreamRequest } from '../../../runtime/values/ports.ts'
import { callOf } from './call-of.ts'

const BYTES = [new Uint8Array([1]), new Uint8Array([2]), new Uint8Array([3])]
const REQUEST: UpstreamRequest = {
  method: 'POST',
  origin: 'https://api.example.com',
  path: '/',
  headers: [],
  body: undefined,
  hostAuthor: 'catalog',
}
const upstream: Upstream = (_request, receiver) => {
  receiver.reply({ status: 200, headers: [], body: streamFromBytes(BYTES) })
  return () => {}
}

it.each<readonly [string, keyof ByteSink | 'head', readonly string[]]>([
  ['the head', 'head', ['head']],
  ['a chunk', 'chunk', ['head', 'chunk', 'fail']],
  ['the end', 'end', ['head', 'chunk', 'chunk', 'chunk', 'end', 'fail']],
])(
  'a bug at %s rejects the attempt, and the reader is told that the body failed',
  async (_title, breaks, expected) => {
    const seen: string[] = []
    const at = (name: string) => {
      seen.push(name)
      if (name === breaks) throw new Error('bug')
    }
    const attempt = sendAttempt<never>(
      REQUEST,
      { ...callOf('{}'), cancellation: createCancellation() },
      1000,
      { upstream, clock: { now: () => 0, monotonic: () => 0, after: () => () => {} } },
      {
        receive: ({ body }) => {
          at('head')
          body.start({ chunk: () => at('chunk'), end: () => at('end'), fail: () => at('fail') })
        },
        fail: reason => expect.fail(reason.message),
      },
    )
    await expect(attempt).rejects.toThrow('bug')
    expect(seen).toEqual(expected)
  },
)
