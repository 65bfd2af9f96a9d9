// Batches of a cloud over its object storage. The client's file is converted to records when the batch is created; the
// provider's results are converted when they are read.
import type { JsonObject } from '../../../compiler/source.ts'
import { isFailure } from '../../failures.ts'
import { asObject, isObject } from '../../providers/wire/json.ts'
import { batchObject, cancelled, lacksOutput, USUAL_WINDOW } from '../batch.ts'
import type { CollectionAdapter, CollectionContext, Talk } from '../collection.ts'
import { walkPages } from '../list.ts'
import { metadataKey, outputKey, placeOf } from './batch-place.ts'
import type { BatchService } from './batch-service.ts'
import { createBatch } from './create-batch.ts'
import { fileId, keyOfAddress } from './object-id.ts'
import { type ObjectStore, withStore } from './object-store.ts'
import { noOutput, resultsReader } from './results.ts'

/** Final statuses that may have results. */
const WITH_RESULTS: ReadonlySet<string> = new Set(['completed', 'expired', 'cancelled'])

export function storedBatches(service: BatchService): CollectionAdapter {
  const readResults = resultsReader(service)

  /** The caller's metadata is read for a single batch only; a list omits it to avoid one request per batch. */
  const factsOf = (job: JsonObject, store: ObjectStore, metadata: JsonObject | null) => {
    const known = service.facts(job)
    const records = service.recordsOf(job)
    const place = placeOf(keyOfAddress(store, records))
    const outputFile =
      place !== undefined && WITH_RESULTS.has(known.status) ? fileId(store, outputKey(place)) : undefined
    return {
      ...known,
      endpoint: place?.endpoint ?? '/v1/chat/completions',
      window: place?.window ?? USUAL_WINDOW,
      inputFile: place === undefined ? encodeURIComponent(records ?? '') : fileId(store, place.input),
      outputFile,
      metadata,
    }
  }

  const findJob = function* (id: string, context: CollectionContext): Talk<JsonObject> {
    const ask = service.get(id, context)
    if (isFailure(ask)) return ask
    return asObject((yield ask).json)
  }

  const readBatch = function* (id: string, store: ObjectStore, context: CollectionContext) {
    const job = yield* findJob(id, context)
    if (isFailure(job)) return job
    const place = placeOf(keyOfAddress(store, service.recordsOf(job)))
    if (place?.hasMetadata !== true) return factsOf(job, store, null)
    // The credential may allow reading the job but not the bucket.
    const { status, json } = yield { ...store.read(metadataKey(place)), accepts: [403, 404] }
    return factsOf(job, store, status === 200 && isObject(json) ? json : null)
  }

  return {
    create: withStore(service.open, function* (store, request, context) {
      const made = yield* createBatch(service, store, request.body, context)
      if (isFailure(made)) return made
      const batch = yield* readBatch(made.id, store, context)
      return isFailure(batch) ? batch : { json: batchObject(batch), dropped: made.dropped }
    }),
    list: withStore(service.open, function* (store, request, context) {
      return yield* walkPages(
        request,
        (token, size) => service.list(token, size, context),
        answer => {
          const { jobs, next } = service.listed(answer)
          return { items: jobs.map(job => batchObject(factsOf(job, store, null))), next }
        },
      )
    }),
    get: withStore(service.open, function* (store, { id }, context) {
      const batch = yield* readBatch(id, store, context)
      return isFailure(batch) ? batch : { json: batchObject(batch) }
    }),
    cancel: withStore(service.open, function* (store, { id }, context) {
      const ask = service.stop(id, context)
      if (isFailure(ask)) return ask
      yield ask
      const batch = yield* readBatch(id, store, context)
      return isFailure(batch) ? batch : { json: batchObject(cancelled(batch, context.now)) }
    }),
    output: withStore(service.open, function* (store, { id }, context) {
      const job = yield* findJob(id, context)
      if (isFailure(job)) return job
      const { status } = service.facts(job)
      if (!WITH_RESULTS.has(status)) return lacksOutput(status)
      const place = placeOf(keyOfAddress(store, service.recordsOf(job)))
      return place === undefined ? noOutput() : yield* readResults(store, place, context)
    }),
  }
}
