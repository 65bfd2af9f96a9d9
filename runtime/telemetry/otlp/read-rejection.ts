// What a collector of OpenTelemetry reports about items that it did not take though it accepted the request (`partial_success`), in JSON
// and in protobuf. A reply in neither format is ignored.
import { asObject, asText, type Json } from '../../../schemas/values/json.ts'
import type { BatchRefusal } from '../sinks/batch-queue.ts'

/** Characters of the collector's sentence in a report. */
const MAX_SENTENCE = 200

const REJECTED = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
} as const

const decoder = new TextDecoder()

export function readJsonRejection(
  signal: keyof typeof REJECTED,
  reply: Uint8Array,
): BatchRefusal | undefined {
  let read: Json
  try {
    read = JSON.parse(decoder.decode(reply)) as Json
  } catch {
    return undefined
  }
  const partial = asObject(asObject(read)['partialSuccess'])
  // Numbers of 64 bits are strings in the JSON of protobuf.
  return rejectionOf(Number(partial[REJECTED[signal]] ?? 0), asText(partial['errorMessage']))
}

const PARTIAL_SUCCESS = 1
const COUNT = 1
const MESSAGE = 2

export function readProtobufRejection(reply: Uint8Array): BatchRefusal | undefined {
  const partial = fieldsOf(reply)?.get(PARTIAL_SUCCESS)
  const fields = partial instanceof Uint8Array ? fieldsOf(partial) : undefined
  if (fields === undefined) return undefined
  const [count, message] = [fields.get(COUNT), fields.get(MESSAGE)]
  return rejectionOf(
    typeof count === 'number' ? count : 0,
    message instanceof Uint8Array ? decoder.decode(message) : undefined,
  )
}

function rejectionOf(count: number, message = ''): BatchRefusal | undefined {
  if (!(count > 0)) return undefined
  const said = message === '' ? '' : `: ${message.slice(0, MAX_SENTENCE)}`
  return { reason: `the collector rejected ${count}${said}`, count }
}

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/** The last value of each field: numbers, and bytes of strings and messages. Undefined where the bytes are not a message. */
function fieldsOf(message: Uint8Array): ReadonlyMap<number, number | Uint8Array> | undefined {
  const fields = new Map<number, number | Uint8Array>()
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let factor = 1; at < message.length; factor *= 128) {
      const byte = message[at] ?? 0
      at += 1
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
    return Number.NaN
  }
  while (at < message.length) {
    const tag = varint()
    const [field, wire] = [Math.floor(tag / 8), tag % 8]
    if (wire === VARINT) fields.set(field, varint())
    else if (wire === BYTES) {
      const length = varint()
      fields.set(field, message.subarray(at, at + length))
      at += length
    } else if (wire === FIXED64) at += 8
    else if (wire === FIXED32) at += 4
    else return undefined
    if (!(at <= message.length)) return undefined
  }
  return fields
}
