// The results of a batch in object storage → the vendor's JSONL. Providers return results in any order, with the number
// that the gateway gave each request; the requests are in the file that the client uploaded.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { isObject } from '../../../schemas/values/json.ts'
import type { EndpointAdapter } from '../../values/adapter.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { OperationContext, OperationRun } from '../../values/resource-operation.ts'
import { encodeJsonl, lineContext, parseJsonl, readBatchLines } from '../batch-input-jsonl.ts'
import { type BatchResult, outputLine } from '../batch-output-jsonl.ts'
import { type BatchLocation, batchLocationOf, errorsKey, outputKey, resultsPrefix } from './batch-location.ts'
import { listAll, type ObjectStore } from './object-store.ts'

export type ReadBatchResults = (
  store: ObjectStore,
  location: BatchLocation,
  context: OperationContext,
  isIncluded?: (result: BatchResult) => boolean,
) => OperationRun

/** The provider's format of results. */
export interface ResultFormat {
  /** Whether a key in the output prefix holds results. */
  readonly isResultKey: (key: string) => boolean
  /** The number of the request, from 0, and its result; undefined for a line that is not a result. */
  readonly parseResult: (
    line: JsonObject,
  ) => { readonly number: number; readonly result: BatchResult } | undefined
  readonly adapter: (endpoint: string) => EndpointAdapter | undefined
}

export const createResultsReader = ({ isResultKey, parseResult, adapter }: ResultFormat): ReadBatchResults =>
  function* (store, location, context, isIncluded = () => true) {
    const objects = yield* listAll(store, resultsPrefix(location))
    if (isFailure(objects)) return objects
    const keys = objects.map(({ key }) => key).filter(isResultKey)
    const endpointAdapter = adapter(location.endpoint)
    if (keys.length === 0 || endpointAdapter === undefined) return outputNotReady()
    const requests = readBatchLines(
      parseJsonl((yield store.read(location.inputKey)).bytes),
      location.endpoint,
      'input_file_id',
    )
    if (isFailure(requests)) return requests
    const lines: JsonObject[] = []
    for (const key of keys) {
      for (const line of parseJsonl((yield store.read(key)).bytes)) {
        const parsed = isObject(line) ? parseResult(line) : undefined
        const request = parsed && requests[parsed.number]
        if (parsed === undefined || request === undefined || !isIncluded(parsed.result)) continue
        const replyContext = lineContext(request, parsed.number, context)
        lines.push(outputLine(request.customId, parsed.result, endpointAdapter, replyContext))
      }
    }
    return { bytes: encodeJsonl(lines), contentType: 'application/jsonl' }
  }

/** The requests whose results a virtual key holds; undefined for any other key. */
export function resultFileOf(
  key: string,
): { readonly batch: BatchLocation; readonly isIncluded: (result: BatchResult) => boolean } | undefined {
  const batch = batchLocationOf(key)
  if (batch === undefined) return undefined
  if (key === outputKey(batch)) return { batch, isIncluded: hasSucceeded }
  return key === errorsKey(batch) ? { batch, isIncluded: result => !hasSucceeded(result) } : undefined
}

const hasSucceeded = (result: BatchResult): boolean => 'body' in result

export const outputNotReady = (): Failure =>
  failure('not_found', 'The batch has no output yet.', { param: 'batch_id' })
