// Whether the encryption keys of a process open what the store has: a wrong one is noticed at the start, not by the first call that
// needs a secret.
import { joinNames } from '../../../../schemas/values/format-names.ts'
import { isList, isObject, type Json } from '../../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../../schemas/values/pointer.ts'
import type { Resource } from '../resource-store.ts'
import { ENCRYPTION_KEY_ADVICE } from './key-ring.ts'
import { placeOf } from './rotate-secrets.ts'
import { isSealedSecret } from './sealed-secret.ts'
import { openText, type Sealing } from './sealing.ts'

export interface SecretCheck {
  /** Secrets in the store. */
  readonly total: number
  /** Those that do not open, by the kinds of their objects; an empty one is not named. */
  readonly closed: ReadonlyMap<string, number>
  /** The ids of keys that have sealed them and are not there. */
  readonly missing: ReadonlySet<string>
}

/** Opens every secret of the resources, and drops its text. */
export async function checkSecrets(
  resources: AsyncIterable<Resource> | Iterable<Resource>,
  sealing: Sealing | undefined,
): Promise<SecretCheck> {
  let total = 0
  const closed = new Map<string, number>()
  const missing = new Set<string>()
  const visit = (resource: Resource, value: Json, at: Pointer): void => {
    if (isSealedSecret(value)) {
      total += 1
      if (openText(sealing, value, placeOf(resource, at)).text !== undefined) return
      closed.set(resource.kind, (closed.get(resource.kind) ?? 0) + 1)
      if (sealing?.ring.keys.has(value.key) !== true) missing.add(value.key)
    } else if (isList(value))
      for (const [index, item] of value.entries()) visit(resource, item, childPointer(at, index))
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) visit(resource, item, childPointer(at, name))
  }
  for await (const resource of resources) visit(resource, resource.value, '')
  return { total, closed, missing }
}

/** The variable that lets a gateway start whose encryption key is lost, so that its secrets can be saved again. */
const LOST_SECRETS = 'PORTOLAN_LOST_SECRETS'

export const mayLoseSecrets = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  environment[LOST_SECRETS] === 'allow'

export interface SecretFinding {
  readonly sentence: string
  /** Nothing can be opened, which must not be: the gateway does not start. */
  readonly isRefused: boolean
}

export interface CheckedSecrets {
  readonly store: string
  /** What was checked, in the plural: `secrets`. */
  readonly what: string
  readonly sealing: Pick<Sealing, 'ring'> | undefined
  /** Whether it may be that nothing opens. */
  readonly mayLose: boolean
}

/** Undefined if all of them open. */
export function describeCheck(
  { total, closed, missing }: SecretCheck,
  { store, what, sealing, mayLose }: CheckedSecrets,
): SecretFinding | undefined {
  const count = [...closed.values()].reduce((sum, each) => sum + each, 0)
  if (count === 0) return undefined
  const kinds = [...closed]
    .filter(([kind]) => kind !== '')
    .map(([kind, number]) => `${kind.replaceAll('_', ' ')}: ${number}`)
    .sort()
  const isRefused = count === total && !mayLose
  const ids = joinNames([...missing].sort(), 'and')
  const advice =
    missing.size === 0
      ? 'They were changed, or copied from another store: save them again.'
      : sealing === undefined
        ? `They were encrypted with the key ${ids}, and there is no encryption key. ${ENCRYPTION_KEY_ADVICE}`
        : `They were encrypted with the key ${ids}; the encryption keys are ${joinNames([...sealing.ring.keys.keys()], 'and')}. Add the missing key behind the current one.`
  const wayOut = isRefused ? ` If the key is lost, set ${LOST_SECRETS}=allow to start without them.` : ''
  return {
    isRefused,
    sentence: `${count} of ${total} ${what} in the store ${store} cannot be decrypted${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}. ${advice}${wayOut}`,
  }
}
