// URIs of objects as file ids: percent-encoded, so that an id is a single path segment.
import { type Failure, failure } from '../../values/failures.ts'
import type { ObjectStore } from './object-store.ts'

type Bucket = Pick<ObjectStore, 'scheme' | 'bucket'>

export const objectUri = ({ scheme, bucket }: Bucket, key: string): string => `${scheme}://${bucket}/${key}`

export const fileId = (store: Bucket, key: string): string => encodeURIComponent(objectUri(store, key))

/** The key of a file id, which clients may have encoded once more. Wrapped in an object to distinguish it from a failure. */
export function keyOfFileId(
  store: Bucket,
  id: string,
  param = 'file_id',
): { readonly key: string } | Failure {
  const prefix = objectUri(store, '')
  const uri = [id, decodeOrSame(id)].find(each => each.startsWith(prefix))
  const key = uri?.slice(prefix.length) ?? ''
  return key === '' || key.split('/').some(part => part === '.' || part === '..')
    ? failure('not_found', `${param} is not a file in the configured bucket.`, { param })
    : { key }
}

/** The key of a URI from the provider; undefined for one outside the bucket. */
export function keyOfUri(store: Bucket, uri: string | undefined): string | undefined {
  const prefix = objectUri(store, '')
  return uri?.startsWith(prefix) ? uri.slice(prefix.length) : undefined
}

function decodeOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
