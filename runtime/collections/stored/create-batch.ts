// Creates a batch: reads the client's file, converts its requests, writes them below the prefix of the batch and starts
// the job.
import type { JsonObject } from '../../../compiler/source.ts'
import { failure, isFailure } from '../../failures.ts'
import { asObject, asText } from '../../providers/wire/json.ts'
import { USUAL_WINDOW } from '../batch.ts'
import type { CollectionContext, Talk } from '../collection.ts'
import { onlyModel, parseLines, readVendorLines, writeLines, writeVendorLines } from '../vendor-lines.ts'
import { metadataKey, newPlace, recordsKey, resultsPrefix } from './batch-place.ts'
import type { BatchService } from './batch-service.ts'
import { addressOf, keyOfFile } from './object-id.ts'
import type { ObjectStore } from './object-store.ts'

const INPUT = 'input_file_id'

export interface MadeBatch {
  readonly id: string
  readonly dropped: readonly string[]
}

export function* createBatch(
  service: BatchService,
  store: ObjectStore,
  body: JsonObject,
  context: CollectionContext,
): Talk<MadeBatch> {
  const endpoint = asText(body['endpoint']) ?? ''
  const adapter = service.adapter(endpoint)
  if (adapter === undefined)
    return failure('invalid_request', 'The provider does not support batches for this endpoint.', {
      param: 'endpoint',
    })
  const window = asText(body['completion_window']) ?? USUAL_WINDOW
  if (!/^[1-9]\d{0,3}[mhd]$/.test(window))
    return failure('invalid_request', 'completion_window must be a duration such as 24h.', {
      param: 'completion_window',
    })
  const input = keyOfFile(store, asText(body[INPUT]) ?? '', INPUT)
  if (isFailure(input)) return input
  const asked = readVendorLines(parseLines((yield store.read(input.key)).bytes), endpoint, INPUT)
  if (isFailure(asked)) return asked
  const one = onlyModel(asked, INPUT)
  if (isFailure(one)) return one
  const written = writeVendorLines(asked, adapter, context, INPUT)
  if (isFailure(written)) return written

  const metadata = asObject(body['metadata'])
  const hasMetadata = Object.keys(metadata).length > 0
  const place = newPlace({ endpoint, window, hasMetadata, input: input.key }, context)
  const start = service.start(
    {
      model: one.model,
      endpoint,
      window,
      records: addressOf(store, recordsKey(place)),
      results: addressOf(store, resultsPrefix(place)),
      body,
    },
    context,
  )
  // Nothing is written for a batch that cannot be started.
  if (isFailure(start)) return start
  const records = written.bodies.map((each, number) => service.record(number, each, one.model))
  yield store.write(recordsKey(place), writeLines(records))
  if (hasMetadata) yield store.write(metadataKey(place), writeLines([metadata]))
  const id = service.started(yield start)
  return id === undefined
    ? failure('invalid_upstream_reply', 'The provider did not return the id of the batch.', {
        cause: 'decode',
      })
    : { id, dropped: written.dropped }
}
