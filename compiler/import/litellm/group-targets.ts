// The deployments of one model name as a target: shares, priorities, retries on other deployments, cooldowns.
import { asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { addPool } from '../pool-target.ts'
import type { ExpectedCall, ProjectDraft } from '../project-draft.ts'
import { addComments } from '../project-draft.ts'
import type { Deployment } from './deployments.ts'
import type { RouterSettings } from './router-settings.ts'

/** Failures after which LiteLLM tries again: rate limits, timeouts, conflicts, failures of the server. */
export const RETRIED: readonly number[] = [408, 409, 429, 500, 502, 503, 504, 529]

/** Of these another deployment may be free, too. */
const RETRIED_ELSEWHERE: readonly number[] = [401, 403, 404, ...RETRIED]

export interface GroupTarget {
  readonly target: JsonObject
  /** The deployments that a request may be sent to first, with their parts of the traffic. */
  readonly shares: readonly {
    readonly call: ExpectedCall
    readonly weight: number
    readonly servesChats: boolean
  }[]
  /** Whether an equal group has cases. */
  readonly isExpanded: boolean
  /** The calls of a request for which every one fails, if the first draw is 0. */
  readonly failing: readonly ExpectedCall[]
}

/** `name`: the model name of a group; undefined for one deployment that is named by its identifier. */
export function groupTarget(
  deployments: readonly Deployment[],
  settings: RouterSettings,
  draft: ProjectDraft,
  name?: string,
): GroupTarget {
  const pooled = name === undefined ? undefined : pooledTarget(name, deployments, settings, draft)
  if (pooled !== undefined) return pooled
  const orders = [...new Set(deployments.map(({ order }) => order))].sort((a, b) => a - b)
  const tiers = orders.map(order =>
    tierTarget(
      deployments.filter(each => each.order === order),
      settings,
      draft,
    ),
  )
  const [first] = tiers
  if (tiers.length === 1 && first !== undefined) return first
  return {
    target: {
      strategy: { mode: 'fallback', on_status_codes: [...RETRIED_ELSEWHERE] },
      // Targets with several deployments have it themselves.
      ...(settings.breaker && deployments.length > 1 && { cb_config: settings.breaker }),
      targets: tiers.map(({ target }) => target),
    },
    shares: first?.shares ?? [],
    isExpanded: first?.isExpanded ?? false,
    failing: tiers.flatMap(({ failing }) => failing),
  }
}

// A group whose deployments are chosen while the gateway runs is a pool; one draw by weights is not.

function pooledTarget(
  name: string,
  deployments: readonly Deployment[],
  settings: RouterSettings,
  draft: ProjectDraft,
): GroupTarget | undefined {
  const router = settings.poolOf(name)
  const timeouts = deployments.map(each => each.streamTimeout ?? router?.streamTimeout)
  const isLimited = deployments.some(each => each.concurrent !== undefined)
  const hasTimeout = timeouts.some(each => each !== undefined)
  if (!hasTimeout && !isLimited && (router === undefined || deployments.length < 2)) return undefined
  const [first] = deployments
  if (first === undefined) return undefined
  const sentBy = ({ overrides, guards }: Deployment): string => JSON.stringify([overrides, guards])
  const other = deployments.find(each => sentBy(each) !== sentBy(first))
  if (other !== undefined) {
    other.item.context.report(
      'import-approximated',
      other.item.at,
      `Members of a pool have the same parameters and guardrails, and those of the deployments of "${name}" differ. They are chosen by weights.`,
    )
    return undefined
  }
  const orders = [...new Set(deployments.map(({ order }) => order))].sort((a, b) => a - b)
  // Only a draw uses weights; the other picks measure.
  const weights = (router?.pick ?? 'random') === 'random' ? weightsOf(deployments) : []
  const deadline = timeouts.reduce<number>((longest, each) => Math.max(longest, each ?? 0), 0)
  const isPattern = name.includes('*')
  const slug = addPool(
    draft,
    name,
    deployments.map((each, index) => ({
      slug: each.slug,
      ...(!isPattern && { models: { [name]: each.model ?? name } }),
      weight: weights[index] ?? 1,
      tier: orders.indexOf(each.order) + 1,
      limits: limitsOf(each, router?.hasLimits === true),
    })),
    {
      ...(router !== undefined && router.pick !== 'random' && { pick: router.pick }),
      ...(deadline > 0 && { deadlines: { content: { base: durationOf(deadline) } } }),
    },
  )
  const own = leaf({ ...first, slug: '' }, settings.retries, settings.retries)
  const parameters = { ...asObject(own['override_params']), ...(!isPattern && { model: name }) }
  const whole = {
    ...own,
    provider: `@${slug}`,
    ...(Object.keys(parameters).length > 0 && { override_params: parameters }),
    ...(settings.breaker && { cb_config: settings.breaker }),
  }
  addComments(
    draft,
    whole,
    deployments.flatMap(({ comments }) => comments),
  )
  return {
    target: whole,
    shares: [],
    isExpanded: deployments.every(each => each.isExpanded),
    failing: [],
  }
}

/** The source counts requests and tokens a minute for some strategies and filters only. */
const limitsOf = ({ share: { rpm, tpm }, concurrent }: Deployment, counts: boolean): JsonObject => ({
  ...(counts && rpm !== undefined && rpm > 0 && { requests_per_minute: Math.floor(rpm) }),
  ...(counts && tpm !== undefined && tpm > 0 && { tokens_per_minute: Math.floor(tpm) }),
  ...(concurrent !== undefined && concurrent > 0 && { concurrent: Math.floor(concurrent) }),
})

const durationOf = (milliseconds: number): string =>
  milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`

const callOf = ({ slug, model }: Deployment): ExpectedCall => ({
  slug,
  ...(model !== undefined && { model }),
})

/** Deployments of the same priority. */
function tierTarget(
  deployments: readonly Deployment[],
  settings: RouterSettings,
  draft: ProjectDraft,
): GroupTarget {
  const weights = weightsOf(deployments)
  const shares = deployments.map((each, index) => ({
    call: callOf(each),
    weight: weights[index] ?? 1,
    servesChats: each.servesChats,
  }))
  const [only] = deployments
  if (deployments.length === 1 && only !== undefined) {
    const retries = only.retries ?? settings.retries
    const target = leaf(only, retries, settings.retries)
    addComments(draft, target, only.comments)
    return {
      target,
      shares,
      isExpanded: only.isExpanded === true,
      failing: repeat(callOf(only), 1 + Math.min(5, retries)),
    }
  }
  const branches = deployments.map((_, index) => branchOf(rotate(deployments, index), settings.retries))
  for (const [index, { target }] of branches.entries())
    addComments(draft, target, deployments[index]?.comments ?? [])
  return {
    target: {
      strategy: { mode: 'loadbalance' },
      ...(settings.breaker && { cb_config: settings.breaker }),
      ...(settings.retries > 0 && { retry: { attempts: 0 } }),
      targets: branches.map(({ target }, index) => withWeight(draft, target, weights[index] ?? 1)),
    },
    shares,
    isExpanded: deployments.every(each => each.isExpanded),
    failing: branches[weights.findIndex(weight => weight > 0)]?.failing ?? [],
  }
}

/** A deployment, and those that retries are sent to in turn. */
function branchOf(
  deployments: readonly Deployment[],
  retries: number,
): { readonly target: JsonObject; readonly failing: readonly ExpectedCall[] } {
  const tried = deployments.slice(0, retries + 1)
  const repeats = Math.max(0, Math.min(5, retries + 1 - tried.length))
  const failing = [...tried.map(callOf), ...repeat(callOf(tried.at(-1) as Deployment), repeats)]
  const [first] = tried
  if (tried.length === 1 && first !== undefined) return { target: leaf(first, repeats, 0), failing }
  return {
    target: {
      strategy: { mode: 'fallback', on_status_codes: [...RETRIED_ELSEWHERE] },
      targets: tried.map((each, index) => leaf(each, index === tried.length - 1 ? repeats : 0, 0)),
    },
    failing,
  }
}

export const retryOf = (attempts: number): JsonObject => ({
  attempts: Math.min(5, attempts),
  on_status_codes: [...RETRIED],
})

/** `inherited`: the retries that a target without any has. */
function leaf(
  { slug, model, overrides, timeout, guards }: Deployment,
  retries: number,
  inherited: number,
): JsonObject {
  const parameters: JsonObject = { ...(model !== undefined && { model }), ...overrides }
  return {
    provider: `@${slug}`,
    ...(Object.keys(parameters).length > 0 && { override_params: parameters }),
    ...(timeout !== undefined && { request_timeout: timeout }),
    ...guards,
    ...(retries !== inherited && { retry: retries > 0 ? retryOf(retries) : { attempts: 0 } }),
  }
}

function withWeight(draft: ProjectDraft, target: JsonObject, weight: number): JsonObject {
  if (weight === 1) return target
  const weighted = { weight, ...target }
  addComments(draft, weighted, draft.comments.get(target) ?? [])
  draft.comments.delete(target)
  return weighted
}

/** By weight, else by requests per minute, else by tokens per minute, else equal. */
function weightsOf(deployments: readonly Deployment[]): readonly number[] {
  const measure = (['weight', 'rpm', 'tpm'] as const).find(name =>
    deployments.some(({ share }) => share[name] !== undefined),
  )
  if (measure === undefined) return deployments.map(() => 1)
  const values = deployments.map(({ share }) => share[measure])
  if (values.some(value => value === undefined) && deployments.length > 1)
    for (const { item, share } of deployments)
      if (share[measure] === undefined)
        item.context.report(
          'import-approximated',
          item.at,
          `Other deployments of this name have "${measure}", and this one does not. It gets a share of 1.`,
        )
  return values.every(value => value === undefined || value === 0)
    ? values.map(() => 1)
    : values.map(value => value ?? 1)
}

const rotate = <Item>(items: readonly Item[], by: number): readonly Item[] => [
  ...items.slice(by),
  ...items.slice(0, by),
]

const repeat = (call: ExpectedCall, times: number): readonly ExpectedCall[] =>
  Array.from({ length: times }, () => call)

export const asTargets = (groups: readonly GroupTarget[]): Json[] => groups.map(({ target }) => target)
