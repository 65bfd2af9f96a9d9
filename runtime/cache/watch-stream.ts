// Aggregates a stream for the cache while it is relayed. Whatever happens, the bytes reach the client unchanged.
import type { ByteStream } from '../streams/byte-stream.ts'
import { observe } from '../streams/observe.ts'
import { parseEvents } from '../streams/server-sent-events.ts'
import type { Folded, StreamForm } from './forms/form.ts'

/** `unsound`: truncated or an error. `unfit`: too large, or a format that cannot be aggregated. `left`: the client disconnected. */
export type Watched = Folded | 'unsound' | 'unfit' | 'left'

/**
 * `maxCharacters` limits what is buffered of the reply; a larger stream is not recorded. `onSettled` is called once.
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

/** How much longer escaping can make a text, at most. */
const LONGER = 2
