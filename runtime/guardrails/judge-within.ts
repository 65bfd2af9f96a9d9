// One evaluation with its limits: timeout, client disconnect, and bugs of the check. Never rejects, and cancels
// pending calls when it settles.
import { type CancellationSource, createCancellation } from '../cancellation.ts'
import { isObject } from '../providers/wire/json.ts'
import type { Finding, Subject } from './check.ts'
import type { Circumstances } from './circumstances.ts'
import type { LinkedCheck } from './linked-guard.ts'

const erred = (reason: string): Finding => ({ passed: false, erred: true, reason })
const LEFT = erred('The client disconnected before the verdict.')
const BROKEN = erred('The check threw an error.')

export async function judgeWithin(
  { judge, open, milliseconds }: LinkedCheck,
  subject: Subject,
  { call, cancellation, clock, onBug }: Circumstances,
): Promise<Finding> {
  if (cancellation.cancelled()) return LEFT
  const questions = createCancellation()
  const broken = (bug: unknown): Finding => {
    onBug(bug)
    return BROKEN
  }
  let judged: Finding | Promise<Finding>
  try {
    judged = judge(subject, open(call, questions))
    if (!('then' in judged)) return sound(judged)
  } catch (bug) {
    return broken(bug)
  }
  // A thenable need not be a real promise, nor settle only once.
  const awaited = Promise.resolve(judged).then(sound).catch(broken)
  return await first(awaited, questions, settle => {
    const stop = clock.after(milliseconds, () =>
      settle(erred(`The check timed out after ${milliseconds} ms.`)),
    )
    const unsubscribe = cancellation.onCancel(() => settle(LEFT))
    return () => {
      stop()
      unsubscribe()
    }
  })
}

/** The result, or what `watch` settles with first; pending calls are then cancelled. */
function first(
  judged: Promise<Finding>,
  questions: CancellationSource,
  watch: (settle: (finding: Finding) => void) => () => void,
): Promise<Finding> {
  return new Promise(resolve => {
    let open = true
    let release = (): void => {}
    const settle = (finding: Finding): void => {
      if (!open) return
      open = false
      release()
      resolve(finding)
      questions.cancel()
    }
    release = watch(settle)
    void judged.then(settle)
  })
}

/** Checks may be third-party modules, so their results are validated. */
function sound(finding: Finding): Finding {
  const { passed, reason, texts, body } = finding
  const isSound =
    typeof passed === 'boolean' &&
    typeof reason === 'string' &&
    (texts === undefined || Array.isArray(texts)) &&
    (body === undefined || isWritable(body))
  if (!isSound) throw new Error('The check returned an invalid result.')
  return finding
}

/** False for bodies that JSON cannot represent, such as circular ones. */
function isWritable(body: unknown): boolean {
  try {
    return isObject(JSON.parse(JSON.stringify(body)))
  } catch {
    return false
  }
}
