// Sends one request in several parts where the provider takes fewer inputs at a time, and joins their replies. For
// retries, limits and the log the parts are one call: they share its timeout, and the first error ends all of them.
import { createBody } from '../../values/body/body.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { type Call, type CallRecord, isStream, type Reply } from '../../values/call.ts'
import { createCancellation } from '../../values/cancellation.ts'
import { isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { joinEmbeddings } from '../../wire/embeddings.ts'
import type { Target } from '../target/target.ts'
import { recordAttempt, setUsageAside } from './exchange.ts'
import type { PreparedRequest } from './translate-request.ts'

/** Parts that are sent at the same time. */
const MAX_PARALLEL = 8

/** `milliseconds` is the timeout of all parts together; `send` sends one of them. */
export async function sendParts(
  call: Call,
  parts: readonly PreparedRequest[],
  milliseconds: number,
  target: Target,
  targetName: string,
  clock: Ports['clock'],
  send: (call: Call, part: PreparedRequest, milliseconds: number) => Promise<Reply>,
): Promise<Reply> {
  setUsageAside(call.record, call.record.servedModel ?? call.model)
  const started = clock.monotonic()
  const elapsed = (): number => clock.monotonic() - started
  const cancellation = createCancellation()
  const unsubscribe = call.cancellation.onCancel(() => cancellation.cancel())
  const replies: Reply[] = []
  const records: CallRecord[] = []
  const waiting = parts.entries()
  let failed: Reply | undefined
  const sendWaiting = async (): Promise<void> => {
    for (const [index, part] of waiting) {
      const time = Math.max(1, Math.ceil(milliseconds - elapsed()))
      const record: CallRecord = { attempts: [] }
      records.push(record)
      const reply = await send({ ...call, cancellation, record }, part, time)
      if (failed !== undefined) return
      if (reply.status > 299) {
        failed = reply
        return cancellation.cancel()
      }
      replies[index] = reply
    }
  }
  try {
    await Promise.all(Array.from({ length: MAX_PARALLEL }, sendWaiting))
  } finally {
    unsubscribe()
    // Where one of them threw, the others are still running.
    cancellation.cancel()
  }
  // All parts ask for the same model.
  call.record.servedModel = records[0]?.servedModel
  call.record.answeredModel = records[0]?.answeredModel
  const reply = failed ?? joinReplies(replies)
  if (reply.status < 300 && reply.body instanceof Uint8Array) {
    const joined = createBody(reply.body).field('usage')
    if (joined !== undefined) call.record.usage = joined
  }
  recordAttempt(call, targetName, reply, target, { started }, clock.monotonic())
  return reply
}

/** One reply with the vectors of all, in the order of the inputs. */
function joinReplies(replies: readonly Reply[]): Reply {
  const [first] = replies
  if (first === undefined) throw new Error('A request has at least one part.')
  const bodies = replies.flatMap(({ body }) => {
    const json = isStream(body) ? undefined : createBody(body).json()
    return json === undefined || isFailure(json) ? [] : [json]
  })
  return { ...first, body: encodeJson(joinEmbeddings(bodies)) }
}
