// Overrides of requests without an endpoint: resources, and paths that pass through. The gateway does not know which
// parameters such a route takes, so a field is overridden where the body has it; other overrides are reported.
import { validateResource } from '../../resources/validate-resource.ts'
import { createBody } from '../../values/body/body.ts'
import { spliceFields } from '../../values/body/splice.ts'
import type { Call } from '../../values/call.ts'
import { isJsonContentType } from '../../values/content-type.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { headerValue, isAnthropicClient } from '../../values/headers.ts'
import { refuseVariants } from './pinned-fields.ts'
import type { Overrides } from './request-body.ts'

/** The call with its body overridden, and the names of the overrides without effect. */
export interface OverriddenCall {
  readonly call: Call
  readonly dropped: readonly string[]
}

/** Bodies that are not JSON objects, forms and streamed ones among them, pass unchanged. A request without a body has nothing to override. */
export function overrideBody(call: Call, overrides: Overrides): OverriddenCall | Failure {
  const { body, resource, headers } = call
  const { replacements, model, pinned } = overrides
  if (replacements.length === 0 || body.bytes.length === 0) return { call, dropped: [] }
  const names = replacements.map(({ name }) => name)
  const isJson = body.form === undefined && isJsonContentType(headerValue(headers, 'content-type'))
  const fields = isJson && body.remainder === undefined ? body.fields() : undefined
  if (fields === undefined || isFailure(fields)) return { call, dropped: names }
  const variant = refuseVariants(fields.names, pinned)
  if (variant !== undefined) return variant
  const applied = replacements.filter(({ name }) => fields.names.includes(name))
  const dropped = names.filter(name => !fields.names.includes(name))
  if (applied.length === 0) return { call, dropped }
  const overridden = createBody(spliceFields(body.bytes, fields, applied))
  const invalid = resource && !isAnthropicClient(headers) ? validateResource(resource, overridden) : undefined
  if (invalid !== undefined) return invalid
  const isPinned = model !== undefined && !dropped.includes('model')
  return {
    call: { ...call, body: overridden, ...(isPinned && { model, slug: undefined }) },
    dropped,
  }
}
