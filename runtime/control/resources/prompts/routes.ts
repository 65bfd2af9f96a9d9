// The routes of saved prompts and of their versions, which never change: labels and the publication lead to them. A prompt that would not be
// valid as a file of a project is never stored.
import type { PlanPrompt } from '../../../../schemas/generated/types.ts'
import { asText, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { versionNamed } from '../../core/version-key.ts'
import { chooseCollection, workspaceOfCollection } from '../collections/model.ts'
import { findLabel, namedLabels } from '../labels/model.ts'
import { isSlugOfWorkspace, slugsOfWorkspace } from '../providers/model.ts'
import { isDefinedByGit } from '../saved-resource.ts'
import { PROMPT, type SavedTemplate, versionNumber } from './model.ts'
import { CONTENT_NAMES, type CompiledVersion, messagesOf } from './prompt-content.ts'
import { compileVersion } from './prompt-surroundings.ts'
import { showProjectPrompt, showProjectVersion, showPrompt, showPromptVersion } from './show-prompt.ts'
import {
  findVersion,
  freeSlug,
  linkTemplates,
  newTemplate,
  type TemplateContext,
  writeTemplate,
} from './template-routes.ts'

type Context = TemplateContext & Pick<ControlSources, 'plans' | 'readYaml' | 'catalog'>

const prompts = linkTemplates<Context>({
  kind: PROMPT,
  parameter: 'promptId',
  show: showListedPrompt,
  filters: {
    collection_id: (head, wanted, _request, context) =>
      !isDefinedByGit(head) && chooseCollection(context, head.workspace, String(wanted)) === head.collection,
  },
  numberOf: promptVersionNumber,
  showVersion: showPromptVersion,
  showProjectVersion: (slug, context) => showProjectVersion(slug, projectPrompt(slug, context), context),
  noProjectVersion: (slug, name) =>
    failure('not_found', `Prompt ${quoted(slug)} has no version ${quoted(name)}.`),
})

function projectPrompt(slug: string, context: Context): PlanPrompt {
  // One of the project has been found by this slug.
  return context.prompts?.[slug] as PlanPrompt
}

function showListedPrompt(head: SavedTemplate, context: Context): JsonObject {
  return isDefinedByGit(head)
    ? showProjectPrompt(head.slug, projectPrompt(head.slug, context), context)
    : showPrompt(head, context, undefined)
}

export const promptHandlers = {
  listPrompts: prompts.list,
  createPrompt: async (request, context) => {
    const { body } = request
    const named =
      asText(body['workspace_id']) ?? workspaceOfCollection(request, context, asText(body['collection_id']))
    const workspace = chooseWorkspace(request, context, named)
    if (isFailure(workspace)) return workspace
    const collection = chooseCollection(context, workspace, asText(body['collection_id']))
    if (isFailure(collection)) return collection
    const name = asText(body['name']) ?? ''
    const slug = freeSlug(PROMPT, context, name, asText(body['slug']))
    if (isFailure(slug)) return slug
    const content = contentOf(body)
    const compiled = compileFor(context, workspace, slug, content)
    if (isFailure(compiled)) return compiled
    const metadata = body['prompt_metadata'] ?? null
    return await writeTemplate(PROMPT, request, context, {
      action: 'create',
      before: undefined,
      after: newTemplate(context, { slug, name, workspace, collection, metadata }),
      content,
      messages: compiled.messages,
      diagnostics: compiled.diagnostics,
    })
  },
  readPrompt: prompts.visible(({ saved: head, revision }, _request, context) => {
    if (isDefinedByGit(head)) return { body: showListedPrompt(head, context) }
    const version = findVersion(PROMPT, head, head.published, String(head.published), context)
    return isFailure(version) ? version : { body: showPrompt(head, context, version), revision }
  }),
  updatePrompt: prompts.writable(async (before, request, context) => {
    const { body, query } = request
    const { saved: head } = before
    const renamed = changedHead(context, head, body)
    if (isFailure(renamed)) return renamed
    const given = contentOf(body)
    if (Object.keys(given).length === 0)
      return await writeTemplate(PROMPT, request, context, { action: 'update', before, after: renamed })
    const latest = findVersion(PROMPT, head, head.latest, String(head.latest), context)
    if (isFailure(latest)) return latest
    const { version_description: _why, ...old } = latest.content
    const patches = body['patch'] === true || query['patch'] === true
    const content = patches ? { ...old, ...given } : given
    if (typeof content['string'] !== 'string')
      return failure(
        'invalid_request',
        '"string" is missing: a version has a template. With "patch": true it is that of the latest version.',
        { param: 'string' },
      )
    const compiled = compileFor(context, head.workspace, head.slug, content)
    if (isFailure(compiled)) return compiled
    return await writeTemplate(PROMPT, request, context, {
      action: 'update',
      before,
      after: { ...renamed, latest: head.latest + 1 },
      content,
      messages: compiled.messages,
      diagnostics: compiled.diagnostics,
    })
  }),
  deletePrompt: prompts.remove,
  listPromptVersions: prompts.listVersions,
  readPromptVersion: prompts.readVersion,
  labelPromptVersion: prompts.writable(async (before, request, context) => {
    const { saved: head } = before
    const wanted = versionNamed(head, request.path['version'])
    const number = promptVersionNumber(head, wanted, context)
    const version = findVersion(PROMPT, head, number, wanted, context)
    if (isFailure(version)) return version
    const { label, label_id: id } = request.body
    const name = asText(label) ?? asText(id)
    const chosen = name === undefined ? undefined : findLabel(context, head.workspace, name)
    if (name !== undefined && chosen === undefined)
      return failure('not_found', `There is no label ${quoted(name)}.`, {
        param: asText(label) === undefined ? 'label_id' : 'label',
      })
    const others = Object.entries(head.labels).filter(([each, labelled]) =>
      chosen === undefined ? labelled !== version.version : each !== chosen.id,
    )
    const labels = {
      ...Object.fromEntries(others),
      ...(chosen === undefined ? {} : { [chosen.id]: version.version }),
    }
    const after = { ...head, labels }
    const written = await writeTemplate(PROMPT, request, context, { action: 'label', before, after })
    return isFailure(written) ? written : { ...written, body: {} }
  }),
  publishPrompt: prompts.publish,
} satisfies SomeHandlers<Context>

/** The parts of a body that belong to a version. */
function contentOf({ template_metadata: notes, ...body }: JsonObject): JsonObject {
  const own = Object.entries(body).filter(([name]) => CONTENT_NAMES.some(each => each === name))
  return { ...(notes === undefined ? {} : { metadata: notes }), ...Object.fromEntries(own) }
}

function changedHead(context: Context, head: SavedTemplate, body: JsonObject): SavedTemplate | Failure {
  const wanted = asText(body['collection_id'])
  const collection =
    wanted === undefined ? head.collection : chooseCollection(context, head.workspace, wanted)
  if (isFailure(collection)) return collection
  const metadata = body['prompt_metadata'] === undefined ? head.metadata : body['prompt_metadata']
  return { ...head, name: asText(body['name']) ?? head.name, collection, metadata }
}

/** The messages of a template, if a prompt of them is valid. */
function compileFor(
  context: Context,
  workspace: string,
  slug: string,
  content: JsonObject,
): (CompiledVersion & { readonly messages: readonly Json[] }) | Failure {
  const messages = messagesOf(asText(content['string']) ?? '', context.readYaml)
  if (isFailure(messages)) return messages
  const compiled = compileVersion(context, workspace, slug, { content, messages }, words =>
    words === undefined
      ? slugsOfWorkspace(context, workspace)
      : new Set([...words].filter(word => isSlugOfWorkspace(context, workspace, word))),
  )
  return isFailure(compiled) ? compiled : { ...compiled, messages }
}

/** The version of a path: a number, `latest`, `published`, or a label. */
function promptVersionNumber(head: SavedTemplate, name: string, context: Context): number | undefined {
  const number = versionNumber(head, name)
  if (number !== undefined) return number
  const labels = namedLabels(context, head)
  return Object.hasOwn(labels, name) ? labels[name] : undefined
}
