// What rules are given, by what they are about: a config or the stored providers of a manifest, a manifest, the plan of a valid config. The
// nodes and the environment are prepared once, so that no rule walks the tree itself. A rule is one statement, in a file named after it.
import type {
  Budgets,
  FlowRule,
  Gateway,
  Plan,
  ProviderSpec,
  StaticBinding,
} from '../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { Catalog } from '../../facts/catalog.ts'
import type { CompileEnvironment } from '../../facts/environment.ts'
import { modelAt, poolOf } from '../../facts/pool-members.ts'
import type { ParsedSource } from '../../source.ts'
import type { ReportAt } from '../reporting/report.ts'
import type { StructureResult } from '../structure/validate-structure.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'
import { type ConfigNode, slugOf, stringProperty } from './config-node.ts'
import type { GuardSummary, Guards } from './guards.ts'

export interface RuleContext {
  /** Whether the nodes are a config and its targets, or the stored providers of a manifest. */
  readonly root: 'config' | 'manifest'
  readonly parsed: ParsedSource
  readonly catalog: Catalog
  readonly environment: CompileEnvironment
  readonly structure: StructureResult
  /** Every config node, parents before their targets. */
  readonly nodes: readonly ConfigNode[]
  /** Its hooks and guardrails, and those of a manifest. */
  readonly guards: Guards
  /** The guardrails that may be referenced, by identifier. */
  readonly knownGuards: ReadonlyMap<string, GuardSummary>
}

/** A config node and all its descendants. */
export function configNodes(
  value: JsonObject,
  pointer: Pointer,
  structure: StructureResult,
  parent?: ConfigNode,
): readonly ConfigNode[] {
  const targets: ConfigNode[] = []
  const descendants: ConfigNode[] = []
  const node: ConfigNode = { pointer, value, parent, names: structure.intendedNames(pointer, value), targets }
  const targetList = ownProperty(value, 'targets')
  for (const [index, target] of isJsonArray(targetList) ? targetList.entries() : []) {
    if (!isJsonObject(target)) continue
    const subtree = configNodes(
      target,
      childPointer(childPointer(pointer, 'targets'), index),
      structure,
      node,
    )
    targets.push(...subtree.slice(0, 1))
    descendants.push(...subtree)
  }
  return [node, ...descendants]
}

/** The strategy mode of a node, if it is present and valid. */
export function strategyMode({ structure }: RuleContext, node: ConfigNode): string | undefined {
  const mode = ownProperty(ownProperty(node.value, 'strategy'), 'mode')
  if (typeof mode !== 'string') return undefined
  const isReported =
    structure.reported.size > 0 &&
    structure.reported.has(childPointer(childPointer(node.pointer, 'strategy'), 'mode'))
  return isReported ? undefined : mode
}

/** A provider that a node may call. */
export interface CalledProvider {
  readonly spec: ProviderSpec
  /** The stored provider that is named, or that of a member of a pool. */
  readonly stored?: StaticBinding
  /** The name of a model there; undefined for one that only other members of the pool have. */
  readonly modelOf: (model: string) => string | undefined
}

/** The providers that a node may call, through its slug if it names one: each member of a pool. */
export function calledProviders(
  { catalog, environment }: Pick<RuleContext, 'catalog' | 'environment'>,
  node: ConfigNode,
): readonly CalledProvider[] {
  const slug = slugOf(node)
  if (slug !== undefined) return providersAtSlug(slug.slug, catalog, environment)
  const spec = catalog.provider(stringProperty(node, 'provider') ?? '')
  return spec === undefined ? [] : [{ spec, modelOf: model => model }]
}

/** Those of a slug, as far as the manifest has them. */
export function providersAtSlug(
  slug: string,
  catalog: Catalog,
  environment: Pick<CompileEnvironment, 'providers' | 'pools'>,
): readonly CalledProvider[] {
  const { providers } = environment
  const pool = poolOf(slug, environment)
  const bound = (at: string, modelOf: CalledProvider['modelOf']): readonly CalledProvider[] => {
    const stored = Object.hasOwn(providers, at) ? providers[at] : undefined
    if (stored === undefined) return []
    const spec = catalog.provider(stored.provider)
    return spec === undefined ? [] : [{ spec, stored, modelOf }]
  }
  return pool === undefined
    ? bound(slug, model => model)
    : pool.members.flatMap(member => bound(member.slug, model => modelAt(pool, member, model)))
}

/** The specs of the providers that a node may call, each once. */
export const providerSpecsOf = (context: RuleContext, node: ConfigNode): readonly ProviderSpec[] => [
  ...new Set(calledProviders(context, node).map(({ spec }) => spec)),
]

/** Reports every violation of one rule. Never throws, whatever the shape of the values; never changes anything. */
export type Rule = (context: RuleContext, report: ReportAt) => void

export interface ManifestContext {
  readonly parsed: ParsedSource
  readonly catalog: Catalog
  readonly manifest: JsonObject
  /** The stored providers, which have the same shape as configs. */
  readonly storedNodes: readonly ConfigNode[]
  /** The identifiers of the configs of the project; undefined where they are not known. */
  readonly configs: readonly string[] | undefined
}

/** Reports every violation of one rule. Never throws, whatever the shape of the values; never changes anything. */
export type ManifestRule = (context: ManifestContext, report: ReportAt) => void

export interface PlanRuleContext {
  /** The identifier of the config. */
  readonly id: string
  readonly plan: Plan
  /** The source of the config, for locations. */
  readonly parsed: ParsedSource
  readonly gateway: Gateway
  readonly budgets: Budgets
  readonly flows: readonly FlowRule[]
  readonly catalog: Catalog
}

/** Reports every violation of one rule. Never throws; never changes anything. */
export type PlanRule = (context: PlanRuleContext, report: ReportAt) => void
