// The routes of partials. One that includes itself, or that other templates include, is neither written nor deleted.
import { templateStrings } from '../../../../compiler/prompts/message-strings.ts'
import { parseTemplate } from '../../../../compiler/prompts/parse-template.ts'
import { partialCycle, partialTags } from '../../../../compiler/prompts/template-uses.ts'
import { isFileVersion } from '../../../../compiler/validate/prompt-rules/partials-exist.ts'
import { asText, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import { versionIdOf } from '../../core/version-key.ts'
import { searchedPart, workspaceOfList } from '../saved-resource.ts'
import {
  PARTIAL,
  PROMPT,
  type SavedTemplate,
  savedTemplateOf,
  type TemplateVersion,
  templateVersionOf,
  versionKindOf,
  versionNumber,
} from './model.ts'
import { partialsOf, partialText } from './prompt-surroundings.ts'
import { showHead, showProjectHead } from './show-prompt.ts'
import {
  canonicalName,
  deleteTemplate,
  findTemplate,
  findVersion,
  freeSlug,
  newTemplate,
  publishVersion,
  versionsOf,
  writeTemplate,
} from './template-routes.ts'

type Context = WriteSources & Pick<ControlSources, 'prompts' | 'partials' | 'organisation'>

const nameOf = ({ path }: ApiRequest, context: Context): string =>
  canonicalName(PARTIAL, path['partialId'] ?? '', context)
const ownText = ({ partials = {} }: Context, name: string): string | undefined =>
  Object.hasOwn(partials, name) ? partials[name] : undefined

export const partialHandlers = {
  listPartials: async (request, context) => {
    const workspace = workspaceOfList(request, context)
    if (isFailure(workspace)) return workspace
    const part = searchedPart(request)
    const stored = (context.replica?.all(PARTIAL).toArray() ?? [])
      .map(savedTemplateOf)
      .filter(head => request.may(head.workspace) && (workspace ?? head.workspace) === head.workspace)
    const shown = [
      ...Object.entries(context.partials ?? {}).map(([slug, text]) => showProject(slug, text, context)),
      ...stored.map(head => showPartial(head, context)),
    ].filter(partial => String(partial['name']).toLowerCase().includes(part))
    shown.sort((left, right) => (String(left['slug']) < String(right['slug']) ? -1 : 1))
    return pageReply(shown, request, partial => partial)
  },
  createPartial: async (request, context) => {
    const { body } = request
    const workspace = chooseWorkspace(request, context, asText(body['workspace_id']))
    if (isFailure(workspace)) return workspace
    const name = asText(body['name']) ?? ''
    const slug = freeSlug(PARTIAL, context, name, asText(body['slug']))
    if (isFailure(slug)) return slug
    const error = templateError(context, workspace, slug, asText(body['string']) ?? '')
    if (error !== undefined) return error
    return await writeTemplate(PARTIAL, request, context, {
      action: 'create',
      before: undefined,
      after: newTemplate(context, { slug, name, workspace, collection: null, metadata: null }),
      content: contentOf(body),
    })
  },
  readPartial: async (request, context) => {
    const name = nameOf(request, context)
    const own = ownText(context, name)
    if (own !== undefined) return { body: showProject(name, own, context) }
    const found = findTemplate(PARTIAL, request, context, name)
    return isFailure(found) ? found : { body: showPartial(found.head, context), revision: found.revision }
  },
  updatePartial: async (request, context) => {
    const found = findTemplate(PARTIAL, request, context, nameOf(request, context))
    if (isFailure(found)) return found
    const { body } = request
    const { head } = found
    const renamed = { ...head, name: asText(body['name']) ?? head.name }
    const text = asText(body['string'])
    if (text === undefined)
      return await writeTemplate(PARTIAL, request, context, {
        action: 'update',
        before: found,
        after: renamed,
      })
    const error = templateError(context, head.workspace, head.slug, text)
    if (error !== undefined) return error
    return await writeTemplate(PARTIAL, request, context, {
      action: 'update',
      before: found,
      after: { ...renamed, latest: head.latest + 1 },
      content: contentOf(body),
    })
  },
  deletePartial: async (request, context) => {
    const found = findTemplate(PARTIAL, request, context, nameOf(request, context))
    if (isFailure(found)) return found
    const user = userOf(context, found.head)
    return user === undefined
      ? await deleteTemplate(PARTIAL, request, context, found)
      : failure('conflict', `The partial ${quoted(found.head.slug)} is included by ${user}.`)
  },
  listPartialVersions: async (request, context) => {
    const name = nameOf(request, context)
    const own = ownText(context, name)
    if (own !== undefined) return pageReply([own], request, text => showProjectVersion(name, text, context))
    const found = findTemplate(PARTIAL, request, context, name)
    if (isFailure(found)) return found
    return pageReply(versionsOf(PARTIAL, found), request, version => showVersion(found.head, version))
  },
  readPartialVersion: async (request, context) => {
    const [name, wanted] = [nameOf(request, context), request.path['version'] ?? '']
    const own = ownText(context, name)
    if (own !== undefined && isFileVersion(name, wanted))
      return { body: showProjectVersion(name, own, context) }
    const found = findTemplate(PARTIAL, request, context, name)
    if (isFailure(found)) return found
    const version = findVersion(PARTIAL, found, versionNumber(found.head, wanted), wanted)
    return isFailure(version) ? version : { body: showVersion(found.head, version) }
  },
  publishPartial: async (request, context) => {
    const found = findTemplate(PARTIAL, request, context, nameOf(request, context))
    return isFailure(found) ? found : await publishVersion(PARTIAL, request, context, found)
  },
} satisfies SomeHandlers<Context>

const contentOf = (body: JsonObject): JsonObject => ({
  string: body['string'] ?? '',
  ...(body['version_description'] === undefined ? {} : { version_description: body['version_description'] }),
})

/** What is wrong with the template of a partial, as it would be once it is published. */
function templateError(context: Context, workspace: string, slug: string, text: string): Failure | undefined {
  const { template, errors } = parseTemplate(text)
  const invalid = (message: string): Failure =>
    failure('invalid_request', `The partial ${quoted(slug)} is invalid: ${message}`, { param: 'string' })
  const [error] = errors
  if (error !== undefined) return invalid(error.message)
  const partials = new Map(partialsOf(context, workspace)).set(slug, template)
  const unknown = partialTags(template).find(({ id }) => !partials.has(id))
  if (unknown !== undefined) return invalid(`No partial is named ${quoted(unknown.id)}.`)
  const cycle = partialCycle(slug, partials)
  return cycle && invalid(`It includes itself: ${cycle.map(quoted).join(' includes ')}.`)
}

/** A template of the workspace that includes the partial, in any version. */
function userOf(context: Context, { slug, workspace }: SavedTemplate): string | undefined {
  const { replica } = context
  for (const kind of [PROMPT, PARTIAL] as const) {
    const heads = replica?.all(kind).filter(({ value }) => value['workspace'] === workspace)
    const slugs = new Set(heads?.map(({ id }) => id) ?? [])
    for (const resource of replica?.all(versionKindOf(kind)) ?? []) {
      const [owner = ''] = resource.id.split('/', 1)
      if (!slugs.has(owner) || (kind === PARTIAL && owner === slug)) continue
      const { content, messages } = templateVersionOf(resource)
      if (includes(kind === PROMPT ? messages : [content['string'] ?? ''], slug))
        return `${kind === PROMPT ? 'the prompt' : 'the partial'} ${quoted(owner)}`
    }
  }
  return undefined
}

const includes = (texts: readonly Json[], slug: string): boolean =>
  templateStrings(texts, '').some(([, each]) =>
    partialTags(parseTemplate(each).template).some(({ id }) => id === slug),
  )

const showPartial = (head: SavedTemplate, context: Context): JsonObject => ({
  ...showHead(head, context, 'partial'),
  string: partialText(context, head.workspace, head.slug, undefined) ?? '',
})

const showProject = (slug: string, text: string, context: Context): JsonObject => ({
  ...showProjectHead(PARTIAL, slug, context, 'partial'),
  string: text,
})

const showVersion = (
  { id, published }: SavedTemplate,
  { version, content, created_by, created_at }: TemplateVersion,
): JsonObject => ({
  id: versionIdOf(id, version),
  version,
  status: published === version ? 'published' : 'archived',
  created_by,
  created_at,
  object: 'partial_version',
  ...content,
})

function showProjectVersion(slug: string, text: string, context: Context): JsonObject {
  const { version_id: id, created_at } = showProjectHead(PARTIAL, slug, context, 'partial')
  return {
    id: id ?? null,
    version: 1,
    status: 'published',
    created_by: 'git',
    created_at: created_at ?? null,
    object: 'partial_version',
    string: text,
  }
}
