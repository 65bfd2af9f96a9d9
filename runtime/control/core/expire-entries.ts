// Deletes entries of the audit log that are older than the retention of the manifest, some at a time, each time with an entry about
// it in the same transaction. Of several processes that try at once, one deletes them.
import type { Clock, Ports } from '../../values/ports.ts'
import { AUDIT, auditWrite } from './commit-change.ts'
import type { ResourceStore } from './resource-store.ts'

export interface AuditExpiry {
  /** Deletes what is due now. */
  readonly sweep: () => Promise<void>
  readonly stop: () => void
}

export interface AuditExpiryOptions extends Pick<Ports, 'randomId'> {
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** Days for which entries are retained; undefined: indefinitely. */
  readonly retention: () => number | undefined
  readonly writeLog: (level: 'info' | 'error', message: string) => void
}

const DAY = 86_400_000
/** Milliseconds before the first look, and between two. */
const FIRST = 60_000
const INTERVAL = 6 * 3_600_000
/** Entries of one transaction: other writes wait for no more. */
const BATCH = 500

/** Entries are deleted by the gateway itself. */
const BY_GATEWAY = {
  principal: { id: 'gateway', type: 'gateway' },
  method: 'DELETE',
  uri: '/audit-logs',
} as const

export function keepAuditLog(
  store: ResourceStore,
  { clock, randomId, retention, writeLog }: AuditExpiryOptions,
): AuditExpiry {
  let stopped = false
  let stopTimer = (): void => {}
  /** Whether there may be more that is due. */
  const deleteBatch = async (days: number): Promise<boolean> => {
    const before = new Date(clock.now() - days * DAY).toISOString()
    const oldest = await store.list(AUDIT, { limit: BATCH })
    const due = oldest.filter(({ id }) => id < before)
    const [first, last] = [due[0], due.at(-1)]
    if (first === undefined || last === undefined) return false
    const { conflict } = await store.commit({
      writes: [
        ...due.map(({ kind, id, revision }) => ({ kind, id, value: undefined, expects: revision })),
        auditWrite({ clock, randomId }, BY_GATEWAY, {
          action: 'expire',
          resource: AUDIT,
          id: AUDIT,
          workspace: null,
          before: {
            entries: due.length,
            from: first.value['timestamp'] ?? null,
            to: last.value['timestamp'] ?? null,
          },
          after: { audit_retention: days },
        }),
      ],
    })
    return conflict === undefined && due.length === BATCH
  }
  const sweep = async (): Promise<void> => {
    const days = retention()
    if (days === undefined) return
    try {
      while (!stopped && (await deleteBatch(days)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      writeLog(
        'error',
        `Entries of the audit log that are older than ${days} days are still there: ${reason}`,
      )
    }
  }
  const wait = (milliseconds: number): void => {
    stopTimer = clock.after(milliseconds, () => {
      void sweep().then(() => {
        if (!stopped) wait(INTERVAL)
      })
    })
  }
  wait(FIRST)
  return {
    sweep,
    stop: () => {
      stopped = true
      stopTimer()
    },
  }
}
