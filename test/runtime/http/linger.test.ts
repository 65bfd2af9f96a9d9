// How long a connection is read after a reply that came before the end of its request.
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { lingerAfterReply } from '../../../runtime/http/linger.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

/** A request of HTTP/1 whose reply is sent, and what became of its socket. */
function replied(complete = false, lingering = { count: 0 }) {
  const clock = virtualClock()
  const seen: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    bytesRead: 0,
    end: () => void seen.push('end'),
    destroy: () => void seen.push('destroy'),
    destroySoon: () => void seen.push('close'),
  })
  const request = Object.assign(new EventEmitter(), { complete: false, socket })
  lingerAfterReply(request as unknown as IncomingMessage, {} as ServerResponse, clock, lingering)
  request.complete = complete
  socket.destroySoon()
  const receive = async (bytes: number): Promise<void> => {
    socket.bytesRead += bytes
    await clock.advance(500)
  }
  return { seen, socket, request, clock, receive }
}

describe('After a reply before the end of its request the connection', () => {
  test('is half closed, and closed with the end of the request', async () => {
    const { seen, request, receive } = replied()
    await receive(1_000)
    expect(seen).toEqual(['end'])
    request.emit('close')
    expect(seen).toEqual(['end', 'close'])
  })

  test('is closed at once where 64 others are read on, and their places are free when they close', async () => {
    const lingering = { count: 0 }
    const all = Array.from({ length: 64 }, () => replied(false, lingering))
    expect(all.map(({ seen }) => seen)).toEqual(Array(64).fill(['end']))
    expect(replied(false, lingering).seen).toEqual(['close'])
    all[0]?.socket.emit('close')
    expect(replied(false, lingering).seen).toEqual(['end'])
  })

  test('is closed at once where the request had ended meanwhile', () => {
    expect(replied(true).seen).toEqual(['close'])
  })

  test('ends after two seconds without a byte', async () => {
    const { seen, receive } = replied()
    await receive(1_000)
    for (let look = 0; look < 3; look += 1) await receive(0)
    expect(seen).toEqual(['end'])
    await receive(0)
    expect(seen).toEqual(['end', 'destroy'])
  })

  test('ends after ten seconds, however little arrives', async () => {
    const { seen, receive } = replied()
    for (let look = 0; look < 19; look += 1) await receive(1)
    expect(seen).toEqual(['end'])
    await receive(1)
    expect(seen).toEqual(['end', 'destroy'])
  })

  test('ends after 64 MiB', async () => {
    const { seen, receive } = replied()
    await receive(64 * 1024 * 1024)
    expect(seen).toEqual(['end'])
    await receive(1)
    expect(seen).toEqual(['end', 'destroy'])
  })

  test('is watched no longer once it is closed', async () => {
    const { seen, socket, clock } = replied()
    socket.emit('close')
    await clock.advance(60_000)
    expect(seen).toEqual(['end'])
  })
})
