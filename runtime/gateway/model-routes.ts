// GET /models and GET /models/{id}: the known models of the stored providers and the aliases of the caller, as names for
// `model`, in the format of the client: the vendor's with additional fields, Anthropic's, or Gemini's. Clients ignore fields that
// they do not know.
import { knownModels, storedModels } from '../../compiler/facts/known-models.ts'
import type { ModelFacts } from '../../schemas/generated/models.ts'
import type { AliasedModel, PlanPool, ProviderSpec } from '../../schemas/generated/types.ts'
import type { LinkContext } from '../link/link-context.ts'
import { encodeJson } from '../values/body/splice.ts'
import type { Reply } from '../values/call.ts'
import { failureReply, JSON_HEADERS } from '../values/error-reply.ts'
import { isFailure } from '../values/failures.ts'
import { type Headers, headerValue, isAnthropicClient } from '../values/headers.ts'
import { decodeComponent } from '../values/query-string.ts'
import type { ServerAdmissions } from './admit-server.ts'
import type { Caller } from './authenticate.ts'
import { isGeminiPath } from './model-name.ts'
import { namesNoTarget } from './named-target.ts'
import type { RequestHead } from './request.ts'
import { readMetadata } from './request-options.ts'

const ROUTE = /^\/models(?:\/([^?]+))?(?:\?|$)/

/** Whether the path is that of the list or of one model. */
export const isModelRoute = ({ method, path }: Pick<RequestHead, 'method' | 'path'>): boolean =>
  (method === 'GET' || method === 'HEAD') && ROUTE.test(path)

/** A model as the list shows it. Undefined fields are omitted from the JSON; prices are US dollars per million tokens. */
interface ListedModel {
  readonly id: string
  readonly object: 'model'
  readonly created: number
  readonly owned_by: string
  readonly [field: string]: unknown
}

type ModelsOf = Pick<Caller, 'aliases' | 'workspace'>

/** Other model names work as well. The list of the manifest is built once, on first use; that of a store on each request. */
export function linkModelRoutes({
  gateway,
  catalog,
  adapters,
  stored: { providers: storedProviders },
}: LinkContext): NonNullable<ServerAdmissions['models']> {
  const { providers, pools = {} } = gateway
  const firstMember = (pool: PlanPool | undefined): string => pool?.members[0]?.slug ?? ''
  const specOf = (slug: string): ProviderSpec | undefined => {
    const of = Object.hasOwn(pools, slug) ? firstMember(pools[slug]) : slug
    return Object.hasOwn(providers, of) ? catalog.provider(providers[of]?.provider ?? '') : undefined
  }
  /** An alias without a slug is served by the defaults, whatever they are. */
  const speaksGemini = (provider: string): boolean => {
    const spec = catalog.provider(provider)
    return spec === undefined || adapters.ofDialect(spec)?.geminiPath !== undefined
  }
  const stored = (): readonly ListedModel[] =>
    storedModels(gateway, catalog).map(({ slug, model, spec, facts }) =>
      listed(`@${slug}/${model}`, spec, facts),
    )
  /** A provider that was saved by API, where it can be used. */
  const savedProvider = (slug: string, workspace: string) => {
    const pool = storedProviders?.pool(slug, workspace)
    const of = pool === undefined || isFailure(pool) ? slug : firstMember(pool)
    const found = storedProviders?.find(of, workspace)
    if (found === undefined || isFailure(found)) return undefined
    const spec = catalog.provider(found.binding.provider)
    return spec && { spec, allowsModel: () => true, customModels: [], ...found }
  }
  const saved = (workspace: string): readonly ListedModel[] =>
    (storedProviders?.slugs(workspace) ?? []).flatMap(slug => {
      const provider = savedProvider(slug, workspace)
      if (provider === undefined) return []
      const { spec, allowsModel, customModels } = provider
      return [...knownModels(spec), ...customModels.map((id): ModelFacts => ({ id }))]
        .filter(({ id }) => allowsModel(id))
        .map(facts => listed(`@${slug}/${facts.id}`, spec, facts))
    })
  /** The model behind a name `@slug/model`, known or not; that of a saved provider may be switched off. */
  const named = (id: string, slug: string, model: string, workspace?: string): ListedModel | undefined => {
    const provider = workspace === undefined ? undefined : savedProvider(slug, workspace)
    const spec = specOf(slug) ?? provider?.spec
    if (spec === undefined || provider?.allowsModel(model) === false) return undefined
    return listed(id, spec, knownModels(spec).find(facts => facts.id === model) ?? { id: model })
  }
  const aliased = (id: string, { slug, model }: AliasedModel): ListedModel =>
    (slug === undefined ? undefined : named(id, slug, model)) ?? {
      id,
      object: 'model',
      created: 0,
      owned_by: 'gateway',
    }
  const aliasesOf = (aliases: ReadonlyMap<string, AliasedModel>): readonly ListedModel[] =>
    Array.from(aliases, ([id, alias]) => aliased(id, alias))
  const find = (id: string, { aliases, workspace }: ModelsOf): ListedModel | undefined => {
    const alias = aliases?.get(id)
    if (alias !== undefined) return aliased(id, alias)
    const [, slug = '', model = ''] = /^@([^/]+)\/(.+)$/.exec(id) ?? []
    return slug === '' ? undefined : named(id, slug, model, workspace)
  }
  const lists = new Map<string, WeakMap<object, Uint8Array>>()
  const listOf = (models: readonly ListedModel[], format: keyof typeof FORMATS): Uint8Array =>
    encodeJson(
      FORMATS[format].list(
        format === 'gemini' ? models.filter(({ owned_by }) => speaksGemini(owned_by)) : models,
      ),
    )
  const listFor = ({ aliases, workspace }: ModelsOf, format: keyof typeof FORMATS): Uint8Array => {
    const ofStore = saved(workspace)
    if (ofStore.length > 0)
      return listOf([...aliasesOf(aliases ?? NO_ALIASES), ...stored(), ...ofStore], format)
    const cached = lists.get(format) ?? new WeakMap<object, Uint8Array>()
    lists.set(format, cached)
    const key = aliases ?? NO_ALIASES
    const known = cached.get(key)
    if (known !== undefined) return known
    const body = listOf([...aliasesOf(key), ...stored()], format)
    cached.set(key, body)
    return body
  }
  /** Undefined for a model that the gateway cannot name, which a provider may. */
  const serve = ({ path, pathname, headers }: RequestHead, caller: ModelsOf): Reply | undefined => {
    const format = formatOf(pathname, headers)
    const id = ROUTE.exec(path)?.[1]
    if (id === undefined) return jsonReply(listFor(caller, format))
    const model = find(decodeComponent(id), caller)
    return model && jsonReply(encodeJson(FORMATS[format].model(model)))
  }
  return (head, requestOptions, caller) => {
    if (!isModelRoute(head) || !namesNoTarget(requestOptions)) return undefined
    const metadata = readMetadata(requestOptions.options.metadata, gateway.headerPrefix)
    const reply = isFailure(metadata) ? failureReply(metadata) : serve(head, caller)
    return reply && { of: 'models', handle: async () => reply }
  }
}

const NO_ALIASES: ReadonlyMap<string, AliasedModel> = new Map()

/** When a model was released is not known; Anthropic's API writes the epoch then. */
const EPOCH = '1970-01-01T00:00:00Z'

const anthropicModel = ({ id, owned_by: _, object: _object, created: _created, ...others }: ListedModel) => ({
  type: 'model',
  id,
  display_name: id,
  created_at: EPOCH,
  ...others,
})

const geminiModel = ({ id, context_window: inputTokenLimit }: ListedModel) => ({
  name: `models/${id}`,
  displayName: id,
  inputTokenLimit,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
})

const formatOf = (pathname: string, headers: Headers): keyof typeof FORMATS => {
  // Gemini's client calls /v1/models as well.
  if (isGeminiPath(pathname) || headerValue(headers, 'x-goog-api-client') !== undefined) return 'gemini'
  return isAnthropicClient(headers) ? 'anthropic' : 'vendor'
}

const FORMATS = {
  vendor: {
    model: (model: ListedModel): object => model,
    list: (models: readonly ListedModel[]): object => ({ object: 'list', data: models }),
  },
  anthropic: {
    model: (model: ListedModel): object => anthropicModel(model),
    list: (models: readonly ListedModel[]): object => ({
      data: models.map(anthropicModel),
      has_more: false,
      first_id: models[0]?.id ?? null,
      last_id: models.at(-1)?.id ?? null,
    }),
  },
  gemini: {
    model: (model: ListedModel): object => geminiModel(model),
    list: (models: readonly ListedModel[]): object => ({ models: models.map(geminiModel) }),
  },
} as const

const listed = (
  id: string,
  { id: provider, capabilities }: ProviderSpec,
  { context, input, output, cached }: ModelFacts,
): ListedModel => ({
  id,
  object: 'model',
  created: 0,
  owned_by: provider,
  context_window: context,
  prices: input === undefined && output === undefined ? undefined : { input, output, cached_input: cached },
  capabilities,
})

const jsonReply = (body: Uint8Array): Reply => ({
  status: 200,
  headers: JSON_HEADERS,
  body,
  target: undefined,
  provider: undefined,
  retries: 0,
  cache: undefined,
})
