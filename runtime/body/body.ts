// The body of one request: bytes first, fields or JSON only when a node needs them, each parsed once.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import type { ByteStream } from '../streams/byte-stream.ts'
import { type CanonicalBody, canonicalBody } from './canonical.ts'
import { type Form, scanForm } from './form.ts'
import { type Fields, scanFields } from './scan.ts'

export interface Body {
  /** All of it, or its start where there is a `remainder`. */
  readonly bytes: Uint8Array
  /** The unread remainder of a body larger than the buffer: it can be sent once. */
  readonly rest?: Rest | undefined
  /** The top-level fields of a JSON object, or why the body is not one. */
  readonly fields: () => Fields | Failure
  /** One top-level field, parsed; undefined when absent or malformed. */
  readonly field: (name: string) => Json | undefined
  /** The whole body parsed, or why it cannot be. */
  readonly json: () => JsonObject | Failure
  /** The whole body in canonical form; undefined where it has none. */
  readonly canonical: () => CanonicalBody | undefined
  /** The spans of a form's fields; undefined for other bodies. */
  readonly form?: Form
}

/** The unread part of a body that is streamed. */
export interface Rest {
  readonly stream: ByteStream
  /** Total length of the body in bytes, where the client declared it. */
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

/** A multipart/form-data body, or why it cannot be parsed. Its fields are strings; files are not fields. */
export function createFormBody(bytes: Uint8Array, boundary: string, rest?: Rest): Body | Failure {
  const form = scanForm(bytes, boundary, rest !== undefined)
  if (typeof form === 'string') return failure('invalid_request', `The body is not a valid form: ${form}.`)
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
    : failure('invalid_json', `The body has the key ${quoted(repeated)} more than once.`)
}

/** Linear in the number of names: a body may have a million of them. */
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

/** The engine's reason without the quoted text, which may contain what must not be logged. */
function syntaxReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : 'unreadable'
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(reason)?.[0]
  return place === undefined ? 'unexpected end of input' : `syntax error ${place}`
}

function parseValue(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) as Json
  } catch {
    return undefined
  }
}
