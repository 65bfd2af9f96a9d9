// The published test vectors of AWS event streams, and a parser run over every chunking.
import { expect } from 'vitest'
import { parseAwsEvents } from '../../../runtime/streams/aws-event-stream.ts'
import type { ServerSentEvent } from '../../../runtime/values/server-sent-event.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'
import { areRecorded, recordedBytes } from '../providers/recordings.ts'

function read(pieces: readonly Uint8Array[]) {
  const events: ServerSentEvent[] = []
  const faults: string[] = []
  const parser = parseAwsEvents(
    event => void events.push(event),
    sentence => void faults.push(sentence),
  )
  for (const piece of pieces) parser.feed(piece)
  parser.end()
  return { events, faults }
}

/** Every chunking of the same bytes must give the same events. */
export function readEveryWay(bytes: Uint8Array) {
  const whole = read([bytes])
  for (const [name, cut] of Object.entries(chunkings)) expect(read(cut(bytes)), name).toEqual(whole)
  return whole
}

/** The content of each valid vector; the others are reported as faults. */
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

/** Throws where a vector is not parsed correctly. */
export function expectFrames(name: string): void {
  const { events, faults } = readEveryWay(recordedBytes(`vectors/eventstream/${name}.bin`))
  const data = VALID[name]
  expect(events).toEqual(data === undefined ? [] : [{ event: undefined, data }])
  expect(faults).toHaveLength(data === undefined ? 1 : 0)
}
