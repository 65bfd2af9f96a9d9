// Returns the reply of the first child whose status does not trigger, or of the last one. Failures count as the status
// they map to; a stream that fails before its first content is a failure, since nothing was sent to the client yet.
import type { FallbackNode } from '../../schemas/generated/types.ts'
import { type Call, discard, NONE, type Route } from '../call.ts'
import { forced, type IsOpen, type Linked, noteSkipped } from './linked.ts'
import { linkStatusSet } from './status-test.ts'

/** The index of the next child to call, at or after `index`; past the end when there is none. */
type Next = (call: Call, index: number) => number

export function linkFallback({ on }: FallbackNode, children: readonly Linked[]): Linked {
  const triggers = linkStatusSet(on)
  const walk = async (call: Call, next: Next): ReturnType<Route> => {
    for (let index = next(call, 0); ; ) {
      const child = children[index]
      if (child === undefined) throw new Error('A fallback node has no child left.')
      const reply = await child.route(call, NONE)
      // A body that was streamed through cannot be sent again: no other target can be called.
      if (!triggers(reply.status) || call.body.rest?.taken === true || call.cancellation.cancelled())
        return reply
      // The gateway itself is out of memory, whichever target replies.
      if (reply.failure?.code === 'overloaded') return reply
      index = next(call, index + 1)
      if (index === children.length) return reply
      discard(reply)
    }
  }
  const inTurn: Next = (_call, index) => index
  if (children.every(child => child.isOpen === undefined)) return { route: call => walk(call, inTurn) }

  const isOpen: IsOpen = call => children.every(child => child.isOpen?.(call) === true)
  const nextClosed: Next = (call, index) => {
    for (let place = index; ; place += 1) {
      const child = children[place]
      if (child?.isOpen?.(call) !== true) return place
      noteSkipped(call, child.at)
    }
  }
  return {
    isOpen,
    route: call =>
      call.forced === true || isOpen(call) ? walk(forced(call), inTurn) : walk(call, nextClosed),
  }
}
