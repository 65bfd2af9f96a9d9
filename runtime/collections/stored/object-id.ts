// URIs of objects as file ids: percent-encoded, so that an id is a single path segment.
import { type Failure, failure } from '../../failures.ts'
import type { ObjectStore } from './object-store.ts'

type Bucket = Pick<ObjectStore, 'scheme' | 'bucket'>

export const addressOf = ({ scheme, bucket }: Bucket, key: string): string => `${scheme}://${bucket}/${key}`

export const fileId = (store: Bucket, key: string): string => encodeURIComponent(addressOf(store, key))

/** The key of a file id, which clients may have encoded once more. Wrapped in an object to distinguish it from a failure. */
export function keyOfFile(store: Bucket, id: string, param = 'file_id'): { readonly key: string } | Failure {
  const start = addressOf(store, '')
  const address = [id, decode(id)].find(each => each.startsWith(start))
  const key = address?.slice(start.length) ?? ''
  return key === '' || key.split('/').some(part => part === '.' || part === '..')
    ? failure('not_found', `${param} is not a file in the configured bucket.`, { param })
    : { key }
}

/** The key of a URI from the provider; undefined for one outside the bucket. */
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
