// Writes a change and its entry of the audit log in one transaction: nothing is changed without being recorded.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { Clock } from '../../values/ports.ts'
import type { ApiRequest } from './api-request.ts'
import type { ControlSources } from './control-sources.ts'
import { type Kind, processKind } from './kind.ts'
import type { ResourceWrite, Transaction } from './resource-store.ts'
import { hasSignature, SIGNATURE_NEEDED } from './signed-store.ts'
import { UNIQUE_VALUE } from './unique-value.ts'

/** The kind of entries in the store, where they are named by their times. */
export const AUDIT = 'audit'

export const AUDIT_KINDS: readonly Kind[] = [processKind({ name: AUDIT, scopes: ['audit_logs'] })]

export interface Change extends Transaction {
  /** A verb, such as `create`, `update` or `rotate`. */
  readonly action: string
  /** The kind and identifier of the resource, as readers of the audit log know them. */
  readonly resource: string
  readonly id: string
  /** The slug of the workspace; null for what belongs to the organisation. */
  readonly workspace: string | null
  /** What a reader of the resource sees before and after: never a secret. */
  readonly before: Json
  readonly after: Json
}

type CommitSources = Pick<ControlSources, 'clock' | 'randomId' | 'store' | 'replica'>
type CommitRequest = Pick<ApiRequest, 'principal' | 'method' | 'uri' | 'expects'>

/** The revision of the change, or why it was not made. The writing process sees it at once, others within two seconds. */
export const commitChange = (
  context: CommitSources,
  request: CommitRequest,
  change: Change,
): Promise<number | Failure> => commitChanges(context, request, [change])

/** All of the changes in one transaction, with an entry of the audit log for each: none of them if one cannot be made. */
export async function commitChanges(
  { store, replica, clock, randomId }: CommitSources,
  request: CommitRequest,
  changes: readonly [Change, ...Change[]],
): Promise<number | Failure> {
  if (store === undefined) return STORE_REQUIRED
  // Without a signature it would disappear where signatures are required.
  const unsigns = changes.some(({ writes }) =>
    writes.some(({ kind, id, value }) => {
      const before = value && replica?.get(kind, id)
      return before !== undefined && hasSignature(before)
    }),
  )
  if (unsigns) return failure('signature_required', SIGNATURE_NEEDED)
  const blobs = changes.flatMap(change => [...(change.blobs ?? [])])
  const result = await store.commit({
    writes: changes.flatMap(change => [...change.writes, auditWrite({ clock, randomId }, request, change)]),
    ...(blobs.length > 0 && { blobs: new Map(blobs) }),
  })
  await replica?.look()
  if (result.conflict === undefined) return result.revision
  const { kind, id } = result.conflict
  const isConflicting = ({ writes }: Change): boolean =>
    writes.some(write => write.kind === kind && write.id === id)
  const change = changes.find(isConflicting) ?? changes[0]
  if (result.conflict.kind === UNIQUE_VALUE)
    return failure('conflict', `Another ${change.resource} of this name was made at the same time.`)
  return result.conflict.found === undefined
    ? failure('conflict', `The ${change.resource} has been deleted meanwhile.`)
    : request.expects === undefined
      ? failure('conflict', `The ${change.resource} exists already, or was changed at the same time.`)
      : failure(
          'precondition_failed',
          `The ${change.resource} was changed meanwhile: its revision is ${result.conflict.found.revision}, not ${request.expects}. Read it again.`,
        )
}

/** Who changes something, and by which request. */
interface Changer extends Pick<ApiRequest, 'method' | 'uri'> {
  readonly principal: { readonly id: string; readonly type: string }
}

/** The entry of the audit log, which is written with its change. */
export function auditWrite(
  { clock, randomId }: Pick<ControlSources, 'randomId'> & { readonly clock: Pick<Clock, 'now'> },
  request: Changer,
  change: Omit<Change, 'writes' | 'blobs'>,
): ResourceWrite {
  const time = new Date(clock.now()).toISOString()
  const value = toEntry(request, change, time)
  return { kind: AUDIT, id: `${time}/${randomId()}`, value, expects: 'absent' }
}

const toEntry = (
  { principal, method, uri }: Changer,
  { action, resource, id, workspace, before, after }: Omit<Change, 'writes' | 'blobs'>,
  timestamp: string,
): JsonObject => ({
  timestamp,
  user: principal.id,
  user_type: principal.type,
  workspace,
  method,
  uri,
  action,
  resource_type: resource,
  resource_id: id,
  before,
  after,
})

export const STORE_REQUIRED = failure(
  'store_required',
  'This gateway has no store, so nothing can be written. Add "store: sqlite:.portolan/store.db" to gateway.yaml.',
)

/** Why what the manifest defines is not changed here. */
export const ownedByGit = (resource: string, name: string): Failure =>
  failure(
    'owned_by_git',
    `The ${resource} "${name}" is defined in the project's git repository. Change it there, and deploy.`,
  )
