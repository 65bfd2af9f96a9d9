// Routing rules of Bifrost that compare the model with a name: routes of that name.
import { asList, asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { type ModelRoute, sharedTarget, type WeightedCall } from '../model-router.ts'
import type { ProviderPool } from './provider-pool.ts'

const AT = '/governance/routing_rules'

/** The first rule of a name counts, by priority. Rules with other conditions are reported. */
export function routingRules(
  context: ImportContext,
  root: JsonObject,
  pools: readonly ProviderPool[],
): readonly ModelRoute[] {
  const rules = asList(asObject(root['governance'])['routing_rules'])
    .map((value, index) => ({ rule: asObject(value), at: childPointer(AT, index) }))
    .filter(({ rule }) => rule['enabled'] !== false)
    .sort((a, b) => (numberIn(a.rule['priority']) ?? 0) - (numberIn(b.rule['priority']) ?? 0))
  const routes: ModelRoute[] = []
  for (const { rule, at } of rules) {
    const name = comparedModel(rule)
    if (name === undefined) {
      context.report(
        'import-not-expressible',
        at,
        'The rule was left out: only rules for every client that compare the model with one name are imported.',
      )
      continue
    }
    const target = ruleTarget(context, rule, name, at, pools)
    if (target === undefined || routes.some(each => each.name === name)) continue
    routes.push({ name, target })
    // The model of a request that names its provider, too, is the part after it.
    for (const pool of pools)
      if (pool.models.includes(name)) routes.push({ name: `${pool.name}/${name}`, target })
  }
  return routes
}

function comparedModel({ cel_expression: condition, scope }: JsonObject): string | undefined {
  if (typeof condition !== 'string' || (scope !== undefined && scope !== '' && scope !== 'global')) return
  const [, , name] = /^\s*\(?\s*model\s*==\s*(["'])([^"'\\]+)\1\s*\)?\s*$/.exec(condition) ?? []
  return name
}

function ruleTarget(
  context: ImportContext,
  rule: JsonObject,
  name: string,
  at: Pointer,
  pools: readonly ProviderPool[],
): JsonObject | undefined {
  const called = (provider: unknown, model: unknown, place: Pointer): JsonObject | undefined => {
    const sent = typeof model === 'string' && model !== '' ? model : name
    const target = pools.find(pool => pool.name === provider)?.targetOf(sent)
    if (target === undefined)
      context.report(
        'import-broken-reference',
        place,
        `No key of "${String(provider)}" serves "${sent}". The target was left out.`,
      )
    return target
  }
  const written = rule['targets'] === undefined ? [rule] : asList(rule['targets']).map(asObject)
  const calls = written.flatMap((each, index): readonly WeightedCall[] => {
    const place = rule['targets'] === undefined ? at : `${at}/targets/${index}`
    const target = called(each['provider'], each['model'], place)
    return target === undefined ? [] : [{ target, weight: numberIn(each['weight']) ?? 1 }]
  })
  const others = asList(rule['fallbacks']).flatMap((each, index) => {
    const [provider, ...model] = String(each).split('/')
    return called(provider, model.join('/'), `${at}/fallbacks/${index}`) ?? []
  })
  const first = sharedTarget(calls)
  if (first === undefined) return undefined
  return others.length === 0 ? first : { strategy: { mode: 'fallback' }, targets: [first, ...others] }
}
