// Lowers a valid manifest to the gateway facts of a bundle: defaults applied, credentials bound to their origins,
// hashes without prefix. The project folders are not part of a bundle.
import { consoleDefaults, manifestDefaults } from '../../schemas/generated/facts.ts'
import type {
  AdminListener,
  ApiKey,
  ConsoleListener,
  Cors,
  Gateway,
  Listen,
  Manifest,
  MetricsListener,
  Outbound,
  PlanAdminListener,
  PlanApiKey,
  PlanConsole,
  PlanCors,
  PlanListen,
  PlanOutbound,
  PlanProxy,
  PlanSignIn,
  Semantic,
  SemanticSettings,
  SignIn,
  StaticBinding,
  StoredProvider,
  Tls,
} from '../../schemas/generated/types.ts'
import type { Catalog } from '../facts/catalog.ts'
import {
  aliasPatterns,
  findPlain,
  isPattern,
  matchPattern,
  type PlainNames,
  plainNames,
  readAliases,
  servesPlainNames,
} from '../facts/known-models.ts'
import { resolveAliases } from '../facts/model-slug.ts'
import { lowerAgents } from './agents.ts'
import { lowerSecret, staticBinding } from './binding.ts'
import { lowerGuard } from './guard.ts'
import { lowerKeyMcp, lowerMcp } from './mcp.ts'
import { originOf, originOfHost, withoutTrailingSlash } from './origin.ts'
import { lowerPools, storedProviders } from './pools.ts'
import { lowerPrices, type ReadPriceList } from './prices.ts'
import { lowerSecretReference } from './secret-reference.ts'
import { lowerServiceUrl } from './service-url.ts'
import { lowerTelemetry } from './telemetry.ts'

type Scope = NonNullable<ApiKey['scopes']>[number]

const DEFAULT_SCOPES: readonly Scope[] = ['inference', 'models']
/** The workspace of a key that names none. */
export const DEFAULT_WORKSPACE = 'default'
/** The address of metrics and of the admin listener: another one is a decision of the manifest. */
const LOOPBACK = '127.0.0.1'

/** The gateway of a validated manifest; the empty manifest yields the gateway of a standalone config. */
export function lowerManifest(
  manifest: Manifest,
  catalog: Catalog,
  priceLists: readonly ReadPriceList[] = [],
): Gateway {
  const {
    name = manifestDefaults.name,
    listen,
    header_prefix = manifestDefaults.header_prefix,
    spelling,
    providers = {},
    secret_references = {},
    external = [],
    api_keys = [],
    authentication,
    inline_configs = manifestDefaults.inline_configs,
    custom_hosts = manifestDefaults.custom_hosts,
    defaults,
    aliases,
    trusted_hosts = [],
    caller_hosts = [],
    outbound,
    unsupported = manifestDefaults.unsupported,
    reply_model,
    denial_status,
    limits,
    telemetry,
    // Read by the composition root, which knows folders and severities.
    configs: _configs,
    prompts: _prompts,
    tests: _tests,
    rules: _rules,
    // Lowered with a hash, which identifies policies (policies.ts).
    policies: _policies,
    limit_profiles: _profiles,
    alerts: _alerts,
    // Validation has compared the plans with them.
    budgets: _budgets,
    prices,
    flows: _flows,
    checks = {},
    guardrails = {},
    input_guardrails = [],
    output_guardrails = [],
    state = manifestDefaults.state,
    cache,
    store,
    max_stale = manifestDefaults.max_stale,
    sign_in,
    console,
    encryption_key,
    public_url,
    mcp,
    agents,
    audit_retention,
    audit_denied = manifestDefaults.audit_denied,
    ...remainder
  } = manifest
  remainder satisfies Record<string, never>
  const pools = lowerPools(providers)
  const ofProviders = storedProviders(providers)
  let known: PlainNames | undefined
  const names = (): PlainNames => {
    known ??= plainNames({ providers: Object.fromEntries(ofProviders), pools }, catalog)
    return known
  }
  const secretReferences = Object.fromEntries(
    Object.entries(secret_references).map(
      ([slug, reference]) => [slug, lowerSecretReference(reference)] as const,
    ),
  )
  return {
    name,
    listen: lowerListen(listen),
    ...(public_url === undefined ? {} : { publicUrl: withoutTrailingSlash(public_url) }),
    headerPrefix: header_prefix.toLowerCase(),
    ...(spelling === 'peer' ? { spelling } : {}),
    providers: Object.fromEntries(
      ofProviders.map(
        ([slug, storedProvider]) => [slug, lowerStored(storedProvider, catalog, outbound)] as const,
      ),
    ),
    ...(pools && { pools }),
    ...(mcp && { mcp: lowerMcp(mcp) }),
    ...(agents && { agents: lowerAgents(agents) }),
    ...(Object.keys(secretReferences).length === 0 ? {} : { secretReferences }),
    ...(external.length === 0 ? {} : { external: external.toSorted() }),
    apiKeys: api_keys.map(key => lowerKey(key, { defaults, aliases }, names)),
    // Validation has compared it with the keys; a plan that loses its keys later still admits no caller.
    ...(authentication === 'required' ? { authentication } : {}),
    ...lowerDefaults({ defaults, aliases }, names),
    ...(inline_configs ? {} : { inlineConfigs: false }),
    ...(custom_hosts ? {} : { customHosts: false }),
    trustedHosts: [...trusted_hosts],
    ...(caller_hosts.length === 0 ? {} : { callerHosts: [...caller_hosts] }),
    ...lowerOutbound(outbound),
    unsupported,
    ...(reply_model === undefined ? {} : { replyModel: reply_model }),
    ...(denial_status === undefined || denial_status === 446 ? {} : { denialStatus: denial_status }),
    limits: { ...manifestDefaults.limits, ...limits },
    ...customCheckModules(Object.keys(checks), catalog),
    guardrails: Object.fromEntries(
      Object.entries(guardrails).map(
        ([id, guard]) =>
          [
            id,
            lowerGuard(guard, id, catalog, 'project', spelling === 'peer' ? spelling : undefined),
          ] as const,
      ),
    ),
    inputGuardrails: [...input_guardrails],
    outputGuardrails: [...output_guardrails],
    state: state.startsWith('memory:') ? { kind: 'memory' } : { kind: 'redis', ...lowerServiceUrl(state) },
    ...(store === undefined ? {} : { store: lowerServiceUrl(store) }),
    ...(sign_in && { signIn: lowerSignIn(sign_in) }),
    ...(max_stale === manifestDefaults.max_stale ? {} : { maxStale: max_stale }),
    ...(audit_retention === undefined ? {} : { auditRetention: audit_retention }),
    ...(audit_denied ? {} : { auditDenied: false }),
    ...lowerConsole(console, listen?.tls),
    ...(encryption_key === undefined
      ? {}
      : { encryptionKey: lowerSecret('encryption_key', encryption_key, [], 'project') }),
    ...(cache?.semantic === undefined ? {} : { semantic: lowerSemantic(cache.semantic) }),
    ...lowerMetrics(telemetry?.metrics),
    log: telemetry?.log ?? manifestDefaults.telemetry.log,
    ...lowerTelemetry(telemetry),
    ...lowerPrices(prices, priceLists),
  }
}

const lowerSignIn = ({
  issuer,
  audience,
  client_id,
  token_ttl,
  jwks_url,
  trusted_addresses = [],
  claims,
  scopes = [],
}: SignIn): PlanSignIn => ({
  issuer,
  audience,
  ...(client_id !== undefined && { clientId: client_id }),
  ...(token_ttl !== undefined && token_ttl !== manifestDefaults.sign_in.token_ttl && { tokenTtl: token_ttl }),
  ...(jwks_url !== undefined && { jwksUrl: jwks_url }),
  ...(trusted_addresses.includes(issuer) && { trustsAddresses: true }),
  claims: { ...manifestDefaults.sign_in.claims, ...claims },
  scopes,
})

/** Metrics have a separate port if the manifest names one. */
const lowerMetrics = (
  metrics: boolean | MetricsListener = manifestDefaults.telemetry.metrics,
): Pick<Gateway, 'metrics' | 'metricsListen'> =>
  typeof metrics === 'boolean'
    ? { metrics }
    : {
        metrics: true,
        metricsListen: {
          host: metrics.host ?? LOOPBACK,
          port: metrics.port,
          ...(metrics.token !== undefined && {
            token: lowerSecret('token', metrics.token, [], 'project'),
          }),
          ...(metrics.labels !== undefined && metrics.labels.length > 0 && { labels: [...metrics.labels] }),
        },
      }

/** Defaults are omitted from the plan, except for the address. */
function lowerListen({
  host = manifestDefaults.listen.host,
  port = manifestDefaults.listen.port,
  hosts = [],
  behind_proxy = manifestDefaults.listen.behind_proxy,
  tls,
  cors,
  admin,
}: Listen = {}): PlanListen {
  return {
    host,
    port,
    ...(hosts.length === 0 ? {} : { hosts: [...new Set(hosts.map(name => name.toLowerCase()))].sort() }),
    ...(behind_proxy ? { behindProxy: true } : {}),
    ...(tls === undefined ? {} : { tls }),
    ...(cors === undefined ? {} : { cors: lowerCors(cors) }),
    ...(admin === undefined ? {} : { admin: lowerAdmin(admin, tls) }),
  }
}

/** Without a certificate of its own it has that of the gateway: saved resources are not served with less protection than calls. */
const lowerAdmin = (
  { host = LOOPBACK, port, tls: own }: AdminListener | ConsoleListener,
  tls: Tls | undefined,
): PlanAdminListener => {
  const certificate = own ?? tls
  return { host, port, ...(certificate && { tls: certificate }) }
}

function lowerConsole(
  console: Manifest['console'],
  tls: Tls | undefined,
): { readonly console?: PlanConsole } {
  if (console === undefined || console === false) return {}
  const {
    read_only = consoleDefaults.read_only,
    session_ttl = consoleDefaults.session_ttl,
    listen,
  } = console === true ? {} : console
  return {
    console: {
      ...(read_only && { readOnly: true }),
      sessionTtl: session_ttl,
      ...(listen && { listen: lowerAdmin(listen, tls) }),
    },
  }
}

/** Origins as browsers send them: lower-case, without a default port. */
const lowerCors = ({ origins, headers, max_age = manifestDefaults.listen.cors.max_age }: Cors): PlanCors => ({
  origins: [...new Set(origins.map(origin => originOf(origin) ?? origin))].sort(),
  ...(headers === undefined ? {} : { headers: [...new Set(headers.map(name => name.toLowerCase()))].sort() }),
  maxAge: max_age,
})

/** The loaded modules of custom checks. */
function customCheckModules(ids: readonly string[], catalog: Catalog): Pick<Gateway, 'checks'> {
  if (ids.length === 0) return {}
  const modules = ids.flatMap(id => {
    const module = catalog.check(id)?.module
    return module === undefined ? [] : [[id, module] as const]
  })
  return { checks: Object.fromEntries(modules) }
}

function lowerStored(
  { provider = '', allowed_hosts = [], outbound, pool: _pool, ...properties }: StoredProvider,
  catalog: Catalog,
  shared: Outbound | undefined,
): StaticBinding {
  const origins = allowed_hosts.flatMap(host => originOfHost(host) ?? [])
  const binding = staticBinding(provider, properties, catalog, 'project', [...new Set(origins)].sort())
  return outbound === undefined ? binding : { ...binding, ...lowerOwnOutbound(outbound, shared) }
}

const SEMANTIC = manifestDefaults.cache.semantic

function lowerSemantic({ provider, model, threshold, dimensions, vectors }: SemanticSettings): Semantic {
  const vectorStore = vectors ?? SEMANTIC.vectors
  return {
    provider: provider.slice(1),
    model,
    threshold: threshold ?? SEMANTIC.threshold,
    ...(dimensions === undefined ? {} : { dimensions }),
    vectors: vectorStore.startsWith('memory:')
      ? { kind: 'memory' }
      : { kind: 'postgres', ...lowerServiceUrl(vectorStore) },
  }
}

/** What serves requests that name nothing. */
interface Naming {
  readonly defaults?: ApiKey['defaults'] | undefined
  readonly aliases?: ApiKey['aliases'] | undefined
}

/** Absent settings are omitted from the plan. */
function lowerDefaults(
  { defaults = {}, aliases }: Naming,
  names: () => PlainNames,
  inherited: Naming = {},
): Pick<Gateway, 'defaults' | 'aliases' | 'aliasPatterns' | 'plainNames'> {
  const ofGateway = readAliases(inherited.aliases)
  const own = readAliases(aliases)
  const written = { ...ofGateway.written, ...own.written }
  const hasPlainNames = own.hasPlainNames || ofGateway.hasPlainNames
  const hasDefaults = Object.keys(defaults).length > 0
  const patterns = aliases === undefined ? [] : aliasPatterns(written)
  const exact = Object.entries(written).filter(([name]) => !isPattern(name))
  const servesPlain = hasPlainNames && servesPlainNames(hasDefaults ? defaults : inherited.defaults)
  return {
    ...(hasDefaults && { defaults: { ...defaults } }),
    // The aliases of a key are resolved together with those of the gateway, which may lead to them.
    ...(aliases !== undefined &&
      exact.length > 0 && {
        aliases: resolveAliases(
          Object.fromEntries(exact),
          name => matchPattern(patterns, name) ?? (servesPlain ? findPlain(names(), name) : undefined),
        ),
      }),
    ...(patterns.length > 0 && { aliasPatterns: patterns }),
    ...(own.hasPlainNames && { plainNames: true }),
  }
}

const lowerKey = (
  {
    id,
    hash,
    workspace = DEFAULT_WORKSPACE,
    inline_configs,
    custom_hosts,
    allow_config_override,
    defaults,
    aliases,
    input_guardrails = [],
    output_guardrails = [],
    limit_profile,
    mcp,
    agents,
    scopes,
  }: ApiKey,
  inherited: Naming,
  names: () => PlainNames,
): PlanApiKey => ({
  id,
  hash: hash.replace(/^sha256:/, ''),
  workspace,
  ...(limit_profile === undefined ? {} : { limitProfile: limit_profile }),
  ...lowerDefaults({ defaults, aliases }, names, inherited),
  ...(inline_configs === undefined ? {} : { inlineConfigs: inline_configs }),
  ...(custom_hosts === undefined ? {} : { customHosts: custom_hosts }),
  ...(allow_config_override === false ? { configOverride: false } : {}),
  ...(input_guardrails.length === 0 ? {} : { inputGuardrails: [...input_guardrails] }),
  ...(output_guardrails.length === 0 ? {} : { outputGuardrails: [...output_guardrails] }),
  ...(mcp && { mcp: lowerKeyMcp(mcp) }),
  ...(agents && { agents: [...new Set(agents)].sort() }),
  scopes: scopes === undefined ? DEFAULT_SCOPES : [...scopes],
})

/** How calls leave the machine. */
function lowerOutbound(outbound: Outbound | undefined): Pick<Gateway, 'outbound'> {
  const lowered = outbound && planOf(outbound)
  return lowered === undefined || Object.keys(lowered).length === 0 ? {} : { outbound: lowered }
}

/** Of a provider that overrides some of it. Present even if empty: the provider is then called directly, whatever the others do. */
const lowerOwnOutbound = (own: Outbound, shared: Outbound | undefined): Pick<StaticBinding, 'outbound'> => ({
  outbound: planOf({ ...shared, ...own }),
})

function planOf({ proxy = 'none', no_proxy = [], ca }: Outbound): PlanOutbound {
  return {
    ...(proxy !== 'none' && {
      proxy: lowerProxy(proxy),
      ...(no_proxy.length > 0 && { noProxy: [...no_proxy] }),
    }),
    ...(ca !== undefined && { ca }),
  }
}

const lowerProxy = (proxy: string): PlanProxy =>
  proxy === 'env' ? { environment: true } : lowerServiceUrl(proxy)
