// Results as clients of the modern era read them, whatever the era of the server.
import { INVALID_PARAMS, RESOURCE_NOT_FOUND } from '../messages/fault.ts'
import type { RpcOutcome } from '../messages/message.ts'
import type { NextOfCall } from './parked-call.ts'

/** Results with the time for which they may be cached. */
const CACHEABLE =
  /^(?:(?:tools|prompts|resources|resources\/templates)\/list|resources\/read|server\/discover)$/

/** What a call has come to: its outcome, or what it waits for. */
export const shownNext = (next: NextOfCall): RpcOutcome =>
  'outcome' in next
    ? next.outcome
    : {
        result: {
          resultType: 'input_required',
          inputRequests: next.asked,
          ...(next.state !== undefined && { requestState: next.state }),
        },
      }

/** An outcome as this era has it: lists differ by caller, so no shared cache may store them. */
export function shownOutcome(method: string, outcome: RpcOutcome): RpcOutcome {
  if ('fault' in outcome) {
    const { code } = outcome.fault
    return code === RESOURCE_NOT_FOUND ? { fault: { ...outcome.fault, code: INVALID_PARAMS } } : outcome
  }
  const { result } = outcome
  const ttl = result['ttlMs']
  return {
    result: {
      resultType: 'complete',
      ...result,
      ...(CACHEABLE.test(method) && {
        ttlMs: typeof ttl === 'number' && ttl > 0 ? ttl : 0,
        cacheScope: 'private',
      }),
    },
  }
}
