// The routes of saved configs. A config that does not compile is never stored: the reply has its diagnostics.
import type { Config, ConfigCreate, ConfigUpdate } from '../../../schemas/generated/control-types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { type Json, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { derivedUuid, randomUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiReply, ApiRequest, ControlContext, Handlers } from '../api/api-request.ts'
import { commitChange, ownedByGit, STORE_REQUIRED } from '../api/commit-change.ts'
import { pageReply } from '../api/pages.ts'
import { slugsOfWorkspace } from '../providers/slugs-of-workspace.ts'
import type { ResourceWrite } from '../resource-store.ts'
import { chooseWorkspace, workspaceId } from '../workspaces/choose-workspace.ts'
import { toSlug } from '../workspaces/workspace.ts'
import { type CompiledConfig, compileConfig, textOfConfig } from './compile-config.ts'
import {
  CONFIG,
  CONFIG_VERSION,
  configOf,
  configValue,
  LIVE_LABEL,
  readSavedVersion,
  type SavedConfig,
  type SavedVersion,
  savedVersionOf,
  versionIdOf,
  versionKey,
  versionValue,
} from './saved-config.ts'

type ConfigOperation =
  | 'listConfigs'
  | 'createConfig'
  | 'readConfig'
  | 'updateConfig'
  | 'deleteConfig'
  | 'listConfigVersions'
  | 'readConfigVersion'
  | 'moveConfigLabel'
  | 'deleteConfigLabel'

/** Versions that are listed, the newest; older ones are read by their numbers. */
const MAX_VERSIONS = 1_000

export const configHandlers: Handlers<ConfigOperation> = {
  listConfigs: async (request, context) => {
    const { workspace_id: wanted, status, name } = request.query
    const workspace = wanted === undefined ? undefined : chooseWorkspace(request, context, String(wanted))
    if (isFailure(workspace)) return workspace
    const part = String(name ?? '').toLowerCase()
    const stored = (context.replica?.all(CONFIG).toArray() ?? [])
      .map(configOf)
      .filter(config => request.may(config.workspace))
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
    const {
      name,
      slug = toSlug(name),
      config,
      workspace_id,
      message,
    } = request.body as unknown as ConfigCreate
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    if (Object.hasOwn(context.plans, slug)) return ownedByGit('config', slug)
    const text = textOfConfig(config as Json)
    const compiled = compileConfig(context, slug, text, placeOfConfig(context, workspace))
    if (isFailure(compiled)) return compiled
    const time = new Date(context.clock.now()).toISOString()
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
    const own = projectConfigs(context).find(config => config.slug === slug || config.id === slug)
    if (own !== undefined) return { body: toRead(own, null) }
    const found = findConfig(request, context)
    if (isFailure(found)) return found
    const { config, revision } = found
    return {
      body: toRead(showConfig(config, context), config.text),
      revision,
    }
  },
  updateConfig: async (request, context) => {
    const found = findConfig(request, context)
    if (isFailure(found)) return found
    const { name, config, status, promote = true, message } = request.body as unknown as ConfigUpdate
    const { config: before, revision } = found
    const time = new Date(context.clock.now()).toISOString()
    const base = {
      ...before,
      ...(name !== undefined && { name }),
      ...(status !== undefined && { status }),
      last_updated_at: time,
    }
    if (config === undefined)
      return await writeConfig(request, context, { action: 'update', before, revision, after: base })
    const text = textOfConfig(config as Json)
    const compiled = compileConfig(context, before.slug, text, placeOfConfig(context, before.workspace))
    if (isFailure(compiled)) return compiled
    const number = before.latest + 1
    return await writeConfig(request, context, {
      action: 'update',
      before,
      revision,
      after: {
        ...base,
        latest: number,
        ...(promote && { labels: { ...before.labels, [LIVE_LABEL]: number }, text, plan: compiled.digest }),
      },
      compiled,
      version: toVersion(request, number, text, compiled, message, time),
    })
  },
  deleteConfig: async (request, context) => {
    const found = findConfig(request, context)
    if (isFailure(found)) return found
    const { config, revision } = found
    const numbers = Array.from({ length: config.latest }, (_, index) => index + 1)
    const result = await commitChange(context, request, {
      action: 'delete',
      resource: 'config',
      id: config.slug,
      workspace: config.workspace,
      before: recorded(config),
      after: null,
      writes: [
        { kind: CONFIG, id: config.slug, value: undefined, expects: request.expects ?? revision },
        ...numbers.map(
          (number): ResourceWrite => ({
            kind: CONFIG_VERSION,
            id: versionKey(config.slug, number),
            value: undefined,
          }),
        ),
      ],
    })
    return isFailure(result) ? result : { body: {} }
  },
  listConfigVersions: async (request, context) => {
    const found = findConfig(request, context)
    if (isFailure(found)) return found
    const { config } = found
    const versions = await context.store?.list(CONFIG_VERSION, {
      prefix: `${config.slug}/`,
      limit: MAX_VERSIONS,
      descending: true,
    })
    return pageReply((versions ?? []).map(savedVersionOf), request, version => showVersion(config, version))
  },
  readConfigVersion: async (request, context) => {
    const found = findConfig(request, context)
    if (isFailure(found)) return found
    const name = request.path['version'] ?? ''
    const { labels, slug } = found.config
    const number = /^\d{1,8}$/.test(name)
      ? Number(name)
      : Object.hasOwn(labels, name)
        ? labels[name]
        : undefined
    const version =
      number === undefined || context.store === undefined
        ? undefined
        : await readSavedVersion(context.store, slug, number)
    return version === undefined
      ? failure('not_found', `There is no version ${quoted(`${slug}@${name}`)}.`)
      : { body: showVersion(found.config, version) }
  },
  moveConfigLabel: async (request, context) => {
    const found = findConfig(request, context)
    if (isFailure(found)) return found
    const label = request.path['label'] ?? ''
    if (!/^[a-z][a-z0-9-]{0,62}$/.test(label) || label === 'latest')
      return failure(
        'invalid_request',
        `${quoted(label)} is not a label: a lower-case word other than latest.`,
      )
    const { config: before, revision } = found
    const number = Number(request.body['version'])
    const version = context.store && (await readSavedVersion(context.store, before.slug, number))
    if (version === undefined)
      return failure('not_found', `There is no version ${quoted(`${before.slug}@${number}`)}.`)
    const isLive = label === LIVE_LABEL
    const written = await writeConfig(request, context, {
      action: 'promote',
      before,
      revision,
      after: {
        ...before,
        labels: { ...before.labels, [label]: number },
        ...(isLive && { text: version.text, plan: version.plan }),
        last_updated_at: new Date(context.clock.now()).toISOString(),
      },
    })
    return isFailure(written)
      ? written
      : { ...written, body: { label, version: number, object: 'config_label' } }
  },
  deleteConfigLabel: async (request, context) => {
    const found = findConfig(request, context)
    if (isFailure(found)) return found
    const label = request.path['label'] ?? ''
    const { config: before, revision } = found
    if (label === LIVE_LABEL)
      return failure('invalid_request', 'The label live is the version in use: archive or delete the config.')
    if (!Object.hasOwn(before.labels, label))
      return failure('not_found', `The config has no label ${quoted(label)}.`)
    const { [label]: _, ...labels } = before.labels
    const written = await writeConfig(request, context, {
      action: 'update',
      before,
      revision,
      after: { ...before, labels, last_updated_at: new Date(context.clock.now()).toISOString() },
    })
    return isFailure(written) ? written : { body: {} }
  },
}

interface ConfigChange {
  readonly action: string
  readonly before: SavedConfig | undefined
  /** The revision of what was before. */
  readonly revision?: number
  readonly after: SavedConfig
  readonly compiled?: CompiledConfig
  readonly version?: SavedVersion
}

async function writeConfig(
  request: ApiRequest,
  context: ControlContext,
  { action, before, revision, after, compiled, version }: ConfigChange,
): Promise<ApiReply | Failure> {
  const { slug } = after
  const result = await commitChange(context, request, {
    action,
    resource: 'config',
    id: slug,
    workspace: after.workspace,
    before: before === undefined ? null : recorded(before),
    after: recorded(after),
    writes: [
      { kind: CONFIG, id: slug, value: configValue(after), expects: request.expects ?? revision ?? 'absent' },
      ...(version === undefined
        ? []
        : [
            {
              kind: CONFIG_VERSION,
              id: versionKey(slug, version.version),
              value: versionValue(version),
              expects: 'absent' as const,
            },
          ]),
    ],
  })
  if (isFailure(result)) return result
  const number = version?.version ?? after.labels[LIVE_LABEL] ?? after.latest
  const data = {
    id: after.id,
    slug,
    version: number,
    version_id: versionIdOf(after.id, number),
    diagnostics: [...(compiled?.diagnostics ?? [])],
    object: 'config',
  }
  return { body: { success: true, ...data, data }, revision: result }
}

/** Clients look for the config at the root, or in `data`. */
const toRead = (config: Config, text: string | null): JsonObject =>
  ({
    success: true,
    ...config,
    config: text === null ? null : (parseJson(text) ?? null),
    data: { ...config, config: text },
  }) as JsonObject

/** What the audit log keeps: the versions have the text. */
const recorded = ({ text: _, ...config }: SavedConfig): JsonObject => ({ ...config })

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

/** A config of the store that the caller may see, by slug or identifier. */
function findConfig(
  request: ApiRequest,
  context: ControlContext,
): { readonly config: SavedConfig; readonly revision: number } | Failure {
  const name = request.path['slug'] ?? ''
  if (Object.hasOwn(context.plans, name))
    return request.method === 'GET'
      ? failure(
          'not_found',
          `The versions of ${quoted(name)} are those of its project: portolan history lists them.`,
        )
      : ownedByGit('config', name)
  if (context.replica === undefined) return STORE_REQUIRED
  const resource =
    context.replica.get(CONFIG, name) ?? context.replica.all(CONFIG).find(({ value }) => value['id'] === name)
  if (resource === undefined || !request.may(configOf(resource).workspace))
    return failure('not_found', `There is no config ${quoted(name)}.`)
  return { config: configOf(resource), revision: resource.revision }
}

function showConfig(config: SavedConfig, context: ControlContext): Config {
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

const showVersion = ({ id, labels }: SavedConfig, version: SavedVersion): JsonObject => ({
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

/** The configs of the bundle, whose sources are in git. */
function projectConfigs({ plans, hash, loadedAt, organisation }: ControlContext): readonly Config[] {
  const time = new Date(loadedAt).toISOString()
  return Object.entries(plans).map(([slug, plan]) => {
    const id = derivedUuid(hash, CONFIG, slug)
    return {
      id,
      slug,
      name: slug,
      workspace_id: null,
      organisation_id: organisation,
      status: 'active',
      version: 1,
      version_id: versionIdOf(id, 1),
      labels: {},
      plan: hash(canonicalJson(plan)),
      owner: 'git',
      created_at: time,
      last_updated_at: time,
      object: 'config',
    }
  })
}

const placeOfConfig = (context: ControlContext, workspace: string) => ({
  workspace,
  slugs: slugsOfWorkspace(context, workspace),
})
