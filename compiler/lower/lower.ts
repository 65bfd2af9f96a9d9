// Lowers a valid config to an equivalent plan: settings inherited, defaults applied, names resolved to indexes.
// Total on valid configs; optimising is left to the optimiser.

import { configDefaults } from '../../schemas/generated/facts.ts'
import type { CacheNode, Config, Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { childPointer } from '../../schemas/values/pointer.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { CompileEnvironment } from '../facts/environment.ts'
import { createPlanBuilder } from '../plan/plan-builder.ts'
import { lowerCall } from './call.ts'
import { lowerGuards } from './guard.ts'
import { inherit } from './inherit.ts'
import { type ConfigParts, partitionConfig } from './partition-config.ts'
import { lowerStrategy } from './strategy.ts'

const TARGETS = childPointer('', 'targets')

/** The plan of a validated config, in the environment in which it was validated. */
export function lowerConfig(config: Config, catalog: Catalog, environment: CompileEnvironment): Plan {
  const { add, finish } = createPlanBuilder()

  const toEdge = (result: PlanNode | Edge): Edge =>
    'kind' in result ? { path: '', node: add(result) } : result

  const edgeTo = (effective: Config): Edge => {
    const parts = partitionConfig(effective)
    const children = (parts.choice.targets ?? []).map((target, index) => {
      const { path, node } = edgeTo(inherit(effective, target))
      return { path: childPointer(TARGETS, index) + path, node }
    })
    const [first] = children
    return first === undefined ? leafEdge(parts) : toEdge(lowerStrategy(parts.choice, children, first))
  }

  const leafEdge = (parts: ConfigParts): Edge => {
    const call = toEdge(lowerCall(parts, catalog, environment))
    const inner = parts.cache === undefined ? call : toEdge(lowerCache(parts.cache, call.node))
    const guard = lowerGuards(parts.guards, inner.node, catalog, environment)
    return guard === undefined ? inner : toEdge(guard)
  }

  return finish(edgeTo(config))
}

/**
 * A cache is directly above each call that has or inherits one, so that its key includes the body and the credential as
 * sent, and failed attempts never fill it.
 */
function lowerCache(cache: NonNullable<Config['cache']>, call: number): CacheNode {
  return {
    kind: 'cache',
    children: [{ path: '', node: call }],
    mode: cache.mode,
    maxAge: cache.max_age ?? configDefaults.cache.max_age,
  }
}
