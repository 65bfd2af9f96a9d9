// Which names are switched on: lists of names, of which one that ends with * matches all names with that prefix.
import type { PlanKeyMcp, PlanMcpNames } from '../../../schemas/generated/types.ts'
import type { CapabilityKind } from './mcp-server.ts'

export type NameRule = (name: string) => boolean

const ANY: NameRule = () => true

function matches(list: readonly string[]): NameRule {
  const exact = new Set(list.filter(name => !name.endsWith('*')))
  const prefixes = list.flatMap(name => (name.endsWith('*') ? [name.slice(0, -1)] : []))
  return name => exact.has(name) || prefixes.some(prefix => name.startsWith(prefix))
}

export const listedNames = (list: readonly string[]): NameRule => matches(list)

function nameRule(names: PlanMcpNames | undefined): NameRule {
  if (names === undefined) return ANY
  const allowed = names.allow === undefined ? ANY : matches(names.allow)
  const denied = matches(names.deny ?? [])
  return name => allowed(name) && !denied(name)
}

/** The rules of all kinds of capabilities. */
export function kindRules({
  tools,
  prompts,
  resources,
}: Pick<PlanKeyMcp, 'tools' | 'prompts' | 'resources'>): (kind: CapabilityKind, name: string) => boolean {
  const rules = { tool: nameRule(tools), prompt: nameRule(prompts), resource: nameRule(resources) }
  return (kind, name) => rules[kind](name)
}
