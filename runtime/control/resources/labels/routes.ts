// The routes of labels. Those that are built in are read, and never changed.

import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import { chooseWorkspace, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import { slugFault } from '../../core/choose-slug.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { listedBy } from '../../core/listing.ts'
import { alreadyExists, isBuiltIn, linkResource, nowOf, type SavedResource } from '../saved-resource.ts'
import {
  builtInLabels,
  findLabel,
  LABEL_FORM,
  LABELS,
  LABELS_BY_NAME,
  LABELS_OF_WORKSPACE,
  labelNameError,
  type SavedLabel,
} from './model.ts'

const LABEL: SavedResource<SavedLabel> = {
  form: LABEL_FORM,
  noun: 'label',
  parameter: 'labelId',
  own: context => builtInLabels(context).map(saved => ({ saved, revision: undefined })),
  stored: listedBy(LABELS, LABELS_OF_WORKSPACE),
  bySlug: LABELS_BY_NAME,
  named: ({ id, name }) => ({ id, slug: name }),
  sees:
    ({ may }) =>
    ({ workspace }) =>
      workspace === null || may(workspace),
  changeFault: ({ workspace, name }) => (workspace === null ? isBuiltIn('label', name) : undefined),
  searched: ({ name }) => name,
  isIn: (label, workspace) => label.workspace === null || label.workspace === workspace,
  keyOf: ({ id }) => id,
  workspaceOf: ({ workspace }) => workspace,
  show: (label, context) => ({
    id: label.id,
    name: label.name,
    description: label.description,
    color_code: label.color_code,
    workspace_id: label.workspace === null ? null : workspaceId(context, label.workspace),
    built_in: label.workspace === null,
    created_at: label.created_at,
    last_updated_at: label.last_updated_at,
    object: 'label',
  }),
  record: LABEL_FORM.write,
  matchesNew: true,
}

const labels = linkResource(LABEL)

export const labelHandlers = {
  listLabels: labels.list,
  createLabel: labels.create((request, context) => {
    const { name, description = null, color_code = null, workspace_id } = request.body
    const workspace = chooseWorkspace(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const error = nameError(context, workspace, name)
    if (error !== undefined) return error
    const time = nowOf(context)
    const id = randomUuid(context.randomId())
    return { id, name, description, color_code, workspace, created_at: time, last_updated_at: time }
  }),
  readLabel: labels.read,
  updateLabel: labels.update((before, { body }, context) => {
    const { name = before.name, description = before.description, color_code = before.color_code } = body
    const error = name === before.name ? undefined : nameError(context, before.workspace ?? '', name)
    return error ?? { ...before, name, description, color_code, last_updated_at: nowOf(context) }
  }),
  deleteLabel: labels.remove,
} satisfies SomeHandlers<WriteSources>

function nameError(context: WriteSources, workspace: string, name: string): Failure | undefined {
  const reason = labelNameError(name)
  if (reason !== undefined) return failure('invalid_request', reason, { param: 'name' })
  const fault = slugFault(name, 'name')
  if (fault !== undefined) return fault
  return findLabel(context, workspace, name) !== undefined ? alreadyExists('label', name, 'name') : undefined
}
