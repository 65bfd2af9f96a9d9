// Files of Anthropic in the OpenAI schema. It returns only the content of files that it created itself; the results
// of a batch are one more such file, identified by the batch id.
import type { JsonObject } from '../../../../compiler/source.ts'
import type { CollectionAdapter } from '../../../collections/collection.ts'
import { deletedFile, fileObject, newFile } from '../../../collections/file.ts'
import { writeForm } from '../../../collections/multipart.ts'
import { askBytes, askOne } from '../../../collections/single-request.ts'
import { unixSeconds } from '../../../collections/unix-seconds.ts'
import { isFailure } from '../../../failures.ts'
import { asCount, asText } from '../../wire/json.ts'
import { listAfter } from './list-after.ts'
import { isBatch, readResults } from './results.ts'

const headers = ['anthropic-beta', 'files-api-2025-04-14']
const at = (id: string): string => `/files/${encodeURIComponent(id)}`

export const files: CollectionAdapter = {
  create: function* (request, { identifier }) {
    const file = newFile(request)
    if (isFailure(file)) return file
    const form = writeForm({}, file, `gateway-${identifier}`)
    const ask = { method: 'POST', path: '/files', headers: [...headers, ...form.headers], body: form.body }
    // Anthropic does not store the purpose of a file.
    return yield* askOne(ask, made => ({ ...objectOf(made), purpose: file.purpose }))
  },
  list: request => listAfter(request, { method: 'GET', path: '/files', headers }, objectOf),
  get: ({ id }) => askOne({ method: 'GET', path: at(id), headers }, objectOf),
  delete: function* ({ id }) {
    yield { method: 'DELETE', path: at(id), headers }
    return { json: deletedFile(id) }
  },
  content: function* ({ id }, context) {
    if (isBatch(id)) return yield* readResults(id, context)
    return yield* askBytes({ method: 'GET', path: `${at(id)}/content`, headers })
  },
}

const objectOf = (file: JsonObject): JsonObject =>
  fileObject({
    id: asText(file['id']) ?? '',
    bytes: asCount(file['size_bytes']),
    created: unixSeconds(file['created_at']),
    name: asText(file['filename']) ?? '',
    purpose: 'user_data',
  })
