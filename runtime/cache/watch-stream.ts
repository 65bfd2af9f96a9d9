// Folds a stream while it passes. Whatever becomes of the folding, the bytes go on to the client as they came.
import type { ByteStream } from '../streams/byte-stream.ts'
import { observe } from '../streams/observe.ts'
import { parseEvents } from '../streams/server-sent-events.ts'
import type { Folded, StreamForm } from './forms/form.ts'

/** `unsound`: it broke off or told of an error. `unfit`: too large, or in words that cannot be folded. `left`: its client did. */
export type Watched = Folded | 'unsound' | 'unfit' | 'left'

/**
 * `most` is how many characters of the reply are held; a stream that outgrows it is let go at once. `settle` is called
 * once.
 */
export function watchStream(
  body: ByteStream,
  { createFold }: StreamForm,
  most: number,
  settle: (outcome: Watched) => void,
): ByteStream {
  let fold: ReturnType<typeof createFold> | undefined = createFold()
  const end = (outcome: Watched): void => {
    if (fold === undefined) return
    fold = undefined
    settle(outcome)
  }
  const parser = parseEvents(
    event => {
      fold?.take(event)
      if (fold !== undefined && fold.weight() > most) end('unfit')
    },
    undefined,
    most * LONGER,
  )
  const watched = observe(body, {
    chunk: bytes => {
      if (fold !== undefined) parser.feed(bytes)
    },
    end: well => {
      if (fold === undefined) return
      parser.end()
      const state = fold?.state()
      end(well && state === 'whole' ? (fold?.folded() ?? 'unfit') : 'unsound')
    },
  })
  return {
    ...watched,
    cancel: () => {
      end('left')
      watched.cancel()
    },
  }
}

/** Escapes make a text at most so much longer. */
const LONGER = 2
