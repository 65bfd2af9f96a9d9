// Conditions of a Portkey config whose targets and queries there are here.
import { queryContexts, queryOperators } from '../../../schemas/generated/facts.ts'
import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ImportContext } from '../import-context.ts'

const OPERATORS: readonly string[] = queryOperators

/** The node without conditions that cannot be written; the default target is the first one if none is left. */
export function withKnownConditions(context: ImportContext, node: JsonObject, at: Pointer): JsonObject {
  const { strategy, targets } = node
  if (!isObject(strategy) || strategy['mode'] !== 'conditional') return node
  const names = new Set(asList(targets).map(target => asObject(target)['name']))
  const place = childPointer(at, 'strategy')
  const report = (pointer: Pointer, message: string): false => {
    context.report('import-not-expressible', pointer, message)
    return false
  }
  const conditions = asList(strategy['conditions']).filter((item, index) => {
    const own = childPointer(childPointer(place, 'conditions'), index)
    const { query, then } = asObject(item)
    if (!names.has(then ?? ''))
      return report(own, `There is no target "${String(then)}". The condition was left out.`)
    const strange = strangeKey(query ?? {})
    return strange === undefined
      ? true
      : report(own, `"${strange}" cannot be written in a query. The condition was left out.`)
  })
  const { default: otherwise, ...kept } = strategy
  const isKnown = otherwise !== undefined && names.has(otherwise)
  if (otherwise !== undefined && !isKnown)
    report(childPointer(place, 'default'), `There is no target "${String(otherwise)}". It was left out.`)
  if (conditions.length > 0)
    return { ...node, strategy: { ...kept, conditions, ...(isKnown && { default: otherwise }) } }
  const isDefault = (target: Json): boolean => asObject(target)['name'] === otherwise
  const [first, others] = [
    asList(targets).filter(isDefault),
    asList(targets).filter(each => !isDefault(each)),
  ]
  return { ...node, strategy: { mode: 'single' }, targets: [...first, ...others] }
}

/** An operator or a field that queries do not have. */
function strangeKey(query: Json, isField = true): string | undefined {
  if (isList(query)) return query.map(item => strangeKey(item, isField)).find(key => key !== undefined)
  if (!isObject(query)) return undefined
  for (const [name, value] of Object.entries(query)) {
    const isOperator = name.startsWith('$')
    const isKnown = isOperator
      ? OPERATORS.includes(name)
      : isField && queryContexts.some(each => name === each || name.startsWith(`${each}.`))
    if (!isKnown) return name
    const below = strangeKey(value, isField && isOperator)
    if (below !== undefined) return below
  }
  return undefined
}
