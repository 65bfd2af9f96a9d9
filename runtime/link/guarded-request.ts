// The request as input guards see it, with the target's overrides applied, and the call with what they rewrote.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { createBody, createFormBody } from '../body/body.ts'
import { encodeJson, spliceFields } from '../body/splice.ts'
import { spliceForm } from '../body/splice-form.ts'
import type { Call } from '../call.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import { type Content, contentOf } from '../guardrails/content.ts'
import { parseBytes, unsound } from '../guardrails/texts/read-json.ts'
import { textsOf } from '../guardrails/texts/texts-of.ts'
import { headerValue } from '../headers.ts'
import { isObject } from '../providers/wire/json.ts'
import type { Overrides } from './outgoing-body.ts'
import { asideOf, passedText } from './passed-texts.ts'

const decoder = new TextDecoder('utf-8')
/** With more changed fields than this the body is serialized again instead of spliced. */
const MOST_SPLICED = 8

/** `key` identifies the overrides. Fails when it is undefined what the provider would read (duplicates, encodings). */
export function requestContent(call: Call, overrides: Overrides, key: string): Content | Failure {
  const { body, endpoint, headers } = call
  const readers = textsOf(endpoint).request
  const aside = asideOf(call)
  if (body.form !== undefined) return formContent(call, overrides, key)
  if (body.bytes.length === 0 || body.rest !== undefined) return contentOf(key, undefined, readers, aside)
  if (endpoint === undefined && (headerValue(headers, 'content-encoding') ?? 'identity') !== 'identity')
    return failure(
      'unsupported_media_type',
      'A guardrail reads this request, so its body must not be encoded.',
    )
  const value = endpoint === undefined ? parseBytes(body.bytes) : body.json()
  if (value === undefined) return passedText(call, key)
  if (isFailure(value)) return value
  const fault = unsound(body.bytes, value)
  if (fault !== undefined) return failure('invalid_json', `The body ${fault}.`)
  return contentOf(key, isObject(value) ? shown(call, value, overrides) : value, readers, aside)
}

/** The request's JSON as it will be sent, for output checks; undefined when it has none. */
export function requestShown(call: Call, overrides: Overrides): JsonObject | undefined {
  if (call.body.form !== undefined || call.body.rest !== undefined || call.body.bytes.length === 0)
    return undefined
  const json = call.body.json()
  return isFailure(json) ? undefined : shown(call, json, overrides)
}

function shown(call: Call, json: JsonObject, { values, model: wanted }: Overrides): JsonObject {
  // Passed-through requests are not overridden.
  const own = call.endpoint === undefined ? {} : values
  const model = call.endpoint === undefined ? call.model : (wanted ?? call.model)
  return { ...json, ...own, ...(model === undefined ? {} : { model }) }
}

/** A form's prompt. Files and other fields are not checked. */
function formContent({ body, endpoint }: Call, { values }: Overrides, key: string): Content {
  const { form, bytes, rest } = body
  const prompts = (rest === undefined ? (form?.parts ?? []) : []).flatMap(part =>
    part.name === 'prompt' && !part.file
      ? [decoder.decode(bytes.subarray(part.valueStart, part.valueEnd))]
      : [],
  )
  const written = endpoint === undefined ? undefined : values['prompt']
  const prompt = written ?? (prompts.length > 1 ? prompts : prompts[0])
  const fixed = prompts.length > 1 ? { fixed: 'The form has the field "prompt" more than once.' } : {}
  const { request } = textsOf('images/edits')
  return contentOf(key, prompt === undefined ? undefined : { prompt }, request, { carrier: true, ...fixed })
}

/** The call with the guards' changes to its body: `before` is what they were given, `after` what they returned. */
export function withContent(call: Call, before: Content, after: Content, overrides: Overrides): Call {
  if (after.value === before.value || after.value === undefined) return call
  const { form, bytes } = call.body
  if (form === undefined && !isObject(after.value))
    return { ...call, body: createBody(encodeJson(after.value)) }
  const old = isObject(before.value) ? before.value : {}
  const value = withStreamOf(old, isObject(after.value) ? after.value : {})
  const changed = [...new Set([...Object.keys(old), ...Object.keys(value)])].filter(
    name => old[name] !== value[name],
  )
  const lost = changed.filter(name => Object.hasOwn(overrides.values, name))
  const { model } = value
  const more: Pick<Call, 'model' | 'rewritten'> = {
    model: changed.includes('model') && typeof model === 'string' ? model : call.model,
    ...(lost.length === 0 ? {} : { rewritten: lost }),
  }
  if (form === undefined) return { ...call, ...more, body: createBody(splicedBody(call, value, changed)) }
  const body = createFormBody(spliceForm(bytes, form, new Map(Object.entries(value))), form.boundary)
  if (isFailure(body)) throw new Error('The rewritten form cannot be parsed.')
  return { ...call, ...more, body }
}

function splicedBody({ body }: Call, value: JsonObject, changed: readonly string[]): Uint8Array {
  const fields = body.fields()
  if (changed.length > MOST_SPLICED || isFailure(fields)) return encodeJson(value)
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
