// A call that starts before the verdict of the guards beside it: its reply is held until then, and a denial cancels it.
import type { Awaitable } from '../../values/awaitable.ts'
import { type Call, discard, type Reply, type Route } from '../../values/call.ts'
import { createCancellation } from '../../values/cancellation.ts'

/**
 * Calls `child` while `judging` runs. Without the reply where the judgement denies: then the call was cancelled.
 * @param denies whether a judgement denies
 */
export async function callBeside<J>(
  call: Call,
  child: Route,
  draw: Parameters<Route>[1],
  judging: Awaitable<J>,
  denies: (judgement: J) => boolean,
): Promise<{ readonly judgement: J; readonly reply: Reply | undefined }> {
  // What has its verdict at once is sent as if nothing ran beside it, or not at all.
  if (!(judging instanceof Promise))
    return { judgement: judging, reply: denies(judging) ? undefined : await child(call, draw) }
  const cancellation = createCancellation()
  call.cancellation.onCancel(cancellation.cancel)
  const calling = Promise.resolve(child({ ...call, cancellation }, draw))
  const outcome = await Promise.race([judging, calling.then(() => undefined)])
  const judgement = outcome ?? (await judging)
  if (!denies(judgement)) return { judgement, reply: await calling }
  cancellation.cancel()
  // A reply that has arrived nonetheless must not be left open.
  void calling.then(discard, () => {})
  return { judgement, reply: undefined }
}
