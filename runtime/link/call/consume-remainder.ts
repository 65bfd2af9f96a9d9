// The end of a body that is streamed through: it can be sent once, and whoever would try again must know.
import type { BodyRemainder } from '../../values/body/body.ts'
import type { Call } from '../../values/call.ts'

/** What to send after the beginning, of which `begun` bytes are sent: more or fewer than came where it was spliced. */
export function consumeRemainder(
  { body }: Call,
  begun: number,
): Pick<BodyRemainder, 'stream' | 'length'> | undefined {
  const { remainder } = body
  if (remainder === undefined) return undefined
  remainder.consumed = true
  const { stream, length } = remainder
  return { stream, length: length === undefined ? undefined : length + begun - body.bytes.length }
}
