// Where uploads lie in a bucket. The key says all that a bucket does not keep: when, what for, under which name. Time
// counts down in it, so that a list in the order of keys has the newest first, as the vendor's lists have.
import type { CollectionContext } from '../collection.ts'
import type { NewFile } from '../file.ts'

export const UPLOADS = 'gateway-files/'

/** Begins a name so that what comes later sorts first. */
export const descending = ({ now, identifier }: Pick<CollectionContext, 'now' | 'identifier'>): string =>
  `${String(Math.max(0, 9_999_999_999 - now)).padStart(10, '0')}-${identifier}`

export function uploadKey({ purpose, name }: NewFile, context: CollectionContext): string {
  const plain = name.replace(/[^\w.-]+/g, '-').slice(-200)
  return `${UPLOADS}${descending(context)}/${purpose}/${plain}`
}

/** What a key says; one that is no upload says its name alone. */
export function readUploadKey(key: string): { readonly name: string; readonly purpose: string } {
  const parts = key.split('/')
  const name = parts.at(-1) ?? key
  return key.startsWith(UPLOADS) && parts.length === 4
    ? { name, purpose: parts[2] ?? '' }
    : { name, purpose: 'user_data' }
}
