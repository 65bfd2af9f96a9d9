// Collections of prompts: one that every workspace has, and those that were created.
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import type { Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'

/** The kind of collections in the store, where they are named by their identifiers. */
export const PROMPT_COLLECTION = 'prompt-collection'

export const COLLECTION_KINDS: readonly Kind[] = [
  {
    name: PROMPT_COLLECTION,
    owner: 'client',
    replicated: true,
    signed: 'never',
    sealed: 'never',
    scopes: ['prompts'],
    audited: true,
    exported: false,
  },
]

export interface SavedCollection {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** The slug of the workspace; null for the one that every workspace has. */
  readonly workspace: string | null
  readonly created_at: string
  readonly last_updated_at: string
  /** The revision in the store; undefined for one that is built in. */
  readonly revision: number | undefined
}

const DEFAULT = 'default'

type Sources = Pick<ControlSources, 'hash' | 'loadedAt' | 'replica'>

/** The collections of a workspace, the default one first. */
export function collectionsOf(
  { hash, loadedAt, replica }: Sources,
  workspace: string,
): readonly SavedCollection[] {
  const time = new Date(loadedAt).toISOString()
  const builtIn: SavedCollection = {
    id: derivedUuid(hash, PROMPT_COLLECTION, DEFAULT),
    slug: DEFAULT,
    name: 'Default',
    workspace: null,
    created_at: time,
    last_updated_at: time,
    revision: undefined,
  }
  const stored = (replica?.all(PROMPT_COLLECTION).toArray() ?? [])
    .map(savedCollectionOf)
    .filter(collection => collection.workspace === workspace)
    .sort((left, right) => (left.slug < right.slug ? -1 : 1))
  return [builtIn, ...stored]
}

export const savedCollectionOf = ({ id, value, revision }: Resource): SavedCollection => ({
  id,
  slug: asText(value['slug']) ?? '',
  name: asText(value['name']) ?? '',
  workspace: asText(value['workspace']) ?? '',
  created_at: asText(value['created_at']) ?? '',
  last_updated_at: asText(value['last_updated_at']) ?? '',
  revision,
})

export const collectionValue = ({ id: _id, revision: _revision, ...value }: SavedCollection): JsonObject => ({
  ...value,
})

/** The identifier of a collection of a workspace, by identifier or slug; the default one where none is named. */
export function chooseCollection(
  context: Sources,
  workspace: string,
  name: string = DEFAULT,
): string | Failure {
  const found = findNamed(collectionsOf(context, workspace), name, each => each)
  return (
    found?.id ?? failure('not_found', `There is no collection ${quoted(name)}.`, { param: 'collection_id' })
  )
}
