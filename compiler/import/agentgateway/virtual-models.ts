// Virtual models of agentgateway: names whose requests other models share, by weight or by priority.
import { asList, asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { type ModelRoute, sharedTarget, type WeightedCall } from '../model-router.ts'

const AT = '/llm/virtualModels'

/** A group of a failover is called when the previous one fails; in the source, when health checks have removed all of it. */
export function reportFailover(context: ImportContext, at: Pointer): void {
  context.report(
    'import-approximated',
    at,
    'A config calls the next group at once when a call fails. In the source the failed request ends, and later requests go to the next group while the failed one is evicted.',
  )
}

/** `targetOf`: the target of a model by its name. */
export function virtualRoutes(
  context: ImportContext,
  value: Json | undefined,
  targetOf: (model: string) => JsonObject | undefined,
): readonly ModelRoute[] {
  return asList(value).flatMap((each, index): readonly ModelRoute[] => {
    const { name, routing } = asObject(each)
    const at = childPointer(AT, index)
    if (typeof name !== 'string') return []
    const [[mode = '', written] = []] = Object.entries(asObject(routing))
    const place = `${at}/routing/${mode}`
    const calls = asList(asObject(written)['targets']).map((target, own) => {
      const { model, weight, priority } = asObject(target)
      const found = targetOf(String(model))
      if (found === undefined)
        context.report(
          'import-broken-reference',
          `${place}/targets/${own}`,
          `No model that was imported has the name "${String(model)}". The target was left out.`,
        )
      return { target: found, weight: numberIn(weight) ?? 1, priority: numberIn(priority) ?? 0 }
    })
    const known = calls.flatMap(call => (call.target === undefined ? [] : [{ ...call, target: call.target }]))
    const target =
      mode === 'weighted'
        ? sharedTarget(known.map(({ target: own, weight }) => ({ target: own, weight })))
        : mode === 'failover'
          ? byPriority(context, known, place)
          : undefined
    if (target !== undefined) return [{ name, target }]
    if (mode !== 'weighted' && mode !== 'failover')
      context.report(
        'import-not-expressible',
        at,
        `"${name}" was left out: conditions in CEL have no counterpart. Conditions of a config read metadata and parameters.`,
      )
    return []
  })
}

function byPriority(
  context: ImportContext,
  calls: readonly (WeightedCall & { readonly priority: number })[],
  at: Pointer,
): JsonObject | undefined {
  const groups = [...Map.groupBy(calls, ({ priority }) => priority)]
    .sort(([a], [b]) => a - b)
    .map(([, group]) => sharedTarget(group.map(({ target }) => ({ target, weight: 1 }))))
    .filter(each => each !== undefined)
  if (groups.length < 2) return groups[0]
  reportFailover(context, at)
  return { strategy: { mode: 'fallback' }, targets: groups }
}
