// Resolves the config of a call: a saved config by its id, inline JSON in the config header, or the provider headers
// alone. All three yield a linked plan.
import { compile } from '../../compiler/compile.ts'
import { toJsonDiagnostic } from '../../compiler/diagnostics/json.ts'
import type { CompileEnvironment } from '../../compiler/environment.ts'
import { manifestGuards } from '../../compiler/lower/guard.ts'
import type { Bundle, Plan, PlanDefaults } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import { link } from '../link/link.ts'
import type { LinkContext } from '../link/link-context.ts'
import { missingParts } from '../link/requires.ts'
import { withStoredSecrets } from '../link/target/stored-secrets.ts'
import type { Route } from '../values/call.ts'
import type { FoundVersion } from '../values/config-versions.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import { createLruMap, type LruMap } from '../values/lru-map.ts'
import { type Caller, linkAuthentication, tokenOf } from './authenticate.ts'
import { linkComparison } from './compare-decisions.ts'
import { configBytes } from './config-size.ts'
import { keyGuardSets, linkKeyRoutes, type RouteForKey } from './key-routes.ts'
import { isInlineConfig } from './named-target.ts'
import { type ProviderSource, providerSource } from './overruled-providers.ts'
import { splitTraffic } from './split-traffic.ts'

/** A linked route and the name that logs show for it. */
export interface ResolvedConfig {
  readonly route: Route
  readonly name: string
  readonly source: ProviderSource
  /** The identifier of a saved config, without its version; absent for others. */
  readonly saved?: string
  /** The prompt whose messages precede those of a request. */
  readonly prompt?: string | undefined
  /** The route for keys with guards; absent where no key has any. */
  readonly routeForKey?: RouteForKey
}

export interface ConfigResolver {
  /** The saved configs by id: most requests need only this lookup. */
  readonly saved: ReadonlyMap<string, ResolvedConfig>
  readonly resolve: (config: string | undefined, workspace?: string) => ResolvedConfig | Failure
  /** Reads a version of a saved config from the store; undefined if the text names none, or no store is followed. */
  readonly resolveVersion: (config: string, caller: Caller) => Promise<ResolvedConfig | Failure> | undefined
  /** The config of calls that name nothing, linked in advance. */
  readonly resolveDefaults: (defaults: PlanDefaults) => ResolvedConfig | Failure
}

/** The result of compiling an inline config. */
type Compiled = ResolvedConfig | Failure

/** The config of requests without one: all settings come from their headers. */
const HEADERS_CONFIG = '{"retry":{"attempts":0}}'

/** `inline` caches compiled inline configs by their text. */
export function linkResolver(
  bundle: Bundle,
  parts: LinkContext,
  inline: LruMap<Compiled> = cacheFor(parts),
): ConfigResolver {
  const { canary } = parts
  const saved = new Map<string, ResolvedConfig>(
    Object.entries(bundle.plans).map(([id, plan]) => {
      const stable = { ...linkRoutes(plan, parts, id), name: id, saved: id }
      const other = canary && Object.hasOwn(canary.plans, id) ? canary.plans[id] : undefined
      if (canary === undefined || other === undefined) return [id, stable]
      // Circuits of its own: a target at the same place may be another one.
      const linked = { ...stable, ...linkRoutes(other, parts, `${id} of release ${canary.release}`) }
      const compare = linkComparison(id, canary.release, { stable: plan, canary: other }, parts)
      return [id, splitTraffic(stable, linked, canary, parts.ports, compare)]
    }),
  )
  const headersConfig = compileInline(HEADERS_CONFIG, parts).result
  const guardSets = keyGuardSets(parts.gateway)
  // Links every guard of a key at load, so that a check which cannot be linked rejects the bundle.
  if (!isFailure(headersConfig)) for (const guards of guardSets) headersConfig.routeForKey?.(guards)
  const { apiKeys, defaults } = parts.gateway
  const defaultConfigs = new Map(
    [defaults, ...apiKeys.map(key => key.defaults)].flatMap(each =>
      each === undefined ? [] : [[each, defaultConfig(each)] as const],
    ),
  )
  function defaultConfig({ config, provider }: PlanDefaults): Compiled {
    if (config !== undefined) return saved.get(config) ?? unknownConfig(config, [...saved.keys()])
    const { result } = compileInline(JSON.stringify({ provider, retry: { attempts: 0 } }), parts)
    return isFailure(result) ? result : { ...result, name: 'default' }
  }
  const resolve: ConfigResolver['resolve'] = (config, workspace = '') => {
    if (config === undefined) return headersConfig
    const cached = saved.get(config) ?? inline.get(config)
    if (cached !== undefined) return cached
    if (!isInlineConfig(config)) {
      const stored = parts.storedConfigs?.inUse(config, workspace)
      if (stored === undefined) return unknownConfig(config, [...saved.keys()])
      return isFailure(stored) ? stored : linkVersion(config, stored)
    }
    const { result, plan } = compileInline(config, parts)
    const bytes = configBytes(config, plan ?? (isFailure(result) ? result.diagnostics : undefined) ?? [])
    inline.set(config, result, bytes * (1 + guardSets.length))
    return result
  }
  const resolveDefaults: ConfigResolver['resolveDefaults'] = wanted =>
    defaultConfigs.get(wanted) ?? defaultConfig(wanted)
  const linkedVersions = createLruMap<ResolvedConfig>({
    entries: MAX_LINKED_VERSIONS,
    bytes: Number.POSITIVE_INFINITY,
  })
  const linkVersion = (name: string, found: FoundVersion): ResolvedConfig | Failure => {
    const key = `${name} ${found.digest} ${found.secrets?.generation ?? ''}`
    const known = linkedVersions.get(key)
    if (known !== undefined) return known
    const missing = missingParts(found.plan, parts.gateway, parts.catalog, parts.check)
    if (missing.length > 0)
      return failure('invalid_config', `${quoted(name)} cannot be used. ${missing.join(' ')}`, {
        param: 'config',
      })
    const authored: LinkContext = found.byCaller ? { ...parts, byCaller: true } : parts
    const own = found.secrets === undefined ? authored : withStoredSecrets(found.secrets, authored)
    const linked: ResolvedConfig = {
      ...linkRoutes(found.plan, own, name),
      name,
      saved: name.split('@', 1)[0] ?? name,
    }
    linkedVersions.set(key, linked, 0)
    return linked
  }
  const sources = [parts.storedConfigs ?? [], parts.versions ?? []].flat()
  const findVersion = async (config: string, version: string, workspace: string) => {
    for (const source of sources) {
      // Git owns the slugs of the project, and their versions.
      if (source === parts.storedConfigs && saved.has(config)) continue
      const found = await source.find(config, version, workspace)
      if (found !== undefined) return found
    }
    return undefined
  }
  const resolveVersion: ConfigResolver['resolveVersion'] = (name, caller) => {
    const at = name.lastIndexOf('@')
    if (at <= 0 || sources.length === 0 || saved.has(name) || isInlineConfig(name)) return undefined
    if (!caller.pinsConfigs) return Promise.resolve(pinForbidden(caller))
    return findVersion(name.slice(0, at), name.slice(at + 1), caller.workspace).then(found =>
      found === undefined
        ? unknownConfig(name, [...saved.keys()])
        : isFailure(found)
          ? found
          : linkVersion(name, found),
    )
  }
  return { saved, resolve, resolveVersion, resolveDefaults }
}

/** Linked configs of the store and pinned versions; others are linked again when they are called. */
const MAX_LINKED_VERSIONS = 1000

const linkRoutes = (plan: Plan, parts: LinkContext, config: string): Omit<ResolvedConfig, 'name'> => ({
  route: link(plan, parts, config),
  source: providerSource(plan),
  prompt: plan.prompt,
  // Keys of the store may have guards too, which are not known yet.
  ...((parts.keys !== undefined || keyGuardSets(parts.gateway).length > 0) && {
    routeForKey: linkKeyRoutes(plan, parts, config),
  }),
})

const cacheFor = ({ gateway: { limits } }: LinkContext): LruMap<Compiled> =>
  createLruMap({ entries: limits.inline_configs, bytes: limits.inline_config_bytes })

function compileInline(
  text: string,
  parts: LinkContext,
): { readonly result: Compiled; readonly plan?: Plan } {
  const { gateway, catalog } = parts
  const environment: CompileEnvironment = {
    origin: 'request',
    providers: gateway.providers,
    ...(parts.storedProviders && { storedSlugs: 'unknown' as const }),
    trustedHosts: gateway.callerHosts ?? [],
    headerPrefix: gateway.headerPrefix,
    guards: manifestGuards(gateway),
    semantic: gateway.semantic !== undefined,
    ...(gateway.spelling && { spelling: gateway.spelling }),
  }
  const { plan, diagnostics } = compile({ name: `${gateway.headerPrefix}config`, text }, catalog, environment)
  if (plan === undefined) {
    const errors = diagnostics.filter(diagnostic => diagnostic.severity === 'error')
    const first = errors[0]?.message ?? 'it cannot be compiled.'
    const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
    const sentence = `The config in ${gateway.headerPrefix}config is invalid: ${first}${others}`
    return {
      result: failure('invalid_config', sentence, {
        param: 'config',
        diagnostics: diagnostics.map(toJsonDiagnostic),
      }),
    }
  }
  if ((gateway.apiKeys.length > 0 || parts.keys !== undefined) && containsKey(JSON.parse(text), parts))
    return { result: failure('invalid_api_key', keyInConfig(gateway.headerPrefix), { param: 'config' }) }
  const missing = missingParts(plan, gateway, catalog, parts.check)
  if (missing.length > 0) return { result: failure('invalid_config', missing.join(' '), { param: 'config' }) }
  // Equal texts contain the same credentials, so all callers share one compiled config.
  const config = `inline ${parts.ports.hash(text).slice(0, 16)}`
  return {
    result: {
      ...linkRoutes(plan, { ...parts, byCaller: true }, config),
      name: text === HEADERS_CONFIG ? 'headers' : 'inline',
    },
    plan,
  }
}

/** Whether a string of the config is a key of this gateway, which may not be sent to a provider. */
function containsKey(value: Json, { gateway, ports, keys }: LinkContext): boolean {
  const { isKey } = linkAuthentication(gateway, ports.hash, keys)
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

function unknownConfig(id: string, ids: readonly string[]): Failure {
  const list =
    ids.length === 0
      ? 'This gateway has no saved configs.'
      : `Saved configs: ${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ', …' : ''}.`
  return failure('unknown_config', `Unknown config ${quoted(id)}. ${list}`, {
    param: 'config',
  })
}
