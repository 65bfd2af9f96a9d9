// Reads the bytes of a stream into a fold, as the gateway does.
import { expect } from 'vitest'
import type { StreamAggregator } from '../../../../runtime/cache/stream-formats/stream-format.ts'
import { readEvents } from '../../../../runtime/streams/server-sent-events.ts'
import { concatenate } from '../../../../runtime/values/byte-stream.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'

/** The whole reply that a stream of bytes spells, which must have come to its end. */
export function aggregateBytes(
  fold: StreamAggregator,
  pieces: readonly Uint8Array[] | undefined,
): JsonObject | undefined {
  expect(pieces).toBeDefined()
  for (const event of readEvents(concatenate(pieces ?? []))) fold.add(event)
  expect(fold.state()).toBe('complete')
  return fold.reply()?.reply
}

/** The events of a stream of bytes as JSON. */
export function eventsOf(pieces: readonly Uint8Array[] | undefined): readonly JsonObject[] {
  return readEvents(concatenate(pieces ?? [])).map(({ data }) => JSON.parse(data) as JsonObject)
}
