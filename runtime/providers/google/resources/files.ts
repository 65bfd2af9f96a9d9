// Files of the Gemini API in the OpenAI schema. It returns only the content of files that it created itself, so the
// requests of a batch are translated at upload, and the name of the file contains their model.
import { textFromBase64Url, toBase64Url } from '../../../../schemas/values/base64.ts'
import { asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { encodeJsonl, parseJsonl } from '../../../resources/batch-input-jsonl.ts'
import { deletedFile, fileObject, readNewFile } from '../../../resources/file.ts'
import { uploadMediaType } from '../../../resources/multipart.ts'
import { fetchOne } from '../../../resources/single-request.ts'
import { unixSeconds } from '../../../resources/unix-seconds.ts'
import { failure, isFailure } from '../../../values/failures.ts'
import { headerValue } from '../../../values/headers.ts'
import type { OperationSteps, ResourceAdapter, Upload } from '../../../values/resource-operation.ts'
import { isResultLine, toOutputLine, writeRecords } from './batch-records.ts'
import { listByPageToken } from './page-token-list.ts'

/** Prefix of the model and the name of a batch input file. */
const BATCH_NAME_PREFIX = 'gateway-batch/'

export const filePath = (id: string): string => `/files/${encodeURIComponent(id.replace(/^files\//, ''))}`

/** The model of the requests in a file; undefined for files without requests. */
export function batchModel(file: JsonObject): string | undefined {
  const name = asText(file['displayName']) ?? ''
  const model = name.startsWith(BATCH_NAME_PREFIX)
    ? name.slice(BATCH_NAME_PREFIX.length).split('/', 1)[0]
    : undefined
  return model && textFromBase64Url(model)
}

export const files: ResourceAdapter = {
  create: function* (request, context) {
    const file = readNewFile(request)
    if (isFailure(file)) return file
    if (file.purpose !== 'batch') {
      const created = yield* upload(file, uploadMediaType(file.name))
      return isFailure(created) ? created : { json: { ...objectOf(created), purpose: file.purpose } }
    }
    const records = writeRecords(parseJsonl(file.bytes), 'file', context)
    if (isFailure(records)) return records
    const { lines, requests, model, dropped } = records
    const bytes = encodeJsonl(
      lines.map(({ customId }, index) => ({ key: customId, request: requests[index] ?? {} })),
    )
    const name = `${BATCH_NAME_PREFIX}${toBase64Url(new TextEncoder().encode(model))}/${file.name.slice(-200)}`
    const created = yield* upload({ name, bytes }, 'application/jsonl')
    return isFailure(created) ? created : { json: objectOf(created), dropped }
  },
  list: request => listByPageToken(request, '/files', 'files', objectOf),
  get: ({ id }) => fetchOne({ method: 'GET', path: filePath(id) }, objectOf),
  delete: function* ({ id }) {
    yield { method: 'DELETE', path: filePath(id) }
    return { json: deletedFile(id) }
  },
  content: function* ({ id }, context) {
    const path = `/download/v1beta${filePath(id)}:download?alt=media`
    const { bytes, headers } = yield { method: 'GET', origin: ORIGIN, path }
    const lines = parseJsonl(bytes)
    if (lines.length > 0 && lines.every(isResultLine)) {
      const read = lines.map((line, index) => toOutputLine(line, index, context))
      return { bytes: encodeJsonl(read), contentType: 'application/jsonl' }
    }
    return { bytes, contentType: headerValue(headers, 'content-type') ?? 'application/octet-stream' }
  },
}

function objectOf(file: JsonObject): JsonObject {
  const name = asText(file['displayName']) ?? ''
  const isBatch = batchModel(file) !== undefined
  const bytes = Number(file['sizeBytes'])
  return fileObject({
    id: (asText(file['name']) ?? '').replace(/^files\//, ''),
    bytes: Number.isSafeInteger(bytes) ? bytes : undefined,
    created: unixSeconds(file['createTime']),
    name: isBatch ? name.slice(name.indexOf('/', BATCH_NAME_PREFIX.length) + 1) : name,
    purpose: isBatch ? 'batch' : 'user_data',
  })
}

export const ORIGIN = 'https://generativelanguage.googleapis.com'

/** Resumable uploads of the Gemini API: an upload is started, and then sent to the URL that is returned. */
function* upload({ name, bytes }: Upload, mediaType: string): OperationSteps<JsonObject> {
  const started = yield {
    method: 'POST',
    origin: ORIGIN,
    path: '/upload/v1beta/files',
    headers: [
      'x-goog-upload-protocol',
      'resumable',
      'x-goog-upload-command',
      'start',
      'x-goog-upload-header-content-length',
      String(bytes.length),
      'x-goog-upload-header-content-type',
      mediaType,
    ],
    body: { file: { displayName: name } },
  }
  const uploadUrl = headerValue(started.headers, 'x-goog-upload-url') ?? ''
  if (!uploadUrl.startsWith(`${ORIGIN}/`))
    return failure('invalid_upstream_reply', 'The provider returned no upload URL.', {
      cause: 'decode',
    })
  const sent = yield {
    method: 'POST',
    origin: ORIGIN,
    path: uploadUrl.slice(ORIGIN.length),
    headers: ['x-goog-upload-offset', '0', 'x-goog-upload-command', 'upload, finalize'],
    body: bytes,
  }
  return asObject(asObject(sent.json)['file'])
}
