// The routes of plans: what the configs of git and of the API compile to, with the state of circuits and pools in this process, and
// recent outcomes of targets. The scopes of configs are those of their plans.
import type { PlanDetail, PlanList, ServedPlan } from '../../../schemas/generated/control-types.ts'
import type { Plan } from '../../../schemas/generated/types.ts'
import { asObject, type JsonForm, toJson } from '../../../schemas/values/json.ts'
import { isFailure } from '../../values/failures.ts'
import { workspaceId } from '../access/workspaces/choose-workspace.ts'
import type { ApiRequest, SomeHandlers } from '../core/api-request.ts'
import { mayIn } from '../core/principal.ts'
import type { ResourceIndex } from '../core/resource-index.ts'
import type { Resource } from '../core/resource-store.ts'
import type { LogSources } from '../logs/log-store.ts'
import { compileConfig } from '../resources/configs/compile-config.ts'
import type { SavedConfig } from '../resources/configs/model.ts'
import { CONFIG_RESOURCE, type ConfigContext, placeOfConfig } from '../resources/configs/routes.ts'
import { PROVIDER, PROVIDERS_BY_SLUG, providerOf } from '../resources/providers/model.ts'
import { linkSavedPools } from '../resources/providers/saved-pools.ts'
import { isDefinedByGit, linkResource } from '../resources/saved-resource.ts'
import {
  circuitsOfConfig,
  openCircuits,
  type ProcessSources,
  type SeenPool,
  showPools,
  showProcess,
} from './live-state.ts'
import { drawPlanGraph, slugsOfPlan } from './plan-graph.ts'
import { readTargetOutcomes } from './target-outcomes.ts'

type Context = ConfigContext & ProcessSources & LogSources

/** A plan is seen as its config is. */
const PLANS = linkResource<SavedConfig, Context>({
  ...CONFIG_RESOURCE,
  noun: 'plan',
  searched: ({ name, slug }) => `${name} ${slug}`,
  filters: { owner: (config, wanted) => (wanted === 'git') === isDefinedByGit(config) },
  isIn: (config, workspace) => isDefinedByGit(config) || config.workspace === workspace,
  show: (config, context) => ({ ...showPlan(config, planOf(config, context), context) }),
})

export const planHandlers = {
  listConfigPlans: async (request, context) => {
    const reply = await PLANS.list(request, context)
    if (isFailure(reply)) return reply
    const page = reply.body as JsonForm<Pick<PlanList, 'object' | 'total' | 'data'>>
    const pools = showPools(poolsSeen(request, context, poolsOf(request, context)), context)
    return { body: toJson<PlanList>({ ...page, pools, process: showProcess(context) }) }
  },
  readConfigPlan: PLANS.visible(async ({ saved }, request, context) => {
    const compiled = planOf(saved, context)
    const { plan } = compiled
    const outcomes = await readTargetOutcomes(request, context, saved.slug, Number(request.query['minutes']))
    const circuits = circuitsOfConfig(saved.slug, context)
    const slugs = plan === undefined ? [] : slugsOfPlan(plan)
    const providers = slugs.flatMap(slug => context.replica?.find(PROVIDERS_BY_SLUG, slug) ?? [])
    const called = poolsSeen(request, context, providers).filter(
      ({ slug, workspace }) => slugs.includes(slug) && isReached(workspace, saved),
    )
    return {
      body: toJson<PlanDetail>({
        ...showPlan(saved, compiled, context),
        graph:
          plan === undefined
            ? null
            : drawPlanGraph(plan, {
                gateway: context.gateway,
                isPool: slug => called.some(pool => pool.slug === slug),
                stateOf: target => ({
                  circuits: circuits.get(target) ?? [],
                  outcomes: isFailure(outcomes) ? null : (outcomes.of.get(target) ?? null),
                }),
              }),
        live_pools: showPools(called, context),
        period: isFailure(outcomes) ? null : outcomes.period,
        period_fault: isFailure(outcomes) ? outcomes.message : null,
        process: showProcess(context),
      }),
    }
  }),
} satisfies SomeHandlers<Context>

/** Calls of a workspace reach its own pools, and those of git. */
const isReached = (workspace: string | undefined, config: SavedConfig): boolean =>
  workspace === undefined || isDefinedByGit(config) || workspace === config.workspace

interface CompiledPlan {
  readonly plan: Plan | undefined
  /** Why there is none. */
  readonly fault: string | null
}

/** The plan in use. One of the store is compiled as calls compile it. */
function planOf(config: SavedConfig, context: Context): CompiledPlan {
  if (isDefinedByGit(config)) return { plan: context.plans[config.slug], fault: null }
  const { slug, text, workspace } = config
  const compiled = compileConfig(context, slug, text, placeOfConfig(context, workspace, text))
  return isFailure(compiled)
    ? { plan: undefined, fault: compiled.message }
    : { plan: compiled.plan, fault: null }
}

function showPlan(config: SavedConfig, { plan, fault }: CompiledPlan, context: Context): ServedPlan {
  const isOfGit = isDefinedByGit(config)
  const { version } = asObject(CONFIG_RESOURCE.show(config, context))
  const slugs = plan === undefined ? [] : slugsOfPlan(plan)
  return {
    id: config.id,
    slug: config.slug,
    name: config.name,
    object: 'plan',
    owner: isOfGit ? 'git' : 'api',
    workspace_id: isOfGit ? null : workspaceId(context, config.workspace),
    status: plan === undefined ? 'failed' : config.status,
    fault,
    version: Number(version),
    plan: config.plan,
    nodes: plan?.nodes.length ?? 0,
    targets: plan?.nodes.filter(({ kind }) => kind === 'call').length ?? 0,
    requires: {
      providers: plan?.requires.providers ?? [],
      checks: plan?.requires.checks ?? [],
      reads: plan === undefined ? [] : readsOf(plan),
      prompt: plan?.prompt ?? null,
    },
    pools: slugs.filter(slug => isPool(slug, config, context)),
    open_circuits: openCircuits(config.slug, context),
  }
}

const readsOf = ({ needs }: Plan): readonly string[] => [
  ...needs.params.map(name => `params.${name}`),
  ...(needs.metadata ? ['metadata'] : []),
  ...(needs.path ? ['url.pathname'] : []),
]

const isPool = (slug: string, config: SavedConfig, { gateway, replica }: Context): boolean =>
  Object.hasOwn(gateway.pools ?? {}, slug) ||
  (replica?.find(PROVIDERS_BY_SLUG, slug) ?? [])
    .map(providerOf)
    .some(({ pool, workspace }) => pool !== undefined && isReached(workspace, config))

const ALL = ''

/** Pools of the store, all of them and by their workspaces. */
const POOLS: ResourceIndex = {
  kind: PROVIDER,
  valuesOf: resource => {
    const { pool, workspace } = providerOf(resource)
    return pool === undefined ? [] : [ALL, workspace]
  },
}

/** The pools of the store that the caller may see, and perhaps others. */
const poolsOf = ({ principal }: ApiRequest, { replica }: Context): readonly Resource[] =>
  (principal.organisation === undefined ? [...principal.workspaces.keys()] : [ALL]).flatMap(
    place => replica?.find(POOLS, place) ?? [],
  )

/** Those of git and of some providers of the store, of workspaces whose providers the caller may list. */
function poolsSeen(
  { principal }: ApiRequest,
  context: Context,
  providers: readonly Resource[],
): readonly SeenPool[] {
  const lower = linkSavedPools()
  return [
    ...Object.entries(context.gateway.pools ?? {}).map(([slug, pool]) => ({ slug, pool })),
    ...providers.map(providerOf).flatMap((saved): readonly SeenPool[] => {
      const { slug, workspace } = saved
      const pool = mayIn(principal, 'providers.list', workspace) ? lower(saved) : undefined
      return pool === undefined
        ? []
        : [{ slug, workspace, workspaceId: workspaceId(context, workspace), pool }]
    }),
  ]
}
