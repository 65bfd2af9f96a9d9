// The body of one request: bytes first, fields or JSON only when a node asks, each worked out once.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import type { ByteStream } from '../streams/byte-stream.ts'
import { type CanonicalBody, canonicalBody } from './canonical.ts'
import { type Form, scanForm } from './form.ts'
import { type Fields, scanFields } from './scan.ts'

export interface Body {
  /** All of it, or its beginning where there is a `rest`. */
  readonly bytes: Uint8Array
  /** What is still to come of a body larger than is held: it can be sent once. */
  readonly rest?: Rest | undefined
  /** The top-level fields of a JSON object, or why the body is none. */
  readonly fields: () => Fields | Failure
  /** One top-level field, parsed; undefined when it is absent or broken. */
  readonly field: (name: string) => Json | undefined
  /** The whole body parsed, or why it cannot be. */
  readonly json: () => JsonObject | Failure
  /** The whole body in one spelling; undefined where it has none. */
  readonly canonical: () => CanonicalBody | undefined
  /** Where the fields of a form lie; undefined for bodies that are none. */
  readonly form?: Form
}

/** The end of a body that is streamed. */
export interface Rest {
  readonly stream: ByteStream
  /** Bytes of the whole body, where the client announced them. */
  readonly length: number | undefined
  /** Set when it is sent: there is no second time. */
  taken: boolean
}

const decoder = new TextDecoder('utf-8')

export function createBody(bytes: Uint8Array, rest?: Rest): Body {
  let fields: Fields | Failure | undefined
  let json: JsonObject | Failure | undefined
  let canonical: CanonicalBody | undefined | 'unread' = 'unread'
  const findFields = (): Fields | Failure => {
    fields ??= checkedFields(bytes)
    return fields
  }
  const parse = (): JsonObject | Failure => {
    json ??= parseObject(bytes)
    return json
  }
  return {
    bytes,
    rest,
    fields: findFields,
    field: name => {
      const found = findFields()
      if (isFailure(found)) return undefined
      const index = found.names.indexOf(name)
      return index < 0 ? undefined : parseValue(bytes.subarray(found.starts[index], found.ends[index]))
    },
    json: parse,
    canonical: () => {
      if (canonical !== 'unread') return canonical
      const whole = parse()
      canonical = isFailure(whole) ? undefined : canonicalBody(whole, decoder.decode(bytes))
      return canonical
    },
  }
}

/** A body of multipart/form-data, or why it cannot be read as one. Its fields are texts; files are none. */
export function createFormBody(bytes: Uint8Array, boundary: string, rest?: Rest): Body | Failure {
  const form = scanForm(bytes, boundary, rest !== undefined)
  if (typeof form === 'string') return failure('invalid_request', `The body is not a whole form: ${form}.`)
  const noJson = failure('invalid_json', 'The body is a form; a JSON object was expected.')
  return {
    bytes,
    rest,
    form,
    fields: () => noJson,
    json: () => noJson,
    canonical: () => undefined,
    field: name => {
      const part = form.parts.find(each => each.name === name && !each.file)
      return part && decoder.decode(bytes.subarray(part.valueStart, part.valueEnd))
    },
  }
}

function checkedFields(bytes: Uint8Array): Fields | Failure {
  const fields = scanFields(bytes)
  if (fields === undefined) {
    const parsed = parseObject(bytes)
    return isFailure(parsed) ? parsed : failure('invalid_json', 'The body is nested too deeply.')
  }
  const repeated = firstRepeated(fields.names)
  return repeated === undefined
    ? fields
    : failure('invalid_json', `The body has the key ${quoted(repeated)} twice.`)
}

/** Linear in the number of names: a body may hold a million of them. */
function firstRepeated(names: readonly string[]): string | undefined {
  if (new Set(names).size === names.length) return undefined
  const seen = new Set<string>()
  return names.find(name => seen.size === seen.add(name).size)
}

function parseObject(bytes: Uint8Array): JsonObject | Failure {
  if (bytes.length === 0) return failure('invalid_json', 'The body is empty; a JSON object was expected.')
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
    return failure('invalid_json', 'The body is JSON but not an object.')
  } catch (error) {
    return failure('invalid_json', `The body is not JSON: ${syntaxReason(error)}.`)
  }
}

/** The engine's reason without its quotation of the text, which may hold what nobody should log. */
function syntaxReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : 'unreadable'
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(reason)?.[0]
  return place === undefined ? 'it ends too early' : `there is a mistake ${place}`
}

function parseValue(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) as Json
  } catch {
    return undefined
  }
}
