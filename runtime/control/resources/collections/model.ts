// Collections of prompts: one that every workspace has, and those that were created.
import { asText } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { compareText, indexBy } from '../../core/listing.ts'
import type { Requester } from '../../core/principal.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import { KEY, OWNER, storedForm, TEXT } from '../../core/stored-form.ts'

/** The kind of collections in the store, where they are named by their identifiers. */
export const PROMPT_COLLECTION = 'prompt-collection'

export const COLLECTION_KINDS: readonly Kind[] = [
  clientKind({ name: PROMPT_COLLECTION, signed: 'never', sealed: 'never', scopes: ['prompts'] }),
]

export const COLLECTION_FORM = storedForm(PROMPT_COLLECTION, {
  id: KEY,
  slug: TEXT,
  name: TEXT,
  /** The slug of the workspace; null for the one that every workspace has. */
  workspace: OWNER,
  created_at: TEXT,
  last_updated_at: TEXT,
})

export type SavedCollection = ReturnType<typeof COLLECTION_FORM.read>

const DEFAULT = 'default'

type Sources = Pick<ControlSources, 'hash' | 'loadedAt' | 'replica'>

const bySlug = (left: Resource, right: Resource): number =>
  compareText(asText(left.value['slug']) ?? '', asText(right.value['slug']) ?? '')

/** Collections in the order of their slugs: all of them, and those of a workspace. */
export const COLLECTIONS: ResourceIndex = { kind: PROMPT_COLLECTION, compare: bySlug }
export const COLLECTIONS_OF_WORKSPACE = indexBy(PROMPT_COLLECTION, 'workspace', bySlug)

/** By slug, and by workspace and slug. */
export const COLLECTIONS_BY_SLUG: ResourceIndex = {
  kind: PROMPT_COLLECTION,
  valuesOf: ({ value }) => {
    const slug = asText(value['slug']) ?? ''
    return [slug, `${asText(value['workspace']) ?? ''}/${slug}`]
  },
}

/** The collection of every workspace. */
export function defaultCollection({ hash, loadedAt }: Sources): SavedCollection {
  const time = new Date(loadedAt).toISOString()
  return {
    id: derivedUuid(hash, PROMPT_COLLECTION, DEFAULT),
    slug: DEFAULT,
    name: 'Default',
    workspace: null,
    created_at: time,
    last_updated_at: time,
  }
}

/** A collection of a workspace, by identifier or slug. */
export function findCollection(
  context: Sources,
  workspace: string,
  name: string,
): SavedCollection | undefined {
  const builtIn = defaultCollection(context)
  if (name === builtIn.id || name === builtIn.slug) return builtIn
  const { replica } = context
  const named = replica?.get(PROMPT_COLLECTION, name)
  const own = named?.value['workspace'] === workspace ? named : undefined
  const found = own ?? replica?.find(COLLECTIONS_BY_SLUG, `${workspace}/${name}`)[0]
  return found && COLLECTION_FORM.read(found)
}

/** The workspace of a collection that the caller names by its identifier; undefined for a slug, and for the collection of every workspace. */
export function workspaceOfCollection(
  { may }: Pick<Requester, 'may'>,
  { replica }: Sources,
  name: string | undefined,
): string | undefined {
  const found = name === undefined ? undefined : replica?.get(PROMPT_COLLECTION, name)
  const workspace = asText(found?.value['workspace'])
  return workspace !== undefined && may(workspace) ? workspace : undefined
}

/** The identifier of a collection of a workspace, by identifier or slug; the default one if none is named. */
export const chooseCollection = (
  context: Sources,
  workspace: string,
  name: string = DEFAULT,
): string | Failure =>
  findCollection(context, workspace, name)?.id ??
  failure('not_found', `There is no collection ${quoted(name)}.`, { param: 'collection_id' })
