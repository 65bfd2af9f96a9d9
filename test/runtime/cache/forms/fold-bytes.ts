// Reads the bytes of a stream into a fold, as the gateway does.
import { expect } from 'vitest'
import type { JsonObject } from '../../../../compiler/source.ts'
import { concatenate } from '../../../../runtime/body/concatenate.ts'
import type { Fold } from '../../../../runtime/cache/forms/form.ts'
import { parseEvents } from '../../../../runtime/streams/server-sent-events.ts'

/** The whole reply that a stream of bytes spells, which must have come to its end. */
export function foldBytes(fold: Fold, pieces: readonly Uint8Array[] | undefined): JsonObject | undefined {
  expect(pieces).toBeDefined()
  const parser = parseEvents(fold.take)
  parser.feed(concatenate(pieces ?? []))
  parser.end()
  expect(fold.state()).toBe('whole')
  return fold.folded()?.reply
}

/** The events of a stream of bytes as JSON. */
export function eventsOf(pieces: readonly Uint8Array[] | undefined): readonly JsonObject[] {
  const events: JsonObject[] = []
  const parser = parseEvents(({ data }) => void events.push(JSON.parse(data) as JsonObject))
  parser.feed(concatenate(pieces ?? []))
  parser.end()
  return events
}
