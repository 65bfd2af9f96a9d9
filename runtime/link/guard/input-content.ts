// The request as input guards see it, with the target's overrides applied, and the call with what they rewrote.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { textReadersFor } from '../../guardrails/body-texts/endpoint-texts.ts'
import { decodeStrict, parseJsonBytes, unsafeJsonReason } from '../../guardrails/body-texts/strict-json.ts'
import { createContent, type GuardContent } from '../../guardrails/engine/content.ts'
import { createBody, createFormBody } from '../../values/body/body.ts'
import { boundaryOf, scanForm } from '../../values/body/scan-form.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import { spliceForm } from '../../values/body/splice-form.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { headerValue, isTextContentType } from '../../values/headers.ts'
import { queryTexts } from '../../values/query-string.ts'
import type { Overrides } from '../call/overrides.ts'

const decoder = new TextDecoder('utf-8')
/** With more changed fields than this the body is serialized again instead of spliced. */
const MAX_SPLICED = 8

/** `key` identifies the overrides. Fails when it is undefined what the provider would read (duplicates, encodings). */
export function requestContent(call: Call, overrides: Overrides, key: string): GuardContent | Failure {
  const { body, endpoint, headers } = call
  const readers = textReadersFor(endpoint).request
  const passthroughTextsOf = passthroughReader(call)
  if (body.form !== undefined) return formContent(call, overrides, key)
  if (body.bytes.length === 0 || body.remainder !== undefined)
    return createContent(key, undefined, readers, passthroughTextsOf)
  if (endpoint === undefined && (headerValue(headers, 'content-encoding') ?? 'identity') !== 'identity')
    return failure(
      'unsupported_media_type',
      'A guardrail reads this request, so its body must not be encoded.',
    )
  const value = endpoint === undefined ? parseJsonBytes(body.bytes) : body.json()
  if (value === undefined) return passthroughText(call, key)
  if (isFailure(value)) return value
  const fault = unsafeJsonReason(body.bytes, value)
  if (fault !== undefined) return failure('invalid_json', `The body ${fault}.`)
  return createContent(
    key,
    isObject(value) ? view(call, value, overrides) : value,
    readers,
    passthroughTextsOf,
  )
}

/** The request's JSON as it will be sent, for output checks; undefined when it has none. */
export function requestView(call: Call, overrides: Overrides): JsonObject | undefined {
  if (call.body.form !== undefined || call.body.remainder !== undefined || call.body.bytes.length === 0)
    return undefined
  const json = call.body.json()
  return isFailure(json) ? undefined : view(call, json, overrides)
}

function view(call: Call, json: JsonObject, { values, model: overridden }: Overrides): JsonObject {
  // Passed-through requests are not overridden.
  const ownModel = call.endpoint === undefined ? {} : values
  const model = call.endpoint === undefined ? call.model : (overridden ?? call.model)
  return { ...json, ...ownModel, ...(model === undefined ? {} : { model }) }
}

/** The text fields of a form. Files are not checked, nor is an upload that is streamed. */
function formContent({ body, endpoint }: Call, { values }: Overrides, key: string): GuardContent {
  const { form, bytes, remainder } = body
  const fields: Record<string, Json> = {}
  let repeated: string | undefined
  for (const { name, file, valueStart, valueEnd } of remainder === undefined ? (form?.parts ?? []) : []) {
    if (file) continue
    const text = decoder.decode(bytes.subarray(valueStart, valueEnd))
    // Lists of a form repeat a name with brackets.
    const list = name.endsWith('[]')
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (before !== undefined && !list) repeated ??= name
    const value =
      before === undefined ? (list ? [text] : text) : [...(isList(before) ? before : [before]), text]
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
  }
  const readOnly =
    repeated === undefined ? {} : { readOnlyReason: `The field ${quoted(repeated)} is repeated in the form.` }
  const { request } = textReadersFor('images/edits')
  return createContent(key, endpoint === undefined ? fields : { ...fields, ...values }, request, {
    textsOnly: true,
    ...readOnly,
  })
}

/** The call with the guards' changes to its body: `before` is what they were given, `after` what they returned. */
export function withContent(
  call: Call,
  before: GuardContent,
  after: GuardContent,
  overrides: Overrides,
): Call {
  if (after.value === before.value || after.value === undefined) return call
  const { form, bytes } = call.body
  if (form === undefined && !isObject(after.value))
    return { ...call, body: createBody(encodeJson(after.value)) }
  const old = isObject(before.value) ? before.value : {}
  const value = withStreamOf(old, isObject(after.value) ? after.value : {})
  const changed = [...new Set([...Object.keys(old), ...Object.keys(value)])].filter(
    name => old[name] !== value[name],
  )
  const removed = changed.filter(name => Object.hasOwn(overrides.values, name))
  const { model } = value
  const added: Pick<Call, 'model' | 'overridesConsumed'> = {
    model: changed.includes('model') && typeof model === 'string' ? model : call.model,
    ...(removed.length === 0 ? {} : { overridesConsumed: removed }),
  }
  if (form === undefined) return { ...call, ...added, body: createBody(splicedBody(call, value, changed)) }
  const rewritten = new Map(changed.map(name => [name, value[name]]))
  const body = createFormBody(spliceForm(bytes, form, rewritten), form.boundary)
  if (isFailure(body)) throw new Error('The rewritten form cannot be parsed.')
  return { ...call, ...added, body }
}

function splicedBody({ body }: Call, value: JsonObject, changed: readonly string[]): Uint8Array {
  const fields = body.fields()
  if (changed.length > MAX_SPLICED || isFailure(fields)) return encodeJson(value)
  return spliceFields(
    body.bytes,
    fields,
    changed.map(name => ({ name, value: Object.hasOwn(value, name) ? encodeJson(value[name]) : undefined })),
  )
}

/** Whether the reply is streamed was decided when the request arrived: guards cannot change it. */
function withStreamOf(old: JsonObject, { stream: _stream, ...value }: JsonObject): JsonObject {
  const stream: Json | undefined = old['stream']
  return stream === undefined ? value : { ...value, stream }
}

// The content of passed-through requests other than JSON: a query, form fields, a text body. It is read but never
// rewritten, since the gateway does not know what it means.

/** The strings in the query of an unknown endpoint. Resources only paginate with theirs. */
function passthroughReader({ endpoint, resource, path }: Call): Pick<GuardContent, 'extraTexts'> {
  const isKnown = endpoint !== undefined || resource !== undefined
  const reader = isKnown ? [] : queryTexts(path)
  return reader.length === 0 ? {} : { extraTexts: reader }
}

/** The content of a passed-through body that is not JSON. */
function passthroughText(call: Call, key: string): GuardContent {
  const { request } = textReadersFor(call.endpoint)
  const fixed = 'Passed-through requests can only be rewritten as JSON.'
  return createContent(key, passthroughTexts(call), request, {
    textsOnly: true,
    readOnlyReason: fixed,
    ...passthroughReader(call),
  })
}

function passthroughTexts({ body: { bytes }, headers }: Call): readonly string[] | undefined {
  const type = headerValue(headers, 'content-type')
  const boundary = boundaryOf(type ?? '')
  if (boundary !== undefined) {
    const form = scanForm(bytes, boundary)
    const fields = typeof form === 'string' ? [] : form.parts.filter(({ file }) => !file)
    return fields.map(({ valueStart, valueEnd }) => decoder.decode(bytes.subarray(valueStart, valueEnd)))
  }
  const text = isTextContentType(type) ? decodeStrict(bytes) : undefined
  if (text === undefined) return undefined
  return type?.toLowerCase().includes('urlencoded') === true ? queryTexts(`?${text}`) : [text]
}
