// The routes of saved configs, which are shown together with those of the project. A config that does not compile is never stored: the reply has
// its diagnostics. The object and its new version are written in one transaction.
import type { Config } from '../../../../schemas/generated/control-types.ts'
import type { Plan } from '../../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import { asObject, type Json, type JsonObject, parseJson } from '../../../../schemas/values/json.ts'
import { derivedUuid, identifiersIn, linkDerivedIds, randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findResourceNamed, wordsIn } from '../../core/find-named.ts'
import { statusValue } from '../../core/listing.ts'
import { mayIn } from '../../core/principal.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { Found } from '../../core/stored-form.ts'
import { versionDeletions, versionIdOf, versionKey } from '../../core/version-key.ts'
import { configPriceWarnings } from '../policies/price-warnings.ts'
import { PROMPT, templatesOfWorkspace } from '../prompts/model.ts'
import { isSlugOfWorkspace, slugsOfWorkspace } from '../providers/model.ts'
import { linkProviderIds } from '../providers/provider-ids.ts'
import {
  commitResource,
  deleteResource,
  isDefinedByGit,
  linkResource,
  nowOf,
  type SavedResource,
} from '../saved-resource.ts'
import type { ReferenceSources } from '../secret-references/stored-references.ts'
import { type CompiledConfig, type ConfigPlace, compileConfig, textOfConfig } from './compile-config.ts'
import {
  CONFIG,
  CONFIG_FORM,
  CONFIG_VERSION,
  CONFIG_VERSION_FORM,
  CONFIGS_BY_STATUS,
  LIVE_LABEL,
  type SavedConfig,
  type SavedVersion,
  savedConfigOf,
} from './model.ts'

export type ConfigContext = WriteSources &
  Pick<ControlSources, 'plans' | 'prompts' | 'configNumber' | 'catalog' | 'organisation'> &
  ReferenceSources

type Context = ConfigContext

export const CONFIG_RESOURCE: SavedResource<SavedConfig, Context> = {
  form: CONFIG_FORM,
  noun: 'config',
  parameter: 'slug',
  own: projectConfigs,
  isMerged: true,
  // A list of configs is always of one status, a list of plans is of both.
  stored: (find, { workspaces = [undefined], request: { query } }) => {
    const statuses = query['status'] === undefined ? ['active', 'archived'] : [String(query['status'])]
    return {
      lists: workspaces.flatMap(workspace =>
        statuses.map(status => find(CONFIGS_BY_STATUS, statusValue(status, workspace))),
      ),
      meets: ['workspace_id', 'status'],
    }
  },
  find: findConfig,
  sees:
    ({ may }) =>
    config =>
      isDefinedByGit(config) || may(config.workspace),
  changeFault: config => (isDefinedByGit(config) ? ownedByGit('config', config.slug) : undefined),
  searched: ({ name }) => name,
  filters: { status: ({ status }, wanted) => status === wanted },
  isIn: (config, workspace) => isDefinedByGit(config) || config.workspace === workspace,
  keyOf: ({ slug }) => slug,
  workspaceOf: ({ workspace }) => workspace,
  show: showConfig,
  // The versions have the text.
  record: ({ text: _, ...config }) => config,
  matchesNew: true,
}

export const CONFIGS = linkResource(CONFIG_RESOURCE)

export const configHandlers = {
  listConfigs: async (request, context) => {
    const reply = await CONFIGS.list(request, context)
    return isFailure(reply) ? reply : { ...reply, body: { success: true, ...asObject(reply.body) } }
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
  // Clients look for the config at the root, or in `data`.
  readConfig: CONFIGS.visible(({ saved, revision }, _request, context) => {
    const shown = showConfig(saved, context)
    const text = isDefinedByGit(saved) ? null : saved.text
    const config = text === null ? null : (parseJson(text) ?? null)
    return { body: { success: true, ...shown, config, data: { ...shown, config: text } }, revision }
  }),
  updateConfig: CONFIGS.writable(async (before, request, context) => {
    const { saved } = before
    const { config, promote = true, message, name = saved.name, status = saved.status } = request.body
    const time = nowOf(context)
    const changed = { ...saved, name, status, last_updated_at: time }
    if (config === undefined)
      return await writeConfig(request, context, { action: 'update', before, after: changed })
    const text = textOfConfig(config as Json)
    const compiled = compileFor(saved.workspace, saved.slug, text, context)
    if (isFailure(compiled)) return compiled
    const number = saved.latest + 1
    return await writeConfig(request, context, {
      action: 'update',
      before,
      after: {
        ...changed,
        latest: number,
        ...(promote && { labels: { ...saved.labels, [LIVE_LABEL]: number }, text, plan: compiled.digest }),
      },
      compiled,
      version: toVersion(request, number, text, compiled, message, time),
    })
  }),
  deleteConfig: CONFIGS.writable((found, request, context) => {
    const { slug, latest } = found.saved
    const writes = versionDeletions(CONFIG_VERSION, slug, latest)
    return deleteResource(CONFIG_RESOURCE, request, context, found, { writes })
  }),
} satisfies SomeHandlers<Context>

/** The config with the diagnostics of the compiler, and what budgets of the workspace refuse. */
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

/** Slugs are those of the organisation. Only callers who may read configs in a workspace learn that it has one. */
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

/** Those of the project, by slug. */
function projectConfigs(context: Context): readonly Found<SavedConfig>[] {
  return Object.entries(context.plans)
    .map(([slug, plan]) => projectConfig(slug, plan, context))
    .sort((left, right) => (left.saved.slug < right.saved.slug ? -1 : 1))
}

function findConfig(context: Context, given: string): Found<SavedConfig> | Failure | undefined {
  const { plans, replica, hash } = context
  const name = linkDerivedIds(hash, 'config', () => Object.keys(plans))(given) ?? given
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined
  if (plan !== undefined) return projectConfig(name, plan, context)
  if (replica === undefined) return STORE_REQUIRED
  const resource = findResourceNamed(replica, CONFIG, name)
  return resource && { saved: savedConfigOf(resource), revision: resource.revision }
}

/** A config of the bundle, whose source is in git. Files have no versions: what came from them is the first. */
function projectConfig(slug: string, plan: Plan, context: Context): Found<SavedConfig> {
  const time = new Date(context.loadedAt).toISOString()
  return {
    revision: undefined,
    saved: {
      id: derivedUuid(context.hash, CONFIG, slug),
      slug,
      name: slug,
      workspace: '',
      status: 'active',
      latest: context.configNumber?.(slug) ?? 1,
      labels: {},
      text: '',
      plan: context.hash(canonicalJson(plan)),
      created_at: time,
      last_updated_at: time,
    },
  }
}

function showConfig(config: SavedConfig, context: Context): JsonObject {
  const { id, slug, name, status, labels, plan, created_at, last_updated_at } = config
  const version = labels[LIVE_LABEL] ?? config.latest
  return {
    id,
    slug,
    name,
    workspace_id: isDefinedByGit(config) ? null : workspaceId(context, config.workspace),
    organisation_id: context.organisation,
    status,
    version,
    version_id: versionIdOf(id, version),
    labels,
    plan,
    owner: isDefinedByGit(config) ? 'git' : 'api',
    created_at,
    last_updated_at,
    object: 'config',
  } satisfies Config
}

export interface ConfigChange {
  readonly action: string
  readonly before: Found<SavedConfig> | undefined
  readonly after: SavedConfig
  readonly compiled?: CompiledConfig
  readonly version?: SavedVersion
}

export async function writeConfig(
  request: ApiRequest,
  context: Context,
  { action, before, after, compiled, version }: ConfigChange,
): Promise<ApiReply | Failure> {
  const { slug } = after
  const revision = await commitResource(CONFIG_RESOURCE, request, context, {
    action,
    before,
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
  if (isFailure(revision)) return revision
  const number = version?.version ?? after.labels[LIVE_LABEL] ?? after.latest
  const identifiers = {
    id: after.id,
    slug,
    version: number,
    version_id: versionIdOf(after.id, number),
    diagnostics: [...(compiled?.diagnostics ?? [])],
    object: 'config',
  }
  return { body: { success: true, ...identifiers, data: identifiers }, revision }
}

const toVersion = (
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

/** `text`: that of the config, which may name things by their identifiers. What it names is looked up; all is only read for suggestions. */
export function placeOfConfig(
  context: Pick<ControlSources, 'prompts' | 'replica' | 'hash' | 'gateway'>,
  workspace: string,
  text: string,
): ConfigPlace {
  const { replica, prompts = {}, hash } = context
  const named = identifiersIn(text)
  const words = [...wordsIn(parseJson(text) ?? null)]
  const providerOf = linkProviderIds(context)
  const promptOf = linkDerivedIds(hash, 'prompt', () => Object.keys(prompts))
  const isHere = (resource: Resource | undefined): boolean => resource?.value['workspace'] === workspace
  const placeWith = (slugs: Iterable<string>, saved: readonly string[]): ConfigPlace => ({
    workspace,
    slugs: new Set([...slugs, ...named.filter(id => providerOf(id, workspace) !== undefined)]),
    prompts: [
      ...Object.keys(prompts),
      ...saved,
      ...named.filter(
        id => promptOf(id) !== undefined || isHere(replica && findResourceNamed(replica, PROMPT, id)),
      ),
    ],
  })
  return {
    ...placeWith(
      words.filter(word => isSlugOfWorkspace({ replica }, workspace, word)),
      words.filter(word => isHere(replica?.get(PROMPT, word))),
    ),
    all: () =>
      placeWith(
        slugsOfWorkspace({ replica }, workspace),
        (replica?.find(templatesOfWorkspace(PROMPT), workspace) ?? []).map(({ id }) => id),
      ),
  }
}
