// The routes of labels. Those that are built in are read, and never changed.
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { slugFault } from '../../core/choose-slug.ts'
import { commitChange, STORE_REQUIRED } from '../../core/commit-change.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageReply } from '../../core/pages.ts'
import {
  labelNameError,
  labelsOf,
  PROMPT_LABEL,
  promptLabelValue,
  type SavedLabel,
  savedLabelOf,
} from './model.ts'

type Context = WriteSources

type LabelOperation = 'listLabels' | 'createLabel' | 'readLabel' | 'updateLabel' | 'deleteLabel'

export const labelHandlers: Handlers<LabelOperation, Context> = {
  listLabels: async (request, context) => {
    const { workspace_id: wanted, search, name = search } = request.query
    const part = String(name ?? '').toLowerCase()
    const workspace = wanted === undefined ? undefined : chooseWorkspace(request, context, asText(wanted))
    if (isFailure(workspace)) return workspace
    const seen = visibleLabels(request, context).filter(
      label => (label.workspace ?? workspace ?? '') === (workspace ?? label.workspace ?? ''),
    )
    return pageReply(
      seen.filter(label => label.name.toLowerCase().includes(part)),
      request,
      label => showLabel(label, context),
    )
  },
  createLabel: async (request, context) => {
    const { body } = request
    const workspace = chooseWorkspace(request, context, asText(body['workspace_id']))
    if (isFailure(workspace)) return workspace
    const name = asText(body['name']) ?? ''
    const error = nameError(context, workspace, name)
    if (error !== undefined) return error
    const time = new Date(context.clock.now()).toISOString()
    return await writeLabel(request, context, 'create', undefined, {
      id: randomUuid(context.randomId()),
      name,
      description: asText(body['description']) ?? null,
      color_code: asText(body['color_code']) ?? null,
      workspace,
      created_at: time,
      last_updated_at: time,
      revision: undefined,
    })
  },
  readLabel: async (request, context) => {
    const found = findLabel(request, context)
    return isFailure(found) ? found : { body: showLabel(found, context), revision: found.revision }
  },
  updateLabel: async (request, context) => {
    const before = findOwnLabel(request, context)
    if (isFailure(before)) return before
    const { body } = request
    const name = asText(body['name']) ?? before.name
    const error = name === before.name ? undefined : nameError(context, before.workspace ?? '', name)
    if (error !== undefined) return error
    return await writeLabel(request, context, 'update', before, {
      ...before,
      name,
      description: 'description' in body ? (asText(body['description']) ?? null) : before.description,
      color_code: 'color_code' in body ? (asText(body['color_code']) ?? null) : before.color_code,
      last_updated_at: new Date(context.clock.now()).toISOString(),
    })
  },
  deleteLabel: async (request, context) => {
    const before = findOwnLabel(request, context)
    if (isFailure(before)) return before
    const written = await writeLabel(request, context, 'delete', before, undefined)
    return isFailure(written) ? written : { body: {} }
  },
}

function visibleLabels(request: ApiRequest, context: Context): readonly SavedLabel[] {
  const stored = (context.replica?.all(PROMPT_LABEL).toArray() ?? [])
    .map(savedLabelOf)
    .filter(({ workspace }) => request.may(workspace ?? ''))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  return [...labelsOf({ ...context, replica: undefined }, ''), ...stored]
}

function findLabel(request: ApiRequest, context: Context): SavedLabel | Failure {
  const wanted = request.path['labelId'] ?? ''
  return (
    findNamed(visibleLabels(request, context), wanted, ({ id, name }) => ({ id, slug: name })) ??
    failure('not_found', `There is no label ${quoted(wanted)}.`)
  )
}

/** A label that may be changed. */
function findOwnLabel(request: ApiRequest, context: Context): SavedLabel | Failure {
  const found = findLabel(request, context)
  return !isFailure(found) && found.workspace === null
    ? failure('invalid_request', `The label ${quoted(found.name)} is built in, and cannot be changed.`)
    : found
}

function nameError(context: Context, workspace: string, name: string): Failure | undefined {
  const reason = labelNameError(name)
  if (reason !== undefined) return failure('invalid_request', reason, { param: 'name' })
  const fault = slugFault(name, 'name')
  if (fault !== undefined) return fault
  return labelsOf(context, workspace).some(label => label.name === name)
    ? failure('conflict', `The label ${quoted(name)} exists already.`, { param: 'name' })
    : undefined
}

async function writeLabel(
  request: ApiRequest,
  context: Context,
  action: string,
  before: SavedLabel | undefined,
  after: SavedLabel | undefined,
): Promise<ApiReply | Failure> {
  const label = after ?? before
  if (label === undefined || context.store === undefined) return STORE_REQUIRED
  const revision = await commitChange(context, request, {
    action,
    resource: 'label',
    id: label.id,
    workspace: label.workspace,
    before: before === undefined ? null : promptLabelValue(before),
    after: after === undefined ? null : promptLabelValue(after),
    writes: [
      {
        kind: PROMPT_LABEL,
        id: label.id,
        value: after && promptLabelValue(after),
        expects: request.expects ?? before?.revision ?? 'absent',
      },
    ],
  })
  return isFailure(revision) ? revision : { body: showLabel(label, context), revision }
}

const showLabel = (label: SavedLabel, context: Context): JsonObject => ({
  id: label.id,
  name: label.name,
  description: label.description,
  color_code: label.color_code,
  workspace_id: label.workspace === null ? null : workspaceId(context, label.workspace),
  built_in: label.workspace === null,
  created_at: label.created_at,
  last_updated_at: label.last_updated_at,
  object: 'label',
})
