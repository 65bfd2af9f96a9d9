// Calls a second member where the first takes unusually long: the faster reply wins, the other is aborted. Each of the two has a record of
// its own until one has won, so that their attempts and usage do not mix.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { PoolChoice, PoolHealth, PoolRequest } from '../../pools/pool-health.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { type Call, type CallRecord, discard, type Reply } from '../../values/call.ts'
import { createCancellation } from '../../values/cancellation.ts'
import { failure, isFailure } from '../../values/failures.ts'
import type { Clock } from '../../values/ports.ts'
import { setUsageAside } from '../call/exchange.ts'
import type { ReplyVerdict } from './evaluate-reply.ts'

/** A reply of a member, and what it implies about the member. */
export interface Sent {
  readonly reply: Reply
  readonly verdict: ReplyVerdict
}

export interface HedgedCall {
  readonly call: Call
  readonly request: PoolRequest
  readonly first: PoolChoice
  /** Milliseconds after which a second member is called. */
  readonly after: number
  readonly health: Pick<PoolHealth, 'hedge'>
  readonly clock: Pick<Clock, 'after'>
  /** Sends to the member of a choice. */
  readonly send: (choice: PoolChoice, call: Call) => Promise<Sent>
  /** A second member is called. */
  readonly onSecond: (choice: PoolChoice) => void
}

const HEDGED: ReadonlySet<Endpoint> = new Set<Endpoint>([
  'chat/completions',
  'completions',
  'messages',
  'responses',
  'embeddings',
  'rerank',
  'moderations',
])

/** Fields that name or create what a provider stores, or let it act. */
const STATE: ReadonlySet<string> = new Set([
  'previous_response_id',
  'previous_interaction_id',
  'conversation',
  'container',
  'thread',
  'background',
  'mcp_servers',
  'prompt',
])

const encoder = new TextEncoder()
/** Keys of files, and tools that act at the provider; within strings their quotation marks would be escaped. */
const ACTING = ['"file_id"', '"mcp"', '"code_interpreter"', '"code_execution'].map(part =>
  encoder.encode(part),
)

/** Whether a call may be sent twice: it leaves nothing at a provider, and needs nothing that is there. */
export function mayHedge({ endpoint, body }: Call): boolean {
  if (endpoint === undefined || !HEDGED.has(endpoint) || body.remainder !== undefined) return false
  const fields = body.fields()
  if (isFailure(fields)) return false
  const isText = endpoint === 'completions'
  if (fields.names.some(name => STATE.has(name) && !(isText && name === 'prompt'))) return false
  const stored = fields.names.includes('store') ? body.field('store') : endpoint === 'responses'
  if (stored !== false && stored !== null) return false
  return ACTING.every(part => Buffer.prototype.indexOf.call(body.bytes, part) < 0)
}

/** The reply that counts, with the members that were called. */
export async function sendHedged(
  hedged: HedgedCall,
): Promise<Sent & { readonly members: readonly number[] }> {
  const { call, request, first, after, health, clock, send } = hedged
  if (call.record.usage !== undefined || call.record.attempts.length > 0)
    setUsageAside(call.record, call.record.servedModel ?? call.model)
  const one = new Racer(call, first, send)
  const early = await within(one.sent, after, clock)
  const second =
    early !== undefined || call.cancellation.cancelled()
      ? undefined
      : health.hedge({
          ...request,
          isExcluded: member => member === first.member || request.isExcluded(member),
        })
  if (second === undefined) {
    const sent = early ?? (await one.sent)
    one.win()
    return { ...sent, members: [first.member] }
  }
  hedged.onSecond(second)
  const other = new Racer(call, second, send)
  const [faster, slower] = await Promise.race([
    one.sent.then(() => [one, other] as const),
    other.sent.then(() => [other, one] as const),
  ])
  const sooner = await faster.sent
  // Where the faster one has failed, the other still may answer.
  const [winner, loser] = sooner.verdict.goesOn ? [slower, faster] : [faster, slower]
  const sent = await winner.sent
  loser.lose(request.tokens)
  winner.win()
  return { ...sent, members: [first.member, second.member] }
}

/** What it resolves to, or undefined once the time is over. */
function within<T>(
  pending: Promise<T>,
  milliseconds: number,
  clock: Pick<Clock, 'after'>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(milliseconds, () => resolve(undefined))
    pending.then(
      value => {
        stop()
        resolve(value)
      },
      (bug: unknown) => {
        stop()
        reject(bug)
      },
    )
  })
}

const OTHER_WAS_FASTER = failure('cancelled', 'Another member of the pool was faster.')

class Racer {
  readonly sent: Promise<Sent>
  readonly #call: Call
  readonly #cancellation = createCancellation()
  readonly #own: CallRecord
  #record: CallRecord
  #isOver = false

  constructor(call: Call, choice: PoolChoice, send: HedgedCall['send']) {
    this.#call = call
    const { steps: _, discardedUsage: __, ...record } = call.record
    this.#own = { ...record, attempts: [] }
    this.#record = this.#own
    call.cancellation.onCancel(() => this.#cancellation.cancel(call.cancellation.reason?.()))
    this.sent = send(choice, {
      ...call,
      cancellation: this.#cancellation,
      // What a stream reports after its start goes to the record of the call.
      record: new Proxy(this.#own, {
        get: (_target, name) => Reflect.get(this.#record, name),
        set: (_target, name, value) => Reflect.set(this.#record, name, value),
      }),
    })
    this.sent.then(
      () => {
        this.#isOver = true
      },
      () => {},
    )
  }

  win(): void {
    const { record } = this.#call
    const { attempts, steps: _, discardedUsage: __, ...own } = this.#own
    record.attempts.push(...attempts)
    Object.assign(record, own)
    this.#record = record
  }

  /** `tokens` are what its provider charges at least, where it has reported nothing. */
  lose(tokens: number): void {
    const { record } = this.#call
    const isAborted = !this.#isOver
    this.#cancellation.cancel(OTHER_WAS_FASTER)
    this.sent.then(
      ({ reply }) => discard(reply),
      () => {},
    )
    const { attempts, usage = isAborted ? promptOnly(tokens) : undefined, ...own } = this.#own
    record.attempts.push(...attempts)
    if (own.hasUnmetered) record.hasUnmetered = true
    const last = attempts.at(-1)
    if (usage === undefined || last === undefined) return
    record.discardedUsage ??= []
    record.discardedUsage.push({
      provider: last.provider,
      slug: last.slug,
      member: last.member,
      model: own.servedModel ?? this.#call.model,
      answered: own.answeredModel,
      isRegional: own.isRegional,
      usage,
    })
  }
}

const promptOnly = (tokens: number): JsonObject => ({
  prompt_tokens: tokens,
  completion_tokens: 0,
  total_tokens: tokens,
})
