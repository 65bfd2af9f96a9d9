// Files of Together in the OpenAI schema. The purpose `batch` is `batch-api` here.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asText } from '../../../schemas/values/json.ts'
import { deletedFile, fileObject, readNewFile } from '../../resources/file.ts'
import { encodeForm } from '../../resources/multipart.ts'
import { fetchBytes, fetchList, fetchOne } from '../../resources/single-request.ts'
import { unixSeconds } from '../../resources/unix-seconds.ts'
import { isFailure } from '../../values/failures.ts'
import type { ResourceAdapter } from '../../values/resource-operation.ts'

const filePath = (id: string): string => `/files/${encodeURIComponent(id)}`

const PURPOSES: readonly (readonly [vendor: string, native: string])[] = [
  ['batch', 'batch-api'],
  ['batch_output', 'batch-generated'],
]

export const files: ResourceAdapter = {
  create: function* (request, { identifier }) {
    const file = readNewFile(request)
    if (isFailure(file)) return file
    const purpose = PURPOSES.find(([vendor]) => vendor === file.purpose)?.[1] ?? file.purpose
    const type = ['csv', 'parquet'].find(end => file.name.toLowerCase().endsWith(`.${end}`)) ?? 'jsonl'
    const fields = { purpose, file_name: file.name, file_type: type }
    const form = encodeForm(fields, file, `gateway-${identifier}`)
    return yield* fetchOne({ method: 'POST', path: '/files/upload', ...form }, objectOf)
  },
  list: request => fetchList(request, '/files', objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: filePath(id) }, objectOf),
  delete: function* ({ id }) {
    yield { method: 'DELETE', path: filePath(id) }
    return { json: deletedFile(id) }
  },
  content: ({ id }) => fetchBytes({ method: 'GET', path: `${filePath(id)}/content` }),
}

function objectOf(file: JsonObject): JsonObject {
  const purpose = asText(file['purpose']) ?? ''
  return fileObject({
    id: asText(file['id']) ?? '',
    bytes: asCount(file['bytes']),
    created: unixSeconds(file['created_at']),
    name: asText(file['filename']) ?? '',
    purpose: PURPOSES.find(([, native]) => native === purpose)?.[0] ?? purpose,
  })
}
