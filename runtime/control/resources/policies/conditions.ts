// What the conditions of a policy refer to. Resources are named as calls name them; one that is not in the workspace of the policy does not
// exist for it, and is refused. What is not a resource, and may be known later, is a warning in the words that the compiler has for
// policies of the manifest.
import {
  ENDPOINT_TYPES,
  type KnownValues,
  UNMATCHED_CONDITION,
  unmatchedCondition,
} from '../../../../compiler/facts/unmatched-condition.ts'
import type { LimitCondition } from '../../../../schemas/generated/types.ts'
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { didYouMean, suggest } from '../../../../schemas/values/suggest.ts'
import { type DerivedKind, linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import { keyOfWorkspace } from '../../access/members/person-reference.ts'
import { findWorkspace } from '../../access/workspaces/model.ts'
import { CONTROL_SLUG } from '../../core/control-slug.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import type { Requester } from '../../core/principal.ts'
import type { Resource } from '../../core/resource-store.ts'
import { AGENT_SERVER } from '../agents/model.ts'
import { CONFIG, configOfWorkspace } from '../configs/model.ts'
import { isProviderOfManifest, isSlugOfWorkspace, slugsOfWorkspace } from '../providers/model.ts'
import { linkProviderIds } from '../providers/provider-ids.ts'

type Context = ReadSources & Pick<ControlSources, 'plans' | 'catalog'>

/** Where a policy is enforced, and who writes it. */
export interface ConditionPlace extends Pick<Requester, 'may'> {
  readonly workspace: string
}

const ANY = '*'

const workspaceOf = ({ value }: Resource): readonly string[] => [asText(value['workspace']) ?? '']

interface Referred {
  /** What the sentence begins with where nothing has the name. */
  readonly none: string
  /** The name that calls have for what is named; undefined where the workspace has nothing of that name. */
  readonly find: (name: string) => string | undefined
  readonly names: () => readonly string[]
}

/** The conditions with the names that calls have, or 404 with the first that names nothing here. */
export function resolveConditions(
  conditions: readonly LimitCondition[],
  place: ConditionPlace,
  context: Context,
): readonly LimitCondition[] | Failure {
  const known = linkReferred(place, context)
  const resolved: LimitCondition[] = []
  for (const [index, condition] of conditions.entries()) {
    const { key, value } = condition
    const names: string[] = []
    for (const name of [value].flat()) {
      const found = resolveName(known(key), name)
      if (isFailure(found)) return { ...found, param: `conditions[${index}].value` }
      names.push(found)
    }
    resolved.push({ ...condition, value: typeof value === 'string' ? (names[0] ?? value) : names })
  }
  return resolved
}

function resolveName(referred: Referred | undefined, name: string): string | Failure {
  if (referred === undefined || name === ANY) return name
  return (
    referred.find(name) ??
    failure(
      'not_found',
      `${referred.none} is named ${quoted(name)}.${didYouMean(suggest(name, referred.names()))}`,
    )
  )
}

/** What a key of conditions refers to; undefined for keys whose values do not name resources. */
function linkReferred(
  { workspace, may }: ConditionPlace,
  context: Context,
): (key: string) => Referred | undefined {
  const { gateway, plans, replica, hash } = context
  const isHere = (value: { readonly [name: string]: unknown } | undefined): boolean =>
    value?.['workspace'] === workspace
  /** What git defines for all workspaces, and what the store has for this one. */
  const resources = (none: string, kind: string, derived: DerivedKind, own: readonly string[]): Referred => {
    const slugOf = linkDerivedIds(hash, derived, () => own)
    return {
      none,
      find: name => {
        const slug = slugOf(name) ?? (own.includes(name) ? name : undefined)
        const found = slug === undefined && replica ? findResourceNamed(replica, kind, name) : undefined
        return slug ?? (isHere(found?.value) ? found?.id : undefined)
      },
      names: () => [
        ...own,
        ...(replica?.find({ kind, valuesOf: workspaceOf }, workspace).map(({ id }) => id) ?? []),
      ],
    }
  }
  const providerSlugs = (): readonly string[] => [
    ...Object.keys(gateway.providers),
    ...Object.keys(gateway.pools ?? {}),
    ...slugsOfWorkspace(context, workspace),
  ]
  const referred: Readonly<Record<string, () => Referred>> = {
    workspace_id: () => ({
      none: 'No workspace',
      find: name => {
        const slug = findWorkspace(context, name)?.workspace.slug
        return slug !== undefined && may(slug) ? slug : undefined
      },
      names: () => [],
    }),
    config: () => ({
      ...resources('No config of this workspace', CONFIG, 'config', Object.keys(plans)),
      find: name => configOfWorkspace(context, workspace, name),
    }),
    mcp_server: () =>
      resources('No MCP server of this workspace', MCP_SERVER, 'mcpServer', [
        ...Object.keys(gateway.mcp?.servers ?? {}),
        ...(gateway.mcp?.control === true ? [CONTROL_SLUG] : []),
      ]),
    agent: () =>
      resources('No agent of this workspace', AGENT_SERVER, 'agent', Object.keys(gateway.agents ?? {})),
    provider: () => ({
      none: 'No provider of this workspace',
      find: name => {
        // A provider of the catalog is not a resource.
        if (!name.startsWith('@')) return name
        const slug = linkProviderIds(context)(name.slice(1), workspace) ?? name.slice(1)
        return isProviderOfManifest(context, slug) || isSlugOfWorkspace(context, workspace, slug)
          ? `@${slug}`
          : undefined
      },
      names: () => providerSlugs().map(slug => `@${slug}`),
    }),
    api_key: () => ({
      none: 'No key of this workspace',
      find: name => {
        // People are named by more than an identifier of a key.
        const found = name.includes(':') ? name : keyOfWorkspace(context, workspace, name)
        return isFailure(found) ? undefined : found
      },
      names: () => gateway.apiKeys.filter(key => key.workspace === workspace).map(({ id }) => id),
    }),
  }
  return key => (Object.hasOwn(referred, key) ? referred[key]?.() : undefined)
}

const NOUNS: Readonly<Record<string, string>> = {
  provider: 'No provider of this workspace',
  endpoint_type: 'No endpoint',
}

export const conditionWarnings = (
  conditions: readonly LimitCondition[],
  workspace: string,
  context: Context,
): readonly JsonObject[] => {
  // Only what is unknown needs all others, for a suggestion.
  const named = conditions
    .flatMap(({ key, value }) => (key === 'provider' ? value : []))
    .map(each => each.replace(/^@/, ''))
    .filter(slug => isSlugOfWorkspace(context, workspace, slug))
  const warnings = warningsAbout(conditions, knownValues(named, context))
  return warnings.length === 0
    ? warnings
    : warningsAbout(conditions, knownValues(slugsOfWorkspace(context, workspace), context))
}

function warningsAbout(conditions: readonly LimitCondition[], known: KnownValues): readonly JsonObject[] {
  return conditions.flatMap(({ key, value, excludes = false }, index) =>
    [value].flat().flatMap((text, place): readonly JsonObject[] => {
      const found = unmatchedCondition({ key, text, excludes }, known, NOUNS)
      if (found === undefined) return []
      return [
        {
          code: UNMATCHED_CONDITION,
          severity: 'warning',
          message: found.message,
          pointer: `conditions[${index}].value${typeof value === 'string' ? '' : `[${place}]`}`,
          notes: [...found.notes],
        },
      ]
    }),
  )
}

function knownValues(saved: Iterable<string>, { gateway, catalog }: Context): KnownValues {
  const slugs = [...Object.keys({ ...gateway.providers, ...gateway.pools }), ...saved]
  return {
    provider: [...catalog.providerNames, ...slugs.map(slug => `@${slug}`)],
    endpoint_type: ENDPOINT_TYPES,
  }
}
