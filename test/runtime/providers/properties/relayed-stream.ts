// A provider's stream as the client gets it, through the relay and its transform, and the stream invariants for it.
import { expect } from 'vitest'
import { relay } from '../../../../runtime/streams/relay.ts'
import { encodeEvent, readEvents } from '../../../../runtime/streams/server-sent-events.ts'
import type { CreateStreamTransform } from '../../../../runtime/streams/stream-transform.ts'
import type { StreamStep } from '../../../../runtime/values/adapter.ts'
import { streamFromBytes } from '../../../../runtime/values/byte-stream.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

/** The bytes that the client gets; only the error for a stream that failed before its first content. */
export function relayedText(createStage: CreateStreamTransform, pieces: readonly Uint8Array[]): string {
  const out: Uint8Array[] = []
  const nothing = (): void => {}
  relay(streamFromBytes(pieces), createStage, virtualClock(), 1000, 1_000_000, {
    onCommit: body =>
      body.start({ chunk: bytes => void out.push(bytes.slice()), end: nothing, fail: nothing }),
    onFailedBeforeCommit: ({ message, code = null }) =>
      void out.push(encodeEvent({ error: { message, code } })),
    onUsage: nothing,
    onModel: nothing,
    onBroken: nothing,
  })
  return Buffer.concat(out).toString()
}

/** The events of such a text as steps for `fold`. */
export function stepsIn(text: string): readonly StreamStep[] {
  return readEvents(Buffer.from(text)).map(({ data }) => {
    if (data === '[DONE]') return 'done'
    const value = JSON.parse(data)
    return 'error' in value ? { error: value.error } : { chunk: value }
  })
}

/** A reply ends once: with `[DONE]`, or with one error and without `[DONE]`. */
export function expectOneEnd(steps: readonly StreamStep[]): void {
  const ends = steps.map(step => step === 'done' || 'error' in step)
  expect(ends.slice(0, -1)).not.toContain(true)
  expect(ends.at(-1)).toBe(true)
}
