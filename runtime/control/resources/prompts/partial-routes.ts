// The routes of partials. One that includes itself, or that other templates include, is neither written nor deleted.
import { templateStrings } from '../../../../compiler/prompts/message-strings.ts'
import { parseTemplate } from '../../../../compiler/prompts/parse-template.ts'
import { partialCycle, partialTags } from '../../../../compiler/prompts/template-uses.ts'
import { asText, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace } from '../../access/workspaces/choose-workspace.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import { versionIdOf } from '../../core/version-key.ts'
import { isDefinedByGit } from '../saved-resource.ts'
import {
  PARTIAL,
  PROMPT,
  type SavedTemplate,
  type TemplateKind,
  templateVersionOf,
  versionKindOf,
  versionNumber,
} from './model.ts'
import { linkPartialNames, partialsOf, partialText } from './prompt-surroundings.ts'
import { showHead, showProjectHead } from './show-prompt.ts'
import {
  freeSlug,
  linkTemplates,
  newTemplate,
  type TemplateContext,
  writeTemplate,
} from './template-routes.ts'

type Context = TemplateContext

const partials = linkTemplates<Context>({
  kind: PARTIAL,
  parameter: 'partialId',
  show: showPartial,
  // Collections have prompts only.
  filters: { collection_id: () => false },
  numberOf: versionNumber,
  showVersion: ({ id, published }, { version, content, created_by, created_at }) => ({
    id: versionIdOf(id, version),
    version,
    status: published === version ? 'published' : 'archived',
    created_by,
    created_at,
    object: 'partial_version',
    ...content,
  }),
  showProjectVersion: (slug, context) => {
    const { version_id: id, created_at } = showProjectHead(PARTIAL, slug, context, 'partial')
    return {
      id: id ?? null,
      version: 1,
      status: 'published',
      created_by: 'git',
      created_at: created_at ?? null,
      object: 'partial_version',
      string: context.partials?.[slug] ?? '',
    }
  },
  noProjectVersion: slug => ownedByGit('partial', slug),
})

export const partialHandlers = {
  listPartials: partials.list,
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
  readPartial: partials.visible(({ saved: head, revision }, _request, context) => ({
    body: showPartial(head, context),
    revision,
  })),
  updatePartial: partials.writable(async (before, request, context) => {
    const { body } = request
    const { saved: head } = before
    const renamed = { ...head, name: asText(body['name']) ?? head.name }
    const text = asText(body['string'])
    if (text === undefined)
      return await writeTemplate(PARTIAL, request, context, { action: 'update', before, after: renamed })
    const error = templateError(context, head.workspace, head.slug, text)
    if (error !== undefined) return error
    return await writeTemplate(PARTIAL, request, context, {
      action: 'update',
      before,
      after: { ...renamed, latest: head.latest + 1 },
      content: contentOf(body),
    })
  }),
  deletePartial: partials.writable(async ({ saved }, request, context) => {
    const user = userOf(context, saved)
    return user === undefined
      ? await partials.remove(request, context)
      : failure('conflict', `The partial ${quoted(saved.slug)} is included by ${user}.`)
  }),
  listPartialVersions: partials.listVersions,
  readPartialVersion: partials.readVersion,
  publishPartial: partials.publish,
} satisfies SomeHandlers<Context>

const contentOf = (body: JsonObject): JsonObject => ({
  string: body['string'] ?? '',
  ...withDescription(body['version_description'] ?? body['description']),
})

const withDescription = (text: Json | undefined): JsonObject =>
  text === undefined ? {} : { version_description: text }

/** What is wrong with the template of a partial, as it would be once it is published. */
function templateError(context: Context, workspace: string, slug: string, text: string): Failure | undefined {
  const { template, errors } = parseTemplate(text)
  const invalid = (message: string): Failure =>
    failure('invalid_request', `The partial ${quoted(slug)} is invalid: ${message}`, { param: 'string' })
  const [error] = errors
  if (error !== undefined) return invalid(error.message)
  const tags = partialTags(template)
  const included = tags.map(({ id }) => id)
  const slugOf = linkPartialNames(context)
  const others = [...partialsOf(context, workspace, included)].filter(([name]) => slugOf(name) !== slug)
  const partials = new Map(others).set(slug, template)
  for (const { id } of tags) if (slugOf(id) === slug) partials.set(id, template)
  const unknown = tags.find(({ id }) => !partials.has(id))
  if (unknown !== undefined) return invalid(`No partial is named ${quoted(unknown.id)}.`)
  const cycle = partialCycle(slug, partials, slugOf)
  return cycle && invalid(`It includes itself: ${cycle.map(quoted).join(' includes ')}.`)
}

/** Versions of a kind by the partials that they include. */
const versionsIncluding = (kind: TemplateKind): ResourceIndex => ({
  kind: versionKindOf(kind),
  valuesOf: kind === PROMPT ? includedByPrompt : includedByPartial,
})

const includedByPrompt = (resource: Resource): readonly string[] =>
  includedIn(templateVersionOf(resource).messages)

const includedByPartial = (resource: Resource): readonly string[] =>
  includedIn([templateVersionOf(resource).content['string'] ?? ''])

/** Most templates include nothing, and are not parsed. */
const includedIn = (texts: readonly Json[]): readonly string[] =>
  Array.from(templateStrings(texts, ''), ([, text]) => text).flatMap(text =>
    text.includes('>') ? partialTags(parseTemplate(text).template).map(({ id }) => id) : [],
  )

/** A template of the workspace that includes the partial, in any version. */
function userOf(
  { replica }: Context,
  { id: identifier, slug, workspace }: SavedTemplate,
): string | undefined {
  for (const kind of [PROMPT, PARTIAL] as const)
    for (const { id } of [slug, identifier].flatMap(
      name => replica?.find(versionsIncluding(kind), name) ?? [],
    )) {
      const [owner = ''] = id.split('/', 1)
      const isOther = kind === PROMPT || owner !== slug
      if (isOther && replica?.get(kind, owner)?.value['workspace'] === workspace)
        return `${kind === PROMPT ? 'the prompt' : 'the partial'} ${quoted(owner)}`
    }
  return undefined
}

function showPartial(head: SavedTemplate, context: Context): JsonObject {
  const { slug, workspace } = head
  return isDefinedByGit(head)
    ? { ...showProjectHead(PARTIAL, slug, context, 'partial'), string: context.partials?.[slug] ?? '' }
    : {
        ...showHead(head, context, 'partial'),
        string: partialText(context, workspace, slug, undefined) ?? '',
      }
}
