// Lists of fallbacks: the model names that a request goes to after a failure of a kind.
import { asList, isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { itemsAt, type Placed, type Sections } from './sections.ts'

/** The names that follow a model name, for each kind of failure. */
export interface FallbackNames {
  readonly general: readonly string[]
  readonly contextWindow: readonly string[]
  readonly contentPolicy: readonly string[]
}

type Kind = keyof FallbackNames

const LISTS: Readonly<Record<Kind, string>> = {
  general: 'fallbacks',
  contextWindow: 'context_window_fallbacks',
  contentPolicy: 'content_policy_fallbacks',
}

/** Tried before LiteLLM gives up. */
const MOST = 5

export interface Fallbacks {
  readonly of: (group: string) => FallbackNames
}

/** `isKnown`: whether a name has deployments. Names without any are reported once, where they are written. */
export function readFallbacks(sections: Sections, isKnown: (name: string) => boolean): Fallbacks {
  const lists = {
    general: readList(sections, LISTS.general, isKnown),
    contextWindow: readList(sections, LISTS.contextWindow, isKnown),
    contentPolicy: readList(sections, LISTS.contentPolicy, isKnown),
  }
  const usual = sections.router
    .flatMap(section => itemsAt(section, 'default_fallbacks'))
    .flatMap(item => nameAt(item, isKnown))
  return {
    of: group => {
      const names = (kind: Kind): readonly string[] | undefined =>
        lists[kind].get(group) ?? lists[kind].get('*')
      const others = (found: readonly string[]): readonly string[] =>
        found.filter(name => name !== group).slice(0, MOST)
      return {
        general: others(names('general') ?? usual),
        contextWindow: others(names('contextWindow') ?? []),
        contentPolicy: others(names('contentPolicy') ?? []),
      }
    },
  }
}

function readList(
  { router }: Sections,
  name: string,
  isKnown: (name: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const item of router.flatMap(section => itemsAt(section, name))) {
    if (!isObject(item.value)) {
      item.context.report(
        'import-not-expressible',
        item.at,
        `An item of "${name}" is a model name with a list of others. This one was left out.`,
      )
      continue
    }
    for (const [group, names] of Object.entries(item.value)) {
      const at = childPointer(item.at, group)
      if (group !== '*' && !isKnown(group)) {
        item.context.report(
          'import-broken-reference',
          at,
          `No deployment has the name "${group}", so its fallbacks are never used.`,
          'key',
        )
        continue
      }
      const placed = itemsOf(names).map((value, index) => ({
        context: item.context,
        at: isList(names) ? childPointer(at, index) : at,
        value,
      }))
      if (!found.has(group))
        found.set(
          group,
          placed.flatMap(each => nameAt(each, isKnown)),
        )
    }
  }
  return found
}

const itemsOf = (value: Json): readonly Json[] => (typeof value === 'string' ? [value] : asList(value))

/** The name at a place, if it has deployments. */
function nameAt({ context, at, value }: Placed, isKnown: (name: string) => boolean): readonly string[] {
  const name = isObject(value) ? value['model'] : value
  if (typeof name !== 'string' || !isKnown(name)) {
    context.report(
      'import-broken-reference',
      at,
      `No deployment has the name "${String(name)}". The fallback was left out.`,
    )
    return []
  }
  if (isObject(value) && Object.keys(value).length > 1)
    context.report(
      'import-not-expressible',
      at,
      'Parameters of a fallback were left out; override_params of its target set them.',
    )
  return [name]
}
