// The results of a batch in object storage → the vendor's JSONL. Providers return results in any order, with the number
// that the gateway gave each request; the requests are in the file that the client uploaded.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure, isFailure } from '../../failures.ts'
import type { EndpointAdapter } from '../../providers/adapter.ts'
import { isObject } from '../../providers/wire/json.ts'
import type { CollectionContext, Conversation } from '../collection.ts'
import { outputLine, type Result } from '../output-lines.ts'
import { lineContext, parseLines, readVendorLines, writeLines } from '../vendor-lines.ts'
import { type BatchPlace, resultsPrefix } from './batch-place.ts'
import type { ObjectStore } from './object-store.ts'

export type ReadResults = (store: ObjectStore, place: BatchPlace, context: CollectionContext) => Conversation

/** The provider's format of results. */
export interface ResultFormat {
  /** Whether a key in the output prefix holds results. */
  readonly holdsResults: (key: string) => boolean
  /** The number of the request, from 0, and its result; undefined for a line that is not a result. */
  readonly read: (line: JsonObject) => { readonly number: number; readonly result: Result } | undefined
  readonly adapter: (endpoint: string) => EndpointAdapter | undefined
}

export const resultsReader = ({ holdsResults, read, adapter }: ResultFormat): ReadResults =>
  function* (store, place, context) {
    const listed = store.listed(yield store.list(resultsPrefix(place), undefined, 100))
    const keys = listed.map(({ key }) => key).filter(holdsResults)
    const translator = adapter(place.endpoint)
    if (keys.length === 0 || translator === undefined) return noOutput()
    const asked = readVendorLines(
      parseLines((yield store.read(place.input)).bytes),
      place.endpoint,
      'input_file_id',
    )
    if (isFailure(asked)) return asked
    const lines: JsonObject[] = []
    for (const key of keys) {
      for (const line of parseLines((yield store.read(key)).bytes)) {
        const found = isObject(line) ? read(line) : undefined
        const request = found && asked[found.number]
        if (found === undefined || request === undefined) continue
        const about = lineContext(request, found.number, context)
        lines.push(outputLine(request.customId, found.result, translator, about))
      }
    }
    return { bytes: writeLines(lines), contentType: 'application/jsonl' }
  }

export const noOutput = (): Failure =>
  failure('not_found', 'The batch has no output yet.', { param: 'batch_id' })
