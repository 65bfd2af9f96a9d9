// Writes a reply to the response, with the gateway's own headers (semantics, section 14). Whole bodies are sent with
// their head in one write. Stream chunks are coalesced per turn of the event loop, which costs a third of one write per
// chunk.
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { ByteStream } from '../values/byte-stream.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import type { Failure } from '../values/failures.ts'
import { droppedNames } from '../values/headers.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import type { Clock } from '../values/ports.ts'
import type { StalledReader, StalledReaders } from './stalled-readers.ts'

/**
 * The headers of a reply as sent: `content-length` is recomputed for whole bodies. Returns a new list, to which the
 * gateway headers are appended.
 */
export function replyHeaders({ headers, body }: Pick<Reply, 'headers' | 'body'>): string[] {
  const list: string[] = []
  const whole = body instanceof Uint8Array
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (whole && name.length === CONTENT_LENGTH.length && name.toLowerCase() === CONTENT_LENGTH) continue
    list.push(name, headers[index + 1] ?? '')
  }
  if (whole) list.push(CONTENT_LENGTH, String(body.length))
  return list
}

const CONTENT_LENGTH = 'content-length'

/** Maximum number of skipped targets listed. */
const MAX_NAMES = 32

/** Appends the gateway headers of a reply to `list`. `outcome` is undefined where the request was not handled. */
export type AppendGatewayHeaders = (
  list: string[],
  trace: string,
  reply: Pick<Reply, 'target' | 'provider' | 'retries' | 'cache' | 'dropped' | 'hooks'>,
  outcome?: HeaderFacts,
) => void

/** What the headers say of a call besides its reply. */
export interface HeaderFacts {
  readonly model?: string | undefined
  readonly record: Pick<
    CallRecord,
    'member' | 'answeredModel' | 'servedModel' | 'skippedTargets' | 'ignored' | 'prompt' | 'canary'
  >
}

/** A name of a model as a header may have it: names come from clients and providers. */
const headerModel = (name: string): string =>
  PLAIN_MODEL.test(name) ? name : encodeURIComponent(name.slice(0, MAX_MODEL).toWellFormed())

const MAX_MODEL = 200
const PLAIN_MODEL = /^[!-$&-~]{1,200}$/

const DISABLED = 'DISABLED'
const NO_RETRY = '0'

/** Prepared once per bundle; `plan` is the start of the digest of the plans in use. */
export function linkGatewayHeaders(prefix: string, plan: string): AppendGatewayHeaders {
  const names = {
    trace: `${prefix}trace-id`,
    provider: `${prefix}provider`,
    model: `${prefix}model`,
    option: `${prefix}last-used-option-index`,
    retries: `${prefix}retry-attempt-count`,
    cache: `${prefix}cache-status`,
    plan: `${prefix}plan`,
    dropped: `${prefix}dropped-params`,
    hooks: `${prefix}hook-verdict`,
    skipped: `${prefix}skipped-targets`,
    ignored: `${prefix}ignored`,
    prompt: `${prefix}prompt-version`,
    member: `${prefix}member`,
  }
  return (list, trace, { target, provider, retries, cache, dropped, hooks }, outcome) => {
    const record = outcome?.record
    list.push(
      names.trace,
      trace,
      names.plan,
      record?.canary?.plan ?? plan,
      'x-content-type-options',
      'nosniff',
    )
    if (provider !== undefined) list.push(names.provider, provider)
    if (target !== undefined) {
      list.push(names.option, target, names.retries, retries === 0 ? NO_RETRY : String(retries))
      list.push(names.cache, cache ?? DISABLED)
      const model = record?.answeredModel ?? record?.servedModel ?? outcome?.model
      if (model !== undefined) list.push(names.model, headerModel(model))
    }
    if (dropped !== undefined && dropped.length > 0) list.push(names.dropped, droppedNames(dropped))
    if (hooks !== undefined) list.push(names.hooks, hooks.verdict)
    const skipped = record?.skippedTargets
    if (skipped !== undefined && skipped.length > 0)
      list.push(names.skipped, skipped.slice(0, MAX_NAMES).join(', '))
    if (record?.ignored !== undefined) list.push(names.ignored, record.ignored.join(', '))
    if (record?.member !== undefined) list.push(names.member, record.member)
    if (record?.prompt !== undefined) list.push(names.prompt, record.prompt)
  }
}

/** The header with the cost of a reply, in US dollars. */
export const costHeader = (prefix: string): string => `${prefix}cost`

/** Ends a stream as if its provider had failed; false if its end was already sent. */
export type BreakOff = (reason: Failure) => boolean

/** `stalled`: a stream waits for its client, which then `reads` on; `ended`: the last bytes wait. */
type OnStall = (state: 'stalled' | 'reads' | 'ended') => void

/**
 * Sends a reply; `onSent` receives the bytes of the body of each write, which must not be retained. `endingOf` returns the last bytes of
 * a stream that fails; without it, the connection is closed. `onStall` is called when the client stops reading, and when it reads on.
 * `nextTurn`: what a long stream waits for, again and again. `isBroken`: called at the end of a stream; if true, its connection is broken
 * off instead. Returns how a stream is ended before its end.
 */
export function respond(
  response: ServerResponse,
  status: number,
  headers: string[],
  body: Reply['body'],
  onSent: (bytes: Uint8Array) => void,
  endingOf?: (reason: Failure) => Uint8Array,
  onStall?: OnStall,
  nextTurn?: NextTurn,
  isBroken?: () => boolean,
): BreakOff | undefined {
  const phrase = unknownPhrase(status)
  if (phrase === undefined) response.writeHead(status, headers)
  else response.writeHead(status, phrase, headers)
  if (!(body instanceof Uint8Array))
    return pipe(response, body, onSent, endingOf, onStall, nextTurn, isBroken)
  // Node joins a string with the head, and writes bytes separately: for a small body the copy costs less.
  if (body.length <= MAX_JOINED) response.end(Buffer.prototype.latin1Slice.call(body), 'latin1')
  else response.end(body)
  if (response.writableLength > MAX_UNREAD) onStall?.('ended')
  onSent(body)
  return undefined
}

/**
 * Counted bytes of a stream that is not read: what waits for the client, and what is read ahead of the provider. A stream holds up to
 * three times as much, as other counted bytes do.
 */
const STALLED = 128 * 1024
/** Bytes at the end of a reply that every client takes at once, though those of TLS and HTTP/2 are only taken after the call. */
export const MAX_UNREAD = 16_384

/**
 * Counts what a client does not take, and disconnects one that takes nothing for `timeout` milliseconds; where memory is short, `readers`
 * disconnects it earlier, by `disconnect`. `owner`: whose share it counts for.
 */
export function onStall(
  response: ServerResponse,
  memory: MemoryLease,
  timeout: number,
  readers: StalledReaders,
  { owner, disconnect }: { readonly owner: () => string; readonly disconnect: () => void },
  { monotonic }: Pick<Clock, 'monotonic'>,
): OnStall {
  let reader: StalledReader | undefined
  let isWatched = false
  const reads = (): void => {
    if (reader === undefined) return
    readers.remove(reader)
    reader = undefined
    memory.give(STALLED)
  }
  const stall = (): void => {
    // What it holds is returned at once, so that others are not disconnected for it.
    const end = (): void => {
      reads()
      disconnect()
    }
    if (!isWatched) response.once('close', reads)
    isWatched = true
    reader = { owner: owner(), bytes: STALLED, since: monotonic(), disconnect: end }
    readers.add(reader)
    memory.hold(STALLED)
  }
  return state => {
    if (state === 'stalled') stall()
    else if (state === 'reads') reads()
    // HTTP/1 closes the connection by itself.
    if (response.listenerCount('timeout') === 0) response.on('timeout', () => response.destroy())
    response.setTimeout(state === 'reads' ? 0 : timeout)
  }
}

type NextTurn = (action: () => void) => void

/**
 * Bytes of a stream after which others have their turn: of one that its provider sends faster, the event loop would read 2 MB at once, and
 * of as many streams as there are, before it comes to a health check.
 */
const TURN = 65_536

/** Largest body in bytes that is sent as a string together with its head. */
const MAX_JOINED = 8_192

function pipe(
  response: ServerResponse,
  body: ByteStream,
  onSent: (bytes: Uint8Array) => void,
  endingOf: ((reason: Failure) => Uint8Array) | undefined,
  onStall: OnStall | undefined,
  nextTurn: NextTurn | undefined,
  isBroken: (() => boolean) | undefined,
): BreakOff {
  let pieces: Uint8Array[] = []
  let scheduled = false
  let ended = false
  let open = true
  let paused = false
  /** Bytes since it has last waited for its turn. */
  let sent = 0
  const resume = (): void => {
    if (!open || ended) return
    paused = false
    onStall?.('reads')
    body.resume()
  }
  /** What waits for its turn counts as what waits for its client: it holds as much. */
  const resumeInTurn = (): void => {
    if (nextTurn === undefined || sent < TURN) return resume()
    sent = 0
    nextTurn(resume)
  }
  const pause = (): void => {
    paused = true
    body.pause()
    onStall?.('stalled')
  }
  const flush = (): void => {
    scheduled = false
    if (!open) return
    const [first] = pieces
    const whole = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces)
    pieces = []
    onSent(whole)
    sent += whole.length
    if (ended) {
      open = false
      if (isBroken?.() === true) response.write(whole, () => breakConnection(response))
      else response.end(whole)
      if (response.writableLength > MAX_UNREAD && !paused) onStall?.('ended')
    } else if (!response.write(whole) && !paused) {
      pause()
      response.once('drain', resumeInTurn)
    } else if (nextTurn !== undefined && !paused && sent >= TURN) {
      pause()
      resumeInTurn()
    }
  }
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    process.nextTick(flush)
  }
  response.once('close', () => {
    if (!open) return
    open = false
    body.cancel()
  })
  const fail = (reason: Failure): void => {
    if (endingOf !== undefined) {
      pieces.push(endingOf(reason))
      ended = true
      return schedule()
    }
    // The head was already sent, so the error can only be signalled by closing the connection.
    if (pieces.length > 0) flush()
    open = false
    breakConnection(response)
  }
  body.start({
    chunk: bytes => {
      pieces.push(bytes)
      schedule()
    },
    end: () => {
      ended = true
      schedule()
    },
    fail,
  })
  return reason => {
    if (!open || ended) return false
    body.cancel()
    fail(reason)
    return true
  }
}

/** The code of HTTP/2 for a stream that fails (RFC 9113, section 7). */
const INTERNAL_ERROR = 2

/** Ends a response so that no client takes it for whole: without its last chunk, or by RST_STREAM. */
function breakConnection(response: ServerResponse | Http2ServerResponse): void {
  if ('stream' in response) response.stream.close(INTERNAL_ERROR)
  else response.destroy()
}

/** Billionths of a US dollar as a decimal number, never with an exponent. */
export const costInDollars = (cost: number): string => (cost / 1e9).toFixed(9).replace(/\.?0+$/, '')

/** The statuses of guardrails, and those that providers and their proxies answer with. */
const PHRASES: ReadonlyMap<number, string> = new Map([
  [246, 'Guardrail Failed'],
  [446, 'Denied By Guardrail'],
  [498, 'Invalid Token'],
  [499, 'Client Closed Request'],
  [520, 'Web Server Returned an Unknown Error'],
  [521, 'Web Server Is Down'],
  [522, 'Connection Timed Out'],
  [523, 'Origin Is Unreachable'],
  [524, 'A Timeout Occurred'],
  [529, 'Overloaded'],
])

/** The names of RFC 9110 for the classes of statuses, by their first digit. */
const CLASSES = ['', 'Informational', 'Successful', 'Redirection', 'Client Error', 'Server Error']

/** Undefined for statuses whose phrase Node writes itself. */
const unknownPhrase = (status: number): string | undefined =>
  STATUS_CODES[status] === undefined
    ? (PHRASES.get(status) ?? CLASSES[Math.floor(status / 100)] ?? 'Error')
    : undefined
