// The first child whose status does not trigger, or the last one. Failures count as the status they map to; a
// stream that dies before its first content is a failure, since nothing was sent to the client yet.
import type { FallbackNode } from '../../schemas/generated/types.ts'
import { discard, NONE, type Route } from '../call.ts'
import { linkStatusSet } from './status-test.ts'

export function linkFallback({ on }: FallbackNode, children: readonly Route[]): Route {
  const triggers = linkStatusSet(on)
  const last = children.length - 1
  return async (call, _draw) => {
    for (let index = 0; ; index += 1) {
      const child = children[index]
      if (child === undefined) throw new Error('A fallback node has no child left.')
      const reply = await child(call, NONE)
      // A body that was streamed through is gone: no other target can be asked.
      const over = index === last || call.body.rest?.taken === true
      if (over || !triggers(reply.status) || call.cancellation.cancelled()) return reply
      discard(reply)
    }
  }
}
