// The body of one request: bytes first, fields or JSON only when a node needs them, each parsed once.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { chargeUse } from '../body-cost.ts'
import type { ByteStream } from '../byte-stream.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import { isUtf8 } from '../is-utf8.ts'
import type { MemoryLease } from '../memory-budget.ts'
import { type CanonicalBody, canonicalBody } from './canonical-body.ts'
import { type Form, scanForm } from './scan-form.ts'
import type { ScannedFields } from './scan-in-turns.ts'
import {
  COMMA,
  checkJson,
  type JsonFields,
  MAX_FIELDS,
  OPEN_BRACE,
  OPEN_BRACKET,
  plainString,
  QUOTE,
  scanFields,
  skipString,
} from './scan-json-fields.ts'

export interface Body {
  /** All of it, or its start if there is a `remainder`. */
  readonly bytes: Uint8Array
  /** The unread remainder of a body larger than the buffer: it can be sent once. */
  readonly remainder?: BodyRemainder | undefined
  /** The top-level fields of a JSON object, or why the body is not one. */
  readonly fields: () => JsonFields | Failure
  /** One top-level field, parsed; undefined when absent, malformed or too large to be parsed. */
  readonly field: (name: string) => Json | undefined
  /** Why parsing the body, or one of its fields, would take too long; undefined where it may be parsed. */
  readonly excess: (field?: string) => Failure | undefined
  /** The whole body parsed, or why it cannot be. */
  readonly json: () => JsonObject | Failure
  /** The whole body in canonical form; undefined where it has none. Large bodies are known by a hash of each field. */
  readonly canonical: (hash: HashBytes) => CanonicalBody | undefined
  /** The spans of a form's fields; undefined for other bodies. */
  readonly form?: Form
}

export type HashBytes = (bytes: Uint8Array) => string

/** The unread part of a body that is streamed. */
export interface BodyRemainder {
  readonly stream: ByteStream
  /** Total length of the body in bytes, where the client declared it. */
  readonly length: number | undefined
  /** Set when it is sent; it cannot be sent again. */
  consumed: boolean
}

const decoder = new TextDecoder('utf-8')

/** A JSON body, or any other body, of which only the bytes are used. */
class JsonBody implements Body {
  readonly bytes: Uint8Array
  readonly remainder: BodyRemainder | undefined
  #fields: JsonFields | Failure | undefined
  #json: JsonObject | Failure | undefined
  #canonical: CanonicalBody | undefined | 'unread' = 'unread'
  readonly #maxValues: number
  readonly #memory: MemoryLease | undefined

  constructor(
    bytes: Uint8Array,
    remainder: BodyRemainder | undefined,
    maxValues: number,
    memory: MemoryLease | undefined,
  ) {
    this.bytes = bytes
    this.remainder = remainder
    this.#maxValues = maxValues
    this.#memory = memory
  }

  fields(): JsonFields | Failure {
    if (this.#fields !== undefined) return this.#fields
    const fields = this.scan()
    const duplicate = fields && firstDuplicate(fields.names)
    this.#fields =
      duplicate === undefined
        ? (fields ?? whyNotObject(this.bytes))
        : failure('invalid_json', `The key ${quoted(duplicate)} is repeated in the body.`)
    return this.#fields
  }

  protected scan(): JsonFields | undefined {
    return scanFields(this.bytes)
  }

  field(name: string): Json | undefined {
    const fields = this.fields()
    if (isFailure(fields)) return undefined
    const index = fields.names.indexOf(name)
    if (index < 0) return undefined
    const start = fields.spans[2 * index] ?? 0
    const end = fields.spans[2 * index + 1] ?? 0
    const plain = plainString(this.bytes, start, end)
    if (plain !== undefined) return plain
    const value = this.bytes.subarray(start, end)
    return this.#isTooLarge(value) ? undefined : parseValue(value)
  }

  excess(field?: string): Failure | undefined {
    const part = field === undefined ? this.bytes : this.#fieldBytes(field)
    return this.#isTooLarge(part) ? tooManyValues(this.#maxValues) : undefined
  }

  #isTooLarge(bytes: Uint8Array): boolean {
    return bytes.length > this.#maxValues && hasMoreValues(bytes, this.#maxValues)
  }

  #fieldBytes(name: string): Uint8Array {
    const fields = this.fields()
    const index = isFailure(fields) ? -1 : fields.names.indexOf(name)
    return isFailure(fields) || index < 0
      ? this.bytes.subarray(0, 0)
      : this.bytes.subarray(fields.spans[2 * index], fields.spans[2 * index + 1])
  }

  json(): JsonObject | Failure {
    this.#json ??= this.excess() ?? chargeUse('parsed', this.bytes, this.#memory) ?? parseObject(this.bytes)
    return this.#json
  }

  canonical(hash: HashBytes): CanonicalBody | undefined {
    if (this.#canonical !== 'unread') return this.#canonical
    const { bytes } = this
    if (bytes.length > MAX_CANONICAL || (bytes.length > MAX_SORTED && hasMoreValues(bytes, MAX_SORTED)))
      this.#canonical = this.#spelled(hash)
    else {
      const whole = this.json()
      this.#canonical = isFailure(whole) ? undefined : canonicalBody(whole, decoder.decode(bytes))
    }
    return this.#canonical
  }

  /** The fields as they are spelled: equal bytes mean the same, and neither parsing nor sorting takes long. */
  #spelled(hash: HashBytes): CanonicalBody | undefined {
    const fields = this.fields()
    if (isFailure(fields)) return undefined
    const { names, spans } = fields
    // No JSON text starts with this mark, so a hash is never taken for a value.
    const spelled = names.map((name, index): readonly [string, string] => [
      name,
      `#${hash(this.bytes.subarray(spans[2 * index], spans[2 * index + 1]))}`,
    ])
    return { fields: new Map(spelled), numbers: '' }
  }
}

/** A body that was scanned in turns. */
class ScannedBody extends JsonBody {
  readonly #scanned: ScannedFields

  constructor(
    bytes: Uint8Array,
    remainder: BodyRemainder | undefined,
    maxValues: number,
    memory: MemoryLease | undefined,
    scanned: ScannedFields,
  ) {
    super(bytes, remainder, maxValues, memory)
    this.#scanned = scanned
  }

  protected override scan(): JsonFields | undefined {
    return this.#scanned.fields
  }
}

/** Bodies of more values, or of more bytes, are identified by their spelling. */
const MAX_SORTED = 10_000
const MAX_CANONICAL = 256 * 1024

const tooManyValues = (limit: number): Failure =>
  failure(
    'body_too_large',
    `The body has more than ${limit} JSON values, the limit for bodies that must be parsed (limits.json_values).`,
  )

/**
 * `maxValues` limits what is parsed as a whole, and `memory` is charged for it; absent for bodies that the gateway made. `scanned` has
 * the fields of a body that was scanned in turns.
 */
export const createBody = (
  bytes: Uint8Array,
  remainder?: BodyRemainder,
  maxValues = Number.POSITIVE_INFINITY,
  scanned?: ScannedFields,
  memory?: MemoryLease,
): Body =>
  scanned === undefined
    ? new JsonBody(bytes, remainder, maxValues, memory)
    : new ScannedBody(bytes, remainder, maxValues, memory, scanned)

/** The JSON object of a client, or why it is not one: the same for each plan, whatever is read of it later. */
export function createClientBody(
  bytes: Uint8Array,
  maxValues?: number,
  scanned?: ScannedFields,
  memory?: MemoryLease,
): Body | Failure {
  const body = createBody(bytes, undefined, maxValues, scanned, memory)
  const fields = body.fields()
  if (isFailure(fields)) return fields
  const isJson = scanned?.isJson ?? (isUtf8(bytes) && checkJson(bytes) === true)
  if (isJson) return body
  const parsed = parseObject(bytes)
  return isFailure(parsed) ? parsed : failure('invalid_json', 'The body is not valid UTF-8.')
}

/** A multipart/form-data body, or why it cannot be parsed. Fields are strings; files are not exposed. */
export function createFormBody(
  bytes: Uint8Array,
  boundary: string,
  remainder?: BodyRemainder,
): Body | Failure {
  const form = scanForm(bytes, boundary, remainder !== undefined)
  if (typeof form === 'string') return failure('invalid_request', `The body is not a valid form: ${form}.`)
  const notJson = failure('invalid_json', 'The body is a form; a JSON object was expected.')
  return {
    bytes,
    remainder,
    form,
    excess: () => undefined,
    fields: () => notJson,
    json: () => notJson,
    canonical: () => undefined,
    field: name => {
      const part = form.parts.find(each => each.name === name && !each.file)
      return part && decoder.decode(bytes.subarray(part.valueStart, part.valueEnd))
    },
  }
}

function whyNotObject(bytes: Uint8Array): Failure {
  if (isUtf16(bytes)) return failure('invalid_json', 'The body is UTF-16; JSON must be UTF-8 (RFC 8259).')
  if (hasMoreValues(bytes, MAX_FIELDS))
    return failure('invalid_json', `The body has more than ${MAX_FIELDS} fields, or is nested too deeply.`)
  const parsed = parseObject(bytes)
  return isFailure(parsed) ? parsed : failure('invalid_json', 'The body is nested too deeply.')
}

/** By the mark of the order of bytes, or by the brace. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff) ||
  (first === OPEN_BRACE && second === 0) ||
  (first === 0 && second === OPEN_BRACE)

/**
 * A few names are compared in pairs, which allocates nothing; many use a set, since a body may have a million fields.
 */
function firstDuplicate(names: readonly string[]): string | undefined {
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
  const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(reason)?.[0]
  return position === undefined ? 'unexpected end of input' : `syntax error ${position}`
}

function parseValue(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) as Json
  } catch {
    return undefined
  }
}

// How many values a JSON text has, counted up to a limit without parsing it.

/**
 * Whether a JSON text has more values than this; an empty list or object counts twice. One pass over what is not within
 * strings, which ends there.
 */
export function hasMoreValues(bytes: Uint8Array, limit: number): boolean {
  let left = limit
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = skipString(bytes, at) - 1
      if (at < 0) return false
    } else if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      left -= 1
      if (left < 0) return true
    }
  }
  return false
}
