// What a runtime must support to serve a plan, and what the nodes of the plan read from a request.
import type { Field, Needs, PlanNode, Predicate, Requires } from '../../schemas/generated/types.ts'

const sortedUnique = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].sort()

/**
 * The providers and checks that the nodes name, sorted. Providers behind slugs are not listed: they are gateway facts, and a slug may refer
 * to another provider elsewhere.
 */
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

/**
 * The needs of all nodes together. A runtime parses nothing else: a route that needs no body field passes its bytes through.
 */
export function needsOf(nodes: readonly PlanNode[]): Needs {
  const fields = nodes.flatMap(node =>
    node.kind === 'conditional'
      ? fieldsOfSteps(node)
      : node.kind === 'loadbalance'
        ? (node.sticky?.fields ?? [])
        : [],
  )
  const params = fields.filter(field => field.from === 'params')
  return {
    params: sortedUnique(
      params.flatMap(field => (field.path[0] === undefined ? [] : [String(field.path[0])])),
    ),
    metadata: fields.some(field => field.from === 'metadata') || nodes.some(node => node.kind === 'cache'),
    path: fields.some(field => field.from === 'path'),
    body: bodyNeeds(nodes),
  }
}

const fieldsOfSteps = (node: PlanNode & { kind: 'conditional' }): readonly Field[] =>
  node.steps.flatMap(step => ('when' in step ? fieldsOf(step.when) : [step.field]))

function fieldsOf(predicate: Predicate): readonly Field[] {
  if ('field' in predicate) return [predicate.field]
  return 'of' in predicate ? predicate.of.flatMap(fieldsOf) : []
}

/** A cache compares and a guard reads the whole body; overrides and `@slug/model` touch top-level fields only. */
function bodyNeeds(nodes: readonly PlanNode[]): Needs['body'] {
  if (nodes.some(node => node.kind === 'cache' || node.kind === 'guard')) return 'parsed'
  const splices = (node: PlanNode): boolean =>
    node.kind === 'call' && (node.binding.from === 'request' || Object.keys(node.overrides).length > 0)
  return nodes.some(splices) ? 'spliced' : 'untouched'
}
