// The routes of collections. The default one is read, and never changed; one that has prompts is not deleted.

import { pluralize } from '../../../../schemas/values/format-names.ts'
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { commitChange, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageReply } from '../../core/pages.ts'
import { PROMPT, savedTemplateOf } from '../prompts/model.ts'
import {
  collectionsOf,
  collectionValue,
  PROMPT_COLLECTION,
  type SavedCollection,
  savedCollectionOf,
} from './model.ts'

type Context = WriteSources

type CollectionOperation =
  | 'listCollections'
  | 'createCollection'
  | 'readCollection'
  | 'updateCollection'
  | 'deleteCollection'

export const collectionHandlers: Handlers<CollectionOperation, Context> = {
  listCollections: async (request, context) => {
    const { workspace_id: wanted, search, name = search } = request.query
    const part = String(name ?? '').toLowerCase()
    const workspace = wanted === undefined ? undefined : chooseWorkspace(request, context, asText(wanted))
    if (isFailure(workspace)) return workspace
    const seen = visibleCollections(request, context).filter(
      ({ workspace: own }) => own === null || workspace === undefined || own === workspace,
    )
    return pageReply(
      seen.filter(collection => collection.name.toLowerCase().includes(part)),
      request,
      collection => showCollection(collection, context),
    )
  },
  createCollection: async (request, context) => {
    const { body } = request
    const workspace = chooseWorkspace(request, context, asText(body['workspace_id']))
    if (isFailure(workspace)) return workspace
    const name = asText(body['name']) ?? ''
    const slug = chooseSlug(name, asText(body['slug']))
    if (isFailure(slug)) return slug
    if (collectionsOf(context, workspace).some(collection => collection.slug === slug))
      return failure('conflict', `The collection ${quoted(slug)} exists already.`, { param: 'slug' })
    const time = new Date(context.clock.now()).toISOString()
    return await writeCollection(request, context, 'create', undefined, {
      id: randomUuid(context.randomId()),
      slug,
      name,
      workspace,
      created_at: time,
      last_updated_at: time,
      revision: undefined,
    })
  },
  readCollection: async (request, context) => {
    const found = findCollection(request, context)
    return isFailure(found) ? found : { body: showCollection(found, context), revision: found.revision }
  },
  updateCollection: async (request, context) => {
    const before = findOwnCollection(request, context)
    if (isFailure(before)) return before
    return await writeCollection(request, context, 'update', before, {
      ...before,
      name: asText(request.body['name']) ?? before.name,
      last_updated_at: new Date(context.clock.now()).toISOString(),
    })
  },
  deleteCollection: async (request, context) => {
    const before = findOwnCollection(request, context)
    if (isFailure(before)) return before
    const prompts = context.replica?.all(PROMPT).map(savedTemplateOf)
    const count = prompts?.filter(({ collection }) => collection === before.id).toArray().length ?? 0
    if (count > 0)
      return failure(
        'conflict',
        `The collection ${quoted(before.slug)} has ${pluralize(count, 'prompt')}: move or delete them first.`,
      )
    const written = await writeCollection(request, context, 'delete', before, undefined)
    return isFailure(written) ? written : { body: {} }
  },
}

function visibleCollections(request: ApiRequest, context: Context): readonly SavedCollection[] {
  const stored = (context.replica?.all(PROMPT_COLLECTION).toArray() ?? [])
    .map(savedCollectionOf)
    .filter(({ workspace }) => request.may(workspace ?? ''))
    .sort((left, right) => (left.slug < right.slug ? -1 : 1))
  return [...collectionsOf({ ...context, replica: undefined }, ''), ...stored]
}

function findCollection(request: ApiRequest, context: Context): SavedCollection | Failure {
  const wanted = request.path['collectionId'] ?? ''
  return (
    findNamed(visibleCollections(request, context), wanted, each => each) ??
    failure('not_found', `There is no collection ${quoted(wanted)}.`)
  )
}

/** A collection that may be changed. */
function findOwnCollection(request: ApiRequest, context: Context): SavedCollection | Failure {
  const found = findCollection(request, context)
  return !isFailure(found) && found.workspace === null
    ? failure('invalid_request', `The collection ${quoted(found.slug)} is built in, and cannot be changed.`)
    : found
}

async function writeCollection(
  request: ApiRequest,
  context: Context,
  action: string,
  before: SavedCollection | undefined,
  after: SavedCollection | undefined,
): Promise<ApiReply | Failure> {
  const collection = after ?? before
  if (collection === undefined || context.store === undefined) return STORE_REQUIRED
  const revision = await commitChange(context, request, {
    action,
    resource: 'collection',
    id: collection.id,
    workspace: collection.workspace,
    before: before === undefined ? null : collectionValue(before),
    after: after === undefined ? null : collectionValue(after),
    writes: [
      {
        kind: PROMPT_COLLECTION,
        id: collection.id,
        value: after && collectionValue(after),
        expects: request.expects ?? before?.revision ?? 'absent',
      },
    ],
  })
  return isFailure(revision) ? revision : { body: showCollection(collection, context), revision }
}

const showCollection = (collection: SavedCollection, context: Context): JsonObject => ({
  id: collection.id,
  name: collection.name,
  slug: collection.slug,
  workspace_id: collection.workspace === null ? null : workspaceId(context, collection.workspace),
  built_in: collection.workspace === null,
  created_at: collection.created_at,
  last_updated_at: collection.last_updated_at,
  object: 'collection',
})
