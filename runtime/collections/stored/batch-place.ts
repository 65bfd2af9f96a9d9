// The location of a batch in a bucket: the provider's records and results. Properties of the batch that the provider does
// not store are encoded in the path, so that any key of the batch reveals them.
import { textFromBase64Url, toBase64Url } from '../../providers/wire/base64.ts'
import { USUAL_WINDOW } from '../batch.ts'
import type { CollectionContext } from '../collection.ts'
import { descending } from './upload-key.ts'

const BATCHES = 'gateway-batches/'

export interface BatchPlace {
  /** The key prefix, with a trailing slash. */
  readonly folder: string
  /** As sent by the client: `/v1/chat/completions`. */
  readonly endpoint: string
  readonly window: string
  /** Whether the caller's metadata is stored beside the records. */
  readonly hasMetadata: boolean
  /** The key of the input file. */
  readonly input: string
}

export type NewPlace = Omit<BatchPlace, 'folder'>

export function newPlace(place: NewPlace, context: CollectionContext): BatchPlace {
  const input = toBase64Url(new TextEncoder().encode(place.input))
  const endpoint = place.endpoint.replace(/^\/+/, '').replaceAll('/', '.')
  const parts = [descending(context), endpoint, place.window, place.hasMetadata ? 'metadata' : 'plain', input]
  return { ...place, folder: `${BATCHES}${parts.join('/')}/` }
}

/** The batch that a key belongs to; undefined for keys outside the gateway's batches. */
export function placeOf(key: string | undefined): BatchPlace | undefined {
  if (key?.startsWith(BATCHES) !== true) return undefined
  const [, time, endpoint, window = USUAL_WINDOW, kind, input] = key.split('/')
  const original = input === undefined ? undefined : textFromBase64Url(input)
  if (time === undefined || endpoint === undefined || !original) return undefined
  return {
    folder: `${BATCHES}${[time, endpoint, window, kind, input].join('/')}/`,
    endpoint: `/${endpoint.replaceAll('.', '/')}`,
    window,
    hasMetadata: kind === 'metadata',
    input: original,
  }
}

export const recordsKey = ({ folder }: BatchPlace): string => `${folder}records.jsonl`
export const resultsPrefix = ({ folder }: BatchPlace): string => `${folder}output/`
export const metadataKey = ({ folder }: BatchPlace): string => `${folder}metadata.json`
/** A virtual key: stands for the results in the vendor's format, which are generated on request. */
export const outputKey = ({ folder }: BatchPlace): string => `${folder}output.jsonl`
