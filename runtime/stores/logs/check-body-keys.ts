// Whether the encryption keys of a process open the bodies that its log store has.
import { describeCheck, type SecretFinding } from '../../control/core/sealing/check-secrets.ts'
import type { KeyRing } from '../../control/core/sealing/key-ring.ts'
import type { LogStore } from '../../control/logs/log-store.ts'

/** Undefined if all of them open. */
export async function checkBodyKeys(
  logs: Pick<LogStore, 'name' | 'sealedWith'>,
  ring: KeyRing | undefined,
  mayLose: boolean,
): Promise<SecretFinding | undefined> {
  const counts = Object.entries(await logs.sealedWith())
  const missing = counts.filter(([key]) => ring?.keys.has(key) !== true)
  const sum = (entries: typeof counts): number => entries.reduce((total, [, count]) => total + count, 0)
  return describeCheck(
    {
      total: sum(counts),
      closed: new Map(missing.length === 0 ? [] : [['', sum(missing)]]),
      missing: new Set(missing.map(([key]) => key)),
    },
    { store: logs.name, what: 'keys of logged bodies', sealing: ring && { ring }, mayLose },
  )
}
