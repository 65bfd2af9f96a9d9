// What a runtime must have to serve a plan. Providers behind slugs are not named here: they stand in the gateway's
// facts, and the same config may meet another provider under the same slug.
import type { PlanNode, Requires } from '../../schemas/generated/types.ts'

export const sorted = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].sort()

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
  return { providers: sorted(providers), checks: sorted(checks) }
}
