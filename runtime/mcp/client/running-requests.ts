// The requests of sessions that are running, so that a notification can cancel them, in whatever process it arrives.
import type { SessionStore } from '../../state/session-store.ts'
import type { CancellationSource } from '../../values/cancellation.ts'
import type { Clock } from '../../values/ports.ts'
import type { MessageId } from '../messages/message.ts'

export interface RunningRequests {
  /** Returns a function for the end of the request. */
  readonly begin: (session: string, id: MessageId, cancellation: CancellationSource) => () => void
  readonly cancel: (session: string, id: MessageId) => Promise<void>
}

const LOOK = 1000
const SECONDS = 60

export function createRunningRequests(store: SessionStore, { after }: Pick<Clock, 'after'>): RunningRequests {
  const running = new Map<string, CancellationSource>()
  return {
    begin: (session, id, cancellation) => {
      const key = keyOf(session, id)
      running.set(key, cancellation)
      let stop = (): void => {}
      const look = async (): Promise<void> => {
        const messages = await store.take(key)
        if (messages.length > 0) cancellation.cancel()
        else if (running.has(key)) stop = after(LOOK, () => void look())
      }
      if (store.isShared) stop = after(LOOK, () => void look())
      return () => {
        running.delete(key)
        stop()
      }
    },
    cancel: async (session, id) => {
      const key = keyOf(session, id)
      const here = running.get(key)
      if (here !== undefined) here.cancel()
      else if (store.isShared) await store.push(key, 'cancelled', SECONDS)
    },
  }
}

const keyOf = (session: string, id: MessageId): string => `mcp:running:${session}:${JSON.stringify(id)}`
