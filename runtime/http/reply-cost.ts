// What a reply cost, for the client (semantics, section 14): a header of a whole reply, a comment before the end of a stream of a chat, a response or
// a message, and usage.cost where strict compliance is off.
import { takesFailureEvent } from '../inbound/convert-error.ts'
import { type ByteSink, type ByteStream, concatenate } from '../values/byte-stream.ts'
import { isStream, type Reply } from '../values/call.ts'
import { costInDollars } from './respond.ts'

export interface CostReport {
  /** The name of the header. */
  readonly header: string
  readonly endpoint: string | undefined
  /** In billionths of a US dollar, as far as it is known by now. */
  readonly cost: () => number | undefined
  /** Whether the usage of the reply has it too. */
  readonly inUsage: boolean
}

/** The last event of a stream that is read to its end, by endpoint. */
const LAST_EVENTS: { readonly [endpoint: string]: string } = {
  'chat/completions': 'data: [DONE]',
  responses: 'event: response.completed',
  messages: 'event: message_stop',
}
const encoder = new TextEncoder()
const USAGE = encoder.encode('"usage":{')
const BACKSLASH = 0x5c
const CLOSE_BRACE = 0x7d

/** The reply with its cost; the same object where that is not known, or has no place in it. */
export function withReplyCost(reply: Reply, report: CostReport): Reply {
  const { body } = reply
  if (isStream(body)) {
    const last = LAST_EVENTS[report.endpoint ?? '']
    return last === undefined || !takesFailureEvent(reply)
      ? reply
      : { ...reply, body: new CostedStream(body, last, report) }
  }
  const cost = report.cost()
  if (cost === undefined) return reply
  const headers = [...reply.headers, report.header, costInDollars(cost)]
  return { ...reply, headers, body: report.inUsage ? withUsageCost(body, cost) : body }
}

/** The last usage of a body or a block gets a field more. */
function withUsageCost(bytes: Uint8Array, cost: number): Uint8Array {
  const at = Buffer.prototype.lastIndexOf.call(bytes, USAGE)
  const next = at + USAGE.length
  // Within a string the quotation mark is escaped.
  if (at < 0 || bytes[at - 1] === BACKSLASH || bytes[next] === CLOSE_BRACE) return bytes
  const field = encoder.encode(`"cost":${costInDollars(cost)},`)
  return concatenate([bytes.subarray(0, next), field, bytes.subarray(next)])
}

/** Adds the comment once: before the last event where the cost is known by then, or else at the end. */
class CostedStream implements ByteStream, ByteSink {
  readonly #body: ByteStream
  readonly #report: CostReport
  readonly #last: Uint8Array
  #sink: ByteSink | undefined
  #isAdded = false

  constructor(body: ByteStream, last: string, report: CostReport) {
    this.#body = body
    this.#report = report
    this.#last = encoder.encode(last)
  }

  start(sink: ByteSink): void {
    this.#sink = sink
    this.#body.start(this)
  }

  pause(): void {
    this.#body.pause()
  }

  resume(): void {
    this.#body.resume()
  }

  cancel(): void {
    this.#body.cancel()
  }

  chunk(given: Uint8Array): void {
    const bytes = this.#inUsage(given)
    const at = this.#isAdded ? -1 : Buffer.prototype.lastIndexOf.call(bytes, this.#last)
    const comment = at < 0 || !startsLine(bytes, at) ? undefined : this.#comment()
    this.#sink?.chunk(
      comment === undefined ? bytes : concatenate([bytes.subarray(0, at), comment, bytes.subarray(at)]),
    )
  }

  end(): void {
    const comment = this.#isAdded ? undefined : this.#comment()
    if (comment !== undefined) this.#sink?.chunk(comment)
    this.#sink?.end()
  }

  fail(...reason: Parameters<ByteSink['fail']>): void {
    this.#sink?.fail(...reason)
  }

  #inUsage(bytes: Uint8Array): Uint8Array {
    if (!this.#report.inUsage || Buffer.prototype.lastIndexOf.call(bytes, USAGE) < 0) return bytes
    const cost = this.#report.cost()
    return cost === undefined ? bytes : withUsageCost(bytes, cost)
  }

  #comment(): Uint8Array | undefined {
    const cost = this.#report.cost()
    if (cost === undefined) return undefined
    this.#isAdded = true
    return encoder.encode(`: cost ${costInDollars(cost)}\n\n`)
  }
}

const LINE_FEED = 0x0a
const startsLine = (bytes: Uint8Array, at: number): boolean => at === 0 || bytes[at - 1] === LINE_FEED
