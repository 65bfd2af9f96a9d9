// Routes by model name: the groups of deployments, aliases, and names that match a pattern.
import { asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { ModelRoute } from '../model-router.ts'
import type { ExpectedCall, ProjectDraft } from '../project-draft.ts'
import type { Deployment } from './deployments.ts'
import { type FallbackNames, readFallbacks } from './fallbacks.ts'
import { type GroupTarget, groupTarget } from './group-targets.ts'
import type { RouterSettings } from './router-settings.ts'
import { objectAt, type Sections } from './sections.ts'

export interface NamedRoute extends ModelRoute {
  readonly group: GroupTarget
  readonly chain: Chain
}

export function namedRoutes(
  deployments: readonly Deployment[],
  sections: Sections,
  settings: RouterSettings,
  draft: ProjectDraft,
): readonly NamedRoute[] {
  const groups = new Map(
    [...Map.groupBy(expandPatterns(deployments, draft), ({ group }) => group)].map(([name, own]) => [
      name,
      groupTarget(own, settings, draft, name),
    ]),
  )
  // A fallback may name the identifier of one deployment.
  const byId = new Map(
    deployments.flatMap(each =>
      each.id === undefined ? [] : [[each.id, groupTarget([each], settings, draft)] as const],
    ),
  )
  const groupOf = (name: string): readonly GroupTarget[] => {
    const found = groups.get(name) ?? byId.get(name) ?? patternFor(groups, name)
    return found === undefined ? [] : [found]
  }
  const aliases = readAliases(sections, name => groupOf(name).length > 0)
  const fallbacks = readFallbacks(sections, name => groupOf(aliases.get(name) ?? name).length > 0)
  const chains = new Map(
    [...groups].map(([name, group]) => [
      name,
      { name, group, chain: chainOf(group, fallbacks.of(name), each => groupOf(aliases.get(each) ?? each)) },
    ]),
  )
  const routes = [...chains.values()].map(each => ({
    ...each,
    target: named(draft, each.chain.target, each.name),
  }))
  const targets = new Map(routes.map(each => [each.name, each]))
  const aliased = [...aliases].flatMap(([alias, name]) => {
    const route = targets.get(name)
    return route === undefined || targets.has(alias) ? [] : [{ ...route, name: alias }]
  })
  return [...routes, ...aliased]
}

/** A copy with a name, which has the comments of the target. */
function named({ comments }: ProjectDraft, target: JsonObject, name: string): JsonObject {
  const copy = { name, ...target }
  const lines = comments.get(target)
  if (lines !== undefined) comments.set(copy, lines)
  return copy
}

/** A pattern that a name is one of. */
const patternFor = (groups: ReadonlyMap<string, GroupTarget>, name: string): GroupTarget | undefined => {
  const found = [...groups].find(
    ([pattern]) => pattern.includes('*') && name.startsWith(pattern.split('*')[0] ?? ''),
  )
  return found?.[1]
}

/** `model_group_alias` and `model_alias_map`: a name, or an object with one. */
function readAliases({ router }: Sections, isKnown: (name: string) => boolean): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>()
  for (const section of router)
    for (const name of ['model_group_alias', 'model_alias_map'])
      for (const { context, at, value } of objectAt(section, name))
        for (const [alias, written] of Object.entries(value)) {
          const model = isObject(written) ? asObject(written)['model'] : written
          if (typeof model === 'string' && isKnown(model)) aliases.set(alias, model)
          else
            context.report(
              'import-broken-reference',
              childPointer(at, alias),
              `The alias "${alias}" does not name one model of model_list. It was left out.`,
            )
        }
  return aliases
}

// Patterns of model names. A config cannot take a part of a name, so where the model that is sent differs from the name, the models
// that are known of the provider are written out, or an alias leads to the provider if they are too many.

/** The most names that a pattern is written out to. */
const MOST = 100

function expandPatterns(deployments: readonly Deployment[], draft: ProjectDraft): readonly Deployment[] {
  const exact = new Set(deployments.flatMap(({ group }) => (group.includes('*') ? [] : [group])))
  return deployments.flatMap(deployment => {
    const { group, model, item } = deployment
    if (!(model?.includes('*') ?? false)) return [deployment]
    const { context } = item
    const known = context.modelsOf(deployment.provider)
    const [before = '', after = ''] = (model ?? '').split('*')
    const all = known.filter(name => name.startsWith(before) && name.endsWith(after))
    if (
      all.length > MOST &&
      group.length > 1 &&
      [group, model ?? ''].every(text => text.indexOf('*') === text.length - 1)
    ) {
      draft.manifest['aliases'] = {
        ...asObject(draft.manifest['aliases']),
        [group]: `@${deployment.slug}/${model}`,
      }
      context.report(
        'import-approximated',
        item.at,
        `"${group}" is an alias of the models of @${deployment.slug}: the retries, fallbacks, timeouts and cache of the router do not apply to them.`,
      )
      return []
    }
    const names = all
      .slice(0, MOST)
      .map(name => ({ name, part: name.slice(before.length, name.length - after.length) }))
      .map(({ name, part }) => ({ group: group.replace('*', part), model: name }))
      .filter(each => !exact.has(each.group))
    context.report(
      names.length === 0 ? 'import-not-expressible' : 'import-approximated',
      item.at,
      names.length === 0
        ? `"${group}" was left out: a config cannot take the part of a name that is sent. Clients write @${deployment.slug}/model instead.`
        : `A config cannot take the part of "${group}" that is sent, so ${names.length < all.length ? `${names.length} of the ${all.length}` : `the ${names.length}`} known models of the provider are written out. For others clients write @${deployment.slug}/model.`,
    )
    return names.map((each, index) => ({ ...deployment, ...each, comments: [], isExpanded: index > 0 }))
  })
}

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

/** A model name with its fallbacks as one target: general ones, and those after an error of the context window or the content policy. */
interface Chain {
  readonly target: JsonObject
  readonly failing: readonly ExpectedCall[]
}

/** `groupOf`: the deployments of a name. */
function chainOf(
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
