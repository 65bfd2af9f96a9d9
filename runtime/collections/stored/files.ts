// Files in object storage: uploads, and the results of batches, which are converted to the vendor's format when read.
import type { JsonObject } from '../../../compiler/source.ts'
import { isFailure } from '../../failures.ts'
import type {
  CollectionAdapter,
  CollectionContext,
  CollectionReply,
  Conversation,
  Talk,
} from '../collection.ts'
import { deletedFile, fileObject, newFile } from '../file.ts'
import { listReply } from '../list.ts'
import { outputKey, placeOf, resultsPrefix } from './batch-place.ts'
import { fileId, keyOfFile } from './object-id.ts'
import { type ObjectStore, type OpenStore, type StoredObject, withStore } from './object-store.ts'
import { noOutput, type ReadResults } from './results.ts'
import { readUploadKey, UPLOADS, uploadKey } from './upload-key.ts'

export function storedFiles(open: OpenStore, readResults: ReadResults): CollectionAdapter {
  const onFile = (talk: (store: ObjectStore, key: string, context: CollectionContext) => Conversation) =>
    withStore(open, function* (store, { id }, context) {
      const found = keyOfFile(store, id)
      return isFailure(found) ? found : yield* talk(store, found.key, context)
    })
  return {
    create: withStore(open, function* (store, request, context) {
      const file = newFile(request)
      if (isFailure(file)) return file
      const key = uploadKey(file, context)
      yield store.write(key, file.bytes)
      const { length: bytes } = file.bytes
      return { json: objectOf(store, { key, bytes, created: context.now }) }
    }),
    list: withStore(open, function* (store, { after, limit }) {
      const from = after === undefined ? undefined : keyOfFile(store, after, 'after')
      if (from !== undefined && isFailure(from)) return from
      const objects = store.listed(yield store.list(UPLOADS, from?.key, limit + 1))
      const beyond = objects.filter(({ key }) => key !== from?.key)
      const shown = beyond.slice(0, limit).map(object => objectOf(store, object))
      return listReply(shown, beyond.length > limit)
    }),
    get: onFile(function* (store, key) {
      const results = placeOf(key)
      if (results === undefined || key !== outputKey(results))
        return { json: objectOf(store, store.described(yield store.describe(key), key)) }
      const parts = store.listed(yield store.list(resultsPrefix(results), undefined, 100))
      if (parts.length === 0) return noOutput()
      const created = Math.max(...parts.map(part => part.created ?? 0))
      // The size of the converted output is unknown until it is generated.
      const bytes = parts.reduce((sum, part) => sum + (part.bytes ?? 0), 0)
      return { json: { ...objectOf(store, { key, bytes, created }), purpose: 'batch_output' } }
    }),
    content: onFile(function* (store, key, context): Talk<CollectionReply> {
      const results = placeOf(key)
      if (results !== undefined && key === outputKey(results))
        return yield* readResults(store, results, context)
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
  fileObject({ id: fileId(store, key), bytes, created, ...readUploadKey(key) })
