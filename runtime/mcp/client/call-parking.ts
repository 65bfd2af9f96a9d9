// Where calls wait for the answers of modern clients. They run in one process; another that gets the answer passes it on through
// the store, so that any runtime can be asked.
import { asObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { type SessionStore, UNREACHABLE } from '../../state/session-store.ts'
import type { Cancellation } from '../../values/cancellation.ts'
import type { Ports } from '../../values/ports.ts'
import { faulty, INTERNAL_ERROR, INVALID_PARAMS, STORE_AWAY } from '../messages/fault.ts'
import type { NextOfCall, ParkedCall } from './parked-call.ts'

export interface CallParking {
  /** Parks a call; returns the state with which its client comes back. `binding` is what the client must repeat. */
  readonly park: (call: ParkedCall, binding: string) => Promise<string>
  /** The call that waits for this state; undefined for a state that is not one of the gateway. */
  readonly resume: (
    state: string,
    binding: string,
    responses: JsonObject,
    cancellation: Cancellation,
  ) => Promise<ParkedCall | NextOfCall | undefined>
}

const PREFIX = 'portolan-parked:'
/** Seconds for which a call waits for its client. */
const PATIENCE = 600
/** Milliseconds between two looks into the boxes of the store. */
const LOOK = 200

export function createCallParking(
  sessions: SessionStore,
  { clock, randomId, hash }: Pick<Ports, 'clock' | 'randomId' | 'hash'>,
): CallParking {
  const parked = new Map<string, { readonly call: ParkedCall; readonly binding: string; stop: () => void }>()
  const drop = (id: string): ParkedCall | undefined => {
    const found = parked.get(id)
    found?.stop()
    parked.delete(id)
    void sessions.remove(bindingKey(id))
    return found?.call
  }
  /** Looks for answers that other processes were given. */
  const lookForAnswers = (id: string): (() => void) => {
    let stop = (): void => {}
    const look = async (): Promise<void> => {
      const [answers] = await sessions.take(inbox(id))
      if (!parked.has(id)) return
      if (answers === undefined) {
        stop = clock.after(LOOK, lookAgain)
        return
      }
      const binding = parked.get(id)?.binding
      const call = drop(id)
      if (call === undefined || binding === undefined) return
      call.answer(asObject(parseJson(answers)))
      const next = await call.next().catch((): NextOfCall => FAILED)
      const state = 'asked' in next ? await parking.park(call, binding) : undefined
      await sessions.push(outbox(id), JSON.stringify({ ...next, state }), PATIENCE)
    }
    /** A store that throws is called again; the call ends with its patience. */
    const lookAgain = (): void => {
      look().catch(() => {
        if (parked.has(id)) stop = clock.after(LOOK, lookAgain)
      })
    }
    stop = clock.after(LOOK, lookAgain)
    return () => stop()
  }
  const parking: CallParking = {
    park: async (call, binding) => {
      const id = randomId()
      const stopTimer = clock.after(PATIENCE * 1000, () => drop(id)?.cancel())
      const stopLooking = sessions.isShared ? lookForAnswers(id) : () => {}
      parked.set(id, {
        call,
        binding,
        stop: () => {
          stopTimer()
          stopLooking()
        },
      })
      if (sessions.isShared) await sessions.set(bindingKey(id), hash(binding), PATIENCE)
      return PREFIX + id
    },
    resume: async (state, binding, responses, cancellation) => {
      if (!state.startsWith(PREFIX)) return undefined
      const id = state.slice(PREFIX.length)
      const here = parked.get(id)
      if (here !== undefined) {
        if (here.binding !== binding) return GONE
        const call = drop(id)
        call?.answer(responses)
        return call
      }
      if (!sessions.isShared) return GONE
      const bound = await sessions.get(bindingKey(id))
      if (bound === UNREACHABLE) return AWAY
      if (bound !== hash(binding)) return GONE
      if (!(await sessions.push(inbox(id), JSON.stringify(responses), PATIENCE))) return AWAY
      return await waitForNext(id, cancellation)
    },
  }
  const waitForNext = async (id: string, cancellation: Cancellation): Promise<NextOfCall> => {
    const until = clock.monotonic() + PATIENCE * 1000
    while (!cancellation.cancelled() && clock.monotonic() < until) {
      const [message] = await sessions.take(outbox(id))
      if (message !== undefined) return parseJson(message) as unknown as NextOfCall
      await new Promise<void>(resolve => clock.after(LOOK, resolve))
    }
    // The box is empty, or could not be looked into.
    return (await sessions.get(bindingKey(id))) === UNREACHABLE ? AWAY : GONE
  }
  return parking
}

const FAILED: NextOfCall = { outcome: faulty(INTERNAL_ERROR, 'The gateway could not answer.') }

const AWAY: NextOfCall = { outcome: { fault: STORE_AWAY } }

const GONE: NextOfCall = {
  outcome: faulty(
    INVALID_PARAMS,
    '"requestState" belongs to no call that waits here: it was answered already, has expired, or belongs to another request.',
  ),
}

const bindingKey = (id: string): string => `mcp:parked:${id}`
const inbox = (id: string): string => `mcp:answers:${id}`
const outbox = (id: string): string => `mcp:next:${id}`
