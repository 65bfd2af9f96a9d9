// A fast provider fills the buffers of the kernel: its reply is read in turns of the event loop, between which other requests are served.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createUpstreamClient } from '../../../runtime/upstream/undici-client.ts'
import type { ByteStream } from '../../../runtime/values/byte-stream.ts'
import { closeAll, later } from '../../support/local-servers.ts'

afterEach(closeAll)

const BYTES = 4 * 1024 * 1024
/** What may be taken in one turn, and one more read of a socket. */
const MOST = 192 * 1024

async function replyOf(): Promise<ByteStream> {
  const server = createServer((_request, response) => response.end(Buffer.alloc(BYTES, 'x')))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  later(async () => void server.close())
  const client = createUpstreamClient({
    connections: 1,
    connectTimeout: 5000,
    replyHeaderBytes: 16_384,
    openHosts: () => ['127.0.0.1'],
  })
  later(client.close)
  return await new Promise((resolve, reject) => {
    client.send(
      {
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        path: '/',
        method: 'GET',
        headers: [],
        body: undefined,
        hostAuthor: 'operator',
      },
      { reply: ({ body }) => resolve(body), fail: reject },
    )
  })
}

it('A reply of four megabytes is read in turns, all of it, also where its reader pauses', async () => {
  const body = await replyOf()
  let inTurn = 0
  let most = 0
  let length = 0
  let isOver = false
  await new Promise<void>((resolve, reject) => {
    const countTurn = (): void => {
      most = Math.max(most, inTurn)
      inTurn = 0
      if (!isOver) setImmediate(countTurn)
    }
    setImmediate(countTurn)
    body.start({
      chunk: bytes => {
        length += bytes.length
        inTurn += bytes.length
        if (length % 3 !== 0) return
        body.pause()
        setImmediate(() => body.resume())
      },
      end: resolve,
      fail: reject,
    })
  })
  isOver = true
  expect(length).toBe(BYTES)
  expect(most).toBeLessThanOrEqual(MOST)
})
