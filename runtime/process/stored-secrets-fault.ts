// The encryption keys of a process, compared with all that its store has sealed.
import type { Replica } from '../control/core/replica.ts'
import type { ResourceStore } from '../control/core/resource-store.ts'
import { checkSecrets, describeCheck, mayLoseSecrets } from '../control/core/sealing/check-secrets.ts'
import { everyResource } from '../control/core/sealing/rotate-secrets.ts'
import type { Sealing } from '../control/core/sealing/sealing.ts'
import { REPLICATED_KINDS, SEALED_KINDS } from '../control/kinds.ts'

interface StartReport {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly writeLog: (level: 'warning', message: string) => void
}

/** Why the process must not start with these encryption keys. If they open some secrets only, that is logged. */
export async function storedSecretsFault(
  store: ResourceStore,
  replica: Replica,
  sealing: Sealing | undefined,
  { environment, writeLog }: StartReport,
): Promise<string | undefined> {
  const replicated = new Set(REPLICATED_KINDS)
  async function* sealed() {
    for (const kind of SEALED_KINDS)
      yield* replicated.has(kind) ? replica.all(kind) : everyResource(store, kind)
  }
  const check = await checkSecrets(sealed(), sealing)
  const found = describeCheck(check, {
    store: store.name,
    what: 'secrets',
    sealing,
    mayLose: mayLoseSecrets(environment),
  })
  if (found?.isRefused === true) return found.sentence
  if (found !== undefined) writeLog('warning', found.sentence)
  return undefined
}
