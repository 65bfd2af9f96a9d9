// Prompts and their versions as clients read them.
import type { PlanPrompt } from '../../../../schemas/generated/types.ts'
import { type Json, type JsonObject, toJson } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { versionIdOf } from '../../core/version-key.ts'
import { namedLabels } from '../labels/model.ts'
import { PROMPT, type SavedTemplate, type TemplateKind, type TemplateVersion } from './model.ts'

type Context = ReadSources & Pick<ControlSources, 'organisation'>

/** What prompts and partials have in common. */
export const showHead = (head: SavedTemplate, context: Context, object: string): JsonObject => ({
  id: head.id,
  slug: head.slug,
  name: head.name,
  workspace_id: workspaceId(context, head.workspace),
  organisation_id: context.organisation,
  version: head.published,
  version_id: versionIdOf(head.id, head.published),
  latest_version: head.latest,
  owner: 'api',
  created_at: head.created_at,
  last_updated_at: head.last_updated_at,
  object,
})

/** The same of what the project defines. */
export function showProjectHead(
  kind: TemplateKind,
  slug: string,
  context: Context,
  object: string,
): JsonObject {
  const id = derivedUuid(context.hash, kind, slug)
  const time = new Date(context.loadedAt).toISOString()
  return {
    id,
    slug,
    name: slug,
    workspace_id: null,
    organisation_id: context.organisation,
    version: 1,
    version_id: versionIdOf(id, 1),
    latest_version: 1,
    owner: 'git',
    created_at: time,
    last_updated_at: time,
    object,
  }
}

export const showPrompt = (
  head: SavedTemplate,
  context: Context,
  version: TemplateVersion | undefined,
): JsonObject => ({
  ...showHead(head, context, 'prompt'),
  collection_id: head.collection,
  labels: { ...namedLabels(context, head) },
  prompt_metadata: head.metadata,
  ...(version && shownContent(version.content)),
})

export const showPromptVersion = (
  head: SavedTemplate,
  { version, content, created_by, created_at }: TemplateVersion,
  context: Context,
): JsonObject => {
  const labels = Object.entries(namedLabels(context, head))
  return {
    id: versionIdOf(head.id, version),
    version,
    status: head.published === version ? 'published' : 'archived',
    labels: labels.flatMap(([name, number]) => (number === version ? [name] : [])),
    created_by,
    created_at,
    object: 'prompt_version',
    ...shownContent(content),
  }
}

const shownContent = (content: JsonObject): JsonObject => ({ parameters: {}, ...content })

export const showProjectPrompt = (slug: string, prompt: PlanPrompt, context: Context): JsonObject => ({
  ...showProjectHead(PROMPT, slug, context, 'prompt'),
  collection_id: null,
  labels: {},
  ...projectContent(prompt),
})

export const showProjectVersion = (slug: string, prompt: PlanPrompt, context: Context): JsonObject => ({
  id: versionIdOf(derivedUuid(context.hash, PROMPT, slug), 1),
  version: 1,
  status: 'published',
  labels: [],
  created_by: 'git',
  created_at: new Date(context.loadedAt).toISOString(),
  object: 'prompt_version',
  ...projectContent(prompt),
})

const OWN_FIELDS = ['model', 'tools', 'tool_choice', 'functions']

/** The prompt of a file as if it had been written here. */
function projectContent({
  messages,
  parameters,
  provider,
  config,
  variables,
  allow,
}: PlanPrompt): JsonObject {
  const fields = Object.entries(parameters) as readonly (readonly [string, Json])[]
  return {
    string: JSON.stringify(messages),
    parameters: Object.fromEntries(fields.filter(([name]) => !OWN_FIELDS.includes(name))),
    ...Object.fromEntries(fields.filter(([name]) => OWN_FIELDS.includes(name))),
    ...(provider === undefined ? {} : { provider }),
    ...(config === undefined ? {} : { config }),
    variables: toJson(variables),
    allow: [...allow],
  }
}
