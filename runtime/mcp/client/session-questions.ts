// Questions to a legacy client: sent on a stream that one process holds, answered by a request that another may receive.
import { asObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import type { SessionStore } from '../../state/session-store.ts'
import type { Cancellation } from '../../values/cancellation.ts'
import type { Ports } from '../../values/ports.ts'
import { faulty } from '../messages/fault.ts'
import { type MessageId, type RpcOutcome, requestMessage } from '../messages/message.ts'

export interface SessionQuestions {
  /** Sends a request to the client and waits for its answer. */
  readonly ask: (
    session: string,
    method: string,
    params: JsonObject,
    write: (message: string) => void,
    cancellation: Cancellation,
  ) => Promise<RpcOutcome>
  /** Takes an answer of the client. False: the store did not answer, so it does not reach the process that waits for it. */
  readonly answer: (session: string, id: MessageId | null, outcome: RpcOutcome) => Promise<boolean>
}

/** Seconds for which an answer is waited for. */
const PATIENCE = 600
const LOOK = 200

export function createSessionQuestions(
  store: SessionStore,
  { clock, randomId }: Pick<Ports, 'clock' | 'randomId'>,
): SessionQuestions {
  const waiting = new Map<string, (outcome: RpcOutcome) => void>()
  return {
    ask: (session, method, params, write, cancellation) =>
      new Promise(resolve => {
        const id = randomId()
        const box = boxOf(session, id)
        let stopLooking = (): void => {}
        const settle = (outcome: RpcOutcome): void => {
          if (!waiting.delete(box)) return
          stopTimer()
          stopLooking()
          unsubscribe()
          resolve(outcome)
        }
        const look = async (): Promise<void> => {
          const [message] = await store.take(box)
          if (message !== undefined) return settle(readOutcome(message))
          if (waiting.has(box)) stopLooking = clock.after(LOOK, () => void look())
        }
        const stopTimer = clock.after(PATIENCE * 1000, () => settle(UNANSWERED))
        waiting.set(box, settle)
        const unsubscribe = cancellation.onCancel(() => settle(UNANSWERED))
        if (store.isShared) stopLooking = clock.after(LOOK, () => void look())
        write(requestMessage(id, method, params))
      }),
    answer: async (session, id, outcome) => {
      const box = boxOf(session, String(id))
      const settle = waiting.get(box)
      settle?.(outcome)
      return (
        settle !== undefined || !store.isShared || (await store.push(box, JSON.stringify(outcome), PATIENCE))
      )
    },
  }
}

const boxOf = (session: string, id: string): string => `mcp:question:${session}:${id}`

const UNANSWERED = faulty(-1, 'The client has not answered.')

function readOutcome(message: string): RpcOutcome {
  const value = asObject(parseJson(message))
  return (Object.hasOwn(value, 'fault') || Object.hasOwn(value, 'result') ? value : UNANSWERED) as RpcOutcome
}
