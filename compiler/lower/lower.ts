// Lowers a valid config to an equivalent plan: settings inherited, defaults applied, names resolved to indexes.
// Total on valid configs; optimising is left to the optimiser.

import { configDefaults } from '../../schemas/generated/facts.ts'
import type { CallNode, Config, Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import type { Catalog } from '../catalog.ts'
import { builder } from '../plan/build.ts'
import { child } from '../pointer.ts'
import type { Surroundings } from '../surroundings.ts'
import { lowerAttempt } from './attempt.ts'
import { lowerBinding } from './binding.ts'
import { lowerBreaker } from './breaker.ts'
import { lowerCache } from './cache.ts'
import { lowerGuards } from './guard.ts'
import { inherit } from './inherit.ts'
import { type Roles, roles } from './roles.ts'
import { lowerStrategy } from './strategy.ts'

const TARGETS = child('', 'targets')

/** The plan of a validated config, in the environment in which it was validated. */
export function lower(config: Config, catalog: Catalog, surroundings: Surroundings): Plan {
  const { add, finish } = builder()

  const placed = (result: PlanNode | Edge): Edge =>
    'kind' in result ? { at: '', node: add(result) } : result

  const edgeTo = (effective: Config): Edge => {
    const parts = roles(effective)
    const children = (parts.choice.targets ?? []).map((target, index) => {
      const { at, node } = edgeTo(inherit(effective, target))
      return { at: child(TARGETS, index) + at, node }
    })
    const [first] = children
    return first === undefined ? leaf(parts) : placed(lowerStrategy(parts.choice, children, first))
  }

  const leaf = (parts: Roles): Edge => {
    const call = placed(callNode(parts, catalog, surroundings))
    const inner = parts.cache === undefined ? call : placed(lowerCache(parts.cache, call.node))
    const guard = lowerGuards(parts.guards, inner.node, catalog, surroundings)
    return guard === undefined ? inner : placed(guard)
  }

  return finish(edgeTo(config))
}

function callNode(
  { attempt, breaker, payload, binding }: Roles,
  catalog: Catalog,
  { door }: Surroundings,
): CallNode {
  const forwarded = (payload.forward_headers ?? []).map(name => name.toLowerCase())
  return {
    kind: 'call',
    children: [],
    binding: lowerBinding(binding, catalog, door),
    attempt: lowerAttempt(attempt),
    ...(breaker === undefined ? {} : { breaker: lowerBreaker(breaker) }),
    overrides: payload.override_params ?? {},
    forward: [...new Set(forwarded)].sort(),
    strict: payload.strict_vendor_compliance ?? configDefaults.strict_vendor_compliance,
  }
}
