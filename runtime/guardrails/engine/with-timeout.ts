// One evaluation with its limits: timeout, client disconnect, and bugs of the check. Never rejects, and cancels
// pending calls when it settles.

import { isObject } from '../../../schemas/values/json.ts'
import type { Awaitable } from '../../values/awaitable.ts'
import { type CancellationSource, createCancellation } from '../../values/cancellation.ts'
import type { CheckInput, CheckResult } from '../check.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import type { LinkedCheck } from './linked-guard.ts'

const errorResult = (reason: string): CheckResult => ({ passed: false, error: true, reason })
const CLIENT_DISCONNECTED = errorResult('The client disconnected before the verdict.')
const CHECK_THREW = errorResult('The check threw an error.')

export function evaluateWithTimeout(
  check: LinkedCheck,
  input: CheckInput,
  { portsFor, cancellation, clock, onBug }: EvaluationContext,
): Awaitable<CheckResult> {
  if (cancellation.cancelled()) return CLIENT_DISCONNECTED
  const pendingCalls = createCancellation()
  const onThrow = (bug: unknown): CheckResult => {
    onBug(bug)
    return CHECK_THREW
  }
  let result: CheckResult | Promise<CheckResult>
  try {
    result = check.evaluate(input, portsFor(check, pendingCalls))
    if (!('then' in result)) return validated(result)
  } catch (bug) {
    return onThrow(bug)
  }
  // A thenable need not be a real promise, nor settle only once.
  const awaited = Promise.resolve(result).then(validated).catch(onThrow)
  return settleFirst(awaited, pendingCalls, settle => {
    const stop = clock.after(check.timeoutMs, () =>
      settle(errorResult(`The check timed out after ${check.timeoutMs} ms.`)),
    )
    const unsubscribe = cancellation.onCancel(() => settle(CLIENT_DISCONNECTED))
    return () => {
      stop()
      unsubscribe()
    }
  })
}

/** The result, or what `watch` settles with first; pending calls are then cancelled. */
function settleFirst(
  evaluation: Promise<CheckResult>,
  pendingCalls: CancellationSource,
  watch: (settle: (result: CheckResult) => void) => () => void,
): Promise<CheckResult> {
  return new Promise(resolve => {
    let isOpen = true
    let release = (): void => {}
    const settle = (result: CheckResult): void => {
      if (!isOpen) return
      isOpen = false
      release()
      resolve(result)
      pendingCalls.cancel()
    }
    release = watch(settle)
    void evaluation.then(settle)
  })
}

/** Checks may be third-party modules, so their results are validated. */
function validated(result: CheckResult): CheckResult {
  const { passed, reason, texts, body } = result
  const isValid =
    typeof passed === 'boolean' &&
    typeof reason === 'string' &&
    (texts === undefined || Array.isArray(texts)) &&
    (body === undefined || isSerializable(body))
  if (!isValid) throw new Error('The check returned an invalid result.')
  return result
}

/** False for bodies that JSON cannot represent, such as circular ones. */
function isSerializable(body: unknown): boolean {
  try {
    return isObject(JSON.parse(JSON.stringify(body)))
  } catch {
    return false
  }
}
