// Returns the first reply that does not trigger, or that of the last child. Failures count as the status
// they map to; a stream that fails before its first content is a failure, since nothing was sent to the client yet.
import type { FallbackNode } from '../../../schemas/generated/types.ts'
import { type Call, discard, NO_DRAW, type Route } from '../../values/call.ts'
import type { LinkContext } from '../link-context.ts'
import { type IsOpen, ignoringCircuits, type LinkedNode, recordSkipped, recordStep } from './linked-node.ts'
import { linkTrigger } from './status-set.ts'

/** The index of the next child to call, at or after `index`; past the end when there is none. */
type NextChild = (call: Call, index: number) => number

export function linkFallback(
  { onStatus, onErrors }: Pick<FallbackNode, 'onStatus' | 'onErrors'>,
  children: readonly LinkedNode[],
  at: string,
  { linkErrorKinds }: Pick<LinkContext, 'linkErrorKinds'>,
): LinkedNode {
  const triggers = linkTrigger(onStatus, onErrors, linkErrorKinds)
  const runFrom = async (call: Call, next: NextChild): ReturnType<Route> => {
    for (let index = next(call, 0); ; ) {
      const child = children[index]
      if (child === undefined) throw new Error('A fallback node has no child left.')
      const reply = await child.route(call, NO_DRAW)
      // A body that was streamed through cannot be sent again: no other target can be called.
      if (call.body.remainder?.consumed === true || call.cancellation.cancelled()) return reply
      const because = triggers(reply)
      if (because === undefined) return reply
      // The gateway itself is out of memory, whichever target replies; another provider has connections of its own.
      if (reply.failure?.code === 'overloaded' && reply.failure.cause !== 'busy') return reply
      index = next(call, index + 1)
      if (index === children.length) return reply
      recordStep(call, at, children[index]?.name, because)
      discard(reply)
    }
  }
  const nextInOrder: NextChild = (_call, index) => index
  if (children.every(child => child.isOpen === undefined))
    return { route: call => runFrom(call, nextInOrder) }

  const isOpen: IsOpen = call => children.every(child => child.isOpen?.(call) === true)
  const nextClosed: NextChild = (call, index) => {
    for (let position = index; ; position += 1) {
      const child = children[position]
      if (child?.isOpen?.(call) !== true) return position
      recordSkipped(call, child.name)
    }
  }
  return {
    isOpen,
    route: call =>
      call.ignoreCircuits === true || isOpen(call)
        ? runFrom(ignoringCircuits(call), nextInOrder)
        : runFrom(call, nextClosed),
  }
}
