// A model name with its fallbacks as one target: general ones, and those after an error of the context window or the content policy.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { ExpectedCall } from '../project-draft.ts'
import type { FallbackNames } from './fallbacks.ts'
import type { GroupTarget } from './group-targets.ts'

/** Every kind of error that the gateway distinguishes, and the statuses that are of none. */
const KINDS = [
  'context_length',
  'content_filter',
  'rate_limit',
  'overloaded',
  'timeout',
  'connection',
  'auth',
  'invalid_request',
]
const OTHER_STATUSES = [402, 406, 409, 410, 423, 424, 425, 451, 500, 501, 502, 505, 507]

export interface Chain {
  readonly target: JsonObject
  readonly failing: readonly ExpectedCall[]
}

/** `groupOf`: the deployments of a name. */
export function chainOf(
  group: GroupTarget,
  names: FallbackNames,
  groupOf: (name: string) => readonly GroupTarget[],
): Chain {
  const of = (list: readonly string[]): readonly GroupTarget[] => list.flatMap(groupOf)
  // The same names after every failure need no kinds.
  const differs = (list: readonly string[]): boolean => list.join('\n') !== names.general.join('\n')
  const special = (
    [
      ['context_length', names.contextWindow],
      ['content_filter', names.contentPolicy],
    ] as const
  )
    .filter(([, list]) => list.length > 0 && differs(list))
    .map(([kind, list]) => [kind, of(list)] as const)
  const kinds = special.map(([kind]) => kind)
  const general = of(names.general)
  let target: JsonObject = group.target
  if (general.length > 0)
    target = fallback(
      kinds.length === 0
        ? {}
        : {
            on_errors: KINDS.filter(kind => !kinds.includes(kind as 'context_length')),
            on_status_codes: [...OTHER_STATUSES],
          },
      [target, ...general.map(each => each.target)],
    )
  for (const [kind, groups] of special)
    target = fallback({ on_errors: [kind] }, [target, ...groups.map(each => each.target)])
  return { target, failing: [group, ...general].flatMap(({ failing }) => failing) }
}

const fallback = (triggers: JsonObject, targets: Json[]): JsonObject => ({
  strategy: { mode: 'fallback', ...triggers },
  targets,
})
