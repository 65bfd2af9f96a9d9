// Drives the mock through the upstream contract and records what the receiver and the sink got.

import { createMock } from '../../../../runtime/providers/mock/create-mock.ts'
import { readEvents } from '../../../../runtime/streams/server-sent-events.ts'
import type { Failure } from '../../../../runtime/values/failures.ts'
import { headerValue } from '../../../../runtime/values/headers.ts'
import type { UpstreamReply, UpstreamRequest } from '../../../../runtime/values/ports.ts'
import { type ScriptedClock, scriptedClock, settle } from '../scripted-clock.ts'

export interface RecordedReply {
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
  hostAuthor: 'catalog',
  ...more,
})

/** Sends a request; the body starts as soon as the head is received, unless `start` is false. */
export function send(request: UpstreamRequest, start = true, clock = scriptedClock()): RecordedReply {
  const cancel = createMock(clock)(request, {
    reply: reply => {
      recorded.reply = reply
      if (start) reply.body.start(sinkOf(recorded))
    },
    fail: failure => {
      recorded.failure = failure
    },
  })
  const recorded: RecordedReply = { clock, cancel, chunks: [], ended: false }
  return recorded
}

export const sinkOf = (recorded: RecordedReply) => ({
  chunk: (bytes: Uint8Array) => void recorded.chunks.push(bytes),
  end: () => {
    recorded.ended = true
  },
  fail: (failure: Failure) => {
    recorded.broken = failure
  },
})

export const textOf = (recorded: RecordedReply): string => Buffer.concat(recorded.chunks).toString('utf8')

/** A whole reply: status, JSON body and headers. */
export async function callMock(path: string, body: unknown, more: Partial<UpstreamRequest> = {}) {
  const recorded = send(requestFor(path, body, more))
  await settle()
  const headers = recorded.reply?.headers ?? []
  return {
    status: recorded.reply?.status,
    header: (name: string) => headerValue(headers, name),
    body: JSON.parse(textOf(recorded)),
  }
}

/** The data of each event that has come. */
export function eventsOf(recorded: RecordedReply): readonly string[] {
  return readEvents(Buffer.concat(recorded.chunks)).map(({ data }) => data)
}

export const chatWith = (model: string, more: object = {}) => ({
  model,
  messages: [
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'hello wide world' },
  ],
  ...more,
})
