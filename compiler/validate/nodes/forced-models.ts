// The models that a config forces, with what is known of them at the providers that are called.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ModelAdvice } from '../../facts/catalog.ts'
import { parseModelSlug } from '../../facts/model-slug.ts'
import { ownProperty } from '../values/json-values.ts'
import { type ConfigNode, isLeaf, nearestWithProperty, slugOf } from './config-node.ts'
import { effectiveOverrides, OVERRIDES, overridingNode } from './overrides.ts'
import { providerSpecOf, type RuleContext } from './rule-context.ts'

export interface ForcedModel {
  readonly spec: ProviderSpec
  /** Without a slug. */
  readonly model: string
  readonly overrides: JsonObject
  /** Where an override of this name is written. */
  readonly at: (name: string) => Pointer
  readonly advice: ModelAdvice
}

/** Those of hosts of somebody's own are not known, and neither are deployments, whose names their owners choose. */
export function* forcedModels(context: RuleContext): Generator<ForcedModel> {
  const { modelAdvice } = context.catalog
  // Warnings of header configs are not shown to anyone.
  if (modelAdvice === undefined || context.environment.origin === 'request') return
  const known = new Map<ConfigNode, JsonObject>()
  for (const node of context.nodes) {
    if (!isLeaf(node) || ownProperty(node.value, 'passthrough') === true) continue
    const spec = providerSpecOf(context, node)
    if (spec === undefined || callsOwnHost(context, node)) continue
    const overrides = effectiveOverrides(node, known)
    const named = overrides['model']
    if (typeof named !== 'string') continue
    const model = parseModelSlug(named)?.model ?? named
    const at = (name: string): Pointer =>
      childPointer(childPointer(overridingNode(node, name).pointer, OVERRIDES), name)
    yield { spec, model, overrides, at, advice: modelAdvice(spec, model) }
  }
}

/** The host of the node, or of the stored provider that it names. */
function callsOwnHost({ environment }: RuleContext, node: ConfigNode): boolean {
  if (nearestWithProperty(node, 'custom_host') !== undefined) return true
  const { slug = '' } = slugOf(node) ?? {}
  return Object.hasOwn(environment.providers, slug) && environment.providers[slug]?.custom === true
}
