// The body for a provider that uses the client's dialect, JSON or form: spliced in its bytes where the node
// overrides, the provider spec renames or omits, or the model has a slug; otherwise unchanged.

import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { linkContainsAny } from '../../values/body/byte-search.ts'
import { encodeJson, type FieldReplacement, spliceFields } from '../../values/body/splice.ts'
import { spliceForm } from '../../values/body/splice-form.ts'
import type { Call } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { headerValue } from '../../values/headers.ts'
import { EXTENSION_FIELDS, stripExtensions } from '../../wire/extension-fields.ts'
import { checkRanges } from './check-ranges.ts'
import type { Overrides, RequestBody } from './overrides.ts'

const NONE_DROPPED: readonly string[] = []
const hasExtensionFields = linkContainsAny(EXTENSION_FIELDS)

/** `model` is the provider's name of the model, when it is neither the client's nor an override. */
export function nativeBody(
  call: Call,
  endpoint: Endpoint,
  overrides: Overrides,
  spec: ProviderSpec,
  model: string | undefined,
): RequestBody | Failure {
  if (call.body.form !== undefined) return formBody(call, overrides, spec, model)
  const fields = call.body.fields()
  if (isFailure(fields)) return fields
  if (
    overrides.replacements.length === 0 &&
    model === undefined &&
    call.slug === undefined &&
    isUnchanged(endpoint, spec, fields.names) &&
    !(endpoint === 'chat/completions' && hasExtensionFields(call.body.bytes))
  )
    return { bytes: call.body.bytes, dropped: NONE_DROPPED }
  const replacements: FieldReplacement[] = [...overrides.replacements]
  if (model !== undefined) put(replacements, 'model', encodeJson(model))
  else if (call.slug !== undefined && overrides.model === undefined)
    replacements.push({ name: 'model', value: encodeJson(call.model) })
  if (endpoint === 'chat/completions' && hasExtensionFields(call.body.bytes)) {
    const messages = stripExtensions(call.body.field('messages'), spec.baseUrl === undefined)
    if (messages !== undefined) put(replacements, 'messages', encodeJson(messages))
  }
  const hasOwnDialect = isTypedDialect(endpoint)
  for (const [from, to] of hasOwnDialect ? [] : Object.entries(spec.renames ?? {})) {
    const value = overrides.values[from] ?? call.body.field(from)
    if (value === undefined) continue
    put(replacements, from, undefined)
    const overridden = from in overrides.values
    if (!(to in overrides.values) && (overridden || !fields.names.includes(to)))
      replacements.push({ name: to, value: encodeJson(value) })
  }
  let dropped = NONE_DROPPED
  for (const name of hasOwnDialect ? NONE_DROPPED : (spec.omits ?? NONE_DROPPED)) {
    if (!fields.names.includes(name) && !(name in overrides.values)) continue
    put(replacements, name, undefined)
    dropped = [...dropped, name]
  }
  const parameter = (name: string): Json | undefined => overrides.values[name] ?? call.body.field(name)
  const rangeFailure = spec.ranges === undefined || hasOwnDialect ? undefined : checkRanges(parameter, spec)
  if (rangeFailure !== undefined) return rangeFailure
  const bytes =
    replacements.length === 0 ? call.body.bytes : spliceFields(call.body.bytes, fields, replacements)
  return { bytes, dropped }
}

/** True when the provider spec renames, omits and limits no field of the body. */
function isUnchanged(endpoint: Endpoint, spec: ProviderSpec, names: readonly string[]): boolean {
  if (isTypedDialect(endpoint)) return true
  if (spec.ranges !== undefined) return false
  for (const name in spec.renames) if (names.includes(name)) return false
  for (const name of spec.omits ?? NONE_DROPPED) if (names.includes(name)) return false
  return true
}

/** Renames, omissions and ranges of a provider spec apply to chat-like endpoints, not to typed dialects. */
const isTypedDialect = (endpoint: Endpoint): boolean => {
  const { streamFormat } = endpointFacts[endpoint]
  return streamFormat === 'responses' || streamFormat === 'messages'
}

function put(replacements: FieldReplacement[], name: string, value: Uint8Array | undefined): void {
  const index = replacements.findIndex(each => each.name === name)
  if (index >= 0) replacements.splice(index, 1)
  replacements.push({ name, value })
}

function formBody(
  { body, headers, slug, model: modelName }: Call,
  overrides: Overrides,
  spec: ProviderSpec,
  model: string | undefined,
): RequestBody | Failure {
  const { form, bytes } = body
  if (form === undefined) return failure('internal', 'The body is not a form.')
  const contentType = headerValue(headers, 'content-type') ?? 'multipart/form-data'
  const values = new Map<string, Json | undefined>(Object.entries(overrides.values))
  // The remainder may contain a field of the same name, and some parsers take the last.
  if (body.remainder !== undefined && values.size > 0)
    return failure(
      'body_too_large',
      `The config overrides ${[...values.keys()].join(', ')}, but the form is larger than limits.body_bytes, so its last fields cannot be overridden.`,
    )
  const known = model ?? (slug !== undefined && overrides.model === undefined ? modelName : undefined)
  if (known !== undefined) values.set('model', known)
  const dropped = (spec.omits ?? []).filter(
    name => values.has(name) || form.parts.some(part => part.name === name && !part.file),
  )
  for (const name of dropped) values.set(name, undefined)
  return {
    bytes: values.size === 0 ? bytes : spliceForm(bytes, form, values),
    dropped,
    contentType,
  }
}
