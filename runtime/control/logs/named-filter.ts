// The filter of a query whose configs, prompts and providers are named by their slugs, as records have them, or by their identifiers.
import { isUuid, linkDerivedIds } from '../../../schemas/values/uuid.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { workspaceSlugs } from '../access/workspaces/model.ts'
import type { ApiRequest } from '../core/api-request.ts'
import type { ControlSources, ReadSources } from '../core/control-sources.ts'
import { findResourceNamed } from '../core/find-named.ts'
import { CONFIG } from '../resources/configs/model.ts'
import { PROMPT } from '../resources/prompts/model.ts'
import { providerSlugIn } from '../resources/providers/provider-ids.ts'
import type { LogFilter, LogSources, LogStore } from './log-store.ts'
import { type LogView, openView } from './log-view.ts'
import { readLogFilter } from './read-log-filter.ts'

/** What names in filters are looked up in. */
export type NameSources = ReadSources & Pick<ControlSources, 'plans' | 'prompts'>

type SlugOf = (id: string) => string | undefined

/** The store, and the filter of the query of a request, within what the caller may see. */
export function openFilter(
  request: ApiRequest,
  context: LogSources & NameSources,
): { readonly logs: LogStore; readonly filter: LogFilter } | Failure {
  const open = openView(request, context)
  if (isFailure(open)) return open
  const filter = readNamedFilter(request.query, open.view, context)
  return isFailure(filter) ? filter : { logs: open.logs, filter }
}

export function readNamedFilter(
  query: ApiRequest['query'],
  view: LogView,
  context: NameSources,
): LogFilter | Failure {
  const filter = readLogFilter(query, view, context.hash)
  if (isFailure(filter)) return filter
  const { configs, prompts, providers } = filter
  if (![configs, prompts, providers].some(names => names?.some(isUuid))) return filter
  const { plans, prompts: own = {} } = context
  return {
    ...filter,
    ...(configs && { configs: named(configs, linkSlugs(context, view, 'config', CONFIG, plans)) }),
    ...(prompts && { prompts: named(prompts, linkSlugs(context, view, 'prompt', PROMPT, own)) }),
    ...(providers && { providers: named(providers, linkProviderSlugs(context, view)) }),
  }
}

const named = (names: readonly string[], slugOf: SlugOf): readonly string[] =>
  names.map(name => (isUuid(name) ? (slugOf(name) ?? name) : name))

/** What is saved in a workspace whose records the caller does not see is not looked up. */
function linkSlugs(
  { hash, replica }: NameSources,
  { scope }: LogView,
  kind: 'config' | 'prompt',
  saved: string,
  own: object,
): SlugOf {
  const ofGit = linkDerivedIds(hash, kind, () => Object.keys(own))
  return id => {
    const found = replica && findResourceNamed(replica, saved, id)
    const isVisible = scope === 'all' || scope.includes(String(found?.value['workspace']))
    return ofGit(id) ?? (isVisible ? found?.id : undefined)
  }
}

function linkProviderSlugs(context: NameSources, { scope }: LogView): SlugOf {
  const workspaces = scope === 'all' ? workspaceSlugs(context) : scope
  return id => providerSlugIn(context, id, workspaces)
}
