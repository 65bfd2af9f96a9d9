// The native API of a vendor below `/{vendor}`, and of any stored provider below `/p/{slug}`: the prefix takes the place of the vendor's
// host, so the remainder is what the vendor's own SDKs write. Paths of endpoints are calls of those; others pass as they are.
// `schemas/entrances.json` and the catalogue say which paths and which errors each vendor has.
import type { EntranceFacts } from '../../schemas/contracts/entrance.ts'
import {
  entranceAliases,
  entrances,
  keyHeaders,
  vendorErrorForms,
} from '../../schemas/generated/entrances.ts'
import {
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../schemas/values/json.ts'
import { knownSpelling, misspelled } from '../gateway/admit-request.ts'
import { convertError, convertGoogleError } from '../inbound/convert-error.ts'
import { azureDeployment, azureUrl } from '../values/azure-url.ts'
import { encodeJson } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'
import { failure } from '../values/failures.ts'
import { geminiRequest, geminiUrl, isLivePath } from '../values/gemini-path.ts'
import { type Headers, rewrittenHeaders } from '../values/headers.ts'
import { trimTrailingSlashes } from '../values/query-string.ts'
import { entranceError, inClientDialect } from '../wire/error-kind.ts'
import { AWS_FORM, bedrockEntrance } from './bedrock.ts'
import type { ClientForm, Entrance, EntranceSettings } from './entrance.ts'
import { geminiEntrance } from './gemini.ts'
import { readSigner, type SignedRequest } from './signed-requests.ts'
import { vertexEntrance } from './vertex.ts'

const NAMED = /^\/([a-z0-9][a-z0-9.-]*)(\/.*)$/s
const STORED = /^\/p\/([a-z0-9][\w.-]*)(\/.*)$/is

/** The name and the path below it. */
export interface Below {
  readonly facts: EntranceFacts
  readonly slug?: string
  /** What the path of the client begins with. */
  readonly prefix: string
  /** The path at the vendor's host. */
  readonly path: string
  readonly query: string
}

/** The entrance that a name of the catalogue has. */
export const entranceOf = (name: string): EntranceFacts | undefined => {
  const id = Object.hasOwn(entranceAliases, name) ? (entranceAliases[name] ?? name) : name
  return Object.hasOwn(entrances, id) ? entrances[id] : undefined
}

/** Undefined for paths of other names. */
export function vendorEntrance(
  url: string,
  pathname: string,
  settings: EntranceSettings,
): Entrance | undefined {
  const query = url.slice(pathname.length)
  const [, slug, rest] = STORED.exec(pathname) ?? []
  if (slug !== undefined && rest !== undefined) {
    const path = rest.replace(/\/{2,}/g, '/')
    const prefix = `/p/${slug}`
    const kind = kindOf(slug, settings)
    const ofKind = (provider: string): Entrance => {
      const facts = entranceOf(provider)
      return facts === undefined ? NOT_FOUND : findBelow({ facts, slug, prefix, path, query }, settings)
    }
    return kind === undefined
      ? { ...genericEntrance({ facts: UNKNOWN, slug, prefix, path, query }), ofKind }
      : ofKind(kind)
  }
  const [, name = '', below = ''] = NAMED.exec(pathname) ?? []
  const facts = entranceOf(name)
  return (
    facts && findBelow({ facts, prefix: `/${name}`, path: below.replace(/\/{2,}/g, '/'), query }, settings)
  )
}

/** The provider of the catalogue that the manifest has under a slug. */
function kindOf(slug: string, { providers, pools = {} }: EntranceSettings): string | undefined {
  const of = Object.hasOwn(pools, slug) ? (pools[slug]?.members[0]?.slug ?? '') : slug
  return Object.hasOwn(providers, of) ? providers[of]?.provider : undefined
}

function findBelow(below: Below, settings: EntranceSettings): Entrance {
  const { facts, slug } = below
  const found =
    facts.id === 'bedrock'
      ? bedrockBelow(below)
      : facts.id === 'google'
        ? googleEntrance(below, settings)
        : facts.id === 'vertex'
          ? (vertexEntrance(below.path) ?? projectEntrance(below, settings))
          : undefined
  const entrance = found ?? genericEntrance(below)
  return slug === undefined ? entrance : { ...entrance, slug, providers: [facts.id] }
}

/** What is not one of its operations on models passes to Bedrock, signed again. */
const bedrockBelow = (below: Below): Entrance =>
  below.path.startsWith('/model/')
    ? bedrockEntrance(below.path)
    : { ...genericEntrance(below), readKeys: readSigner }

/** Of a provider that was saved by API, until its workspace is known. */
const UNKNOWN: EntranceFacts = { id: '', providers: [], base: '', endpoints: [], resources: [] }

/** Collections that are passed as those of `/v1` are, so that what is known of them counts. */
const COUNTED = /^\/(?:models(?:\/|$)|(?:responses|messages)\/)/
const COMPATIBLE = /^\/v1(?:beta)?\/openai\/(chat\/completions|embeddings|images\/generations)\/?$/

/** Where a path is at the gateway. */
interface Route extends Pick<Entrance, 'path' | 'pathname' | 'native'> {
  readonly form: ClientForm
}

const entranceAt = (
  { facts, slug }: Below,
  { path, pathname, native, form }: Route,
  model?: string,
): Entrance => ({
  path,
  ...(pathname !== undefined && { pathname }),
  providers: facts.providers,
  ...(slug !== undefined && { slug }),
  model,
  request: ({ bytes }) => ({ bytes }),
  form,
  ...(native !== undefined && { native }),
  readKeys: readVendorKeys,
})

function genericEntrance(below: Below): Entrance {
  const { facts, path: given } = below
  const azure = azureRoute(below)
  if (azure === NO_ROUTE)
    return { ...entranceAt(below, { path: given, form: OPENAI }), refusal: NO_AZURE_PATH }
  const [route = undefined, azureQuery] = azure === undefined ? [] : splitQuery(azure)
  const known = route ?? pathBelow(given, facts.base)
  const path = trimTrailingSlashes(known ?? given)
  const query = azureQuery ?? below.query
  const endpoint =
    facts.endpoints.find(each => path === `/${each}`) ?? facts.endpoints.find(each => path === `/v1/${each}`)
  if (endpoint !== undefined) {
    const pathname = isDeployment(given)
      ? `/openai${given.replace(/^\/openai(?=\/)/, '')}`
      : `/v1/${endpoint}`
    const named = {
      ...below,
      facts: isDeployment(given) ? { ...facts, providers: [...facts.providers].reverse() } : facts,
    }
    return entranceAt(
      named,
      { path: `/${endpoint}${query}`, pathname, form: formAt(endpoint, facts) },
      azureDeployment(pathname),
    )
  }
  const form = formNamed(facts.errors, facts.providers)
  const respelled = knownSpelling(path)?.slice(1) ?? ''
  if (facts.endpoints.includes(respelled)) {
    const right = `${given.slice(0, given.length - path.length)}/${respelled}`
    const written = below.prefix + given
    return { ...entranceAt(below, { path: given, form }), refusal: misspelled(written, below.prefix + right) }
  }
  const isResource = facts.resources.some(each => path === `/${each}` || path.startsWith(`/${each}/`))
  const native = { providers: facts.id === '' ? [] : facts.providers, fromHost: known === undefined }
  // The slug names a provider, so there no route is the gateway's own.
  const isOpenAi = facts.id === 'openai' && (below.slug === undefined || known === undefined)
  const passed = isOpenAi ? {} : { native }
  if (isOpenAi && !(known !== undefined && COUNTED.test(known) && given.startsWith('/v1/')))
    return { ...entranceAt(below, { path: path + query, pathname: `/v1${path}`, form }), listsModels: true }
  if (isResource) return entranceAt(below, { path: path + query, pathname: `/v1${path}`, form })
  if (known !== undefined && COUNTED.test(known))
    return entranceAt(below, { path: path + query, pathname: `/v1${path}`, form, ...passed })
  const literal = known ?? given
  return entranceAt(below, {
    path: `/proxy${literal}${query}`,
    pathname: `/v1/proxy${literal}`,
    form,
    ...passed,
  })
}

/** Azure's clients write `/openai/deployments/{model}/...` below their host. */
const isDeployment = (path: string): boolean => /^(?:\/openai)?\/deployments\//.test(path)
const NO_ROUTE = Symbol('no route')
const NO_AZURE_PATH = failure('not_found', 'The path names a deployment, but no route of it.')

function azureRoute({ facts, path, query }: Below): string | undefined | typeof NO_ROUTE {
  if (facts.id !== 'openai' && !(facts.id === 'azure' && path.startsWith('/openai/'))) return undefined
  const url = azureUrl((facts.id === 'openai' ? '/openai' : '') + path + query)
  return url === undefined ? NO_ROUTE : url.slice('/v1'.length)
}

function splitQuery(url: string): readonly [path: string, query: string] {
  const [path = ''] = url.split('?', 1)
  return [path, url.slice(path.length)]
}

/** The path below that of a base URL, whose placeholders may be anything; undefined for other paths. */
function pathBelow(path: string, root: string): string | undefined {
  const segments = root.split('/').slice(1)
  const written = path.split('/').slice(1)
  const isBelow =
    written.length > segments.length &&
    segments.every(
      (each, index) => each === written[index] || (/^\{.*\}$/.test(each) && written[index] !== ''),
    )
  return isBelow ? `/${written.slice(segments.length).join('/')}` : undefined
}

function googleEntrance(below: Below, settings: EntranceSettings): Entrance | undefined {
  const { path, query } = below
  const [, endpoint] = COMPATIBLE.exec(path) ?? []
  if (endpoint !== undefined)
    return entranceAt(below, { path: `/${endpoint}${query}`, pathname: `/v1/${endpoint}`, form: OPENAI })
  if (isLivePath(path)) return entranceAt(below, { path: path + query, pathname: path, form: GOOGLE })
  const pathname = `/google${path}`
  const request = geminiRequest(pathname)
  if (request === undefined) return undefined
  const url = geminiUrl(path + query)?.slice('/v1'.length) ?? request.path + query
  const translated = geminiEntrance(path + query, path, settings)
  const form = uploadForm(below.prefix)
  return translated ?? entranceAt(below, { path: url, pathname, form }, request.model)
}

const PROJECT = /^(?:\/(v1|v1beta1))?((?:\/projects\/[^/]+\/locations\/[^/]+)?)(\/.+)$/s
/** The SDKs write a model with a slash as one of a publisher. */
const PUBLISHED = /^\/publishers\/(google|(?:@|%40)[^/]+)\/models\/(.+:[A-Za-z]+)$/s

/** Requests of clients of Vertex AI, whatever project they name: models of Google are called as by Gemini's clients. */
export function projectEntrance(below: Below, settings: EntranceSettings): Entrance | undefined {
  const { path, query } = below
  const [, version, project = '', rest = ''] = PROJECT.exec(path) ?? []
  const [, publisher = '', call] = PUBLISHED.exec(rest) ?? []
  const root = `/google/${version === 'v1beta1' ? version : 'v1beta'}`
  if (call === undefined) {
    const isPassed = project !== '' && !rest.startsWith('/publishers/')
    return isPassed
      ? entranceAt(below, { path: project + rest + query, pathname: root + project + rest, form: GOOGLE })
      : undefined
  }
  const model = `/models/${publisher === 'google' ? '' : `${publisher}/`}${call}`
  const pathname = root + model
  return (
    geminiEntrance(`/v1beta${model}${query}`, `/v1beta${model}`, settings) ??
    entranceAt(below, { path: model + query, pathname, form: GOOGLE }, geminiRequest(pathname)?.model)
  )
}

const bare = (form: ClientForm['reply']): ClientForm => ({ reply: form, ending: () => undefined })

const NO_HEADERS: Headers = []
/** Errors of providers have their kind in the words of the vendor. */
const OPENAI = bare((reply, { trace }) =>
  convertError(
    inClientDialect(reply, 'chat/completions', NO_HEADERS),
    '/chat/completions',
    '/v1/chat/completions',
    false,
    trace,
  ),
)
const ANTHROPIC = bare((reply, { trace }) =>
  convertError(inClientDialect(reply, 'messages', NO_HEADERS), '/messages', '/v1/messages', true, trace),
)
const GOOGLE = bare(reply => convertGoogleError(reply, entranceError(reply, 'gemini')))

/** An upload goes on at a URL of the same entrance. */
const uploadForm = (prefix: string): ClientForm =>
  bare(reply => {
    const converted = convertGoogleError(reply, entranceError(reply, 'gemini'))
    const isUpload = (name = ''): boolean => /^x-goog-upload-(?:control-)?url$/i.test(name)
    const { headers } = converted
    return headers.some(isUpload)
      ? {
          ...converted,
          headers: headers.map((value, index) =>
            index % 2 === 1 && isUpload(headers[index - 1])
              ? value.replace(/^(https?:\/\/[^/]+)(?=\/)/, `$1${prefix}`)
              : value,
          ),
        }
      : converted
  })

const formNamed = (name: string | undefined, providers: readonly string[]): ClientForm =>
  name === 'anthropic'
    ? ANTHROPIC
    : name === 'google'
      ? GOOGLE
      : name === 'aws'
        ? AWS_FORM
        : name === undefined
          ? OPENAI
          : bare((reply, { trace }) => {
              const body = reply.providerError?.error.body?.()
              // In its own form it stays as it came.
              if (body !== undefined && providers.includes(reply.provider ?? ''))
                return { ...reply, body: encodeJson(body) }
              const written = inClientDialect(reply, 'chat/completions', NO_HEADERS)
              return templateError(written, vendorErrorForms[name] ?? {}, trace)
            })

/** An endpoint that another vendor has defined has errors of that vendor. */
const formAt = (endpoint: string, { errors, providers }: EntranceFacts): ClientForm =>
  endpoint.startsWith('messages')
    ? ANTHROPIC
    : formNamed(errors === 'anthropic' ? undefined : errors, providers)

/** Errors in the form of OpenAI become those of the vendor; its own pass as they are. */
function templateError(reply: Reply, form: JsonObject, trace: string): Reply {
  const { status, body, headers, failure: reason } = reply
  if (status < 400 || isStream(body)) return reply
  const { error } = asObject(parseJson(new TextDecoder().decode(body)))
  if (!isObject(error)) return reply
  const values: JsonObject = {
    trace,
    status,
    message: asText(error['message']) ?? '',
    type: error['type'] ?? null,
    param: error['param'] ?? null,
    code: reason?.code ?? error['code'] ?? asText(error['type']) ?? 'error',
  }
  const filled = (value: Json): Json =>
    typeof value === 'string'
      ? /^\{\w+\}$/.test(value)
        ? (values[value.slice(1, -1)] ?? null)
        : value
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part ?? null)]))
        : value
  return { ...reply, headers: rewrittenHeaders(headers, 'application/json'), body: encodeJson(filled(form)) }
}

const OWN_KEYS: ReadonlySet<string> = new Set(keyHeaders)

/** Keys in headers and schemes of vendors, as those that the gateway reads. */
function readVendorKeys(headers: Headers): SignedRequest {
  const read = headers.flatMap((value, index) => {
    if (index % 2 === 1) return []
    const name = value.toLowerCase()
    const text = headers[index + 1] ?? ''
    if (name === 'authorization') return [value, text.replace(/^(?:token|key)\s+/i, 'Bearer ')]
    return [OWN_KEYS.has(name) && !READ.has(name) ? 'x-api-key' : value, text]
  })
  return { headers: read, withoutSigner: admitted => admitted }
}

/** Headers that the gateway reads itself. */
const READ: ReadonlySet<string> = new Set(['x-api-key', 'api-key', 'x-goog-api-key'])

const NOT_FOUND: Entrance = {
  ...genericEntrance({ facts: UNKNOWN, prefix: '', path: '/', query: '' }),
  refusal: failure('not_found', 'This provider has no entrance.'),
}
