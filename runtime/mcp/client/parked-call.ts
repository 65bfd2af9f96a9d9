// A call whose server asks its client for something while it runs, as servers of the legacy era do. For a modern client the
// call is parked: it is answered `input_required`, and goes on when the client sends the same request with what was asked.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { type CancellationSource, createCancellation } from '../../values/cancellation.ts'
import type { Exchange } from '../messages/exchange.ts'
import { faulty } from '../messages/fault.ts'
import type { RpcNotification, RpcOutcome } from '../messages/message.ts'

/** What comes next of a call: its outcome, or what its server asks for. */
export type NextOfCall =
  | { readonly outcome: RpcOutcome }
  | {
      readonly asked: Readonly<Record<string, JsonObject>>
      /** Set if the call is parked already, in another process. */
      readonly state?: string
    }

export interface ParkedCall {
  /** Rejects with what the call has thrown. */
  readonly next: () => Promise<NextOfCall>
  /** Where notifications go while a client waits. */
  readonly attach: (notify: (notification: RpcNotification) => void) => void
  readonly detach: () => void
  /** Answers what was asked; what is missing is requested again by `next`. */
  readonly answer: (responses: JsonObject) => void
  readonly cancel: () => void
}

interface Ask {
  readonly request: JsonObject
  readonly settle: (outcome: RpcOutcome) => void
}

/** `inTurn` runs an action after what has arrived together: several questions of a server are asked as one. */
export function startCall(
  run: (exchange: Exchange) => Promise<RpcOutcome>,
  inTurn: (action: () => void) => void,
): ParkedCall {
  const cancellation: CancellationSource = createCancellation()
  const asks = new Map<string, Ask>()
  let count = 0
  let outcome: RpcOutcome | undefined
  let notify: ((notification: RpcNotification) => void) | undefined
  let failed: { readonly bug: unknown } | undefined
  let wake:
    | { readonly resolve: (next: NextOfCall) => void; readonly reject: (bug: unknown) => void }
    | undefined

  const offer = (): void => {
    if (wake === undefined) return
    const waiting = wake
    if (failed !== undefined) {
      wake = undefined
      waiting.reject(failed.bug)
    } else if (outcome !== undefined) {
      wake = undefined
      waiting.resolve({ outcome })
    } else if (asks.size > 0) {
      wake = undefined
      waiting.resolve({ asked: Object.fromEntries([...asks].map(([key, { request }]) => [key, request])) })
    }
  }
  const exchange: Exchange = {
    cancellation,
    notify: notification => notify?.(notification),
    ask: (method, params) =>
      new Promise(settle => {
        count += 1
        asks.set(`input_${count}`, { request: { method, params }, settle })
        inTurn(offer)
      }),
  }
  // What it throws at once or later is for the one that waits for it: nothing else would catch it, and the process would end.
  const running = async (): Promise<RpcOutcome> => await run(exchange)
  running().then(
    ended => {
      outcome = ended
      offer()
    },
    (bug: unknown) => {
      failed = { bug }
      offer()
    },
  )
  return {
    next: () =>
      new Promise((resolve, reject) => {
        wake = { resolve, reject }
        offer()
      }),
    attach: sink => {
      notify = sink
    },
    detach: () => {
      notify = undefined
    },
    answer: responses => {
      for (const [key, { settle }] of [...asks]) {
        const response = Object.hasOwn(responses, key) ? responses[key] : undefined
        if (response === undefined || typeof response !== 'object' || response === null) continue
        asks.delete(key)
        settle({ result: response as JsonObject })
      }
    },
    cancel: () => {
      for (const { settle } of asks.values()) settle(faulty(-1, 'The client has not answered.'))
      asks.clear()
      cancellation.cancel()
    },
  }
}
