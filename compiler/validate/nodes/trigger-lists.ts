// The lists of a config that say what triggers: status codes, and kinds of errors with the statuses that are always of them.
import { configKinds, statusKinds } from '../../../schemas/generated/error-kinds.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

/** The kinds that a strategy or a retry lists; none where the list is missing or malformed. */
export function listedKinds(holder: Json | undefined): readonly string[] {
  const kinds = ownProperty(holder, 'on_errors')
  return isJsonArray(kinds) ? kinds.filter(kind => typeof kind === 'string') : []
}

/** The statuses that are always of a kind. */
export const statusesOfKind = (kind: string): readonly number[] =>
  statusKinds.flatMap(([status, each]) => (configKinds[each] === kind ? [status] : []))
