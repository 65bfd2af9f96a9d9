// Records one attempt for the log.
import type { Call, Reply } from '../../values/call.ts'
import type { Target } from '../target/target.ts'

/** `milliseconds` is the duration until the reply was complete or its stream committed. */
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
