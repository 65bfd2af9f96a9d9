// Validates resource requests against the interface, for every provider and before any is called: required fields, and
// the bounds of its section "Limits" (schemas/api). All errors at once. Pages of lists that pass are the provider's to refuse; those of lists that
// the gateway writes are read with the request (read-request.ts).

import { createdWith } from '../../schemas/generated/parameters.ts'
import { batch, fineTuningJob, run } from '../../schemas/generated/requests.js'
import type { JsonObject } from '../../schemas/values/json.ts'
import { isList } from '../../schemas/values/json.ts'
import type { Body } from '../values/body/body.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { ResourceCall, ResourceRoute } from '../values/resource-operation.ts'
import { validateBody } from '../values/validate-body.ts'

/** Body validation by route; files are uploaded as forms, which the provider validates. */
const BODY_VALIDATORS: { readonly [C in ResourceRoute]?: (body: JsonObject) => Failure | undefined } = {
  batches: validateBatch,
  'fine_tuning/jobs': body => validateBody(fineTuningJob, body),
  threads: body => validateBody(run, body),
}

/** The fields that a request may have by the interface; none where it lists none. */
export const fieldsOfResource = ({ route, operation }: ResourceCall): readonly string[] =>
  operation === 'create' && route !== 'files' ? createdWith[route] : []

/** The first violation of the interface; undefined for a valid call. */
export function validateResource({ route, operation }: ResourceCall, body: Body): Failure | undefined {
  if (operation === 'create') {
    const validate = BODY_VALIDATORS[route]
    const json = validate === undefined ? {} : body.json()
    return isFailure(json) ? json : validate?.(json)
  }
  return undefined
}

/** Some providers accept inline requests or a URL in their storage instead of a file. */
function validateBatch(body: JsonObject): Failure | undefined {
  const { requests, input_blob: blob, input_file_id: file } = body
  const hasInput = isList(requests) || blob !== undefined || file !== undefined
  const invalid = validateBody(batch, body)
  if (hasInput) return invalid
  const missing = 'input_file_id is missing.'
  return failure('invalid_request', invalid === undefined ? missing : `${missing} ${invalid.message}`, {
    param: 'input_file_id',
  })
}
