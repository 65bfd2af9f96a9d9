// Batches of a cloud over its object storage. The client's file is converted to records when the batch is created; the
// provider's results are converted when they are read.
import { asObject, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import type { OperationContext, OperationSteps, ResourceAdapter } from '../../values/resource-operation.ts'
import { asCancelling, type BatchFacts, batchObject, DEFAULT_WINDOW, outputUnavailable } from '../batch.ts'
import { paginate } from '../list.ts'
import {
  type BatchLocation,
  batchLocationOf,
  errorsKey,
  fileId,
  keyOfUri,
  metadataKey,
  outputKey,
} from './batch-location.ts'
import { createResultsReader, outputNotReady } from './batch-results.ts'
import { createBatch } from './create-batch.ts'
import type { BatchService } from './job-services.ts'
import { NOT_READ, type ObjectStore, withObjectStore } from './object-store.ts'

/** Final statuses that may have results. */
const STATUSES_WITH_OUTPUT: ReadonlySet<string> = new Set(['completed', 'expired', 'cancelled'])

export function objectStoreBatches(service: BatchService): ResourceAdapter {
  const readResults = createResultsReader(service)

  /** The caller's metadata is read for a single batch only; a list omits it to avoid one request per batch. */
  const factsOf = (job: JsonObject, store: ObjectStore, metadata: JsonObject | null) => {
    const facts = service.parseFacts(job)
    const records = service.recordsUri(job)
    const location = batchLocationOf(keyOfUri(store, records))
    const files =
      location !== undefined && STATUSES_WITH_OUTPUT.has(facts.status)
        ? resultFiles(location, facts.counts, store)
        : {}
    return {
      ...facts,
      ...files,
      endpoint: location?.endpoint ?? '/v1/chat/completions',
      window: location?.window ?? DEFAULT_WINDOW,
      inputFile:
        location === undefined ? encodeURIComponent(records ?? '') : fileId(store, location.inputKey),
      metadata,
    }
  }

  const fetchJob = function* (id: string, context: OperationContext): OperationSteps<JsonObject> {
    const request = service.get(id, context)
    if (isFailure(request)) return request
    return asObject((yield request).json)
  }

  const readBatch = function* (id: string, store: ObjectStore, context: OperationContext) {
    const job = yield* fetchJob(id, context)
    if (isFailure(job)) return job
    const location = batchLocationOf(keyOfUri(store, service.recordsUri(job)))
    if (location?.hasMetadata !== true) return factsOf(job, store, null)
    // The credential may allow reading the job but not the bucket.
    const { status, json } = yield { ...store.read(metadataKey(location)), accepts: [403, 404] }
    return factsOf(job, store, status === 200 && isObject(json) ? json : null)
  }

  return {
    create: withObjectStore(service.openStore, function* (store, request, context) {
      const created = yield* createBatch(service, store, request.body, context)
      if (isFailure(created)) return created
      const { facts, dropped } = created
      const get = service.get(facts.id, context)
      // A client that gets an error creates the batch again, and pays for both.
      const { json } = isFailure(get) ? NOT_READ : yield { ...get, isOptional: true }
      const batch = isObject(json) ? factsOf(json, store, facts.metadata ?? null) : facts
      return { json: batchObject(batch), dropped }
    }),
    list: withObjectStore(service.openStore, function* (store, request, context) {
      return yield* paginate(
        request,
        (token, size) => service.list(token, size, context),
        answer => {
          const { jobs, next } = service.parseList(answer)
          return { items: jobs.map(job => batchObject(factsOf(job, store, null))), next }
        },
      )
    }),
    get: withObjectStore(service.openStore, function* (store, { id }, context) {
      const batch = yield* readBatch(id, store, context)
      return isFailure(batch) ? batch : { json: batchObject(batch) }
    }),
    cancel: withObjectStore(service.openStore, function* (store, { id }, context) {
      const request = service.cancel(id, context)
      if (isFailure(request)) return request
      yield request
      const batch = yield* readBatch(id, store, context)
      return isFailure(batch) ? batch : { json: batchObject(asCancelling(batch, context.now)) }
    }),
    output: withObjectStore(service.openStore, function* (store, { id }, context) {
      const job = yield* fetchJob(id, context)
      if (isFailure(job)) return job
      const { status } = service.parseFacts(job)
      if (!STATUSES_WITH_OUTPUT.has(status)) return outputUnavailable(status)
      const location = batchLocationOf(keyOfUri(store, service.recordsUri(job)))
      return location === undefined ? outputNotReady() : yield* readResults(store, location, context)
    }),
  }
}

/** One file of the succeeded requests and one of the failed ones; both where the service has not counted them. */
function resultFiles(
  location: BatchLocation,
  counts: BatchFacts['counts'],
  store: ObjectStore,
): Pick<BatchFacts, 'outputFile' | 'errorFile'> {
  const { total, completed, failed } = counts ?? { total: 0, completed: 0, failed: 0 }
  const isUncounted = total === 0
  return {
    outputFile: isUncounted || failed === 0 || completed > 0 ? fileId(store, outputKey(location)) : undefined,
    errorFile: isUncounted || failed > 0 ? fileId(store, errorsKey(location)) : undefined,
  }
}
