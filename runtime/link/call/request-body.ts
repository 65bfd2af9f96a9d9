// The body of a request to a provider: parameter overrides, and the body for a provider that uses the client's dialect,
// JSON or form: spliced in its bytes where the node overrides, the provider spec renames or omits, or the model has a
// slug; otherwise unchanged. The client's body is never changed, so that the next target sees the original.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { asList, asObject, type Json } from '../../../schemas/values/json.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { type BodyRemainder, createFormBody } from '../../values/body/body.ts'
import { linkKeysAt, nextUnderscore } from '../../values/body/scan-json-fields.ts'
import { encodeJson, type FieldReplacement, spliceParts } from '../../values/body/splice.ts'
import { spliceForm } from '../../values/body/splice-form.ts'
import { concatenate } from '../../values/byte-stream.ts'
import type { Call } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import { headerValue } from '../../values/headers.ts'
import { checkRanges } from '../../wire/check-ranges.ts'
import { EXTENSION_FIELDS } from '../../wire/extension-fields.ts'
import {
  claudeThinking,
  type HistoryEdits,
  mayBeForeign,
  mayHaveImages,
  ownHistory,
} from '../../wire/fit-history.ts'
import { mentionsAllowedTools } from '../../wire/fit-tools.ts'
import { FOREIGN_WORDS } from '../../wire/foreign-words.ts'
import { mentionsDeveloper } from '../../wire/instruction-roles.ts'
import { modelFacts } from '../../wire/model-family.ts'
import { boundCallIds, isLongCallId } from '../../wire/tool-call-ids.ts'
import type { Target } from '../target/target.ts'
import { fitFields } from './fit-fields.ts'
import { choosesModel, type Overrides, refuseOverrides, refuseVariants } from './overrides.ts'

export interface RequestBody {
  readonly bytes: Uint8Array
  /** More of a large body, sent after `bytes`. */
  readonly rest?: readonly Uint8Array[]
  readonly dropped: readonly string[]
  /** The request path, where the dialect chooses it. */
  readonly path?: string
  /** JSON when absent. */
  readonly contentType?: string
}

const NONE_DROPPED: readonly string[] = []
const encoder = new TextEncoder()

/** They are about a stream: of a whole reply they ask nothing, and some providers refuse them. */
export const STREAM_OPTIONS = 'stream_options'

/** What a body may have within its messages, as bits: extension fields or cache marks, and ids of calls that are too long. */
export const NESTED_FIELDS = 1
export const LONG_CALL_IDS = 2

const isNestedField = linkKeysAt([...EXTENSION_FIELDS, 'cache_control'])

/** One search for both. `idLength`: characters of ids that the target takes; undefined where it takes any. */
export function searchMessages(bytes: Uint8Array, idLength: number | undefined): number {
  let found = 0
  for (let at = nextUnderscore(bytes, 0); at >= 0; at = nextUnderscore(bytes, at + 1)) {
    if (isNestedField(bytes, at)) found |= NESTED_FIELDS
    else if (idLength !== undefined && isLongCallId(bytes, at, idLength)) found |= LONG_CALL_IDS
    else continue
    if (found === (NESTED_FIELDS | LONG_CALL_IDS)) break
  }
  return found
}

/** A cheap test, by native searches: true for every chat that must be rewritten, and for few others. */
const needsFitting = (
  bytes: Uint8Array,
  hasNested: boolean,
  names: readonly string[],
  spec: ProviderSpec,
  facts: FamilyFacts | undefined,
): boolean => {
  for (const name of names) if (FOREIGN_WORDS.has(name) || facts?.concerns.has(name) === true) return true
  return (
    hasNested ||
    (spec.customTools !== true && names.includes('tool_choice') && mentionsAllowedTools(bytes)) ||
    (spec.schemaAsInstruction === true && names.includes('response_format')) ||
    (spec.developerRole !== true && mentionsDeveloper(bytes))
  )
}

/** The model may be concerned by an override where the body itself fits. */
const mayFitOverrides = (
  { mayNeedFitting, replacements }: Overrides,
  facts: FamilyFacts | undefined,
): boolean =>
  mayNeedFitting || (facts !== undefined && replacements.some(({ name }) => facts.concerns.has(name)))

/** Parts that few bodies need. */
interface LateParts {
  /** The chat cannot be sent to the Responses API instead. */
  readonly staysChat?: boolean
  /** Fits a message to a model that the gateway chose. */
  readonly fitMessage?: (
    read: (name: string) => Json | undefined,
    facts: FamilyFacts | undefined,
    model: string,
  ) => HistoryEdits
}

const NOT_LATE: LateParts = {}

/** A message that has to be fitted to a model that the gateway chose. */
export const NEEDS_FITTING = failure('internal', 'The message is not fitted to its model.')

const FITTABLE: ReadonlySet<string> = new Set([
  'thinking',
  'output_config',
  'output_format',
  'temperature',
  'top_p',
  'top_k',
])

/** A message for a Claude that the gateway chose, or for another model with the dialect. */
function isUnfitMessage(
  call: Call,
  endpoint: Endpoint,
  overrides: Overrides,
  names: readonly string[],
  { lacks, thinking }: FamilyFacts,
): boolean {
  if (!endpoint.startsWith('messages')) return false
  const isForced = lacks.includes('forced-tool') && names.includes('tool_choice')
  if (!/claude/i.test(overrides.model ?? call.model ?? '')) return isForced
  const isFitted = isForced || (thinking !== undefined && names.some(name => FITTABLE.has(name)))
  return isFitted && choosesModel(call, overrides)
}

/** Names of models are remembered by target, at most this many: clients choose them. */
const MAX_MODELS = 1000

/** What is known of a model at the provider of a target. */
export function familyFactsOf({ models, spec }: Target, model: string): FamilyFacts | undefined {
  const known = models.get(model)
  if (known !== undefined || models.has(model)) return known
  const facts = spec.adaptsModels === true ? undefined : modelFacts(model, spec.id)
  if (models.size >= MAX_MODELS) models.clear()
  models.set(model, facts)
  return facts
}

/**
 * `model` is the provider's name of the model, when it is neither the client's nor an override. `late` was loaded because an earlier
 * result needs it.
 */
export function nativeBody(
  call: Call,
  endpoint: Endpoint,
  overrides: Overrides,
  target: Target,
  model: string | undefined,
  late: LateParts = NOT_LATE,
): RequestBody | Failure {
  const { spec } = target
  if (call.body.form !== undefined) return formBody(call, overrides, spec, model)
  const fields = call.body.fields()
  if (isFailure(fields)) return fields
  const isChat = endpoint === 'chat/completions'
  const isTyped = isTypedDialect(endpoint)
  if (!isChat && endpoint === 'images/edits' && spec.editsImagesAsJson !== true) {
    const form = editsForm(call, fields.names, spec)
    return isFailure(form) ? form : formBody(form, overrides, spec, model)
  }
  const facts = isChat || isTyped ? familyFactsOf(target, overrides.model ?? call.model ?? '') : undefined
  const showsImages = facts?.textOnly === true && mayHaveImages(call.body.bytes)
  const idLength = isChat || endpoint === 'responses' ? spec.callIdLengths?.[endpoint] : undefined
  const found = isChat || idLength !== undefined ? searchMessages(call.body.bytes, idLength) : 0
  const hasNested = (found & NESTED_FIELDS) !== 0
  const hasLongIds = idLength !== undefined && (found & LONG_CALL_IDS) !== 0
  const history =
    isTyped && (showsImages || mayBeForeign(call.body.bytes))
      ? ownHistory(name => call.body.field(name), {
          ...claudeThinking(facts?.thinking),
          textOnly: showsImages,
        })
      : undefined
  const isUnfit =
    facts !== undefined && isTyped && isUnfitMessage(call, endpoint, overrides, fields.names, facts)
  if (isUnfit && late.fitMessage === undefined) return NEEDS_FITTING
  const message = isUnfit
    ? late.fitMessage?.(
        name =>
          history !== undefined && name in history.fields
            ? history.fields[name]
            : (overrides.values[name] ?? call.body.field(name)),
        facts,
        overrides.model ?? call.model ?? '',
      )
    : undefined
  const hasIdleOptions = !call.stream && fields.names.includes(STREAM_OPTIONS)
  const mustFit =
    isChat && (showsImages || needsFitting(call.body.bytes, hasNested, fields.names, spec, facts))
  if (
    overrides.replacements.length === 0 &&
    model === undefined &&
    call.slug === undefined &&
    isUnchanged(endpoint, spec, fields.names) &&
    (history === undefined || Object.keys(history.fields).length === 0) &&
    message === undefined &&
    !mustFit &&
    !hasLongIds &&
    !hasIdleOptions
  )
    return { bytes: call.body.bytes, dropped: NONE_DROPPED }
  const excess = mustFit || hasLongIds ? call.body.excess() : undefined
  if (excess !== undefined) return excess
  const variant = refuseVariants(fields.names, overrides.pinned)
  if (variant !== undefined) return variant
  const invalid = refuseOverrides(call, endpoint, overrides)
  if (invalid !== undefined) return invalid
  const replacements: FieldReplacement[] = [...overrides.replacements]
  if (model !== undefined) put(replacements, 'model', encodeJson(model))
  else if (call.slug !== undefined && overrides.model === undefined)
    replacements.push({ name: 'model', value: encodeJson(call.model) })
  const fitted =
    isChat && (mustFit || mayFitOverrides(overrides, facts))
      ? fitFields(
          call,
          overrides,
          spec,
          facts,
          fields.names,
          hasNested,
          late.staysChat !== true && spec.routes.responses !== undefined,
        )
      : undefined
  if (fitted !== undefined && isFailure(fitted)) return fitted
  const edited = new Map(fitted?.fields ?? Object.entries({ ...history?.fields, ...message?.fields }))
  let dropped = fitted?.dropped ?? history?.dropped ?? NONE_DROPPED
  if (message !== undefined && message.dropped.length > 0) dropped = [...dropped, ...message.dropped]
  if (hasLongIds) {
    const name = isChat ? 'messages' : 'input'
    const turns = edited.get(name) ?? overrides.values[name] ?? call.body.field(name)
    edited.set(name, boundCallIds(turns, idLength))
  }
  for (const [name, value] of edited)
    put(replacements, name, value === undefined ? undefined : encodeJson(value))
  if (hasIdleOptions) {
    put(replacements, STREAM_OPTIONS, undefined)
    if (call.body.field(STREAM_OPTIONS) !== null) dropped = [...dropped, STREAM_OPTIONS]
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
  for (const name of hasOwnDialect ? NONE_DROPPED : (spec.omits ?? NONE_DROPPED)) {
    const isWritten = replacements.some(each => each.name === name && each.value !== undefined)
    if (!fields.names.includes(name) && !isWritten) continue
    put(replacements, name, undefined)
    dropped = [...dropped, name]
  }
  const removed = new Set(replacements.filter(each => each.value === undefined).map(each => each.name))
  const parameter = (name: string): Json | undefined =>
    removed.has(name) ? undefined : (overrides.values[name] ?? call.body.field(name))
  const rangeFailure = spec.ranges === undefined || hasOwnDialect ? undefined : checkRanges(parameter, spec)
  if (rangeFailure !== undefined) return rangeFailure
  if (replacements.length === 0) return { bytes: call.body.bytes, dropped }
  const [bytes, ...rest] = spliceParts(call.body.bytes, fields, replacements)
  return rest.length === 0 ? { bytes, dropped } : { bytes, rest, dropped }
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
  return streamFormat === 'responses' || streamFormat === 'messages' || endpoint === 'messages/count_tokens'
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
  const variant = refuseVariants(
    form.parts.map(({ name }) => name),
    overrides.pinned,
  )
  if (variant !== undefined) return variant
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

/** The base64 of a data URL. */
const DATA_URL = /^data:(image\/[a-z+.-]+);base64,/i
const BOUNDARY = 'portolan-image-edit'

/**
 * The edit of images as a form, for providers that take no other: their images are files, so those that are URLs or stored at the vendor are
 * refused. https://platform.openai.com/docs/api-reference/images/createEdit
 */
function editsForm(call: Call, names: readonly string[], spec: ProviderSpec): Call | Failure {
  const { body, headers } = call
  const lines: Uint8Array[] = []
  const write = (about: string, value: Uint8Array): void => {
    lines.push(encoder.encode(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`), value)
    lines.push(encoder.encode('\r\n'))
  }
  const writeFile = (field: string, reference: Json, param: string): Failure | undefined => {
    const { image_url: url } = asObject(reference)
    const [start, type = ''] = DATA_URL.exec(typeof url === 'string' ? url : '') ?? []
    if (start === undefined)
      return failure(
        'invalid_request',
        `${spec.name} takes images to edit as files only: ${param} must be a data URL of an image.`,
        { param },
      )
    const name = `${param.replace(/\W+/g, '-')}.${type.slice('image/'.length)}`
    write(
      `name="${field}"; filename="${name}"\r\nContent-Type: ${type}`,
      Buffer.from(String(url).slice(start.length), 'base64'),
    )
    return undefined
  }
  const images = asList(body.field('images'))
  for (const name of names) {
    const value = body.field(name)
    if (value === undefined || value === null) continue
    if (name === 'images') {
      for (const [index, image] of images.entries()) {
        const refused = writeFile(
          images.length > 1 ? 'image[]' : 'image',
          image,
          `images[${index}].image_url`,
        )
        if (refused !== undefined) return refused
      }
    } else if (name === 'mask') {
      const refused = writeFile('mask', value, 'mask.image_url')
      if (refused !== undefined) return refused
    } else write(`name="${name}"`, encoder.encode(typeof value === 'string' ? value : JSON.stringify(value)))
  }
  lines.push(encoder.encode(`--${BOUNDARY}--\r\n`))
  const form = createFormBody(concatenate(lines), BOUNDARY)
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  const others = headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-type')
  return isFailure(form) ? form : { ...call, body: form, headers: ['content-type', type, ...others] }
}

/**
 * Consumes the unread remainder of a streamed body: it can be sent once, so retries must know. It is sent after the
 * first `begun` bytes, whose number may differ from the received ones where the body was spliced.
 */
export function consumeRemainder(
  { body }: Call,
  begun: number,
): Pick<BodyRemainder, 'stream' | 'length'> | undefined {
  const { remainder } = body
  if (remainder === undefined) return undefined
  remainder.consumed = true
  const { stream, length } = remainder
  return { stream, length: length === undefined ? undefined : length + begun - body.bytes.length }
}
