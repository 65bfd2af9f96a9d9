// Consumes the unread remainder of a streamed body: it can be sent once, so retries must know.
import type { BodyRemainder } from '../../values/body/body.ts'
import type { Call } from '../../values/call.ts'

/**
 * The remainder to send after the first `begun` bytes, whose number may differ from the received ones where the body
 * was spliced.
 */
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
