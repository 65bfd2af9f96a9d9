// What the routes of prompts and partials share: they are listed, found, published and deleted, and versions are added. Those of the project
// are shown beside them, with one version.

import { isFileVersion } from '../../../../compiler/validate/prompt-rules/partials-exist.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid, linkDerivedIds, randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { slugFault, toSlug } from '../../core/choose-slug.ts'
import { ownedByGit, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import { listedBy } from '../../core/listing.ts'
import { pageOf, pageReply } from '../../core/pages.ts'
import type { Found } from '../../core/stored-form.ts'
import {
  newestFirst,
  versionDeletions,
  versionIdOf,
  versionKey,
  versionNamed,
} from '../../core/version-key.ts'
import {
  alreadyExists,
  commitResource,
  deleteResource,
  isDefinedByGit,
  linkResource,
  nowOf,
  type SavedResource,
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
  templatesOfWorkspace,
  templateVersionOf,
  templateVersionValue,
  versionKindOf,
} from './model.ts'

export type TemplateContext = WriteSources & Pick<ControlSources, 'prompts' | 'partials' | 'organisation'>

const wordFor = (kind: TemplateKind): 'prompt' | 'partial' => (kind === PROMPT ? 'prompt' : 'partial')

/** What the project defines of a kind, by slug. */
const projectTemplates = (kind: TemplateKind, context: TemplateContext): readonly string[] =>
  Object.keys((kind === PROMPT ? context.prompts : context.partials) ?? {})

/** How a kind of templates is written. */
const writtenTemplate = (kind: TemplateKind): WrittenResource<SavedTemplate> => ({
  form: TEMPLATE_FORMS[kind],
  noun: wordFor(kind),
  keyOf: ({ slug }) => slug,
  workspaceOf: ({ workspace }) => workspace,
  // The versions have the content.
  show: head => head,
  matchesNew: true,
})

const WRITTEN = { [PROMPT]: writtenTemplate(PROMPT), [PARTIAL]: writtenTemplate(PARTIAL) } as const

/** What is different for prompts and partials. */
interface KindOfTemplate<Context extends TemplateContext>
  extends Pick<SavedResource<SavedTemplate, Context>, 'parameter' | 'show' | 'filters'> {
  readonly kind: TemplateKind
  /** The number of a version of the store that a path names. */
  readonly numberOf: (head: SavedTemplate, name: string, context: Context) => number | undefined
  readonly showVersion: (head: SavedTemplate, version: TemplateVersion, context: Context) => JsonObject
  /** The version of what the project defines. */
  readonly showProjectVersion: (slug: string, context: Context) => JsonObject
  /** Why what the project defines has no version of that name. */
  readonly noProjectVersion: (slug: string, name: string) => Failure
}

export function linkTemplates<Context extends TemplateContext>(kindOf: KindOfTemplate<Context>) {
  const { kind, parameter, show, filters = {}, showVersion, showProjectVersion, numberOf } = kindOf
  const resource: SavedResource<SavedTemplate, Context> = {
    ...WRITTEN[kind],
    parameter,
    own: context =>
      projectTemplates(kind, context)
        .toSorted()
        .map(slug => projectTemplate(kind, slug, context)),
    isMerged: true,
    stored: listedBy({ kind }, templatesOfWorkspace(kind)),
    find: (context, name) => findTemplate(kind, context, name),
    sees:
      ({ may }) =>
      head =>
        isDefinedByGit(head) || may(head.workspace),
    changeFault: head => (isDefinedByGit(head) ? ownedByGit(wordFor(kind), head.slug) : undefined),
    searched: ({ name }) => name,
    filters,
    isIn: (head, workspace) => isDefinedByGit(head) || head.workspace === workspace,
    show,
    record: head => head,
  }
  const { list, visible, writable } = linkResource(resource)
  return {
    list,
    visible,
    writable,
    remove: writable<ApiRequest>((found, request, context) => {
      const { slug, latest } = found.saved
      const writes = versionDeletions(versionKindOf(kind), slug, latest)
      return deleteResource(resource, request, context, found, { writes })
    }),
    /** Makes a version the one that is used if none is named. */
    publish: writable<ApiRequest & { readonly body: { readonly version: number } }>(
      async (before, request, context) => {
        const { version: published } = request.body
        const version = findVersion(kind, before.saved, published, String(published), context)
        if (isFailure(version)) return version
        const after = { ...before.saved, published }
        const written = await writeTemplate(kind, request, context, { action: 'publish', before, after })
        return isFailure(written) ? written : { ...written, body: {} }
      },
    ),
    /** The newest first. */
    listVersions: visible<ApiRequest>(({ saved: head }, request, context) => {
      if (isDefinedByGit(head))
        return pageReply([head], request, ({ slug }) => showProjectVersion(slug, context))
      const page = pageOf(newestFirst(head.latest), request)
      const versions = page.flatMap(number => versionOf(kind, head, number, context) ?? [])
      const shown = versions.map(version => showVersion(head, version, context))
      return { body: { object: 'list', total: head.latest, data: shown } }
    }),
    readVersion: visible<ApiRequest>(({ saved: head }, request, context) => {
      const name = versionNamed(head, request.path['version'])
      if (isDefinedByGit(head))
        return isFileVersion(head.slug, name)
          ? { body: showProjectVersion(head.slug, context) }
          : kindOf.noProjectVersion(head.slug, name)
      const version = findVersion(kind, head, numberOf(head, name, context), name, context)
      return isFailure(version) ? version : { body: showVersion(head, version, context) }
    }),
  }
}

/** By its slug, or its identifier. */
function findTemplate(
  kind: TemplateKind,
  context: TemplateContext,
  given: string,
): Found<SavedTemplate> | Failure | undefined {
  const own = projectTemplates(kind, context)
  const name = linkDerivedIds(context.hash, wordFor(kind), () => own)(given) ?? given
  if (own.includes(name)) return projectTemplate(kind, name, context)
  if (context.replica === undefined) return STORE_REQUIRED
  const resource = findResourceNamed(context.replica, kind, name)
  return resource && { saved: savedTemplateOf(resource), revision: resource.revision }
}

/** What the project defines, as if it had been saved: with one version, and in no workspace. */
function projectTemplate(
  kind: TemplateKind,
  slug: string,
  { hash, loadedAt }: TemplateContext,
): Found<SavedTemplate> {
  const time = new Date(loadedAt).toISOString()
  return {
    revision: undefined,
    saved: {
      ...{ id: derivedUuid(hash, kind, slug), slug, name: slug, workspace: '', collection: null },
      ...{ latest: 1, published: 1, labels: {}, metadata: null, created_at: time, last_updated_at: time },
    },
  }
}

function versionOf(
  kind: TemplateKind,
  { slug }: SavedTemplate,
  number: number | undefined,
  { replica }: Pick<ControlSources, 'replica'>,
): TemplateVersion | undefined {
  const found = number === undefined ? undefined : replica && findTemplateVersion(replica, kind, slug, number)
  return found && templateVersionOf(found)
}

/** A version by its number. */
export const findVersion = (
  kind: TemplateKind,
  head: SavedTemplate,
  number: number | undefined,
  name: string,
  context: Pick<ControlSources, 'replica'>,
): TemplateVersion | Failure =>
  versionOf(kind, head, number, context) ??
  failure('not_found', `The ${wordFor(kind)} ${quoted(head.slug)} has no version ${quoted(name)}.`)

/** Segments of paths below /prompts, which name no prompt. */
const RESERVED: ReadonlySet<string> = new Set(['partials'])

/** A slug that is free: the one that was requested, or one that is derived from the name. */
export function freeSlug(
  kind: TemplateKind,
  context: TemplateContext,
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
  context: TemplateContext,
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
  readonly before: Found<SavedTemplate> | undefined
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
  context: TemplateContext,
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
  const revision = await commitResource(WRITTEN[kind], request, context, {
    action,
    before,
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
