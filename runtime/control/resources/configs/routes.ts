// The routes of saved configs, which are shown beside those of the project. A config that does not compile is never stored: the reply has
// its diagnostics. The object and its new version are written in one transaction.
import type { Config } from '../../../../schemas/generated/control-types.ts'
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import { type Json, type JsonObject, parseJson } from '../../../../schemas/values/json.ts'
import { derivedUuid, linkDerivedIds, randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, ReadSources, WriteSources } from '../../core/control-sources.ts'
import { findNamed, findResourceNamed, identifiersIn } from '../../core/find-named.ts'
import { pageReply } from '../../core/pages.ts'
import { mayIn } from '../../core/principal.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { versionIdOf, versionKey } from '../../core/version-key.ts'
import { configPriceWarnings } from '../policies/price-warnings.ts'
import { PROMPT } from '../prompts/model.ts'
import { slugsOfWorkspace } from '../providers/model.ts'
import { linkProviderIds } from '../providers/provider-ids.ts'
import {
  commitResource,
  deleteResource,
  noSuch,
  nowOf,
  searchedPart,
  type WrittenResource,
  workspaceOfList,
} from '../saved-resource.ts'
import type { ReferenceSources } from '../secret-references/stored-references.ts'
import { type CompiledConfig, type ConfigPlace, compileConfig, textOfConfig } from './compile-config.ts'
import {
  CONFIG,
  CONFIG_FORM,
  CONFIG_VERSION,
  CONFIG_VERSION_FORM,
  LIVE_LABEL,
  type SavedConfig,
  type SavedVersion,
  savedConfigOf,
} from './model.ts'

type Context = WriteSources &
  Pick<ControlSources, 'plans' | 'prompts' | 'configNumber' | 'catalog' | 'organisation'> &
  ReferenceSources

export const configHandlers = {
  listConfigs: async (request, context) => {
    const { status } = request.query
    const workspace = workspaceOfList(request, context)
    if (isFailure(workspace)) return workspace
    const part = searchedPart(request)
    const stored = (context.replica?.all(CONFIG).toArray() ?? [])
      .map(savedConfigOf)
      // Where git names a slug that the store has too, git's counts.
      .filter(config => !Object.hasOwn(context.plans, config.slug) && request.may(config.workspace))
      .filter(config => workspace === undefined || config.workspace === workspace)
      .filter(config => config.status === status)
    const shown = [
      ...(status === 'active' ? projectConfigs(context) : []),
      ...stored.map(config => showConfig(config, context)),
    ]
      .filter(config => config.name.toLowerCase().includes(part))
      .sort((left, right) => (left.slug < right.slug ? -1 : 1))
    const reply = pageReply(shown, request, config => ({ ...config }) as JsonObject)
    return { ...reply, body: { success: true, ...(reply.body as JsonObject) } }
  },
  createConfig: async (request, context) => {
    const { name, slug: wanted, config, workspace_id, message } = request.body
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    if (Object.hasOwn(context.plans, slug)) return ownedByGit('config', slug)
    const taken = context.replica?.get(CONFIG, slug)
    if (taken !== undefined) return slugTaken(request, slug, savedConfigOf(taken).workspace, workspace)
    const text = textOfConfig(config as Json)
    const compiled = compileFor(workspace, slug, text, context)
    if (isFailure(compiled)) return compiled
    const time = nowOf(context)
    const saved: SavedConfig = {
      id: randomUuid(context.randomId()),
      slug,
      name,
      workspace,
      status: 'active',
      latest: 1,
      labels: { [LIVE_LABEL]: 1 },
      text,
      plan: compiled.digest,
      created_at: time,
      last_updated_at: time,
    }
    return await writeConfig(request, context, {
      action: 'create',
      before: undefined,
      after: saved,
      compiled,
      version: toVersion(request, 1, text, compiled, message, time),
    })
  },
  readConfig: async (request, context) => {
    const slug = request.path['slug'] ?? ''
    const own = findNamed(projectConfigs(context), slug, each => each)
    if (own !== undefined) return { body: toConfigRead(own, null) }
    const found = findSavedConfig(request, context)
    if (isFailure(found)) return found
    const { config, revision } = found
    return {
      body: toConfigRead(showConfig(config, context), config.text),
      revision,
    }
  },
  updateConfig: async (request, context) => {
    const found = findSavedConfig(request, context)
    if (isFailure(found)) return found
    const { name, config, status, promote = true, message } = request.body
    const { config: before, revision } = found
    const time = nowOf(context)
    const changed = {
      ...before,
      ...(name !== undefined && { name }),
      ...(status !== undefined && { status }),
      last_updated_at: time,
    }
    if (config === undefined)
      return await writeConfig(request, context, { action: 'update', before, revision, after: changed })
    const text = textOfConfig(config as Json)
    const compiled = compileFor(before.workspace, before.slug, text, context)
    if (isFailure(compiled)) return compiled
    const number = before.latest + 1
    return await writeConfig(request, context, {
      action: 'update',
      before,
      revision,
      after: {
        ...changed,
        latest: number,
        ...(promote && { labels: { ...before.labels, [LIVE_LABEL]: number }, text, plan: compiled.digest }),
      },
      compiled,
      version: toVersion(request, number, text, compiled, message, time),
    })
  },
  deleteConfig: async (request, context) => {
    const found = findSavedConfig(request, context)
    if (isFailure(found)) return found
    const { config, revision } = found
    const versions = Array.from(
      { length: config.latest },
      (_, index): ResourceWrite => ({
        kind: CONFIG_VERSION,
        id: versionKey(config.slug, index + 1),
        value: undefined,
      }),
    )
    return await deleteResource(CONFIGS, request, context, { saved: config, revision }, { writes: versions })
  },
} satisfies SomeHandlers<Context>

/** The config with what the compiler says of it, and what budgets of the workspace refuse. */
function compileFor(
  workspace: string,
  slug: string,
  text: string,
  context: Context,
): CompiledConfig | Failure {
  const compiled = compileConfig(context, slug, text, placeOfConfig(context, workspace, text))
  if (isFailure(compiled)) return compiled
  const warnings = configPriceWarnings(compiled.plan, workspace, context)
  return warnings.length === 0
    ? compiled
    : { ...compiled, diagnostics: [...compiled.diagnostics, ...warnings] }
}

/** Slugs are those of the organisation. Which workspace has one is told to those alone who may read configs there. */
const slugTaken = (
  { principal }: Pick<ApiRequest, 'principal'>,
  slug: string,
  owner: string,
  workspace: string,
): Failure => {
  const where =
    owner === workspace
      ? 'exists already'
      : mayIn(principal, 'configs.read', owner)
        ? `is taken in the workspace ${quoted(owner)}`
        : 'is taken in another workspace'
  return failure('conflict', `The config ${quoted(slug)} ${where}. Choose another slug.`, { param: 'slug' })
}

type ShowContext = ReadSources & Pick<ControlSources, 'plans' | 'configNumber' | 'organisation'>

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
  context: ShowContext,
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
  if (resource === undefined || !request.may(savedConfigOf(resource).workspace)) return noSuch('config', name)
  return { config: savedConfigOf(resource), revision: resource.revision }
}

export function showConfig(config: SavedConfig, context: ShowContext): Config {
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
}: ShowContext): readonly Config[] {
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

export interface ConfigChange {
  readonly action: string
  readonly before: SavedConfig | undefined
  /** The revision of what was before. */
  readonly revision?: number
  readonly after: SavedConfig
  readonly compiled?: CompiledConfig
  readonly version?: SavedVersion
}

export async function writeConfig(
  request: ApiRequest,
  context: WriteSources,
  { action, before, revision, after, compiled, version }: ConfigChange,
): Promise<ApiReply | Failure> {
  const { slug } = after
  const result = await commitResource(CONFIGS, request, context, {
    action,
    before: before && { saved: before, revision },
    after,
    writes:
      version === undefined
        ? []
        : [
            {
              kind: CONFIG_VERSION,
              id: versionKey(slug, version.version),
              value: CONFIG_VERSION_FORM.write(version),
              expects: 'absent',
            },
          ],
  })
  if (isFailure(result)) return result
  const number = version?.version ?? after.labels[LIVE_LABEL] ?? after.latest
  const identifiers = {
    id: after.id,
    slug,
    version: number,
    version_id: versionIdOf(after.id, number),
    diagnostics: [...(compiled?.diagnostics ?? [])],
    object: 'config',
  }
  return { body: { success: true, ...identifiers, data: identifiers }, revision: result }
}

const CONFIGS: WrittenResource<SavedConfig> = {
  form: CONFIG_FORM,
  noun: 'config',
  keyOf: ({ slug }) => slug,
  workspaceOf: ({ workspace }) => workspace,
  // The versions have the text.
  show: ({ text: _, ...config }) => config,
  matchesNew: true,
}

export const toVersion = (
  { principal }: ApiRequest,
  version: number,
  text: string,
  { digest }: CompiledConfig,
  message: string | undefined,
  time: string,
): SavedVersion => ({
  version,
  text,
  plan: digest,
  created_by: principal.id,
  message: message ?? null,
  created_at: time,
})

/** `text`: that of the config, which may name things by their identifiers. */
export function placeOfConfig(
  context: Pick<ControlSources, 'prompts' | 'replica' | 'hash' | 'gateway'>,
  workspace: string,
  text: string,
): ConfigPlace {
  const { replica, prompts = {}, hash } = context
  const saved = replica?.all(PROMPT).filter(({ value }) => value['workspace'] === workspace)
  const named = identifiersIn(text)
  const providerOf = linkProviderIds(context)
  const promptOf = linkDerivedIds(hash, 'prompt', () => Object.keys(prompts))
  const isPrompt = (id: string): boolean =>
    promptOf(id) !== undefined ||
    (replica && findResourceNamed(replica, PROMPT, id))?.value['workspace'] === workspace
  return {
    workspace,
    slugs: new Set([
      ...slugsOfWorkspace({ replica }, workspace),
      ...named.filter(id => providerOf(id, workspace) !== undefined),
    ]),
    prompts: [...Object.keys(prompts), ...(saved?.map(({ id }) => id) ?? []), ...named.filter(isPrompt)],
  }
}
