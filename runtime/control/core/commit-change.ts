// Writes a change and its entry of the audit log in one transaction: nothing is changed without being recorded.
import type { AuditDenial, AuditDifference } from '../../../schemas/generated/control-types.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
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
  /** Lists and objects of which these have only what differs already; other long ones are shortened to that. */
  readonly differences?: readonly AuditDifference[]
  /** Changes that were denied, of which this is the only trace. */
  readonly denied?: AuditDenial
}

type CommitSources = Pick<ControlSources, 'clock' | 'randomId' | 'store' | 'replica'>
type CommitRequest = Pick<ApiRequest, 'principal' | 'method' | 'uri' | 'expects'>

/** A list or object of more items is in the audit log as what differs. */
export const LONG_LIST = 50

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
  {
    action,
    resource,
    id,
    workspace,
    before,
    after,
    differences = [],
    denied,
  }: Omit<Change, 'writes' | 'blobs'>,
  timestamp: string,
): JsonObject => {
  const found = [...differences]
  const [old, fresh] = differ(before, after, '', found)
  return {
    timestamp,
    user: principal.id,
    user_type: principal.type,
    workspace,
    method,
    uri,
    action,
    resource_type: resource,
    resource_id: id,
    before: old,
    after: fresh,
    ...(found.length > 0 && { differences: found.map(each => ({ ...each })) }),
    ...(denied && { denied: { ...denied } }),
  }
}

/** Both values, where long lists and objects of both have only what differs. Those are added to `found`. */
function differ(
  before: Json,
  after: Json,
  path: Pointer,
  found: AuditDifference[],
): readonly [before: Json, after: Json] {
  if (isList(before) && isList(after)) return differInItems(before, after, path, found)
  if (!isObject(before) || !isObject(after)) return [before, after]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const isLong = names.length > LONG_LIST
  if (isLong) found.push(differenceAt(path, Object.keys(before), Object.keys(after)))
  const [old, fresh]: [[string, Json][], [string, Json][]] = [[], []]
  for (const name of names) {
    const [left, right] = [before[name], after[name]]
    if (left === undefined || right === undefined) {
      if (left !== undefined) old.push([name, left])
      if (right !== undefined) fresh.push([name, right])
      continue
    }
    if (isLong && JSON.stringify(left) === JSON.stringify(right)) continue
    const [one, other] = differ(left, right, childPointer(path, name), found)
    old.push([name, one])
    fresh.push([name, other])
  }
  return [Object.fromEntries(old), Object.fromEntries(fresh)]
}

function differInItems(
  before: readonly Json[],
  after: readonly Json[],
  path: Pointer,
  found: AuditDifference[],
): readonly [before: Json, after: Json] {
  if (Math.max(before.length, after.length) <= LONG_LIST) return [before, after]
  const [old, fresh] = [before.map(item => JSON.stringify(item)), after.map(item => JSON.stringify(item))]
  const removed = withoutItems(before, old, fresh)
  const added = withoutItems(after, fresh, old)
  // Only their order differs, which needs all of them.
  if (removed.length + added.length === 0 && old.some((item, index) => item !== fresh[index]))
    return [before, after]
  found.push(differenceAt(path, before, after))
  return [removed, added]
}

/** The items of a list that another one lacks, each as often as it lacks it. */
function withoutItems(
  items: readonly Json[],
  texts: readonly string[],
  others: readonly string[],
): readonly Json[] {
  const counts = new Map<string, number>()
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1)
  return items.filter((_, index) => {
    const text = texts[index] ?? ''
    const count = counts.get(text) ?? 0
    if (count > 0) counts.set(text, count - 1)
    return count === 0
  })
}

const differenceAt = (
  path: Pointer,
  { length: before }: readonly unknown[],
  { length: after }: readonly unknown[],
): AuditDifference => ({ path, before, after })

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
