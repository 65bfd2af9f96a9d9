// What a process has loaded of the parts that only some plans have. Those of a bundle are loaded before it is linked, what only callers
// may name behind the listener; a call that comes sooner waits for that.
import type { ServedCatalog } from '../../compiler/facts/catalog.ts'
import { createServedCatalog, withCustomChecks } from '../../compiler/facts/create-catalog.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import { checkDeclarations } from '../../schemas/generated/checks.ts'
import type { Bundle, Gateway } from '../../schemas/generated/types.ts'
import type { GatewayFeatures } from '../gateway/gateway-parts.ts'
import type { McpParts } from '../gateway/link-mcp.ts'
import type { Check } from '../guardrails/check.ts'
import { loadAllChecks, loadChecks } from '../guardrails/checks/registry.ts'
import type { LinkContext, LinkErrorKinds, LinkGuards, LinkPooled } from '../link/link-context.ts'
import type { PoolStatus, ShareRests } from '../pools/pool-health.ts'
import { linkBaseUrls } from '../providers/base-url.ts'
import { createLoadedAdapters } from '../providers/registry.ts'
import type { CustomChecks } from '../stores/custom-checks/load-custom-checks.ts'
import { hostFault } from '../upstream/address.ts'
import type { Adapters } from '../values/adapter.ts'
import { type Canary, withCanaryPlans } from '../values/canary.ts'
import type { Ports } from '../values/ports.ts'
import type { ServedResources } from './control-plane.ts'

export interface LoadedParts {
  readonly catalog: ServedCatalog
  /** Adapters of the providers that are named, and of all once callers may name any. */
  readonly adapters: Adapters
  /** The built-in check with this identifier, where it is loaded. */
  readonly check: (id: string) => Check | undefined
  readonly linkGuards: LinkGuards
  readonly linkErrorKinds: LinkErrorKinds
  readonly limitReplies: LinkContext['limitReplies']
  /** Links calls to pools; undefined while there is none. */
  readonly linkPooled: () => LinkPooled | undefined
  /** What is known of the pools at the moment. */
  readonly poolStatus: (gateway: Pick<Gateway, 'pools'>) => readonly PoolStatus[]
  /** Shares the rests of members of pools, once there are pools. */
  readonly shareRests: (share: ShareRests) => void
  /** The features of a gateway whose bundle was loaded, with what a store has for them. */
  readonly features: (
    bundle: Bundle,
    customChecks: CustomChecks['facts'],
    resources: Pick<ServedResources, 'prompts' | 'storedAgents' | 'storedProviders'> & {
      readonly mcp?: McpParts
    },
  ) => GatewayFeatures
  /** Loads what a bundle and another release beside it name; its custom checks, or sentences that say why they cannot be loaded. */
  readonly loadFor: (bundle: Bundle, canary: Canary | undefined) => Promise<CustomChecks | readonly string[]>
  /** Loads all that may be named by what was saved by API. */
  readonly loadForSaved: () => Promise<void>
  /** Loads what callers of a gateway may name in addition; undefined once it is there. */
  readonly loadForCallers: (gateway: Gateway) => Promise<void> | undefined
}

/** Loads once, when it is first requested. */
function once<T>(load: () => Promise<T>): {
  readonly load: () => Promise<T>
  readonly loaded: () => T | undefined
} {
  let loading: Promise<T> | undefined
  let loaded: T | undefined
  return {
    load: () => {
      loading ??= load().then(value => {
        loaded = value
        return value
      })
      return loading
    },
    loaded: () => loaded,
  }
}

const importCompiler = async () => {
  const [{ linkConfigCompiler }, { runtimeCatalog }] = await Promise.all([
    import('../gateway/compile-config.ts'),
    import('./catalog.ts'),
  ])
  return { linkConfigCompiler, catalog: runtimeCatalog() }
}

const NO_CUSTOM_CHECKS: CustomChecks = { facts: [], check: () => undefined, unlinked: () => [] }

/** `folder`: base of the paths of custom checks. */
export function createLoadedParts(
  folder: string,
  ports: Pick<Ports, 'clock' | 'hash' | 'random'>,
): LoadedParts {
  const custom = once(async () => {
    const { createCustomCheckLoader } = await import('../stores/custom-checks/load-custom-checks.ts')
    return createCustomCheckLoader(folder, ports)
  })
  const checks = new Map<string, Check>()
  const add = (loaded: ReadonlyMap<string, Check>): void => {
    for (const [id, check] of loaded) checks.set(id, check)
  }
  const adapters = createLoadedAdapters()
  const catalog = servedCatalog(adapters)
  const allAdapters = once(async () => {
    await adapters.loadAll()
    return true
  })
  const mcp = once(() => import('../gateway/link-mcp.ts'))
  const agents = once(() => import('../gateway/link-agents.ts'))
  const prompts = once(() => import('../gateway/link-prompts.ts'))
  const guards = once(() => import('../link/guard/guard.ts'))
  const errorKinds = once(() => import('../link/nodes/error-kinds.ts'))
  const replyReaders = once(() => import('../telemetry/otlp/reply-reader.ts'))
  const vendorFields = once(() => import('../link/call/vendor-fields-only.ts'))
  const compiler = once(importCompiler)
  let sharing: ShareRests | undefined
  // What is known of members outlives the plans that name them.
  const pools = once(async () => {
    const [{ linkPooledWith }, { createPools }] = await Promise.all([
      import('../link/pool/link-pool.ts'),
      import('../pools/create-pools.ts'),
    ])
    const states = createPools(ports)
    if (sharing !== undefined) await states.share(sharing)
    return { states, link: linkPooledWith(states) }
  })
  /** All that a config in a header may need. */
  const inlineConfigs = once(async () => {
    const [all] = await Promise.all([
      loadAllChecks(),
      compiler.load(),
      guards.load(),
      errorKinds.load(),
      allAdapters.load(),
    ])
    add(all)
    return true
  })
  return {
    catalog,
    adapters,
    check: id => checks.get(id),
    linkGuards: (...guard) => {
      const loaded = guards.loaded()
      if (loaded === undefined) throw new Error('A guard is linked before guards are loaded.')
      return loaded.linkGuards(...guard)
    },
    linkErrorKinds: kinds => {
      const loaded = errorKinds.loaded()
      if (loaded === undefined) throw new Error('Kinds of errors are linked before they are loaded.')
      return loaded.linkErrorKinds(kinds)
    },
    limitReplies: () => vendorFields.loaded()?.withVendorFieldsOnly,
    linkPooled: () => pools.loaded()?.link,
    // What is known of a pool outlives it, in case it returns. Those of the store are named by their workspaces too.
    poolStatus: ({ pools: named = {} }) =>
      (pools.loaded()?.states.status() ?? []).filter(
        ({ pool }) => pool.includes('/') || Object.hasOwn(named, pool),
      ),
    shareRests: share => {
      sharing = share
      void pools.loaded()?.states.share(share)
    },
    features: (bundle, customChecks, resources) => {
      const { gateway } = bundle
      const { mcp: mcpParts, storedAgents, storedProviders } = resources
      const [mcpLinker, agentLinker, promptLinker] = [mcp.loaded(), agents.loaded(), prompts.loaded()]
      let compile: GatewayFeatures['compileConfig'] | undefined
      return {
        ...(mcpLinker && mcpParts && { linkMcp: parts => mcpLinker.linkMcp(parts, mcpParts) }),
        ...(agentLinker &&
          (gateway.agents ?? storedAgents) !== undefined && {
            linkAgents: parts => agentLinker.linkAgents(parts, storedAgents),
          }),
        ...(gateway.telemetry?.otlp && { createReplyReader: replyReaders.loaded()?.createReplyReader }),
        ...(promptLinker && { linkPrompts: promptLinker.promptLinker(bundle, resources.prompts) }),
        compileConfig: (text, ids) => {
          const loaded = compiler.loaded()
          if (loaded === undefined) throw new Error('A config is compiled before the compiler is loaded.')
          compile ??= loaded.linkConfigCompiler(
            gateway,
            withCustomChecks(loaded.catalog, customChecks),
            storedProviders !== undefined,
          )
          return compile(text, ids)
        },
      }
    },
    loadFor: async (bundle, canary) => {
      const { gateway } = bundle
      const plans = withCanaryPlans(bundle.plans, canary)
      await Promise.all([
        gateway.mcp !== undefined && mcp.load(),
        gateway.agents !== undefined && agents.load(),
        namesPrompts(bundle.prompts, plans) && prompts.load(),
        loadChecks(checksOf(gateway, plans)).then(add),
        adapters.load(providersOf(gateway, plans).flatMap(name => catalog.provider(name) ?? [])),
        runsGuards(gateway, plans) && guards.load(),
        listsErrors(plans) && errorKinds.load(),
        limitsReplies(plans) && vendorFields.load(),
        gateway.pools !== undefined && pools.load(),
        gateway.telemetry?.otlp !== undefined && replyReaders.load(),
        compilesConfigs(gateway) && compiler.load(),
      ])
      return gateway.checks === undefined ? NO_CUSTOM_CHECKS : await (await custom.load())(gateway)
    },
    loadForSaved: async () => {
      await Promise.all([mcp.load(), agents.load(), prompts.load(), pools.load(), inlineConfigs.load()])
    },
    loadForCallers: gateway => {
      const lacksConfigs = inlineConfigs.loaded() !== true && acceptsInlineConfigs(gateway)
      const lacksProviders = allAdapters.loaded() !== true && acceptsProviders(gateway)
      if (!lacksConfigs && !lacksProviders) return undefined
      return Promise.all([lacksConfigs && inlineConfigs.load(), lacksProviders && allAdapters.load()]).then(
        () => {},
      )
    },
  }
}

/** Whether a guard node is linked: of a plan, or around the calls of a gateway, of a key, of MCP servers or agents. */
const runsGuards = ({ guardrails }: Gateway, plans: Bundle['plans']): boolean =>
  Object.keys(guardrails).length > 0 ||
  Object.values(plans).some(({ nodes }) => nodes.some(({ kind }) => kind === 'guard'))

/** Whether a plan limits replies to the vendor's fields. */
const limitsReplies = (plans: Bundle['plans']): boolean =>
  Object.values(plans).some(({ nodes }) =>
    nodes.some(node => node.kind === 'call' && node.vendorFieldsOnly === true),
  )

/** Whether a plan lists kinds of errors. */
const listsErrors = (plans: Bundle['plans']): boolean =>
  Object.values(plans).some(({ nodes }) =>
    nodes.some(
      node =>
        (node.kind === 'fallback' ? node : node.kind === 'call' ? node.attempt : {}).onErrors !== undefined,
    ),
  )

/** Whether a bundle is linked with configs that are compiled for it: of calls without one, and of providers by default. */
const compilesConfigs = ({ inputGuardrails, outputGuardrails, defaults, apiKeys }: Gateway): boolean =>
  inputGuardrails.length + outputGuardrails.length > 0 ||
  [defaults, ...apiKeys.map(key => key.defaults)].some(each => each?.provider !== undefined)

const namesPrompts = (prompts: Bundle['prompts'], plans: Bundle['plans']): boolean =>
  Object.keys(prompts ?? {}).length > 0 || Object.values(plans).some(plan => plan.prompt !== undefined)

const acceptsInlineConfigs = ({ inlineConfigs = true, apiKeys }: Gateway): boolean =>
  inlineConfigs || apiKeys.some(key => key.inlineConfigs === true)

/** Whether a caller may name a provider of the catalog: those whose config is fixed may not. */
const acceptsProviders = ({ apiKeys }: Gateway): boolean =>
  apiKeys.length === 0 || apiKeys.some(key => key.configOverride !== false)

/** The identifiers of the checks that plans and guardrails of the manifest run. */
const checksOf = ({ guardrails }: Pick<Gateway, 'guardrails'>, plans: Bundle['plans']): readonly string[] => [
  ...Object.values(plans).flatMap(plan => plan.requires.checks),
  ...Object.values(guardrails).flatMap(guard => guard.checks.map(check => check.id)),
]

/** The providers that plans, the manifest and its defaults name. */
const providersOf = (
  { providers, defaults, apiKeys }: Pick<Gateway, 'providers' | 'defaults' | 'apiKeys'>,
  plans: Bundle['plans'],
): readonly string[] => [
  ...Object.values(plans).flatMap(plan => plan.requires.providers),
  ...Object.values(providers).map(({ provider }) => provider),
  ...[defaults, ...apiKeys.map(key => key.defaults)].flatMap(each => each?.provider ?? []),
]

// What serving a plan needs to know of providers and checks. It compiles nothing, so it has no validators.

export const servedCatalog = (adapters: Adapters): ServedCatalog =>
  createServedCatalog(catalogue, { ...linkBaseUrls(adapters), validateHost: hostFault }, checkDeclarations)
