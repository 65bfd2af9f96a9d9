// A relay under test: a body pushed by hand, a virtual clock, and the client's output.

import { passthroughTransform } from '../../../runtime/streams/passthrough-transform.ts'
import { relay } from '../../../runtime/streams/relay.ts'
import type { CreateStreamTransform } from '../../../runtime/streams/stream-transform.ts'
import type { StreamMapper, VendorError } from '../../../runtime/values/adapter.ts'
import type { ByteSink, ByteStream } from '../../../runtime/values/byte-stream.ts'
import { type Failure, failure } from '../../../runtime/values/failures.ts'
import { reportedUsage } from '../../../runtime/values/reported-usage.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

export const encoder = new TextEncoder()
export const IDLE = 1000
export const MOST = 100_000

/** A body pushed by hand. */
function handBody() {
  let sink: ByteSink | undefined
  const events: string[] = []
  const body: ByteStream = {
    start: given => {
      sink = given
    },
    pause: () => void events.push('pause'),
    resume: () => void events.push('resume'),
    cancel: () => void events.push('cancel'),
  }
  return {
    body,
    events,
    chunk: (bytes: Uint8Array | string): void => {
      sink?.chunk(typeof bytes === 'string' ? encoder.encode(bytes) : bytes)
    },
    end: (): void => sink?.end(),
    fail: (): void => sink?.fail(failure('invalid_upstream_reply', 'It broke off.', { cause: 'cut' })),
  }
}

export function relayed(stage: CreateStreamTransform) {
  const source = handBody()
  const clock = virtualClock()
  let text = ''
  let over: string | undefined
  const received: {
    dead?: Failure | VendorError
    broken?: string
    usage?: unknown
    model?: string
    committed?: ByteStream
  } = {}
  const decoder = new TextDecoder()
  relay(source.body, stage, clock, IDLE, MOST, {
    onCommit: body => {
      received.committed = body
      body.start({
        chunk: bytes => {
          if (over !== undefined) throw new Error('A chunk came after the end.')
          text += decoder.decode(bytes, { stream: true })
        },
        end: () => {
          over = over === undefined ? 'end' : 'twice'
        },
        fail: () => {
          over = over === undefined ? 'fail' : 'twice'
        },
      })
    },
    onFailedBeforeCommit: reason => {
      received.dead = reason
    },
    onBroken: reason => {
      received.broken = reason.message
    },
    onUsage: usage => {
      received.usage = reportedUsage(usage)
    },
    onModel: name => {
      received.model = name
    },
  })
  return { ...source, clock, received, text: () => text, over: () => over }
}

export const untouched = (): CreateStreamTransform =>
  passthroughTransform(event =>
    typeof event === 'object' && event !== null && 'error' in event
      ? { message: 'An error event.' }
      : undefined,
  )

/** A dialect whose events are words and whose end is the event `stop`. */
export const wordMapper = (): StreamMapper => ({
  event: ({ data }) =>
    data === 'stop'
      ? ['done']
      : data === 'bad'
        ? [{ error: { message: 'Bad.' } }]
        : [{ chunk: { choices: [{ index: 0, delta: { content: data } }] } }],
  end: () => [{ error: { message: 'Cut.' } }],
})

export const ROLE = chunk({ role: 'assistant', content: '' })
export const SOUND = `: comment\n\n${ROLE}${chunk({ content: 'Grüße 🌦 → 日本' })}${chunk({ content: '"data: [DONE]"' })}${chunk({}, 'stop')}data: {"choices":[],"usage":{"total_tokens":7}}\n\n${DONE}`
export const CRLF = SOUND.replaceAll('\n', '\r\n')
export const CR = SOUND.replaceAll('\n', '\r')
