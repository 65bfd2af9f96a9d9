// The reply for the client with the values that guards masked in its request. It comes after everything that is shared
// or recorded: the cache, retries, and output guards see placeholders.
import { withTexts } from '../../guardrails/engine/content.ts'
import { restoreText, restoreWindows } from '../../guardrails/engine/streams/restore-windows.ts'
import { createRewriteSplitter, type SettleTexts } from '../../guardrails/engine/streams/rewrite-windows.ts'
import type { TurnPorts } from '../../streams/in-portions.ts'
import { andThen } from '../../values/awaitable.ts'
import { type Call, isStream, type Reply } from '../../values/call.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { isEventStream } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import { runInTurns } from '../../values/turns.ts'
import { bufferReply } from './buffered-reply.ts'
import { failed } from './guard-response.ts'
import { eventTextsOf } from './rewritten-stream.ts'
import { commitLate, mergedResults } from './stream-windows.ts'

const NOT_RESTORED: Failure = failure('internal', 'The gateway failed while it restored the reply.')

/** A stream as it arrives; one of another format, and a whole reply, at once. Errors stay as they are. */
export async function restoreReply(
  call: Call,
  reply: Reply,
  masked: ReadonlyMap<string, string>,
  limit: number,
  ports: TurnPorts & Pick<Ports, 'nextTurn'>,
): Promise<Reply> {
  if (reply.status < 200 || reply.status > 299 || reply.failure !== undefined) return reply
  const readTexts = eventTextsOf(call)
  if (isStream(reply.body) && isEventStream(reply.headers) && readTexts !== undefined) {
    const rewrite = restoreWindows(masked)
    const turn = (): Promise<void> => new Promise(resolve => ports.nextTurn(resolve, call.caller))
    const work = {
      splitter: createRewriteSplitter(readTexts, rewrite, rewrite.open(undefined), () => true),
      evaluate: (settle: SettleTexts) =>
        andThen(runInTurns(settle(), turn), end => (end === 'failed' ? NOT_RESTORED : undefined)),
      results: mergedResults(call),
    }
    return await commitLate(call, reply, reply.body, limit, work, ports)
  }
  const buffered = await bufferReply(reply, call, limit, ports.nextTurn)
  if (isFailure(buffered)) return failed(call, reply, buffered)
  const { content, release } = buffered
  const texts = content
    .locations('all')
    .map(({ text, form }) => restoreText(text, form === 'json' || form === 'value', masked))
  return { ...reply, ...release(withTexts(content, 'all', texts).content) }
}
