// Reads the bytes of a stream into a fold, as the gateway does.
import { expect } from 'vitest'
import type { StreamAggregator } from '../../../../runtime/cache/stream-formats/stream-format.ts'
import { parseEvents } from '../../../../runtime/streams/server-sent-events.ts'
import { concatenate } from '../../../../runtime/values/byte-stream.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'

/** The whole reply that a stream of bytes spells, which must have come to its end. */
export function aggregateBytes(
  fold: StreamAggregator,
  pieces: readonly Uint8Array[] | undefined,
): JsonObject | undefined {
  expect(pieces).toBeDefined()
  const parser = parseEvents(fold.add)
  parser.feed(concatenate(pieces ?? []))
  parser.end()
  expect(fold.state()).toBe('complete')
  return fold.reply()?.reply
}

/** The events of a stream of bytes as JSON. */
export function eventsOf(pieces: readonly Uint8Array[] | undefined): readonly JsonObject[] {
  const events: JsonObject[] = []
  const parser = parseEvents(({ data }) => void events.push(JSON.parse(data) as JsonObject))
  parser.feed(concatenate(pieces ?? []))
  parser.end()
  return events
}
