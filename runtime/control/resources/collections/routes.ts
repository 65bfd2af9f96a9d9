// The routes of collections. The default one is read, and never changed; one that has prompts is not deleted.

import { pluralize } from '../../../../schemas/values/format-names.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { listedBy } from '../../core/listing.ts'
import { PROMPTS_OF_COLLECTION } from '../prompts/model.ts'
import { alreadyExists, isBuiltIn, linkResource, nowOf, type SavedResource } from '../saved-resource.ts'
import {
  COLLECTION_FORM,
  COLLECTIONS,
  COLLECTIONS_BY_SLUG,
  COLLECTIONS_OF_WORKSPACE,
  defaultCollection,
  findCollection,
  type SavedCollection,
} from './model.ts'

const COLLECTION: SavedResource<SavedCollection> = {
  form: COLLECTION_FORM,
  noun: 'collection',
  parameter: 'collectionId',
  own: context => [{ saved: defaultCollection(context), revision: undefined }],
  stored: listedBy(COLLECTIONS, COLLECTIONS_OF_WORKSPACE),
  bySlug: COLLECTIONS_BY_SLUG,
  named: collection => collection,
  sees:
    ({ may }) =>
    ({ workspace }) =>
      workspace === null || may(workspace),
  changeFault: ({ workspace, slug }) => (workspace === null ? isBuiltIn('collection', slug) : undefined),
  deleteFault: ({ id, slug }, _request, { replica }) => {
    const count = replica?.find(PROMPTS_OF_COLLECTION, id).length ?? 0
    return count === 0
      ? undefined
      : failure(
          'conflict',
          `The collection ${quoted(slug)} has ${pluralize(count, 'prompt')}: move or delete them first.`,
        )
  },
  searched: ({ name }) => name,
  isIn: (collection, workspace) => collection.workspace === null || collection.workspace === workspace,
  keyOf: ({ id }) => id,
  workspaceOf: ({ workspace }) => workspace,
  show: (collection, context) => ({
    id: collection.id,
    name: collection.name,
    slug: collection.slug,
    workspace_id: collection.workspace === null ? null : workspaceId(context, collection.workspace),
    built_in: collection.workspace === null,
    created_at: collection.created_at,
    last_updated_at: collection.last_updated_at,
    object: 'collection',
  }),
  record: COLLECTION_FORM.write,
  matchesNew: true,
}

const collections = linkResource(COLLECTION)

export const collectionHandlers = {
  listCollections: collections.list,
  createCollection: collections.create((request, context) => {
    const { name, slug: wanted, workspace_id } = request.body
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    if (findCollection(context, workspace, slug) !== undefined) return alreadyExists('collection', slug)
    const time = nowOf(context)
    const id = randomUuid(context.randomId())
    return { id, slug, name, workspace, created_at: time, last_updated_at: time }
  }),
  readCollection: collections.read,
  updateCollection: collections.update((before, { body: { name = before.name } }, context) => ({
    ...before,
    name,
    last_updated_at: nowOf(context),
  })),
  deleteCollection: collections.remove,
} satisfies SomeHandlers<WriteSources>
