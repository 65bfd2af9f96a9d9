// The routes of saved configs. A config that does not compile is never stored: the reply has its diagnostics.

import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { ApiRequest, Handlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { commitChange, ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageReply } from '../../core/pages.ts'
import { mayIn } from '../../core/principal.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { versionKey } from '../../core/version-key.ts'
import { type CompiledConfig, compileConfig, textOfConfig } from '../../resources/configs/compile-config.ts'
import {
  CONFIG,
  CONFIG_VERSION,
  LIVE_LABEL,
  type SavedConfig,
  savedConfigOf,
} from '../../resources/configs/saved-config.ts'
import type { ReferenceSources } from '../../resources/secret-references/stored-references.ts'
import { configPriceWarnings } from '../policies/price-warnings.ts'
import { placeOfConfig } from './config-place.ts'
import { findSavedConfig, projectConfigs, showConfig, toConfigRead } from './show-config.ts'
import { recordedConfig, toVersion, writeConfig } from './write-config.ts'

type Context = WriteSources &
  Pick<ControlSources, 'plans' | 'prompts' | 'configNumber' | 'catalog' | 'organisation'> &
  ReferenceSources

type ConfigOperation = 'listConfigs' | 'createConfig' | 'readConfig' | 'updateConfig' | 'deleteConfig'

export const configHandlers: Handlers<ConfigOperation, Context> = {
  listConfigs: async (request, context) => {
    const { workspace_id: wanted, status, name } = request.query
    const workspace = wanted === undefined ? undefined : chooseWorkspace(request, context, String(wanted))
    if (isFailure(workspace)) return workspace
    const part = String(name ?? '').toLowerCase()
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
    const time = new Date(context.clock.now()).toISOString()
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
    const numbers = Array.from({ length: config.latest }, (_, index) => index + 1)
    const result = await commitChange(context, request, {
      action: 'delete',
      resource: 'config',
      id: config.slug,
      workspace: config.workspace,
      before: recordedConfig(config),
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
}

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
