// Which encryption keys a copy of a store needs: it has none of them, and without them its secrets and bodies stay closed.

import { asObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import type { Resource } from '../../control/core/resource-store.ts'
import { checkSecrets, type SecretCheck } from '../../control/core/sealing/check-secrets.ts'
import type { Sealing } from '../../control/core/sealing/sealing.ts'
import { SEALED_KINDS } from '../../control/kinds.ts'
import { DatabaseSync } from '../sqlite.ts'

/** The secrets of a store in a file, opened with the keys. Without keys, all of them are closed, and all ids of keys are missing. */
export async function secretsIn(path: string, sealing: Sealing | undefined): Promise<SecretCheck> {
  const connection = new DatabaseSync(path)
  try {
    const marks = SEALED_KINDS.map(() => '?').join(', ')
    const rows = connection
      .prepare(`SELECT kind, id, value, revision FROM resource WHERE kind IN (${marks})`)
      .all(...SEALED_KINDS)
    return await checkSecrets(
      rows.map(({ kind, id, value, revision }): Resource => {
        const read: JsonObject = asObject(parseJson(String(value)))
        return { kind: String(kind), id: String(id), value: read, revision: Number(revision) }
      }),
      sealing,
    )
  } finally {
    connection.close()
  }
}

/** The ids of the keys that have sealed the bodies of a log store in a file. */
export function bodyKeysIn(path: string): readonly string[] {
  const connection = new DatabaseSync(path)
  try {
    return connection
      .prepare(`SELECT DISTINCT sealed ->> '$.key' AS key FROM log_key ORDER BY 1`)
      .all()
      .map(({ key }) => String(key))
  } finally {
    connection.close()
  }
}
