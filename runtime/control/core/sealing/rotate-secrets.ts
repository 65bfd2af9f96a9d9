// Rotation of the encryption key: every secret of a store is sealed again with the current key. Each object is one conditional
// write, so it can be interrupted, repeated, and run while others write.
import { isList, isObject, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../../schemas/values/pointer.ts'
import type { Resource, ResourceStore } from '../resource-store.ts'
import { hasSignature } from '../signed-store.ts'
import type { KeyRing } from './key-ring.ts'
import { isSealedSecret, openSecret, type SecretPlace, sealSecret } from './sealed-secret.ts'
import type { SecretCipher } from './secret-cipher.ts'

export interface RotationResult {
  /** Secrets that were sealed again. */
  readonly rotated: number
  /** Secrets that the current key had sealed already. */
  readonly current: number
  /** One sentence per secret that cannot be opened; it is left as it is. */
  readonly faults: readonly string[]
}

const PAGE = 200

/** `kinds`: those of the objects that have secrets. */
export async function rotateSecrets(
  store: ResourceStore,
  ring: KeyRing,
  cipher: SecretCipher,
  kinds: readonly string[],
): Promise<RotationResult> {
  const total = { rotated: 0, current: 0, faults: [] as string[] }
  for (const kind of kinds)
    for await (const resource of everyResource(store, kind)) {
      const result = await rotateResource(store, resource, ring, cipher)
      total.rotated += result.rotated
      total.current += result.current
      total.faults.push(...result.faults)
    }
  return total
}

/** In pages, from the store itself. */
export async function* everyResource(store: ResourceStore, kind: string): AsyncGenerator<Resource> {
  let after: string | undefined
  for (;;) {
    const page = await store.list(kind, { limit: PAGE, ...(after === undefined ? {} : { after }) })
    yield* page
    after = page.at(-1)?.id
    if (page.length < PAGE) return
  }
}

/** Again with what is there if another writer was first; what was deleted has no secrets. */
async function rotateResource(
  store: ResourceStore,
  resource: Resource,
  ring: KeyRing,
  cipher: SecretCipher,
): Promise<RotationResult> {
  const { kind, id, revision } = resource
  if (hasSignature(resource))
    return {
      rotated: 0,
      current: 0,
      faults: [
        `The ${kind} "${id}" is signed, so it is only changed with the key that signs: --signing-key.`,
      ],
    }
  const { value, ...result } = resealed(resource, ring, cipher)
  if (result.rotated === 0) return result
  const { conflict } = await store.commit({ writes: [{ kind, id, value, expects: revision }] })
  if (conflict === undefined) return result
  return conflict.found === undefined
    ? { rotated: 0, current: 0, faults: [] }
    : await rotateResource(store, conflict.found, ring, cipher)
}

/** Where a secret of an object is. */
export const placeOf = (
  { kind, id, value }: Pick<Resource, 'kind' | 'id' | 'value'>,
  field: string,
): SecretPlace => ({
  workspace: typeof value['workspace'] === 'string' ? value['workspace'] : '',
  kind,
  id,
  field,
})

function resealed(
  resource: Resource,
  ring: KeyRing,
  cipher: SecretCipher,
): RotationResult & { readonly value: JsonObject } {
  let [rotated, current] = [0, 0]
  const faults: string[] = []
  const reseal = (value: Json, at: Pointer): Json => {
    if (isSealedSecret(value)) {
      if (value.key === ring.current.id) {
        current += 1
        return value
      }
      const place = placeOf(resource, at)
      const { text, fault } = openSecret(value, place, ring, cipher)
      if (text === undefined) {
        faults.push(fault)
        return value
      }
      rotated += 1
      return sealSecret(text, place, ring, cipher)
    }
    if (isList(value)) return value.map((item, index) => reseal(item, childPointer(at, index)))
    return isObject(value) ? properties(value, at) : value
  }
  const properties = (value: JsonObject, at: Pointer): JsonObject =>
    Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, reseal(item, childPointer(at, name))] as const),
    )
  const value = properties(resource.value, '')
  return { value, rotated, current, faults }
}
