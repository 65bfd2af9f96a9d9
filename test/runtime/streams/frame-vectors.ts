// The published vectors of the binary event stream, and how frames are read in tests: in every cutting alike.
import { expect } from 'vitest'
import { parseFrames } from '../../../runtime/streams/event-frames.ts'
import type { ServerSentEvent } from '../../../runtime/streams/server-sent-events.ts'
import { cuttings } from '../providers/cuttings.ts'
import { areRecorded, recordedBytes } from '../providers/recordings.ts'

function read(pieces: readonly Uint8Array[]) {
  const events: ServerSentEvent[] = []
  const faults: string[] = []
  const parser = parseFrames(
    event => void events.push(event),
    sentence => void faults.push(sentence),
  )
  for (const piece of pieces) parser.feed(piece)
  parser.end()
  return { events, faults }
}

/** The same bytes in every cutting must give the same. */
export function readEveryWay(bytes: Uint8Array) {
  const whole = read([bytes])
  for (const [name, cut] of Object.entries(cuttings)) expect(read(cut(bytes)), name).toEqual(whole)
  return whole
}

/** What each valid vector holds; the others are told as faults. */
const VALID: Readonly<Record<string, string>> = {
  valid_empty_payload: '',
  valid_no_headers: 'another test payload',
  valid_with_all_headers_and_payload: 'some payload',
}

export const frameVectors: readonly string[] = areRecorded
  ? [
      ...Object.keys(VALID),
      'invalid_header_name_length',
      'invalid_header_name_length_too_long',
      'invalid_header_string_value_length',
      'invalid_message_checksum',
      'invalid_prelude_checksum',
    ]
  : []

/** Throws where a vector is not read as it must be. */
export function expectFrames(name: string): void {
  const { events, faults } = readEveryWay(recordedBytes(`vectors/eventstream/${name}.bin`))
  const data = VALID[name]
  expect(events).toEqual(data === undefined ? [] : [{ event: undefined, data }])
  expect(faults).toHaveLength(data === undefined ? 1 : 0)
}
