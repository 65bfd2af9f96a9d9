// A reply that goes on as it comes while a copy is kept for those who judge it when it has gone. What is larger than is
// held is not judged: they hear so.
import { concatenate } from '../body/concatenate.ts'
import { type Call, isStream, type Reply } from '../call.ts'
import { failure } from '../failures.ts'
import { observe } from '../streams/observe.ts'
import type { LaterContent } from './guard-later.ts'
import { holdReply, isReadable } from './held-reply.ts'

const TOO_LARGE = failure('invalid_upstream_reply', 'The reply is larger than is held for guardrails.')

/** `ended` hears of a reply that went to its end, with what finds its content; `limit` is in bytes. */
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
  const watched = observe(body, {
    chunk: bytes => {
      if (!readable) return
      length += bytes.length
      if (length <= limit) pieces.push(bytes)
      else pieces = []
    },
    end: well => {
      if (!well) return
      const whole = pieces
      pieces = []
      if (length > limit) ended(async () => TOO_LARGE)
      else ended(() => contentOf(readable ? concatenate(whole) : body))
    },
  })
  return { ...reply, body: watched }
}
