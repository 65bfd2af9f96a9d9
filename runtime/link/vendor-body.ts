// The body for a provider that speaks the words of the request: JSON or a form, spliced in its bytes where the node
// overrides, the row renames or omits, or the model carries a slug; otherwise the very bytes that came.
import type { Json } from '../../compiler/source.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { linkMentions } from '../body/mentions.ts'
import { encodeJson, type Replacement, spliceFields } from '../body/splice.ts'
import { spliceForm } from '../body/splice-form.ts'
import type { Call } from '../call.ts'
import { endpointFacts } from '../endpoints.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import { headerValue } from '../headers.ts'
import type { Endpoint } from '../providers/adapter.ts'
import { OWN_WORDS, withoutOwnWords } from '../providers/wire/own-words.ts'
import { outOfRange } from './out-of-range.ts'
import type { OutgoingBody, Overrides } from './outgoing-body.ts'

const NOTHING_DROPPED: readonly string[] = []
const saysOwnWords = linkMentions(OWN_WORDS)

/** `model` is what the provider knows the model as, where that is neither the client's word nor an override. */
export function vendorBody(
  call: Call,
  endpoint: Endpoint,
  overrides: Overrides,
  row: ProviderSpec,
  model: string | undefined,
): OutgoingBody | Failure {
  if (call.body.form !== undefined) return formBody(call, overrides, row, model)
  const fields = call.body.fields()
  if (isFailure(fields)) return fields
  if (
    overrides.replacements.length === 0 &&
    model === undefined &&
    call.slug === undefined &&
    isUnchanged(endpoint, row, fields.names) &&
    !(endpoint === 'chat/completions' && saysOwnWords(call.body.bytes))
  )
    return { bytes: call.body.bytes, dropped: NOTHING_DROPPED }
  const replacements: Replacement[] = [...overrides.replacements]
  if (model !== undefined) put(replacements, 'model', encodeJson(model))
  else if (call.slug !== undefined && overrides.model === undefined)
    replacements.push({ name: 'model', value: encodeJson(call.model) })
  if (endpoint === 'chat/completions' && saysOwnWords(call.body.bytes)) {
    const messages = withoutOwnWords(call.body.field('messages'), row.baseUrl === undefined)
    if (messages !== undefined) put(replacements, 'messages', encodeJson(messages))
  }
  const ownWords = isOwnDialect(endpoint)
  for (const [from, to] of ownWords ? [] : Object.entries(row.renames ?? {})) {
    const value = overrides.values[from] ?? call.body.field(from)
    if (value === undefined) continue
    put(replacements, from, undefined)
    const overridden = from in overrides.values
    if (!(to in overrides.values) && (overridden || !fields.names.includes(to)))
      replacements.push({ name: to, value: encodeJson(value) })
  }
  let dropped = NOTHING_DROPPED
  for (const name of ownWords ? NOTHING_DROPPED : (row.omits ?? NOTHING_DROPPED)) {
    if (!fields.names.includes(name) && !(name in overrides.values)) continue
    put(replacements, name, undefined)
    dropped = [...dropped, name]
  }
  const parameter = (name: string): Json | undefined => overrides.values[name] ?? call.body.field(name)
  const outside = row.ranges === undefined || ownWords ? undefined : outOfRange(parameter, row)
  if (outside !== undefined) return outside
  const bytes =
    replacements.length === 0 ? call.body.bytes : spliceFields(call.body.bytes, fields, replacements)
  return { bytes, dropped }
}

/** True where the row neither renames nor omits nor bounds a field of the body. */
function isUnchanged(endpoint: Endpoint, row: ProviderSpec, names: readonly string[]): boolean {
  if (isOwnDialect(endpoint)) return true
  if (row.ranges !== undefined) return false
  for (const name in row.renames) if (names.includes(name)) return false
  for (const name of row.omits ?? NOTHING_DROPPED) if (names.includes(name)) return false
  return true
}

/** Names and bounds of a row are those of chats and their like; a dialect of its own has its own words. */
const isOwnDialect = (endpoint: Endpoint): boolean => {
  const { streams } = endpointFacts[endpoint]
  return streams === 'responses' || streams === 'messages'
}

function put(replacements: Replacement[], name: string, value: Uint8Array | undefined): void {
  const index = replacements.findIndex(each => each.name === name)
  if (index >= 0) replacements.splice(index, 1)
  replacements.push({ name, value })
}

function formBody(
  { body, headers, slug, model: asked }: Call,
  overrides: Overrides,
  row: ProviderSpec,
  model: string | undefined,
): OutgoingBody | Failure {
  const { form, bytes } = body
  if (form === undefined) return failure('internal', 'A body without a form was to be written as one.')
  const contentType = headerValue(headers, 'content-type') ?? 'multipart/form-data'
  const values = new Map<string, Json | undefined>(Object.entries(overrides.values))
  // A field of the same name might still come, and some parsers take the last.
  if (body.rest !== undefined && values.size > 0)
    return failure(
      'body_too_large',
      `The config overrides ${[...values.keys()].join(', ')}, and the form is larger than is held: nobody knows what stands at its end.`,
    )
  const known = model ?? (slug !== undefined && overrides.model === undefined ? asked : undefined)
  if (known !== undefined) values.set('model', known)
  const dropped = (row.omits ?? []).filter(
    name => values.has(name) || form.parts.some(part => part.name === name && !part.file),
  )
  for (const name of dropped) values.set(name, undefined)
  return {
    bytes: values.size === 0 ? bytes : spliceForm(bytes, form, values),
    dropped,
    contentType,
  }
}
