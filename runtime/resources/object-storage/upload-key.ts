// Keys of uploads in a bucket. The key encodes what the bucket does not store: time, purpose and name. The timestamp counts
// down, so that lexicographic order is newest first, as in the vendor's lists.

import type { OperationContext } from '../../values/resource-operation.ts'
import type { NewFile } from '../file.ts'

export const UPLOADS_PREFIX = 'gateway-files/'

/** A key prefix that sorts newest first. */
export const reverseTimestamp = ({ now, identifier }: Pick<OperationContext, 'now' | 'identifier'>): string =>
  `${String(Math.max(0, 9_999_999_999 - now)).padStart(10, '0')}-${identifier}`

export function uploadKey({ purpose, name }: NewFile, context: OperationContext): string {
  const safeName = name.replace(/[^\w.-]+/g, '-').slice(-200)
  return `${UPLOADS_PREFIX}${reverseTimestamp(context)}/${purpose}/${safeName}`
}

/** Name and purpose of a key; for other keys, only the name. */
export function parseUploadKey(key: string): { readonly name: string; readonly purpose: string } {
  const parts = key.split('/')
  const name = parts.at(-1) ?? key
  return key.startsWith(UPLOADS_PREFIX) && parts.length === 4
    ? { name, purpose: parts[2] ?? '' }
    : { name, purpose: 'user_data' }
}
