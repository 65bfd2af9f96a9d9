// What the routes of prompts and partials share: finding one, adding a version, publishing, deleting.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { linkDerivedIds, randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { slugFault, toSlug } from '../../core/choose-slug.ts'
import { ownedByGit, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import type { Replica } from '../../core/replica.ts'
import { versionIdOf, versionKey } from '../../core/version-key.ts'
import {
  alreadyExists,
  commitResource,
  deleteResource,
  noSuch,
  nowOf,
  type WrittenResource,
} from '../saved-resource.ts'
import {
  findTemplateVersion,
  PARTIAL,
  PROMPT,
  type SavedTemplate,
  savedTemplateOf,
  TEMPLATE_FORMS,
  type TemplateKind,
  type TemplateVersion,
  templateVersionOf,
  templateVersionValue,
  versionKindOf,
} from './model.ts'

type Context = WriteSources & Pick<ControlSources, 'prompts' | 'partials'>

export interface FoundTemplate {
  readonly head: SavedTemplate
  readonly revision: number
  readonly replica: Replica
}

export const wordFor = (kind: TemplateKind): 'prompt' | 'partial' => (kind === PROMPT ? 'prompt' : 'partial')

/** What the project defines of a kind, by slug. */
export const projectTemplates = (kind: TemplateKind, context: Context): readonly string[] =>
  Object.keys((kind === PROMPT ? context.prompts : context.partials) ?? {})

/** The slug of what the project defines, where `name` is its identifier; any other name is as it was. */
export const canonicalName = (kind: TemplateKind, name: string, context: Context): string =>
  linkDerivedIds(context.hash, kind === PROMPT ? 'prompt' : 'partial', () => projectTemplates(kind, context))(
    name,
  ) ?? name

/** A template of the store that the caller may see, by slug or identifier. */
export function findTemplate(
  kind: TemplateKind,
  request: ApiRequest,
  context: Context,
  name: string,
): FoundTemplate | Failure {
  if (projectTemplates(kind, context).includes(name)) return ownedByGit(wordFor(kind), name)
  const { replica } = context
  if (replica === undefined) return STORE_REQUIRED
  const resource = findResourceNamed(replica, kind, name)
  const head = resource && savedTemplateOf(resource)
  return head === undefined || !request.may(head.workspace)
    ? noSuch(wordFor(kind), name)
    : { head, revision: resource?.revision ?? 0, replica }
}

/** A version by its number. */
export function findVersion(
  kind: TemplateKind,
  { head, replica }: FoundTemplate,
  number: number | undefined,
  name: string,
): TemplateVersion | Failure {
  const found = number === undefined ? undefined : findTemplateVersion(replica, kind, head.slug, number)
  return found === undefined
    ? failure('not_found', `The ${wordFor(kind)} ${quoted(head.slug)} has no version ${quoted(name)}.`)
    : templateVersionOf(found)
}

/** The versions of a template, the newest first. */
export const versionsOf = (
  kind: TemplateKind,
  { head, replica }: FoundTemplate,
): readonly TemplateVersion[] =>
  Array.from({ length: head.latest }, (_, index) => head.latest - index).flatMap(number => {
    const found = findTemplateVersion(replica, kind, head.slug, number)
    return found === undefined ? [] : [templateVersionOf(found)]
  })

/** Segments of paths below /prompts, which name no prompt. */
const RESERVED: ReadonlySet<string> = new Set(['partials'])

/** A slug that is free: the one that was asked for, or one that is derived from the name. */
export function freeSlug(
  kind: TemplateKind,
  context: Context,
  name: string,
  wanted: string | undefined,
): string | Failure {
  const isTaken = (slug: string): boolean =>
    RESERVED.has(slug) ||
    projectTemplates(kind, context).includes(slug) ||
    context.replica?.get(kind, slug) !== undefined
  if (wanted !== undefined && projectTemplates(kind, context).includes(wanted))
    return ownedByGit(wordFor(kind), wanted)
  if (wanted !== undefined && isTaken(wanted)) return alreadyExists(wordFor(kind), wanted)
  const slug = wanted ?? (toSlug(name) || wordFor(kind))
  const fault = slugFault(slug, 'slug')
  if (fault !== undefined) return fault
  return isTaken(slug) ? `${slug.slice(0, 240)}-${context.randomId().slice(0, 8)}` : slug
}

export const newTemplate = (
  context: Context,
  own: Pick<SavedTemplate, 'slug' | 'name' | 'workspace' | 'collection' | 'metadata'>,
): SavedTemplate => {
  const time = nowOf(context)
  return {
    ...own,
    id: randomUuid(context.randomId()),
    latest: 1,
    published: 1,
    labels: {},
    created_at: time,
    last_updated_at: time,
  }
}

export interface TemplateChange {
  readonly action: string
  readonly before: FoundTemplate | undefined
  readonly after: SavedTemplate
  /** The content of a new version, whose number is that of the newest one. */
  readonly content?: JsonObject
  readonly messages?: readonly Json[]
  readonly diagnostics?: readonly JsonObject[]
}

/** Writes a change; the reply names the new version, or the published one. */
export async function writeTemplate(
  kind: TemplateKind,
  request: ApiRequest,
  context: Context,
  { action, before, after, content, messages = [], diagnostics = [] }: TemplateChange,
): Promise<ApiReply | Failure> {
  const { slug, id, latest } = after
  const time = nowOf(context)
  const version: TemplateVersion | undefined = content && {
    version: latest,
    content,
    messages,
    created_by: request.principal.id,
    created_at: time,
  }
  const revision = await commitResource(TEMPLATES[kind], request, context, {
    action,
    before: before && { saved: before.head, revision: before.revision },
    after: { ...after, last_updated_at: time },
    writes:
      version === undefined
        ? []
        : [
            {
              kind: versionKindOf(kind),
              id: versionKey(slug, latest),
              value: templateVersionValue(version),
              expects: 'absent',
            },
          ],
  })
  if (isFailure(revision)) return revision
  const number = version?.version ?? after.published
  return {
    body: {
      id,
      slug,
      version: number,
      version_id: versionIdOf(id, number),
      diagnostics: [...diagnostics],
      object: wordFor(kind),
    },
    revision,
  }
}

const templateResource = (kind: TemplateKind): WrittenResource<SavedTemplate> => ({
  form: TEMPLATE_FORMS[kind],
  noun: wordFor(kind),
  keyOf: ({ slug }) => slug,
  workspaceOf: ({ workspace }) => workspace,
  // The versions have the content.
  show: head => head,
  matchesNew: true,
})

const TEMPLATES = { [PROMPT]: templateResource(PROMPT), [PARTIAL]: templateResource(PARTIAL) } as const

export async function deleteTemplate(
  kind: TemplateKind,
  request: ApiRequest,
  context: Context,
  { head, revision }: FoundTemplate,
): Promise<ApiReply | Failure> {
  const versions = Array.from({ length: head.latest }, (_, index) => ({
    kind: versionKindOf(kind),
    id: versionKey(head.slug, index + 1),
    value: undefined,
  }))
  return await deleteResource(
    TEMPLATES[kind],
    request,
    context,
    { saved: head, revision },
    { writes: versions },
  )
}

/** Makes a version the one that is used where none is named. */
export async function publishVersion(
  kind: TemplateKind,
  request: ApiRequest & { readonly body: { readonly version: number } },
  context: Context,
  found: FoundTemplate,
): Promise<ApiReply | Failure> {
  const number = request.body.version
  const version = findVersion(kind, found, number, String(number))
  if (isFailure(version)) return version
  const written = await writeTemplate(kind, request, context, {
    action: 'publish',
    before: found,
    after: { ...found.head, published: number },
  })
  return isFailure(written) ? written : { ...written, body: {} }
}
