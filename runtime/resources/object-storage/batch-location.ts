// The location of a batch in a bucket: the provider's records and results. Properties of the batch that the provider does
// not store are encoded in the path, so that any key of the batch reveals them.
import { textFromBase64Url, toBase64Url } from '../../../schemas/values/base64.ts'
import type { OperationContext } from '../../values/resource-operation.ts'
import { DEFAULT_WINDOW } from '../batch.ts'
import { reverseTimestamp } from './upload-key.ts'

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
/** Virtual keys for the results in the vendor's format, which are generated on request: of succeeded and of failed requests. */
export const outputKey = ({ prefix }: BatchLocation): string => `${prefix}output.jsonl`
export const errorsKey = ({ prefix }: BatchLocation): string => `${prefix}errors.jsonl`
