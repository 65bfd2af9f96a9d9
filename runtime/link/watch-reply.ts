// Streams a reply through while buffering a copy for guards that run after its end. A reply larger than the limit is
// not checked: the guards get a failure.
import { concatenate } from '../body/concatenate.ts'
import { type Call, isStream, type Reply } from '../call.ts'
import { failure } from '../failures.ts'
import { observe } from '../streams/observe.ts'
import type { LaterContent } from './guard-later.ts'
import { holdReply, isReadable } from './held-reply.ts'

const TOO_LARGE = failure(
  'invalid_upstream_reply',
  'The reply is larger than the gateway buffers for guardrails.',
)

/** A client that disconnects has read the start of the reply: guards report that it was not checked. */
const BROKEN_OFF = failure('invalid_upstream_reply', 'The reply was truncated.', { cause: 'cut' })

/** `onEnd` is called when the reply is over, with a function that reads its content; `limit` is in bytes. */
export function watchReply(
  reply: Reply,
  call: Call,
  limit: number,
  ended: (find: LaterContent) => void,
): Reply {
  const contentOf = async (body: Reply['body']): ReturnType<LaterContent> => {
    const held = await holdReply({ ...reply, body }, call, limit)
    return 'content' in held ? held.content : held
  }
  const { body } = reply
  if (!isStream(body)) {
    ended(() => contentOf(body))
    return reply
  }
  const readable = isReadable(reply)
  let pieces: Uint8Array[] = []
  let length = 0
  let begun = false
  let over = false
  const watched = observe(body, {
    chunk: bytes => {
      begun = true
      if (!readable) return
      length += bytes.length
      if (length <= limit) pieces.push(bytes)
      else pieces = []
    },
    end: well => close(well),
  })
  const close = (well: boolean): void => {
    if (over) return
    over = true
    const whole = pieces
    pieces = []
    if (length > limit) ended(async () => TOO_LARGE)
    else if (!well) ended(async () => BROKEN_OFF)
    else ended(() => contentOf(readable ? concatenate(whole) : body))
  }
  const cancel = (): void => {
    // A reply that was replaced by another one was not sent.
    if (begun) close(false)
    over = true
    watched.cancel()
  }
  return { ...reply, body: { ...watched, cancel } }
}
