// Where a batch lies in a bucket: the provider's records, its results, and what the interface knows of a batch and the
// provider does not. The last is in the path, so that any place within a batch tells it.
import { textFromBase64Url, toBase64Url } from '../../providers/wire/base64.ts'
import { USUAL_WINDOW } from '../batch.ts'
import type { CollectionContext } from '../collection.ts'
import { descending } from './upload-key.ts'

const BATCHES = 'gateway-batches/'

export interface BatchPlace {
  /** The folder, with a slash at its end. */
  readonly folder: string
  /** As the client said it: `/v1/chat/completions`. */
  readonly endpoint: string
  readonly window: string
  /** The caller's pairs lie beside the records. */
  readonly hasMetadata: boolean
  /** The key of the file that the batch was made of. */
  readonly input: string
}

export type NewPlace = Omit<BatchPlace, 'folder'>

export function newPlace(place: NewPlace, context: CollectionContext): BatchPlace {
  const input = toBase64Url(new TextEncoder().encode(place.input))
  const endpoint = place.endpoint.replace(/^\/+/, '').replaceAll('/', '.')
  const parts = [descending(context), endpoint, place.window, place.hasMetadata ? 'metadata' : 'plain', input]
  return { ...place, folder: `${BATCHES}${parts.join('/')}/` }
}

/** The place that a key lies in; undefined for keys that are in no batch of the gateway. */
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
/** No object has this key: it stands for the results in the vendor's lines, made when they are asked for. */
export const outputKey = ({ folder }: BatchPlace): string => `${folder}output.jsonl`
