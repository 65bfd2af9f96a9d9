// Resumable uploads of the Gemini API: an upload is started, and then sent to the URL that is returned.

import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject } from '../../../../schemas/values/json.ts'
import { failure } from '../../../values/failures.ts'
import { headerValue } from '../../../values/headers.ts'
import type { OperationSteps, Upload } from '../../../values/resource-operation.ts'

export const ORIGIN = 'https://generativelanguage.googleapis.com'

export function* upload({ name, bytes }: Upload, mediaType: string): OperationSteps<JsonObject> {
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
