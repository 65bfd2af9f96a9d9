// GET /models and GET /models/{id}: the aliases and plain names of the caller, and the known models of the stored providers, as names for
// `model`, in the form of the client (model-forms.ts).
import { knownModels, PatternAliases, storedModels } from '../../compiler/facts/known-models.ts'
import type { ModelFacts } from '../../schemas/generated/models.ts'
import type { AliasedModel, PlanPool, ProviderSpec } from '../../schemas/generated/types.ts'
import type { LinkContext } from '../link/link-context.ts'
import { encodeJson } from '../values/body/splice.ts'
import type { Reply } from '../values/call.ts'
import { failureReply, JSON_HEADERS } from '../values/error-reply.ts'
import { isFailure } from '../values/failures.ts'
import { headerValue, isAnthropicClient } from '../values/headers.ts'
import { decodeComponent } from '../values/query-string.ts'
import type { ServerAdmissions } from './admit-server.ts'
import type { Caller } from './authenticate.ts'
import { findAlias } from './call-defaults.ts'
import type { ModelFormName, NamedModelEntry } from './model-forms.ts'
import { isGeminiPath } from './model-name.ts'
import { namesNoTarget } from './named-target.ts'
import type { RequestHead } from './request.ts'
import { readMetadata } from './request-options.ts'

const ROUTE = /^\/models(?:\/([^?]+))?(?:\?|$)/

/** Whether the path is that of the list or of one model. */
export const isModelRoute = ({ method, path }: Pick<RequestHead, 'method' | 'path'>): boolean =>
  (method === 'GET' || method === 'HEAD') && ROUTE.test(path)

type ModelsOf = Pick<Caller, 'aliases' | 'workspace'>

/** Other model names work as well. The list of the manifest is built once, on first use; that of a store on each request. */
export function linkModelRoutes({
  gateway,
  catalog,
  adapters,
  ports: { clock },
  stored: { providers: storedProviders },
}: LinkContext): NonNullable<ServerAdmissions['models']> {
  const { providers, pools = {} } = gateway
  const firstMember = (pool: PlanPool | undefined): string => pool?.members[0]?.slug ?? ''
  const specOf = (slug: string): ProviderSpec | undefined => {
    const of = Object.hasOwn(pools, slug) ? firstMember(pools[slug]) : slug
    return Object.hasOwn(providers, of) ? catalog.provider(providers[of]?.provider ?? '') : undefined
  }
  const speaksGemini = (spec: ProviderSpec): boolean => adapters.ofDialect(spec)?.geminiPath !== undefined
  /** By the names that patterns give them, and by their own. */
  const stored = (aliases: ReadonlyMap<string, AliasedModel>): readonly NamedModelEntry[] => {
    const models = storedModels(gateway, catalog)
    const names = (slug: string, model: string): readonly string[] =>
      aliases instanceof PatternAliases ? aliases.namesOf(slug, model) : []
    return [
      ...models.flatMap(({ slug, model, spec, facts }) =>
        names(slug, model).map(id => ({ id, spec, facts })),
      ),
      ...models.map(({ slug, model, spec, facts }) => ({ id: `@${slug}/${model}`, spec, facts })),
    ]
  }
  const facts = new Map<ProviderSpec, ReadonlyMap<string, ModelFacts>>()
  const factsOf = (spec: ProviderSpec, model: string): ModelFacts => {
    const known = facts.get(spec) ?? new Map(knownModels(spec).map(each => [each.id, each]))
    facts.set(spec, known)
    return known.get(model) ?? { id: model }
  }
  /** A provider that was saved by API, where it can be used. */
  const savedProvider = (slug: string, workspace: string) => {
    const pool = storedProviders?.pool(slug, workspace)
    const of = pool === undefined || isFailure(pool) ? slug : firstMember(pool)
    const found = storedProviders?.find(of, workspace)
    if (found === undefined || isFailure(found)) return undefined
    const spec = catalog.provider(found.binding.provider)
    return spec && { spec, allowsModel: () => true, customModels: [], ...found }
  }
  const saved = (workspace: string): readonly NamedModelEntry[] =>
    (storedProviders?.slugs(workspace) ?? []).flatMap(slug => {
      const provider = savedProvider(slug, workspace)
      if (provider === undefined) return []
      const { spec, allowsModel, customModels } = provider
      return [...knownModels(spec), ...customModels.map((id): ModelFacts => ({ id }))]
        .filter(({ id }) => allowsModel(id))
        .map(each => ({ id: `@${slug}/${each.id}`, spec, facts: each }))
    })
  /** The model behind a name `@slug/model`, known or not; that of a saved provider may be switched off. */
  const named = (
    id: string,
    slug: string,
    model: string,
    workspace?: string,
  ): NamedModelEntry | undefined => {
    const provider = workspace === undefined ? undefined : savedProvider(slug, workspace)
    const spec = specOf(slug) ?? provider?.spec
    if (spec === undefined || provider?.allowsModel(model) === false) return undefined
    return { id, spec, facts: factsOf(spec, model) }
  }
  const aliased = (id: string, { slug, model }: AliasedModel): NamedModelEntry =>
    (slug === undefined ? undefined : named(id, slug, model)) ?? { id, spec: undefined, facts: { id: '' } }
  const aliasesOf = (aliases: ReadonlyMap<string, AliasedModel>): readonly NamedModelEntry[] =>
    Array.from(aliases, ([id, alias]) => aliased(id, alias))
  const find = (id: string, { aliases, workspace }: ModelsOf): NamedModelEntry | undefined => {
    const alias = findAlias(aliases, id)
    if (alias !== undefined) return aliased(id, alias)
    const [, slug = '', model = ''] = /^@([^/]+)\/(.+)$/.exec(id) ?? []
    return slug === '' ? undefined : named(id, slug, model, workspace)
  }
  const lists = new WeakMap<object, readonly NamedModelEntry[]>()
  /** Those of the manifest are collected once, with the aliases of the caller. */
  const modelsFor = ({ aliases = NO_ALIASES, workspace }: ModelsOf): readonly NamedModelEntry[] => {
    const known = lists.get(aliases) ?? [...aliasesOf(aliases), ...stored(aliases)]
    lists.set(aliases, known)
    const ofStore = saved(workspace)
    return ofStore.length === 0 ? known : [...known, ...ofStore]
  }
  const bodies = new WeakMap<object, Uint8Array>()
  const serve = async (
    { path }: RequestHead,
    formName: ModelFormName,
    found: NamedModelEntry | readonly NamedModelEntry[],
  ): Promise<Reply> => {
    const { modelForms } = await import('./model-forms.ts')
    const form = modelForms[formName]
    const now = clock.now()
    if (!isModels(found)) return jsonReply(encodeJson(form.model(found, now)))
    // The vendor's list has no pages, so it is written once.
    const written = formName === 'openai' ? bodies.get(found) : undefined
    if (written !== undefined) return jsonReply(written)
    const models =
      formName === 'gemini' ? found.filter(({ spec }) => spec === undefined || speaksGemini(spec)) : found
    const query = new URLSearchParams(path.split('?', 2)[1])
    const list = form.list(models, { query, now })
    if (isFailure(list)) return failureReply(list)
    const body = encodeJson(list)
    if (formName === 'openai') bodies.set(found, body)
    return jsonReply(body)
  }
  return (head, requestOptions, caller, form) => {
    if (!isModelRoute(head) || !namesNoTarget(requestOptions)) return undefined
    const metadata = readMetadata(requestOptions.options.metadata, gateway.headerPrefix)
    if (isFailure(metadata)) return { of: 'models', handle: async () => failureReply(metadata) }
    const part = ROUTE.exec(head.path)?.[1]
    const id = part === undefined ? undefined : decodeComponent(part)
    const found = id === undefined ? modelsFor(caller) : find(id, caller)
    const isAbsent =
      found === undefined ? id?.startsWith('@') === true : isModels(found) && found.length === 0
    const fault = isAbsent ? storedProviders?.lookFault?.() : undefined
    if (fault !== undefined) return { of: 'models', handle: async () => failureReply(fault) }
    return found && { of: 'models', handle: () => serve(head, form ?? formOf(head), found) }
  }
}

const isModels = (found: NamedModelEntry | readonly NamedModelEntry[]): found is readonly NamedModelEntry[] =>
  Array.isArray(found)

const NO_ALIASES: ReadonlyMap<string, AliasedModel> = new Map()

/** The form that the client of a request reads, unless its entrance decides. */
const formOf = ({ pathname, headers }: RequestHead): ModelFormName => {
  // Gemini's client calls /v1/models as well.
  if (isGeminiPath(pathname) || headerValue(headers, 'x-goog-api-client') !== undefined) return 'gemini'
  return isAnthropicClient(headers) ? 'anthropic' : 'openai'
}

const jsonReply = (body: Uint8Array): Reply => ({
  status: 200,
  headers: JSON_HEADERS,
  body,
  target: undefined,
  provider: undefined,
  retries: 0,
  cache: undefined,
})
