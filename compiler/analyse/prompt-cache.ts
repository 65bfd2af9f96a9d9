// What makes prompts of one conversation differ, or go to another cache: a provider caches the beginning of prompts for each account and
// model, and reads it as long as the beginning stays equal.
import type {
  CallNode,
  Gateway,
  GuardUse,
  LoadbalanceNode,
  Plan,
  PlanPrompt,
  ProviderSpec,
} from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { Json } from '../../schemas/values/json.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import type { Catalog } from '../facts/catalog.ts'
import { nodeAt } from '../plan/plan-builder.ts'
import { walkPlan } from '../plan/walk-plan.ts'
import { templateStrings } from '../prompts/message-strings.ts'
import { parseTemplate } from '../prompts/parse-template.ts'
import { cacheableTokens, isVarying, varyingPrefix } from '../prompts/varying-prefix.ts'
import { memberShares, poolOfCall, targetsOfCall } from './call-provider.ts'
import { chosenEdges } from './routes.ts'

export type CacheCause =
  /** The next request of a conversation goes to the target of the last one with this probability. */
  | {
      readonly kind: 'balance'
      readonly pointer: Pointer
      readonly targets: number
      readonly sameTarget: number
    }
  /** A guard adds a prefix to the last message: the same message has none in the next request. */
  | { readonly kind: 'moving-prefix'; readonly pointer: Pointer; readonly guard: string }
  /** Constant text of a saved prompt is behind a variable. */
  | {
      readonly kind: 'varying-prefix'
      readonly prompt: string
      readonly variable: string
      readonly tokens: number
    }
  /** A service may rewrite any part of the request. */
  | {
      readonly kind: 'service'
      readonly pointer: Pointer
      readonly guard: string
      readonly check: string
    }

export interface PromptCache {
  /** Whether some target has a provider that caches prompts. */
  readonly isCached: boolean
  readonly causes: readonly CacheCause[]
  /** Targets whose provider is not known: the request names it, or the store has it. */
  readonly undecided: readonly Pointer[]
}

export interface CacheContext {
  readonly gateway: Gateway
  readonly catalog: Pick<Catalog, 'provider'>
  /** Those that the config serves, and the partials of the project. */
  readonly prompts: Readonly<Record<string, PlanPrompt>>
  readonly partials: Readonly<Record<string, string>>
}

/** From which on a target has practically all of a conversation. */
const ALMOST_ALL = 0.95

export function analysePromptCache(plan: Plan, context: CacheContext): PromptCache {
  const { gateway, catalog } = context
  const specsOf: SpecsOf = call =>
    targetsOfCall(call, gateway).map(({ provider }) =>
      provider === undefined ? undefined : catalog.provider(provider),
    )
  const caches = (call: CallNode): boolean =>
    specsOf(call).some(spec => spec?.capabilities?.includes('prompt-caching') === true)
  const positions = walkPlan(plan)
  const calls = positions.flatMap(({ node, pointer }) =>
    node.kind === 'call' ? [{ call: node, pointer }] : [],
  )
  if (!calls.some(({ call }) => caches(call)))
    return { isCached: false, causes: [], undecided: undecidedIn(calls, specsOf) }
  const causes = positions.flatMap(({ node, pointer }): readonly CacheCause[] => {
    if (node.kind === 'call') return spreadOf(node, pointer, caches, gateway)
    if (node.kind === 'loadbalance') {
      // Sessions remain at their target.
      if (node.sticky !== undefined) return []
      const found = balanceOf(node, plan, caches)
      return found === undefined ? [] : [{ kind: 'balance', pointer, ...found }]
    }
    return node.kind === 'guard' ? node.before.flatMap(use => guardCauses(use, pointer)) : []
  })
  // A guard above several targets is at each of them in the plan.
  const distinct = new Map(causes.toReversed().map(cause => [keyOf(cause), cause]))
  return {
    isCached: true,
    causes: [...[...distinct.values()].toReversed(), ...promptCauses(context, calls, specsOf)],
    undecided: undecidedIn(calls, specsOf),
  }
}

const keyOf = (cause: CacheCause): string =>
  'guard' in cause ? canonicalJson({ ...cause, pointer: '' }) : canonicalJson({ ...cause })

type PlacedCall = { readonly call: CallNode; readonly pointer: Pointer }

type SpecsOf = (call: CallNode) => readonly (ProviderSpec | undefined)[]

const undecidedIn = (calls: readonly PlacedCall[], specsOf: SpecsOf): readonly Pointer[] =>
  calls.flatMap(({ call, pointer }) => (specsOf(call).includes(undefined) ? [pointer] : []))

/** A pool without sticky sessions spreads conversations over its members. */
function spreadOf(
  call: CallNode,
  pointer: Pointer,
  caches: (call: CallNode) => boolean,
  gateway: Gateway,
): readonly CacheCause[] {
  const pool = poolOfCall(call, gateway)
  if (pool === undefined || pool.sticky !== undefined || !caches(call)) return []
  const members = targetsOfCall(call, gateway).flatMap(({ member }) => member ?? [])
  const picked = memberShares(pool, members)
  // Members of one account share its caches.
  const shares = new Map<string, number>()
  for (const [{ name, account }, share] of picked) {
    const key = account === undefined ? `member ${name}` : `account ${account}`
    shares.set(key, (shares.get(key) ?? 0) + share)
  }
  const sameTarget = shares.values().reduce((sum, share) => sum + share ** 2, 0)
  return shares.size === 0 || sameTarget > ALMOST_ALL
    ? []
    : [{ kind: 'balance', pointer, targets: picked.size, sameTarget }]
}

/** Undefined where conversations stay at one cache. */
function balanceOf(
  node: LoadbalanceNode,
  plan: Plan,
  caches: (call: CallNode) => boolean,
): Pick<Extract<CacheCause, { kind: 'balance' }>, 'targets' | 'sameTarget'> | undefined {
  const weights = new Map<string, number>()
  for (const { edge, child } of chosenEdges(node)) {
    if (!hasCache(plan, edge.node, caches)) continue
    const below = nodeAt(plan.nodes, edge.node)
    // Two targets with one account and model share a cache.
    const key =
      below.kind === 'call'
        ? canonicalJson([below.binding, below.overrides['model'] ?? null] as unknown as Json)
        : String(edge.node)
    weights.set(key, (weights.get(key) ?? 0) + (node.draw.weights[child] ?? 0))
  }
  const all = node.draw.weights.reduce((sum, weight) => sum + weight, 0)
  const cached = [...weights.values()]
  const sum = cached.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return undefined
  // Of the requests at a target with a cache, those whose predecessor was at the same target.
  const sameTarget = cached.reduce((total, weight) => total + (weight / sum) * (weight / all), 0)
  return sameTarget > ALMOST_ALL ? undefined : { targets: chosenEdges(node).length, sameTarget }
}

const hasCache = (plan: Plan, index: number, caches: (call: CallNode) => boolean): boolean => {
  const node = nodeAt(plan.nodes, index)
  return node.kind === 'call'
    ? caches(node)
    : chosenEdges(node).some(({ edge }) => hasCache(plan, edge.node, caches))
}

const SERVICES: ReadonlySet<string> = new Set(['default.webhook', 'default.http'])

function guardCauses({ id, checks }: GuardUse, pointer: Pointer): readonly CacheCause[] {
  const at = { pointer, guard: id }
  return checks.flatMap(({ id: check, parameters }): readonly CacheCause[] => {
    if (check === 'default.addPrefix' && parameters['applyToRole'] !== 'system')
      return parameters['message'] === 'first' ? [] : [{ kind: 'moving-prefix', ...at }]
    const mayRewrite =
      SERVICES.has(check) && (check === 'default.webhook' || parameters['transformed'] !== undefined)
    return mayRewrite ? [{ kind: 'service', ...at, check }] : []
  })
}

function promptCauses(
  { prompts, partials }: CacheContext,
  calls: readonly PlacedCall[],
  specsOf: SpecsOf,
): readonly CacheCause[] {
  const parsed = new Map(
    Object.entries(partials).map(([id, text]) => [id, parseTemplate(text).template] as const),
  )
  // Of several providers, the longest minimum.
  const least = Math.max(...calls.flatMap(({ call }) => specsOf(call).map(spec => cacheableTokens(spec?.id))))
  return Object.entries(prompts).flatMap(([prompt, { messages, variables }]) => {
    const templates = Array.from(
      templateStrings(messages as unknown as Json, ''),
      ([, text]) => parseTemplate(text).template,
    )
    const found = varyingPrefix(templates, parsed, name =>
      isVarying(Object.hasOwn(variables, name) ? variables[name] : undefined),
    )
    return found === undefined || found.behind < least
      ? []
      : [{ kind: 'varying-prefix', prompt, variable: found.variable, tokens: found.behind }]
  })
}
