// A reply that goes on as it comes while a copy is kept for those who judge it when it has gone. What is larger than is
// held is not judged: they hear so.
import { concatenate } from '../body/concatenate.ts'
import { type Call, isStream, type Reply } from '../call.ts'
import { failure } from '../failures.ts'
import { observe } from '../streams/observe.ts'
import type { LaterContent } from './guard-later.ts'
import { holdReply, isReadable } from './held-reply.ts'

const TOO_LARGE = failure('invalid_upstream_reply', 'The reply is larger than is held for guardrails.')

/** Whoever leaves before the end has read the beginning: that nobody judged it is told. */
const BROKEN_OFF = failure('invalid_upstream_reply', 'The reply broke off before its end.', { cause: 'cut' })

/** `ended` hears of a reply that is over, with what finds its content; `limit` is in bytes. */
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
    // A reply that another one took the place of was given to nobody.
    if (begun) close(false)
    over = true
    watched.cancel()
  }
  return { ...reply, body: { ...watched, cancel } }
}
