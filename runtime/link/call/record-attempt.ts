// One try of one target, noted for the log.
import type { Call, Reply } from '../../values/call.ts'
import type { Target } from '../target/target.ts'

/** `milliseconds` is how long the try took, until the reply was whole or its stream committed to. */
export function recordAttempt(
  call: Call,
  targetName: string,
  reply: Pick<Reply, 'status' | 'failure'>,
  target: Target,
  milliseconds: number,
): void {
  const cause = reply.failure?.cause
  call.record.attempts.push({
    at: targetName,
    provider: target.spec.id,
    status: reply.status,
    milliseconds,
    ...(cause === undefined ? {} : { cause }),
  })
}
