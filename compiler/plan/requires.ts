// What a runtime must support to serve a plan. Providers behind slugs are not listed: they are gateway facts, and
// a slug may refer to another provider elsewhere.
import type { PlanNode, Requires } from '../../schemas/generated/types.ts'

export const sortedUnique = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].sort()

/** The providers and checks that the nodes name, sorted. */
export function requiresOf(nodes: readonly PlanNode[]): Requires {
  const providers = nodes.flatMap(node =>
    node.kind === 'call' && node.binding.from === 'own' ? [node.binding.provider] : [],
  )
  const checks = nodes.flatMap(node =>
    node.kind === 'guard'
      ? [...node.before, ...node.after].flatMap(guard => guard.checks.map(check => check.id))
      : [],
  )
  return { providers: sortedUnique(providers), checks: sortedUnique(checks) }
}
