// Files in object storage: uploads, and the results of batches, which are converted to the vendor's format when read.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import type {
  OperationContext,
  OperationReply,
  OperationRun,
  OperationSteps,
  ResourceAdapter,
} from '../../values/resource-operation.ts'
import { deletedFile, fileObject, readNewFile } from '../file.ts'
import { listReply } from '../list.ts'
import {
  fileId,
  keyOfFileId,
  parseUploadKey,
  resultsPrefix,
  UPLOADS_PREFIX,
  uploadKey,
} from './batch-location.ts'
import { outputNotReady, type ReadBatchResults, resultFileOf } from './batch-results.ts'
import {
  listAll,
  type ObjectStore,
  type OpenObjectStore,
  type StoredObject,
  withObjectStore,
} from './object-store.ts'

export function objectStoreFiles(open: OpenObjectStore, readResults: ReadBatchResults): ResourceAdapter {
  const onFile = (steps: (store: ObjectStore, key: string, context: OperationContext) => OperationRun) =>
    withObjectStore(open, function* (store, { id }, context) {
      const file = keyOfFileId(store, id)
      return isFailure(file) ? file : yield* steps(store, file.key, context)
    })
  return {
    create: withObjectStore(open, function* (store, request, context) {
      const file = readNewFile(request)
      if (isFailure(file)) return file
      const key = uploadKey(file, context)
      yield store.write(key, file.bytes)
      const { length: bytes } = file.bytes
      return { json: objectOf(store, { key, bytes, created: context.now }) }
    }),
    list: withObjectStore(open, function* (store, { after, limit }) {
      const cursor = after === undefined ? undefined : keyOfFileId(store, after, 'after')
      if (cursor !== undefined && isFailure(cursor)) return cursor
      const found = store.parseList(yield store.list(UPLOADS_PREFIX, cursor?.key, limit + 1))
      if (isFailure(found)) return found
      const remaining = found.objects.filter(({ key }) => key !== cursor?.key)
      const page = remaining.slice(0, limit).map(object => objectOf(store, object))
      return listReply(page, found.hasMore || remaining.length > limit)
    }),
    get: onFile(function* (store, key) {
      const results = resultFileOf(key)
      if (results === undefined)
        return { json: objectOf(store, store.parseDescription(yield store.describe(key), key)) }
      const outputs = yield* listAll(store, resultsPrefix(results.batch))
      if (isFailure(outputs)) return outputs
      if (outputs.length === 0) return outputNotReady()
      const created = Math.max(...outputs.map(output => output.created ?? 0))
      // The size of the converted output is unknown until it is generated.
      const bytes = outputs.reduce((sum, output) => sum + (output.bytes ?? 0), 0)
      return { json: { ...objectOf(store, { key, bytes, created }), purpose: 'batch_output' } }
    }),
    content: onFile(function* (store, key, context): OperationSteps<OperationReply> {
      const results = resultFileOf(key)
      if (results !== undefined) return yield* readResults(store, results.batch, context, results.isIncluded)
      const { bytes } = yield store.read(key)
      return { bytes, contentType: 'application/octet-stream' }
    }),
    delete: onFile(function* (store, key) {
      yield store.remove(key)
      return { json: deletedFile(fileId(store, key)) }
    }),
  }
}

const objectOf = (store: ObjectStore, { key, bytes, created }: StoredObject): JsonObject =>
  fileObject({ id: fileId(store, key), bytes, created, ...parseUploadKey(key) })
