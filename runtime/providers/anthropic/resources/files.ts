// Files of Anthropic in the OpenAI schema. It returns only the content of files that it created itself; the results
// of a batch are two more such files, identified by the batch id.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asCount, asText } from '../../../../schemas/values/json.ts'
import { deletedFile, fileObject, readNewFile } from '../../../resources/file.ts'
import { encodeForm } from '../../../resources/multipart.ts'
import { fetchBytes, fetchOne } from '../../../resources/single-request.ts'
import { unixSeconds } from '../../../resources/unix-seconds.ts'
import { isFailure } from '../../../values/failures.ts'
import type { ResourceAdapter } from '../../../values/resource-operation.ts'
import { isBatchId, readResultFile } from './batch-results.ts'
import { listByCursor } from './cursor-list.ts'

const headers = ['anthropic-beta', 'files-api-2025-04-14']
const filePath = (id: string): string => `/files/${encodeURIComponent(id)}`

export const files: ResourceAdapter = {
  create: function* (request, { identifier }) {
    const file = readNewFile(request)
    if (isFailure(file)) return file
    const form = encodeForm({}, file, `gateway-${identifier}`)
    const uploadRequest = {
      method: 'POST',
      path: '/files',
      headers: [...headers, ...form.headers],
      body: form.body,
    }
    // Anthropic does not store the purpose of a file.
    return yield* fetchOne(uploadRequest, created => ({ ...objectOf(created), purpose: file.purpose }))
  },
  list: request => listByCursor(request, { method: 'GET', path: '/files', headers }, objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: filePath(id), headers }, objectOf),
  delete: function* ({ id }) {
    yield { method: 'DELETE', path: filePath(id), headers }
    return { json: deletedFile(id) }
  },
  content: function* ({ id }, context) {
    if (isBatchId(id)) return yield* readResultFile(id, context)
    return yield* fetchBytes({ method: 'GET', path: `${filePath(id)}/content`, headers })
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
