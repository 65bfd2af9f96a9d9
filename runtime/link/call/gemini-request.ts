// Requests of Gemini clients: they pass untranslated to a provider that speaks Gemini's API. The target decides the path,
// and the model in the path is that of the call: without its slug, behind its alias, or as the config overrides it.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { type Body, createBody } from '../../values/body/body.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import type { Call, Reply } from '../../values/call.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { type GeminiRequest, geminiRequest } from '../../values/gemini-path.ts'
import { headerValue } from '../../values/headers.ts'
import { withoutQuery } from '../../values/query-string.ts'
import type { LinkContext } from '../link-context.ts'
import type { Target } from '../target/target.ts'
import { speakingProviders } from './speaking-providers.ts'

/** The call as the target gets it, and its path below the base URL. */
export interface GeminiCall {
  readonly call: Call
  readonly path: string
  /** The path is below another root than that of the base URL. */
  readonly prefix: string
}

/** Undefined for requests of other clients. `model` is that of an override. */
export function toGeminiCall(
  call: Call,
  model: string | undefined,
  { adapter, spec, settings, prefix }: Target,
  context: LinkContext,
): GeminiCall | Failure | undefined {
  const request = geminiRequest(call.pathname)
  if (request === undefined) return undefined
  if (adapter?.geminiPath === undefined)
    return failure(
      'unsupported_endpoint',
      `${spec.name} does not speak Gemini's API, which is not translated. ${speakingProviders(context, each => context.adapters.ofDialect(each)?.geminiPath !== undefined)}`,
    )
  const name = request.model === undefined ? undefined : (model ?? call.model ?? request.model)
  const path = adapter.geminiPath({ ...request, model: name }, settings)
  if (typeof path !== 'string') return path
  const query = call.path.indexOf('?')
  return {
    // The slug of a model in the body is removed as that of any body that passes.
    call:
      request.model === undefined
        ? call
        : { ...call, slug: undefined, body: withModelNames(call.body, request, name) },
    path: query < 0 ? path : path + call.path.slice(query),
    prefix: isVersionOf(request.root, spec) ? prefix.replace(VERSION, request.root) : prefix,
  }
}

/** The version at the end of a base URL. */
const VERSION = /(?:\/v1(?:beta1?|alpha)?)?$/

/** Only Vertex AI has `/v1beta1`. */
const isVersionOf = (root: string | undefined, { dialect }: Target['spec']): root is string =>
  root !== undefined && (root !== '/v1beta1' || dialect === 'cloud3')

const UPLOAD_URL = 'x-goog-upload-url'
/** The second is where the state of an upload is read. */
const UPLOAD_URLS = new Set([UPLOAD_URL, 'x-goog-upload-control-url'])

/**
 * An upload goes on at the URL that Google returns, which may have the key of the provider in its query: the client gets the same URL of
 * the gateway, without one. https://ai.google.dev/gemini-api/docs/files
 */
export function withUploadUrl(reply: Reply, { headers }: Call, publicUrl: string | undefined): Reply {
  const url = headerValue(reply.headers, UPLOAD_URL)
  if (url === undefined) return reply
  const parsed = URL.parse(url)
  const origin = publicUrl ?? `http://${headerValue(headers, 'host') ?? ''}`
  const path = parsed === null ? '' : withoutQuery(parsed.pathname + parsed.search, 'key')
  return {
    ...reply,
    headers: reply.headers.map((value, index) =>
      index % 2 === 1 && UPLOAD_URLS.has(reply.headers[index - 1]?.toLowerCase() ?? '')
        ? origin + path
        : value,
    ),
  }
}

/** Clients repeat the model of the path in some bodies, where it must be the same. */
function withModelNames(body: Body, request: GeminiRequest, name: string | undefined): Body {
  if (name === undefined || name === request.model || body.bytes.length === 0) return body
  const fields = body.remainder === undefined ? body.fields() : undefined
  if (fields === undefined || isFailure(fields)) return body
  const model = resourceName(name)
  const sent = resourceName(request.model ?? '')
  const renamed = (value: Json | undefined): Json | undefined =>
    isObject(value) && value['model'] !== undefined && resourceName(String(value['model'])) === sent
      ? { ...value, model }
      : value
  const values: Readonly<Record<string, Json | undefined>> = {
    model: body.field('model') === undefined ? undefined : model,
    requests: renamedList(body.field('requests'), renamed),
    generateContentRequest: renamed(body.field('generateContentRequest')),
  }
  const replacements = Object.entries(values).flatMap(([field, value]) =>
    value === undefined ? [] : [{ name: field, value: encodeJson(value) }],
  )
  return replacements.length === 0 ? body : createBody(spliceFields(body.bytes, fields, replacements))
}

const renamedList = (
  list: Json | undefined,
  renamed: (value: Json | undefined) => Json | undefined,
): Json | undefined => (isList(list) ? list.map(item => renamed(item) ?? null) : undefined)

const resourceName = (model: string): string =>
  /^(models|tunedModels)\//.test(model) ? model : `models/${model}`
