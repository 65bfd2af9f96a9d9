// Configs as clients see them: those that were saved by API, and those of the project, whose sources are in git.
import type { Config } from '../../../../schemas/generated/control-types.ts'
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import { type JsonObject, parseJson } from '../../../../schemas/values/json.ts'
import { derivedUuid, linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import { workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import { ownedByGit, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import { versionIdOf } from '../../core/version-key.ts'
import {
  CONFIG,
  LIVE_LABEL,
  type SavedConfig,
  type SavedVersion,
  savedConfigOf,
} from '../../resources/configs/saved-config.ts'

type Context = ReadSources & Pick<ControlSources, 'plans' | 'configNumber' | 'organisation'>

/** Clients look for the config at the root, or in `data`. */
export const toConfigRead = (config: Config, text: string | null): JsonObject =>
  ({
    success: true,
    ...config,
    config: text === null ? null : (parseJson(text) ?? null),
    data: { ...config, config: text },
  }) as JsonObject

/** A config of the store that the caller may see, by slug or identifier. */
export function findSavedConfig(
  request: ApiRequest,
  context: Context,
): { readonly config: SavedConfig; readonly revision: number } | Failure {
  const given = request.path['slug'] ?? ''
  const name = linkDerivedIds(context.hash, 'config', () => Object.keys(context.plans))(given) ?? given
  if (Object.hasOwn(context.plans, name))
    return request.method === 'GET'
      ? failure(
          'not_found',
          `The versions of ${quoted(name)} are those of its project: portolan history lists them.`,
        )
      : ownedByGit('config', name)
  if (context.replica === undefined) return STORE_REQUIRED
  const resource = findResourceNamed(context.replica, CONFIG, name)
  if (resource === undefined || !request.may(savedConfigOf(resource).workspace))
    return failure('not_found', `There is no config ${quoted(name)}.`)
  return { config: savedConfigOf(resource), revision: resource.revision }
}

export function showConfig(config: SavedConfig, context: Context): Config {
  const { id, slug, name, status, labels, plan, created_at, last_updated_at } = config
  const version = labels[LIVE_LABEL] ?? config.latest
  return {
    id,
    slug,
    name,
    workspace_id: workspaceId(context, config.workspace),
    organisation_id: context.organisation,
    status,
    version,
    version_id: versionIdOf(id, version),
    labels,
    plan,
    owner: 'api',
    created_at,
    last_updated_at,
    object: 'config',
  }
}

export const showVersion = ({ id, labels }: SavedConfig, version: SavedVersion): JsonObject => ({
  id: versionIdOf(id, version.version),
  version: version.version,
  config: version.text,
  plan: version.plan,
  labels: Object.keys(labels).filter(label => labels[label] === version.version),
  created_by: version.created_by,
  message: version.message,
  created_at: version.created_at,
  object: 'config_version',
})

/** The configs of the bundle, whose sources are in git. Files have no versions: what came from them is the first. */
export function projectConfigs({
  plans,
  hash,
  loadedAt,
  organisation,
  configNumber,
}: Context): readonly Config[] {
  const time = new Date(loadedAt).toISOString()
  return Object.entries(plans).map(([slug, plan]) => {
    const id = derivedUuid(hash, CONFIG, slug)
    const version = configNumber?.(slug) ?? 1
    return {
      id,
      slug,
      name: slug,
      workspace_id: null,
      organisation_id: organisation,
      status: 'active',
      version,
      version_id: versionIdOf(id, version),
      labels: {},
      plan: hash(canonicalJson(plan)),
      owner: 'git',
      created_at: time,
      last_updated_at: time,
      object: 'config',
    }
  })
}
