// The end of a body that is streamed through: it can be sent once, and whoever would try again must know.
import type { Rest } from '../body/body.ts'
import type { Call } from '../call.ts'

/** What to send after the beginning, of which `begun` bytes are sent: more or fewer than came where it was spliced. */
export function takeRest({ body }: Call, begun: number): Pick<Rest, 'stream' | 'length'> | undefined {
  const { rest } = body
  if (rest === undefined) return undefined
  rest.taken = true
  const { stream, length } = rest
  return { stream, length: length === undefined ? undefined : length + begun - body.bytes.length }
}
