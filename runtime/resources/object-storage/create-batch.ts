// Creates a batch: reads the client's file, converts its requests, writes them below the prefix of the batch and starts
// the job.
import { asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import { failure, isFailure } from '../../values/failures.ts'
import type { OperationContext, OperationSteps } from '../../values/resource-operation.ts'
import { type BatchFacts, DEFAULT_WINDOW } from '../batch.ts'
import {
  convertBatchLines,
  encodeJsonl,
  parseJsonl,
  readBatchLines,
  readSingleModel,
} from '../batch-input-jsonl.ts'
import {
  fileId,
  keyOfFileId,
  metadataKey,
  newBatchLocation,
  objectUri,
  recordsKey,
  resultsPrefix,
} from './batch-location.ts'
import type { BatchService } from './job-services.ts'
import type { ObjectStore } from './object-store.ts'

const INPUT_PARAM = 'input_file_id'

export interface CreatedBatch {
  /** What is known of it before it is read. */
  readonly facts: BatchFacts
  readonly dropped: readonly string[]
}

export function* createBatch(
  service: BatchService,
  store: ObjectStore,
  body: JsonObject,
  context: OperationContext,
): OperationSteps<CreatedBatch> {
  const endpoint = asText(body['endpoint']) ?? ''
  const adapter = service.adapter(endpoint)
  if (adapter === undefined)
    return failure('invalid_request', 'The provider does not support batches for this endpoint.', {
      param: 'endpoint',
    })
  const window = asText(body['completion_window']) ?? DEFAULT_WINDOW
  if (!/^[1-9]\d{0,3}[mhd]$/.test(window))
    return failure('invalid_request', 'completion_window must be a duration such as 24h.', {
      param: 'completion_window',
    })
  const input = keyOfFileId(store, asText(body[INPUT_PARAM]) ?? '', INPUT_PARAM)
  if (isFailure(input)) return input
  const lines = readBatchLines(parseJsonl((yield store.read(input.key)).bytes), endpoint, INPUT_PARAM)
  if (isFailure(lines)) return lines
  const single = readSingleModel(lines, INPUT_PARAM)
  if (isFailure(single)) return single
  const converted = convertBatchLines(lines, adapter, context, INPUT_PARAM)
  if (isFailure(converted)) return converted

  const metadata = asObject(body['metadata'])
  const hasMetadata = Object.keys(metadata).length > 0
  const location = newBatchLocation({ endpoint, window, hasMetadata, inputKey: input.key }, context)
  const start = service.startRequest(
    {
      model: single.model,
      endpoint,
      window,
      recordsUri: objectUri(store, recordsKey(location)),
      resultsUri: objectUri(store, resultsPrefix(location)),
      body,
    },
    context,
  )
  // Nothing is written for a batch that cannot be started.
  if (isFailure(start)) return start
  const records = converted.bodies.map((each, number) => service.record(number, each, single.model))
  yield store.write(recordsKey(location), encodeJsonl(records))
  if (hasMetadata) yield store.write(metadataKey(location), encodeJsonl([metadata]))
  const id = service.parseStarted(yield start)
  return id === undefined
    ? failure('invalid_upstream_reply', 'The provider did not return the id of the batch.', {
        cause: 'decode',
      })
    : {
        facts: {
          ...{ id, endpoint, window, inputFile: fileId(store, input.key), status: 'validating' },
          ...{ times: { created: context.now }, metadata: hasMetadata ? metadata : null },
        },
        dropped: converted.dropped,
      }
}
