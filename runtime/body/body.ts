// The body of one request: bytes first, fields or JSON only when a node needs them, each parsed once.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import type { ByteStream } from '../streams/byte-stream.ts'
import { type CanonicalBody, canonicalBody } from './canonical.ts'
import { type Form, scanForm } from './form.ts'
import { type Fields, plainString, scanFields } from './scan.ts'

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

/** A body of JSON, or of anything else: then only its bytes are of use. */
class JsonBody implements Body {
  readonly bytes: Uint8Array
  readonly rest: Rest | undefined
  #fields: Fields | Failure | undefined
  #json: JsonObject | Failure | undefined
  #canonical: CanonicalBody | undefined | 'unread' = 'unread'

  constructor(bytes: Uint8Array, rest: Rest | undefined) {
    this.bytes = bytes
    this.rest = rest
  }

  fields(): Fields | Failure {
    this.#fields ??= checkedFields(this.bytes)
    return this.#fields
  }

  field(name: string): Json | undefined {
    const fields = this.fields()
    if (isFailure(fields)) return undefined
    const index = fields.names.indexOf(name)
    if (index < 0) return undefined
    const start = fields.starts[index] ?? 0
    const end = fields.ends[index] ?? 0
    return plainString(this.bytes, start, end) ?? parseValue(this.bytes.subarray(start, end))
  }

  json(): JsonObject | Failure {
    this.#json ??= parseObject(this.bytes)
    return this.#json
  }

  canonical(): CanonicalBody | undefined {
    if (this.#canonical !== 'unread') return this.#canonical
    const whole = this.json()
    this.#canonical = isFailure(whole) ? undefined : canonicalBody(whole, decoder.decode(this.bytes))
    return this.#canonical
  }
}

export const createBody = (bytes: Uint8Array, rest?: Rest): Body => new JsonBody(bytes, rest)

/** A body of multipart/form-data, or why it cannot be read as one. Its fields are texts; files are none. */
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

/** Few names are compared in pairs, which allocates nothing; a body may hold a million, so many go through a set. */
function firstRepeated(names: readonly string[]): string | undefined {
  if (names.length <= PAIRWISE) {
    for (let index = 1; index < names.length; index += 1)
      if (names.indexOf(names[index] ?? '') < index) return names[index]
    return undefined
  }
  const seen = new Set<string>()
  return names.find(name => seen.size === seen.add(name).size)
}

const PAIRWISE = 24

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
