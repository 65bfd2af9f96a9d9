// One judgement with its limits: its time, the client's departure, and its own bugs. It never rejects, and whatever it
// asked of others ends with it.
import { type CancellationSource, createCancellation } from '../cancellation.ts'
import { isObject } from '../providers/wire/json.ts'
import type { Finding, Subject } from './check.ts'
import type { Circumstances } from './circumstances.ts'
import type { LinkedCheck } from './linked-guard.ts'

const erred = (reason: string): Finding => ({ passed: false, erred: true, reason })
const LEFT = erred('The client left before the verdict.')
const BROKEN = erred('The check failed by a mistake of its own.')

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
  // What has a `then` need not be a promise, nor call back once.
  const awaited = Promise.resolve(judged).then(sound).catch(broken)
  return await first(awaited, questions, settle => {
    const stop = clock.after(milliseconds, () =>
      settle(erred(`It gave no verdict within ${milliseconds} ms.`)),
    )
    const unsubscribe = cancellation.onCancel(() => settle(LEFT))
    return () => {
      stop()
      unsubscribe()
    }
  })
}

/** The judgement, or what `watch` settles with before it; questions still open are given up then. */
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

/** Checks may be modules of others: what they give is looked at before it counts. */
function sound(finding: Finding): Finding {
  const { passed, reason, texts, body } = finding
  const isSound =
    typeof passed === 'boolean' &&
    typeof reason === 'string' &&
    (texts === undefined || Array.isArray(texts)) &&
    (body === undefined || isWritable(body))
  if (!isSound) throw new Error('A check gave something that is no finding.')
  return finding
}

/** Whether it can be sent at all: a body that refers to itself, or has numbers that JSON lacks, cannot. */
function isWritable(body: unknown): boolean {
  try {
    return isObject(JSON.parse(JSON.stringify(body)))
  } catch {
    return false
  }
}
