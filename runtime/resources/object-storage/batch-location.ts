// Keys and ids of objects in a bucket. What the bucket does not store is encoded in the path: properties of a batch,
// so that any key of the batch reveals them, and time, purpose and name of an upload.
import { textFromBase64Url, toBase64Url } from '../../../schemas/values/base64.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { OperationContext } from '../../values/resource-operation.ts'
import { DEFAULT_WINDOW } from '../batch.ts'
import type { NewFile } from '../file.ts'
import type { ObjectStore } from './object-store.ts'

const BATCHES_PREFIX = 'gateway-batches/'

export interface BatchLocation {
  /** The key prefix, with a trailing slash. */
  readonly prefix: string
  /** As sent by the client: `/v1/chat/completions`. */
  readonly endpoint: string
  readonly window: string
  /** Whether the caller's metadata is stored next to the records. */
  readonly hasMetadata: boolean
  /** The key of the input file. */
  readonly inputKey: string
}

export type NewBatchLocation = Omit<BatchLocation, 'prefix'>

export function newBatchLocation(location: NewBatchLocation, context: OperationContext): BatchLocation {
  const encodedInput = toBase64Url(new TextEncoder().encode(location.inputKey))
  const endpoint = location.endpoint.replace(/^\/+/, '').replaceAll('/', '.')
  const parts = [
    reverseTimestamp(context),
    endpoint,
    location.window,
    location.hasMetadata ? 'metadata' : 'plain',
    encodedInput,
  ]
  return { ...location, prefix: `${BATCHES_PREFIX}${parts.join('/')}/` }
}

/** The batch that a key belongs to; undefined for keys outside the gateway's batches. */
export function batchLocationOf(key: string | undefined): BatchLocation | undefined {
  if (key?.startsWith(BATCHES_PREFIX) !== true) return undefined
  const [, timestamp, endpoint, window = DEFAULT_WINDOW, kind, encodedInput] = key.split('/')
  const inputKey = encodedInput === undefined ? undefined : textFromBase64Url(encodedInput)
  if (timestamp === undefined || endpoint === undefined || !inputKey) return undefined
  return {
    prefix: `${BATCHES_PREFIX}${[timestamp, endpoint, window, kind, encodedInput].join('/')}/`,
    endpoint: `/${endpoint.replaceAll('.', '/')}`,
    window,
    hasMetadata: kind === 'metadata',
    inputKey: inputKey,
  }
}

export const recordsKey = ({ prefix }: BatchLocation): string => `${prefix}records.jsonl`
export const resultsPrefix = ({ prefix }: BatchLocation): string => `${prefix}output/`
export const metadataKey = ({ prefix }: BatchLocation): string => `${prefix}metadata.json`
/**
 * Virtual keys for the results in the vendor's format, which are generated on request: of succeeded and of failed
 * requests.
 */
export const outputKey = ({ prefix }: BatchLocation): string => `${prefix}output.jsonl`
export const errorsKey = ({ prefix }: BatchLocation): string => `${prefix}errors.jsonl`

export const UPLOADS_PREFIX = 'gateway-files/'

/** A key prefix that sorts newest first. */
const reverseTimestamp = ({ now, identifier }: Pick<OperationContext, 'now' | 'identifier'>): string =>
  `${String(Math.max(0, 9_999_999_999 - now)).padStart(10, '0')}-${identifier}`

/**
 * The key of an upload. Its timestamp counts down, so that lexicographic order is newest first, as in the
 * lists of the vendor.
 */
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

type Bucket = Pick<ObjectStore, 'scheme' | 'bucket'>

export const objectUri = ({ scheme, bucket }: Bucket, key: string): string => `${scheme}://${bucket}/${key}`

/** URIs of objects as file ids: percent-encoded, so that an id is a single path segment. */
export const fileId = (store: Bucket, key: string): string => encodeURIComponent(objectUri(store, key))

/**
 * The key of a file id, which clients may have encoded once more. Wrapped in an object to distinguish it from a
 * failure.
 */
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
