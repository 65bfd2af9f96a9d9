// Resolves the config of a call: a saved config by its id, inline JSON in the config header, or only the provider headers. All three
// yield a linked plan.
import type { Bundle, Plan, PlanDefaults } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import { identifiersIn, linkDerivedIds } from '../../schemas/values/uuid.ts'
import { link } from '../link/link.ts'
import type { LinkContext } from '../link/link-context.ts'
import { missingParts } from '../link/requires.ts'
import { withStoredSecrets } from '../link/target/credentials.ts'
import type { CallOptions } from '../values/call.ts'
import type { FoundVersion } from '../values/config-versions.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import { createLruMap, type LruMap } from '../values/lru-map.ts'
import type { Clock } from '../values/ports.ts'
import { type Caller, linkAuthentication, mayList, tokenOf } from './authenticate.ts'
import { linkComparison } from './compare-decisions.ts'
import type { GatewayParts } from './gateway-parts.ts'
import type { GatewayRequest, RequestStep } from './gateway-request.ts'
import { keyGuardSets, linkKeyRoutes } from './key-routes.ts'
import { isInlineConfig, namesParts } from './named-target.ts'
import type { ProviderSource, ResolvedConfig } from './resolved-config.ts'
import { splitTraffic } from './split-traffic.ts'

export interface ConfigResolver {
  /** Finds the config of a request: one of the bundle is only looked up. */
  readonly resolveConfig: RequestStep
  /** `isListed`: whether a failure may name the configs that there are. `key`: whose share of the time an inline config is compiled in. */
  readonly resolve: (
    config: string | undefined,
    workspace?: string,
    isListed?: boolean,
    key?: string,
  ) => ResolvedConfig | Failure
  /** The config of calls that name nothing; that of the manifest is linked in advance. */
  readonly resolveDefaults: (defaults: PlanDefaults, workspace: string) => ResolvedConfig | Failure
}

type Resolved = ResolvedConfig | Failure

/** The config of requests without one: all settings come from their headers. */
export const HEADERS_CONFIG = '{"retry":{"attempts":0}}'

/** The same as a plan, so that plain requests need no compiler. */
export const HEADERS_PLAN: Plan = {
  version: 2,
  requires: { providers: [], checks: [] },
  needs: { params: [], metadata: false, path: false, body: 'spliced' },
  nodes: [
    {
      kind: 'call',
      children: [],
      binding: { from: 'request' },
      attempt: { retries: 0, onStatus: [], useRetryAfter: false },
      overrides: {},
      forward: [],
      strict: true,
    },
  ],
  root: { path: '', node: 0 },
}

/** `inline` caches compiled inline configs by their text. */
export function linkResolver(
  bundle: Bundle,
  parts: GatewayParts,
  inline: LruMap<Resolved> = cacheFor(parts),
): ConfigResolver {
  const { canary } = parts
  const guarded = hasKeyGuards(parts)
  const saved = new Map<string, ResolvedConfig>(
    Object.entries(bundle.plans).map(([id, plan]) => {
      const stable = { ...linkRoutes(plan, parts, id, guarded), name: id, saved: id }
      const other = canary && Object.hasOwn(canary.plans, id) ? canary.plans[id] : undefined
      if (canary === undefined || other === undefined) return [id, stable]
      // Circuits of its own: a target at the same place may be another one.
      const linked = { ...stable, ...linkRoutes(other, parts, `${id} of release ${canary.release}`, guarded) }
      const compare = linkComparison(id, canary.release, { stable: plan, canary: other }, parts)
      return [id, splitTraffic(stable, linked, canary, parts.ports, compare)]
    }),
  )
  const headersConfig = linkHeadersConfig(parts)
  const budget = linkCompileBudget(parts.ports.clock)
  const guardSets = keyGuardSets(parts.gateway)
  // Links every guard of a key at load, so that a check which cannot be linked rejects the bundle.
  if (!isFailure(headersConfig)) for (const guards of guardSets) headersConfig.routeForKey?.(guards)
  const { apiKeys, defaults } = parts.gateway
  const defaultConfigs = new Map(
    [defaults, ...apiKeys.map(key => key.defaults)].flatMap(each =>
      each === undefined ? [] : [[each, defaultConfig(each, '')] as const],
    ),
  )
  function defaultConfig({ config, provider }: PlanDefaults, workspace: string): Resolved {
    if (config !== undefined) return saved.get(config) ?? resolveStored(config, workspace, false)
    const { result } = linkInline(JSON.stringify({ provider, retry: { attempts: 0 } }), parts)
    return isFailure(result) ? result : { ...result, name: 'default' }
  }
  function resolveStored(config: string, workspace: string, isListed: boolean): Resolved {
    const stored = parts.stored.configs?.inUse(config, workspace)
    if (stored === undefined) return unknown(config, workspace, isListed)
    return isFailure(stored) ? stored : linkVersion(config, stored)
  }
  function unknown(config: string, workspace: string, isListed: boolean): Failure {
    if (!isListed) return unknownConfig(config)
    const stored = parts.stored.configs?.slugs(workspace)
    return unknownConfig(config, [...saved.keys(), ...(stored ?? [])], stored && workspace)
  }
  const resolve: ConfigResolver['resolve'] = (config, workspace = '', isListed = true, key = undefined) => {
    if (config === undefined) return headersConfig
    const cached = saved.get(config) ?? inline.get(config)
    if (cached !== undefined) return cached
    if (!isInlineConfig(config)) return resolveStored(config, workspace, isListed)
    const compile = (): Resolved => {
      const { result, bytes } = linkInline(config, parts)
      inline.set(config, result, bytes * (1 + guardSets.length))
      return result
    }
    return key === undefined ? compile() : budget(key, compile)
  }
  const resolveDefaults: ConfigResolver['resolveDefaults'] = (wanted, workspace) =>
    defaultConfigs.get(wanted) ?? defaultConfig(wanted, workspace)
  const linkedVersions = createLruMap<ResolvedConfig>({
    entries: MAX_LINKED_VERSIONS,
    bytes: Number.POSITIVE_INFINITY,
  })
  const linkVersion = (name: string, found: FoundVersion): ResolvedConfig | Failure => {
    const key = `${name} ${found.digest} ${found.secrets?.generation ?? ''}`
    const known = linkedVersions.get(key)
    if (known !== undefined) return known
    const missing = missingParts(found.plan, parts.gateway, parts.catalog, parts.checks.find)
    if (missing.length > 0)
      return failure('invalid_config', `${quoted(name)} cannot be used. ${missing.join(' ')}`, {
        param: 'config',
      })
    const authored: LinkContext = found.byCaller ? asCaller(parts) : parts
    const own = found.secrets === undefined ? authored : withStoredSecrets(found.secrets, authored)
    const linked: ResolvedConfig = {
      ...linkRoutes(found.plan, own, name, guarded),
      name,
      saved: name.split('@', 1)[0] ?? name,
    }
    linkedVersions.set(key, linked, 0)
    return linked
  }
  const sources = [parts.stored.configs ?? [], parts.stored.versions ?? []].flat()
  const findVersion = async (config: string, version: string, workspace: string) => {
    for (const source of sources) {
      // Git owns the slugs of the project, and their versions.
      if (source === parts.stored.configs && saved.has(config)) continue
      const found = await source.find(config, version, workspace)
      if (found !== undefined) return found
    }
    return undefined
  }
  /** Reads a version of a saved config from the store; undefined if the text names none, or no store is followed. */
  const resolveVersion = (name: string, caller: Caller): Promise<Resolved> | undefined => {
    const at = name.lastIndexOf('@')
    if (at <= 0 || saved.has(name) || isInlineConfig(name)) return undefined
    const [config, version] = [name.slice(0, at), name.slice(at + 1)]
    // What is live is what the config is without a version.
    if (version === 'published')
      return Promise.resolve(
        resolve(config, caller.workspace, mayList(caller, 'configs.list', parts.gateway)),
      )
    const file = version === 'latest' && parts.stored.versions === undefined ? saved.get(config) : undefined
    if (file === undefined && sources.length === 0) return undefined
    if (!caller.pinsConfigs) return Promise.resolve(pinForbidden(caller))
    if (file !== undefined) return Promise.resolve(file)
    return findVersion(config, version, caller.workspace).then(found =>
      found === undefined
        ? unknown(name, caller.workspace, mayList(caller, 'configs.list', parts.gateway))
        : isFailure(found)
          ? found
          : linkVersion(name, found),
    )
  }
  const findConfig: RequestStep = request => {
    const { caller, requestOptions } = request
    const named = requestOptions.options.config
    const version = named?.includes('@') === true ? resolveVersion(named, caller) : undefined
    if (version !== undefined) return version.then(found => useConfig(request, found))
    const find = (): Resolved =>
      resolve(named, caller.workspace, mayList(caller, 'configs.list', parts.gateway), caller.id)
    return named !== undefined && isInlineConfig(named) && inline.get(named) === undefined
      ? new Promise<void>(resolve => parts.ports.nextTurn(resolve, caller.id)).then(() =>
          useConfig(request, find()),
        )
      : useConfig(request, find())
  }
  const resolveConfig: RequestStep = request => {
    const { options } = request.requestOptions
    const known = options.config === undefined ? undefined : saved.get(options.config)
    if (known !== undefined && !known.source.fromRequest) {
      request.config = known
      return undefined
    }
    // What no plan names may not be loaded yet.
    const loading = namesParts(options) ? parts.loadForCallers?.() : undefined
    return loading === undefined ? findConfig(request) : loading.then(() => findConfig(request))
  }
  return { resolveConfig, resolve, resolveDefaults }
}

function useConfig(request: GatewayRequest, config: Resolved): Failure | undefined {
  if (isFailure(config)) return config
  request.config = config
  return undefined
}

/** Linked configs of the store and pinned versions; others are linked again when they are called. */
const MAX_LINKED_VERSIONS = 1000

/** `hasKeyGuards`: keys may have guards of their own. */
const linkRoutes = (
  plan: Plan,
  parts: LinkContext,
  config: string,
  hasKeyGuards: boolean,
): Omit<ResolvedConfig, 'name'> => ({
  route: link(plan, parts, config),
  source: providerSource(plan),
  prompt: plan.prompt,
  replyModel: plan.replyModel,
  ...(hasKeyGuards && { routeForKey: linkKeyRoutes(plan, parts, config) }),
})

/** Keys of the store may have guards too, which are not known yet. */
const hasKeyGuards = ({ stored, gateway }: GatewayParts): boolean =>
  stored.keys !== undefined || keyGuardSets(gateway).length > 0

const cacheFor = ({ gateway: { limits } }: GatewayParts): LruMap<Resolved> =>
  createLruMap({ entries: limits.inline_configs, bytes: limits.inline_config_bytes })

/** Compiles and links a config that a caller sent. */
function linkInline(
  text: string,
  parts: GatewayParts,
): { readonly result: Resolved; readonly bytes: number } {
  const { gateway, stored, features } = parts
  const compiled = features.compileConfig(text, providerIdsIn(text, parts))
  const { bytes } = compiled
  if ('rejected' in compiled) return { result: compiled.rejected, bytes }
  const reject = (code: 'invalid_api_key' | 'invalid_config', sentence: string) => ({
    result: failure(code, sentence, { param: 'config' }),
    bytes,
  })
  if ((gateway.apiKeys.length > 0 || stored.keys !== undefined) && containsKey(JSON.parse(text), parts))
    return reject('invalid_api_key', keyInConfig(gateway.headerPrefix))
  const missing = missingParts(compiled.plan, gateway, parts.catalog, parts.checks.find)
  return missing.length > 0
    ? reject('invalid_config', missing.join(' '))
    : { result: linkOfCaller(compiled.plan, text, 'inline', parts), bytes }
}

function providerIdsIn(
  text: string,
  { gateway: { providers, pools = {} }, ports }: Pick<GatewayParts, 'gateway' | 'ports'>,
): ReadonlySet<string> {
  const slugOf = linkDerivedIds(ports.hash, 'provider', () => [
    ...Object.keys(providers),
    ...Object.keys(pools),
  ])
  return new Set(identifiersIn(text).filter(id => slugOf(id) !== undefined))
}

// Compiling holds the event loop, so that configs of one key, each another one, would make all others wait.

/** Milliseconds of compiling that a key may have saved up, and the share of the time that it gets. */
const SAVED_UP = 2000
const SHARE = 0.2
/** Keys whose use is remembered. */
const MAX_COMPILERS = 10_000
const NO_TIME_LEFT = failure(
  'too_many_concurrent',
  'The caller has sent more different configs in headers than may be compiled: send fewer, or save them and name them.',
  { param: 'config' },
)

/** Runs what compiles for a key, unless its time is used up. */
export function linkCompileBudget({ monotonic }: Pick<Clock, 'monotonic'>) {
  const left = createLruMap<{ readonly time: number; readonly at: number }>({
    entries: MAX_COMPILERS,
    bytes: Number.POSITIVE_INFINITY,
  })
  return (key: string, compile: () => Resolved): Resolved => {
    const started = monotonic()
    const before = left.get(key) ?? { time: SAVED_UP, at: started }
    const time = Math.min(SAVED_UP, before.time + (started - before.at) * SHARE)
    if (time <= 0) return NO_TIME_LEFT
    const result = compile()
    const at = monotonic()
    left.set(key, { time: time - (at - started), at }, 0)
    return result
  }
}

/** The hosts that it names are the caller's. */
const asCaller = (parts: LinkContext): LinkContext => ({
  ...parts,
  scope: { ...parts.scope, byCaller: true },
})

/** Configs with equal JSON contain the same credentials, so all callers share one linked config. */
const linkOfCaller = (plan: Plan, text: string, name: string, parts: GatewayParts): ResolvedConfig => ({
  ...linkRoutes(plan, asCaller(parts), `inline ${parts.ports.hash(text).slice(0, 16)}`, hasKeyGuards(parts)),
  name,
})

/** Where guardrails hold for every call, the plan has them too. */
function linkHeadersConfig(parts: GatewayParts): Resolved {
  const { inputGuardrails, outputGuardrails } = parts.gateway
  if (inputGuardrails.length + outputGuardrails.length === 0)
    return linkOfCaller(HEADERS_PLAN, HEADERS_CONFIG, 'headers', parts)
  const { result } = linkInline(HEADERS_CONFIG, parts)
  return isFailure(result) ? result : { ...result, name: 'headers' }
}

/** Whether a string of the config is a key of this gateway, which may not be sent to a provider. */
function containsKey(value: Json, { gateway, ports, stored }: GatewayParts): boolean {
  const { isKey } = linkAuthentication(gateway, ports.hash, stored.keys)
  const holdsKey = (item: Json): boolean =>
    typeof item === 'string'
      ? isKey?.(tokenOf(item)) === true
      : typeof item === 'object' && item !== null && Object.values(item).some(holdsKey)
  return holdsKey(value)
}

const keyInConfig = (prefix: string): string =>
  `The config in ${prefix}config contains a key of this gateway, which is never sent to a provider: name a stored provider, or use a key of the provider.`

const pinForbidden = ({ id }: Caller): Failure =>
  failure(
    'forbidden',
    `The key "${id}" may not choose the version of a config: it needs the scope configs.pin. Name the config without a version.`,
    { param: 'config' },
  )

/** `ids` are those that the caller may use, undefined where it may not list them; `workspace` is its own, where a store has more than those of the project. */
function unknownConfig(id: string, ids?: readonly string[], workspace = ''): Failure {
  const list =
    ids === undefined
      ? ''
      : ids.length === 0
        ? ` ${workspace === '' ? 'This gateway' : `The workspace ${quoted(workspace)}`} has no saved configs.`
        : ` Saved configs${workspace === '' ? '' : ` of the workspace ${quoted(workspace)}`}: ${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ', …' : ''}.`
  return failure('unknown_config', `Unknown config ${quoted(id)}.${list}`, {
    param: 'config',
  })
}

// What a request names as its provider without effect, since a stronger setting decides (semantics, section 11): for the header
// `x-gateway-ignored` and the log.

function providerSource({ nodes }: Plan): ProviderSource {
  const bindings = nodes.flatMap(node => (node.kind === 'call' ? [node.binding] : []))
  return {
    fromRequest: bindings.some(({ from }) => from === 'request'),
    named: new Set(
      bindings.flatMap(binding =>
        binding.from === 'slug' ? [`@${binding.slug}`] : binding.from === 'own' ? [binding.provider] : [],
      ),
    ),
  }
}

/** Records what a request names without effect. */
export const noteOverruled =
  (prefix: string): RequestStep =>
  ({ requestOptions, slug, config, record }) => {
    const { options } = requestOptions
    const namesProvider = options.provider !== undefined || options.virtualKey !== undefined
    if (config === undefined || (!namesProvider && (slug === undefined || options.config === undefined)))
      return undefined
    const overruled = overruledProviders(options, slug, config.source, prefix)
    if (overruled !== undefined) record.ignored = [...(record.ignored ?? []), ...overruled]
    return undefined
  }

/**
 * The headers by name, and the provider of the model as `@slug`; undefined where everything has its effect. What names
 * the provider that is used anyway is not listed.
 */
function overruledProviders(
  { provider, virtualKey }: Pick<CallOptions, 'provider' | 'virtualKey'>,
  slug: string | undefined,
  { fromRequest, named }: ProviderSource,
  prefix: string,
): readonly string[] | undefined {
  const ofKey = virtualKey === undefined ? undefined : `@${virtualKey.replace(/^@/, '')}`
  const used = fromRequest ? (provider ?? ofKey) : named.size === 1 ? [...named][0] : ''
  if (used === undefined) return undefined
  const ignored: string[] = []
  if (provider !== undefined && provider !== used) ignored.push(`${prefix}provider`)
  if (ofKey !== undefined && ofKey !== used) ignored.push(`${prefix}virtual-key`)
  if (slug !== undefined && `@${slug}` !== used) ignored.push(`@${slug}`)
  return ignored.length === 0 ? undefined : ignored
}
