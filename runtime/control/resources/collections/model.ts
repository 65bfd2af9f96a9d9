// Collections of prompts: one that every workspace has, and those that were created.
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Requester } from '../../core/principal.ts'
import { allStored, type Found, KEY, OWNER, storedForm, TEXT } from '../../core/stored-form.ts'

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

/** The collections of all workspaces, the default one first. */
export function allCollections({ hash, loadedAt, replica }: Sources): readonly Found<SavedCollection>[] {
  const time = new Date(loadedAt).toISOString()
  const builtIn: SavedCollection = {
    id: derivedUuid(hash, PROMPT_COLLECTION, DEFAULT),
    slug: DEFAULT,
    name: 'Default',
    workspace: null,
    created_at: time,
    last_updated_at: time,
  }
  return [{ saved: builtIn, revision: undefined }, ...allStored(COLLECTION_FORM, replica, ({ slug }) => slug)]
}

/** Those of a workspace. */
export const collectionsOf = (context: Sources, workspace: string): readonly SavedCollection[] =>
  allCollections(context)
    .map(({ saved }) => saved)
    .filter(collection => collection.workspace === null || collection.workspace === workspace)

/** The workspace of a collection that the caller names by its identifier; undefined for a slug, and for the collection of every workspace. */
export function workspaceOfCollection(
  { may }: Pick<Requester, 'may'>,
  context: Sources,
  name: string | undefined,
): string | undefined {
  const workspace =
    allCollections(context).find(({ saved }) => saved.id === name)?.saved.workspace ?? undefined
  return workspace !== undefined && may(workspace) ? workspace : undefined
}

/** The identifier of a collection of a workspace, by identifier or slug; the default one if none is named. */
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
