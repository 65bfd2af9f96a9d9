// Streams a reply through while buffering a copy for guards that run after its end. A reply larger than the limit is
// not checked: the guards get a failure.

import { tap } from '../../streams/tap.ts'
import { concatenate } from '../../values/byte-stream.ts'
import { type Call, isStream, type Reply } from '../../values/call.ts'
import { failure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { FindContent } from './async-guards.ts'
import { bufferReply, isReadable } from './buffered-reply.ts'

const TOO_LARGE = failure(
  'invalid_upstream_reply',
  'The reply is larger than the gateway buffers for guardrails.',
)

/** A client that disconnects has read the start of the reply: guards report that it was not checked. */
const TRUNCATED = failure('invalid_upstream_reply', 'The reply was truncated.', { cause: 'cut' })

/** `onEnd` is called when the reply is over, with a function that reads its content; `limit` is in bytes. */
export function tapReply(
  reply: Reply,
  call: Call,
  { limit, nextTurn }: { readonly limit: number } & Pick<Ports, 'nextTurn'>,
  onEnd: (find: FindContent) => void,
): Reply {
  const contentOf = async (body: Reply['body']): ReturnType<FindContent> => {
    const buffered = await bufferReply({ ...reply, body }, call, limit, nextTurn)
    return 'content' in buffered ? buffered.content : buffered
  }
  const { body } = reply
  if (!isStream(body)) {
    onEnd(() => contentOf(body))
    return reply
  }
  const readable = isReadable(reply)
  let pieces: Uint8Array[] = []
  let length = 0
  let started = false
  let finished = false
  const tapped = tap(body, {
    chunk: bytes => {
      started = true
      if (!readable) return
      length += bytes.length
      if (length <= limit) pieces.push(bytes)
      else pieces = []
    },
    end: succeeded => close(succeeded),
  })
  const close = (succeeded: boolean): void => {
    if (finished) return
    finished = true
    const whole = pieces
    pieces = []
    if (length > limit) onEnd(async () => TOO_LARGE)
    else if (!succeeded) onEnd(async () => TRUNCATED)
    else onEnd(() => contentOf(readable ? concatenate(whole) : body))
  }
  const cancel = (): void => {
    // A reply that was replaced by another one was not sent.
    if (started) close(false)
    finished = true
    tapped.cancel()
  }
  return { ...reply, body: { ...tapped, cancel } }
}
