// Replies of calls to pools of several accounts, with marks in the identifiers of what the member stores: in JSON, in the events of
// streams and in `location`. Contents of files, and replies that store nothing, pass as they are.
import { isObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { type MarkedReply, matchStatePath, withMark, withMarkedIds } from '../../resources/member-ids.ts'
import { scanFields } from '../../values/body/scan-json-fields.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import { type ByteStream, concatenate, readAll } from '../../values/byte-stream.ts'
import { type Call, isStream, type Reply } from '../../values/call.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { geminiRequest } from '../../values/gemini-path.ts'
import { type Headers, isEventStream, isJson, streamHeaders } from '../../values/headers.ts'

/** What the reply of a call may have, apart from the member that gives it. */
export interface Marking extends Pick<MarkedReply, 'idsBelow' | 'gemini'> {
  /** A response that is not stored has no identifiers to return to. */
  readonly ifStored?: true
}

const ANY: Marking = {}
const STORED: Marking = { ifStored: true }
const GEMINI: Marking = { gemini: true, idsBelow: ['', 'interaction'] }
const CONTAINER: Marking = { idsBelow: ['container'] }
const THREAD: Marking = { idsBelow: ['', 'message', 'container'] }
const AUDIO: Marking = { idsBelow: ['audio'] }
const STORED_CHAT: Marking = { idsBelow: ['', 'audio'] }
/** Methods of Gemini's models that begin what is read later. */
const LONG_RUNNING: ReadonlySet<string> = new Set([
  'batchGenerateContent',
  'asyncBatchEmbedContent',
  'predictLongRunning',
])

const encoder = new TextEncoder()
const CODE_INTERPRETER = encoder.encode('"code_interpreter"')
const CODE_EXECUTION = encoder.encode('"code_execution')

/** Undefined where the reply has no identifiers of what is stored. */
export function markingOf(call: Call): Marking | undefined {
  const { body, endpoint, path, pathname, upgrade } = call
  const hasTool = (type: Uint8Array): boolean => {
    const fields = body.fields()
    if (isFailure(fields) || !fields.names.includes('tools')) return false
    return Buffer.prototype.indexOf.call(body.bytes, type) >= 0
  }
  switch (endpoint) {
    case undefined: {
      if (upgrade === true) return undefined
      const gemini = geminiRequest(pathname)
      const state = matchStatePath(path)
      if (state?.isContent === true) return undefined
      if (gemini === undefined) return state && ANY
      const isOperation = LONG_RUNNING.has(gemini.method ?? '') || gemini.path.includes('/operations/')
      return state !== undefined || isOperation ? GEMINI : undefined
    }
    case 'responses':
      if (hasTool(CODE_INTERPRETER)) return ANY
      return body.field('store') === false ? undefined : STORED
    case 'messages':
      if ((body.field('thread') ?? null) !== null) return THREAD
      return (body.field('container') ?? null) !== null || hasTool(CODE_EXECUTION) ? CONTAINER : undefined
    case 'chat/completions':
      if (body.field('store') === true) return STORED_CHAT
      return body.field('audio') === undefined ? undefined : AUDIO
    default:
      return undefined
  }
}

/** `limit` of whole replies, in bytes. */
export async function markReply(
  reply: Reply,
  marking: Marking,
  owner: string,
  call: Call,
  limit: number,
): Promise<Reply | Failure> {
  const { status, body, tunnel } = reply
  if (status >= 300 || tunnel !== undefined) return reply
  const headers = markLocation(reply.headers, owner)
  const rules: MarkedReply = { ...marking, owner }
  if (isEventStream(headers)) {
    const line = markLines(rules, marking.ifStored === true)
    const marked = isStream(body)
      ? markStream(body, line, limit)
      : concatenate(splitLines(body).map(bytes => line(bytes)))
    return { ...reply, headers: streamHeaders(headers), body: marked }
  }
  if (!isJson(headers)) return { ...reply, headers }
  const bytes = isStream(body) ? await collect(body, limit, call) : body
  if (isFailure(bytes)) return bytes
  const value = parseJson(decoder.decode(bytes))
  const isKept = !isObject(value) || (marking.ifStored === true && value['store'] === false)
  const marked = isKept ? value : withMarkedIds(value, rules)
  const changed = isObject(value) && isObject(marked) ? replaceChanged(bytes, value, marked) : bytes
  return { ...reply, headers: streamHeaders(headers), body: changed }
}

/** The bytes of an object with the fields that have changed; the others remain as they are written. */
export function replaceChanged(bytes: Uint8Array, before: JsonObject, after: JsonObject): Uint8Array {
  if (before === after) return bytes
  const fields = scanFields(bytes)
  if (fields === undefined) return encodeJson(after)
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name])
  return spliceFields(
    bytes,
    fields,
    changed.map(([name, value]) => ({ name, value: encodeJson(value) })),
  )
}

const decoder = new TextDecoder('utf-8')

/** A whole body. */
export const collect = (body: ByteStream, limit: number, { memory }: Call): Promise<Uint8Array | Failure> =>
  new Promise(resolve => {
    readAll(body, limit, resolve, memory)
  })

/** Calls that are created with an offer of a session are named there. */
function markLocation(headers: Headers, owner: string): Headers {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'location')
  const location = headers[at + 1]
  if (at < 0 || location === undefined) return headers
  const path = location.replace(/^https?:\/\/[^/]+/, '').replace(/^\/v1(?=\/)/, '')
  return matchStatePath(path)?.hasId === true ? headers.with(at + 1, withMark(location, owner)) : headers
}

const LINE_FEED = 0x0a
const DATA = encoder.encode('data:')
const OPEN_BRACE = 0x7b

/** Marks the identifiers of one line of an event stream. */
function markLines(rules: MarkedReply, ifStored: boolean): (line: Uint8Array) => Uint8Array {
  let isKept = false
  return line => {
    if (isKept || !DATA.every((byte, index) => line[index] === byte)) return line
    const start = line.indexOf(OPEN_BRACE)
    const value = start < 0 ? undefined : parseJson(decoder.decode(line.subarray(start)))
    if (!isObject(value)) return line
    const response = value['response']
    isKept = ifStored && isObject(response) && response['store'] === false
    const marked = isKept ? value : withMarkedIds(value, rules)
    if (marked === value) return line
    return concatenate([line.subarray(0, start), replaceChanged(line.subarray(start), value, marked)])
  }
}

/** The lines with their ends. */
function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const end = feed < 0 ? bytes.length : feed + 1
    lines.push(bytes.subarray(start, end))
    start = end
  }
  return lines
}

/** Passes whole lines. A line beyond the limit passes in parts, as it is. */
function markStream(body: ByteStream, mark: (line: Uint8Array) => Uint8Array, limit: number): ByteStream {
  return {
    start: sink => {
      let part: Uint8Array[] = []
      let length = 0
      let isLong = false
      const flush = (): Uint8Array => {
        const line = concatenate(part)
        part = []
        length = 0
        return line
      }
      body.start({
        chunk: bytes => {
          const passed: Uint8Array[] = []
          for (const piece of splitLines(bytes)) {
            const isWhole = piece.at(-1) === LINE_FEED
            // A copy: the chunk of a connection is not retained for the beginning of a line.
            part.push(isWhole ? piece : new Uint8Array(piece))
            length += piece.length
            if (!isWhole && length <= limit) continue
            const line = flush()
            passed.push(isLong || !isWhole ? line : mark(line))
            isLong = !isWhole
          }
          if (passed.length > 0) sink.chunk(concatenate(passed))
        },
        end: () => {
          if (length > 0) sink.chunk(isLong ? flush() : mark(flush()))
          sink.end()
        },
        fail: reason => {
          if (length > 0) sink.chunk(flush())
          sink.fail(reason)
        },
      })
    },
    pause: () => body.pause(),
    resume: () => body.resume(),
    cancel: () => body.cancel(),
  }
}
