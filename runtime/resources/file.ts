// The file object of the vendor's schema.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asText } from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { ResourceRequest, Upload } from '../values/resource-operation.ts'

export interface FileFacts {
  readonly id: string
  readonly bytes: number | undefined
  /** Unix seconds. */
  readonly created: number | undefined
  readonly name: string
  readonly purpose: string
}

export const fileObject = ({ id, bytes, created, name, purpose }: FileFacts): JsonObject => ({
  id,
  object: 'file',
  bytes: bytes ?? 0,
  created_at: created ?? 0,
  filename: name,
  purpose,
  status: 'processed',
  expires_at: null,
  status_details: null,
})

export const deletedFile = (id: string): JsonObject => ({ id, object: 'file', deleted: true })

export interface NewFile extends Upload {
  readonly purpose: string
}

/** The uploaded file of a form and its purpose. */
export function readNewFile({ upload, body }: ResourceRequest): NewFile | Failure {
  const purpose = asText(body['purpose']) ?? ''
  if (upload === undefined) return failure('invalid_request', 'The form has no file.', { param: 'file' })
  return /^[\w-]{1,64}$/.test(purpose)
    ? { ...upload, purpose }
    : failure('invalid_request', 'purpose is missing or invalid.', { param: 'purpose' })
}
