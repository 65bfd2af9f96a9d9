// Addresses of stored objects as identifiers of files: percent-encoded, so that one is a segment of a path.
import { type Failure, failure } from '../../failures.ts'
import type { ObjectStore } from './object-store.ts'

type Bucket = Pick<ObjectStore, 'scheme' | 'bucket'>

export const addressOf = ({ scheme, bucket }: Bucket, key: string): string => `${scheme}://${bucket}/${key}`

export const fileId = (store: Bucket, key: string): string => encodeURIComponent(addressOf(store, key))

/** The key that an identifier means; clients encode it once more in a path, or not. An object, as a failure is one. */
export function keyOfFile(store: Bucket, id: string, param = 'file_id'): { readonly key: string } | Failure {
  const start = addressOf(store, '')
  const address = [id, decode(id)].find(each => each.startsWith(start))
  const key = address?.slice(start.length) ?? ''
  return key === '' || key.split('/').some(part => part === '.' || part === '..')
    ? failure('not_found', `${param} names no file in the bucket of the config.`, { param })
    : { key }
}

/** The key of an address that the provider gave; undefined for one elsewhere. */
export function keyOfAddress(store: Bucket, address: string | undefined): string | undefined {
  const start = addressOf(store, '')
  return address?.startsWith(start) ? address.slice(start.length) : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
