// The routes of saved prompts and of their versions, which never change: labels and the publication lead to them. A prompt that would not be
// valid as a file of a project is never stored.
import { isFileVersion } from '../../../../compiler/validate/prompt-rules/partials-exist.ts'
import { asText, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageReply } from '../../core/pages.ts'
import { chooseCollection } from '../collections/model.ts'
import { labelsOf, namedLabels } from '../labels/model.ts'
import { slugsOfWorkspace } from '../providers/model.ts'
import { searchedPart, workspaceOfList } from '../saved-resource.ts'
import { PROMPT, type SavedTemplate, savedTemplateOf, versionNumber } from './model.ts'
import { CONTENT_NAMES, type CompiledVersion, compileContent, messagesOf } from './prompt-content.ts'
import { promptSurroundings } from './prompt-surroundings.ts'
import { showProjectPrompt, showProjectVersion, showPrompt, showPromptVersion } from './show-prompt.ts'
import {
  canonicalName,
  deleteTemplate,
  type FoundTemplate,
  findTemplate,
  findVersion,
  freeSlug,
  newTemplate,
  publishVersion,
  versionsOf,
  writeTemplate,
} from './template-routes.ts'

type Context = WriteSources &
  Pick<ControlSources, 'plans' | 'prompts' | 'partials' | 'readYaml' | 'catalog' | 'organisation'>

const nameOf = ({ path }: ApiRequest, context: Context): string =>
  canonicalName(PROMPT, path['promptId'] ?? '', context)

export const promptHandlers = {
  listPrompts: async (request, context) => {
    const { collection_id: inside } = request.query
    const workspace = workspaceOfList(request, context)
    if (isFailure(workspace)) return workspace
    const part = searchedPart(request)
    const stored = (context.replica?.all(PROMPT).toArray() ?? [])
      .map(savedTemplateOf)
      .filter(head => request.may(head.workspace) && (workspace ?? head.workspace) === head.workspace)
      .filter(
        head =>
          inside === undefined ||
          chooseCollection(context, head.workspace, String(inside)) === head.collection,
      )
    const project = inside === undefined ? Object.entries(context.prompts ?? {}) : []
    const shown = [
      ...project.map(([slug, prompt]) => showProjectPrompt(slug, prompt, context)),
      ...stored.map(head => showPrompt(head, context, undefined)),
    ].filter(prompt => String(prompt['name']).toLowerCase().includes(part))
    shown.sort((left, right) => (String(left['slug']) < String(right['slug']) ? -1 : 1))
    return pageReply(shown, request, prompt => prompt)
  },
  createPrompt: async (request, context) => {
    const { body } = request
    const workspace = chooseWorkspace(request, context, asText(body['workspace_id']))
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
  readPrompt: async (request, context) => {
    const name = nameOf(request, context)
    const own = Object.hasOwn(context.prompts ?? {}, name) ? context.prompts?.[name] : undefined
    if (own !== undefined) return { body: showProjectPrompt(name, own, context) }
    const found = findTemplate(PROMPT, request, context, name)
    if (isFailure(found)) return found
    const { head, revision } = found
    const version = findVersion(PROMPT, found, head.published, String(head.published))
    return isFailure(version) ? version : { body: showPrompt(head, context, version), revision }
  },
  updatePrompt: async (request, context) => {
    const found = findTemplate(PROMPT, request, context, nameOf(request, context))
    if (isFailure(found)) return found
    const { body, query } = request
    const { head } = found
    const renamed = changedHead(context, head, body)
    if (isFailure(renamed)) return renamed
    const given = contentOf(body)
    if (Object.keys(given).length === 0)
      return await writeTemplate(PROMPT, request, context, {
        action: 'update',
        before: found,
        after: renamed,
      })
    const latest = findVersion(PROMPT, found, head.latest, String(head.latest))
    if (isFailure(latest)) return latest
    const { version_description: _why, ...before } = latest.content
    const patches = body['patch'] === true || query['patch'] === true
    const content = patches ? { ...before, ...given } : given
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
      before: found,
      after: { ...renamed, latest: head.latest + 1 },
      content,
      messages: compiled.messages,
      diagnostics: compiled.diagnostics,
    })
  },
  deletePrompt: async (request, context) => {
    const found = findTemplate(PROMPT, request, context, nameOf(request, context))
    return isFailure(found) ? found : await deleteTemplate(PROMPT, request, context, found)
  },
} satisfies SomeHandlers<Context>

/** What of a body belongs to a version. */
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
  const surroundings = promptSurroundings(context, workspace, slugsOfWorkspace(context, workspace))
  const compiled = compileContent(slug, { content, messages }, surroundings)
  return isFailure(compiled) ? compiled : { ...compiled, messages }
}

const versionOf = ({ path }: ApiRequest): string => path['version'] ?? ''

/** The version of a path: a number, `latest`, `published`, or a label. */
function numberOf(context: Context, { head }: FoundTemplate, name: string): number | undefined {
  const number = versionNumber(head, name)
  if (number !== undefined) return number
  const labels = namedLabels(context, head)
  return Object.hasOwn(labels, name) ? labels[name] : undefined
}

export const promptVersionHandlers = {
  listPromptVersions: async (request, context) => {
    const name = nameOf(request, context)
    const own = Object.hasOwn(context.prompts ?? {}, name) ? context.prompts?.[name] : undefined
    if (own !== undefined)
      return pageReply([own], request, prompt => showProjectVersion(name, prompt, context))
    const found = findTemplate(PROMPT, request, context, name)
    if (isFailure(found)) return found
    return pageReply(versionsOf(PROMPT, found), request, version =>
      showPromptVersion(found.head, context, version),
    )
  },
  readPromptVersion: async (request, context) => {
    const [name, wanted] = [nameOf(request, context), versionOf(request)]
    const own = Object.hasOwn(context.prompts ?? {}, name) ? context.prompts?.[name] : undefined
    if (own !== undefined)
      return isFileVersion(name, wanted)
        ? { body: showProjectVersion(name, own, context) }
        : failure('not_found', `Prompt ${quoted(name)} has no version ${quoted(String(wanted))}.`)
    const found = findTemplate(PROMPT, request, context, name)
    if (isFailure(found)) return found
    const version = findVersion(PROMPT, found, numberOf(context, found, wanted), wanted)
    return isFailure(version) ? version : { body: showPromptVersion(found.head, context, version) }
  },
  labelPromptVersion: async (request, context) => {
    const found = findTemplate(PROMPT, request, context, nameOf(request, context))
    if (isFailure(found)) return found
    const wanted = versionOf(request)
    const version = findVersion(PROMPT, found, numberOf(context, found, wanted), wanted)
    if (isFailure(version)) return version
    const { label, label_id: id } = request.body
    const { head } = found
    const name = asText(label) ?? asText(id)
    const known = labelsOf(context, head.workspace)
    const chosen =
      name === undefined ? undefined : findNamed(known, name, each => ({ id: each.id, slug: each.name }))
    if (name !== undefined && chosen === undefined)
      return failure('not_found', `There is no label ${quoted(name)}.`, {
        param: asText(label) === undefined ? 'label_id' : 'label',
      })
    const others = Object.entries(head.labels).filter(([each, number]) =>
      chosen === undefined ? number !== version.version : each !== chosen.id,
    )
    const written = await writeTemplate(PROMPT, request, context, {
      action: 'label',
      before: found,
      after: {
        ...head,
        labels: {
          ...Object.fromEntries(others),
          ...(chosen === undefined ? {} : { [chosen.id]: version.version }),
        },
      },
    })
    return isFailure(written) ? written : { ...written, body: {} }
  },
  publishPrompt: async (request, context) => {
    const found = findTemplate(PROMPT, request, context, nameOf(request, context))
    return isFailure(found) ? found : await publishVersion(PROMPT, request, context, found)
  },
} satisfies SomeHandlers<Context>
