// One dynamic route as a target: the graph is followed from its start, and an element that several lead to is written for each.
import { asList, asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import type { ProviderSlots } from '../provider-slots.ts'
import { queryOfConditions } from './conditions.ts'
import { modelTarget } from './model-target.ts'

interface Walk {
  readonly context: ImportContext
  readonly slots: ProviderSlots
  readonly elements: ReadonlyMap<string, { readonly element: JsonObject; readonly at: Pointer }>
  /** The elements that lead here, which must not follow again. */
  readonly above: ReadonlySet<string>
}

/** The targets that are tried one after another; empty at the end of the route. */
type Chain = readonly JsonObject[]

export function convertRoute(
  context: ImportContext,
  route: JsonObject,
  at: Pointer,
  slots: ProviderSlots,
): JsonObject | undefined {
  const list = asList(route['elements']).map((element, index) => ({
    element: asObject(element),
    at: childPointer(childPointer(at, 'elements'), index),
  }))
  const elements = new Map(list.map(each => [String(each.element['id']), each]))
  const start = list.find(({ element }) => element['type'] === 'start')
  if (start === undefined) {
    context.report(
      'import-not-expressible',
      at,
      `The route "${String(route['name'])}" has no start element. It was left out.`,
    )
    return undefined
  }
  const chain = follow(
    { context, slots, elements, above: new Set() },
    outputOf(start.element, 'next'),
    start.at,
  )
  if (chain.length > 0) return asConfig(chain)
  context.report(
    'import-not-expressible',
    at,
    `The route "${String(route['name'])}" reaches no model. It was left out.`,
  )
  return undefined
}

const asConfig = (chain: Chain): JsonObject =>
  chain.length === 1 ? (chain[0] as JsonObject) : { strategy: { mode: 'fallback' }, targets: [...chain] }

const outputOf = (element: JsonObject, name: string): string | undefined => {
  const output = asObject(asObject(element['outputs'])[name])
  const id = output['elementId'] ?? output['element_id']
  return typeof id === 'string' ? id : undefined
}

function follow(walk: Walk, id: string | undefined, from: Pointer): Chain {
  if (id === undefined) return []
  const found = walk.elements.get(id)
  if (found === undefined || walk.above.has(id)) {
    walk.context.report(
      found === undefined ? 'import-broken-reference' : 'import-not-expressible',
      from,
      found === undefined
        ? `No element has the id "${id}".`
        : `The element "${id}" leads to itself. The loop was left out.`,
    )
    return []
  }
  const below: Walk = { ...walk, above: new Set([...walk.above, id]) }
  const { element, at } = found
  switch (element['type']) {
    case 'end':
      return []
    case 'conditional':
      return branch(below, element, at)
    case 'percentage':
      return split(below, element, at)
    case 'rate':
    case 'rate_limit':
    case 'budget':
    case 'budget_limit':
      return limit(below, element, at)
    case 'model':
      return model(below, element, at)
    default:
      walk.context.report(
        'import-not-expressible',
        at,
        `Elements of the type "${String(element['type'])}" are not known. The next element is used.`,
      )
      return follow(below, outputOf(element, 'next') ?? outputOf(element, 'success'), at)
  }
}

/** The model, then what follows its failure. */
function model(walk: Walk, element: JsonObject, at: Pointer): Chain {
  const target = modelTarget(
    walk.context,
    asObject(element['properties']),
    childPointer(at, 'properties'),
    walk.slots,
  )
  const success = outputOf(element, 'success')
  const next = success === undefined ? undefined : walk.elements.get(success)
  if (next !== undefined && next.element['type'] !== 'end')
    walk.context.report(
      'import-not-expressible',
      at,
      'A reply of a model is the end of a config: the elements after its success were left out.',
    )
  const others = follow(walk, outputOf(element, 'fallback'), at)
  return target === undefined ? others : [target, ...others]
}

function branch(walk: Walk, element: JsonObject, at: Pointer): Chain {
  const properties = asObject(element['properties'])
  const conditions = queryOfConditions(
    walk.context,
    properties['conditions'] ?? properties['condition'],
    childPointer(at, 'properties'),
  )
  const yes = follow(walk, outputOf(element, 'true'), at)
  const no = follow(walk, outputOf(element, 'false'), at)
  if (conditions === undefined) return no
  if (yes.length === 0 || no.length === 0) {
    walk.context.report(
      'import-not-expressible',
      at,
      'A branch without a model ends in an error, which a config cannot choose. The other branch is used.',
    )
    return yes.length === 0 ? no : yes
  }
  const { query, isNegated } = conditions
  const [then, otherwise] = isNegated ? ['false', 'true'] : ['true', 'false']
  return [
    {
      strategy: { mode: 'conditional', conditions: [{ query, then }], default: otherwise },
      targets: [named('true', yes), named('false', no)],
    },
  ]
}

const named = (name: string, chain: Chain): JsonObject => ({ name, ...asConfig(chain) })

function split(walk: Walk, element: JsonObject, at: Pointer): Chain {
  const outputs = Object.keys(asObject(element['outputs']))
  const parts = outputs.map(name => ({ name, percent: numberIn(name.replace('%', '').trim()) }))
  const known = parts.reduce((sum, { percent }) => sum + (percent ?? 0), 0)
  const targets = parts.flatMap(({ name, percent }) => {
    const weight = percent ?? Math.max(0, Math.round((100 - known) * 1e6) / 1e6)
    const chain = follow(walk, outputOf(element, name), at)
    if (chain.length > 0) return [{ weight, ...asConfig(chain) }]
    if (weight > 0)
      walk.context.report(
        'import-not-expressible',
        at,
        `The output "${name}" reaches no model, and ends in an error in the source. Its share goes to the others.`,
      )
    return []
  })
  return targets.length === 0 ? [] : [{ strategy: { mode: 'loadbalance' }, targets }]
}

/** A limit is a policy of the gateway here: it refuses requests, and no config follows. */
function limit(walk: Walk, element: JsonObject, at: Pointer): Chain {
  const { limitType, limit_type: other, key, limit: most, window, interval } = asObject(element['properties'])
  const cost = (limitType ?? other) === 'cost'
  walk.context.report(
    'import-not-expressible',
    at,
    `A limit cannot choose a branch, so the limit of ${String(most)} per ${String(window ?? interval)} seconds was left out, and the branch below it is used. A request above a limit is refused by policies.${cost ? 'usage_limits' : 'rate_limits'} with group_by: [{ key: ${String(key)} }].`,
  )
  return follow(walk, outputOf(element, 'success'), at)
}
