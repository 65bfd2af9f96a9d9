// Drives the mock through the upstream contract and records what the receiver and the sink got.
import type { Failure } from '../../../../runtime/failures.ts'
import { headerValue } from '../../../../runtime/headers.ts'
import type { UpstreamReply, UpstreamRequest } from '../../../../runtime/ports.ts'
import { createMock } from '../../../../runtime/providers/mock/create-mock.ts'
import { parseEvents } from '../../../../runtime/streams/server-sent-events.ts'
import { type ScriptedClock, scriptedClock, settle } from '../scripted-clock.ts'

export interface Heard {
  readonly clock: ScriptedClock
  readonly cancel: () => void
  reply?: UpstreamReply
  failure?: Failure
  readonly chunks: Uint8Array[]
  ended: boolean
  broken?: Failure
}

const encoder = new TextEncoder()

export const requestFor = (
  path: string,
  body: unknown,
  more: Partial<UpstreamRequest> = {},
): UpstreamRequest => ({
  method: 'POST',
  origin: 'mock://mock',
  path,
  headers: [],
  body: encoder.encode(typeof body === 'string' ? body : JSON.stringify(body)),
  guarded: false,
  ...more,
})

/** Sends a request; the body starts as soon as the head is received, unless `start` is false. */
export function send(request: UpstreamRequest, start = true, clock = scriptedClock()): Heard {
  const cancel = createMock(clock)(request, {
    reply: reply => {
      heard.reply = reply
      if (start) reply.body.start(sinkOf(heard))
    },
    fail: failure => {
      heard.failure = failure
    },
  })
  const heard: Heard = { clock, cancel, chunks: [], ended: false }
  return heard
}

export const sinkOf = (heard: Heard) => ({
  chunk: (bytes: Uint8Array) => void heard.chunks.push(bytes),
  end: () => {
    heard.ended = true
  },
  fail: (failure: Failure) => {
    heard.broken = failure
  },
})

export const textOf = (heard: Heard): string => Buffer.concat(heard.chunks).toString('utf8')

/** A whole reply: status, JSON body and headers. */
export async function ask(path: string, body: unknown, more: Partial<UpstreamRequest> = {}) {
  const heard = send(requestFor(path, body, more))
  await settle()
  const headers = heard.reply?.headers ?? []
  return {
    status: heard.reply?.status,
    header: (name: string) => headerValue(headers, name),
    body: JSON.parse(textOf(heard)),
  }
}

/** The data of each event that has come. */
export function eventsOf(heard: Heard): readonly string[] {
  const events: string[] = []
  const parser = parseEvents(event => void events.push(event.data))
  for (const chunk of heard.chunks) parser.feed(chunk)
  parser.end()
  return events
}

export const chatWith = (model: string, more: object = {}) => ({
  model,
  messages: [
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'hello wide world' },
  ],
  ...more,
})
