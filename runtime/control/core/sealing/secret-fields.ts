// The fields of an object of which some are secret: sealed in the store, masked for readers, opened for calls.
import { isObject, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { childPointer } from '../../../../schemas/values/pointer.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { isSealedSecret, type SecretPlace } from './sealed-secret.ts'
import { maskText, openText, type Sealing, sealText } from './sealing.ts'

/** Where the object is: `field` is the pointer of the fields, such as `/configurations`. */
export type FieldsPlace = SecretPlace

/** What the store has for a secret field: the sealed text, and what readers see. */
type StoredField = { readonly secret: Json; readonly masked: string }

const isStoredField = (value: Json | undefined): value is StoredField =>
  isObject(value) && isSealedSecret(value['secret']) && typeof value['masked'] === 'string'

/** The fields with each secret sealed. A secret that is an object is sealed as JSON. */
export function sealFields(
  sealing: Sealing | undefined,
  fields: JsonObject,
  isSecret: (name: string) => boolean,
  place: FieldsPlace,
): JsonObject | Failure {
  const result: (readonly [name: string, value: Json])[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (!isSecret(name) || isStoredField(value)) {
      result.push([name, value])
      continue
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const sealed = sealText(sealing, text, { ...place, field: secretPointer(place.field, name) })
    if (isFailure(sealed)) return sealed
    result.push([name, { secret: sealed, masked: maskText(typeof value === 'string' ? value : '') }])
  }
  return Object.fromEntries(result)
}

/** The pointer of a sealed text, which is authenticated with it. */
const secretPointer = (field: string, name: string): string =>
  childPointer(childPointer(field, name), 'secret')

/** What readers see. */
export const maskFields = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isStoredField(value) ? value.masked : value]),
  )

/** The names of the secrets among stored fields. */
export const secretNames = (fields: JsonObject): readonly string[] =>
  Object.keys(fields).filter(name => isStoredField(fields[name]))

/** The secrets by their names, or a sentence about the first that does not open. */
export function openFields(
  sealing: Sealing | undefined,
  fields: JsonObject,
  place: FieldsPlace,
): ReadonlyMap<string, string> | string {
  const secrets = new Map<string, string>()
  for (const [name, value] of Object.entries(fields)) {
    if (!isStoredField(value) || !isSealedSecret(value.secret)) continue
    const opened = openText(sealing, value.secret, { ...place, field: secretPointer(place.field, name) })
    if (opened.text === undefined) return opened.fault
    secrets.set(name, opened.text)
  }
  return secrets
}
