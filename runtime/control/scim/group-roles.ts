// What a change of a group means for roles: a member of groups has the highest role that they give, and loses it with the last
// of them. Callers give or take by a group only what they may give or take themselves.
import { type Failure, isFailure } from '../../values/failures.ts'
import {
  MEMBER,
  MEMBERSHIP_FORM,
  membershipId,
  PERSON_FORM,
  removalsOf,
  toMembership,
  toPerson,
  USER,
} from '../access/members/model.ts'
import { lastOwnerFault, personFacts } from '../access/members/people.ts'
import {
  type OrganisationRole,
  organisationRoleFault,
  type WorkspaceRole,
  workspaceRoleFault,
} from '../access/members/role.ts'
import { roleSettings } from '../access/settings/model.ts'
import type { ApiRequest } from '../core/api-request.ts'
import { auditWrite } from '../core/commit-change.ts'
import type { ControlSources, ReadSources } from '../core/control-sources.ts'
import type { ResourceWrite } from '../core/resource-store.ts'
import { GROUP_FORM, type Grant, type Group, grantOf, groupsOfPerson } from './group.ts'

type Context = ReadSources & Pick<ControlSources, 'clock' | 'randomId'>

/** From the lowest to the highest. */
const ORGANISATION_RANKS: readonly OrganisationRole[] = ['member', 'admin', 'owner']
const WORKSPACE_RANKS: readonly WorkspaceRole[] = ['member', 'manager', 'admin']

type Writes = readonly ResourceWrite[]

/** A group before and after a change, with the members whom it concerns; undefined: the group is new, or deleted. */
export interface GroupChange {
  readonly before: Group | undefined
  readonly after: Group | undefined
}

/** The writes of roles that belong to the change of a group. */
export function roleWrites(
  request: ApiRequest,
  context: Context,
  { before, after }: GroupChange,
): Writes | Failure {
  const id = (after ?? before)?.id
  const grants = new Map<string, Grant | undefined>()
  const grantOfGroup = (group: Group): Grant | undefined => {
    if (!grants.has(group.id)) grants.set(group.id, grantOf(group, context))
    return grants.get(group.id)
  }
  const members = new Set(after?.members)
  const rolesIn = (workspace: string | undefined, user: string): readonly string[] => {
    const others = groupsOfPerson(context, user).filter(group => group.id !== id)
    const all = [...others.map(GROUP_FORM.read), ...(after !== undefined && members.has(user) ? [after] : [])]
    return all.flatMap(group => {
      const grant = grantOfGroup(group)
      return grant === undefined || grant.workspace !== workspace ? [] : [grant.role]
    })
  }
  const organisation: { readonly user: string; readonly role: OrganisationRole }[] = []
  const writes: ResourceWrite[] = []
  for (const { workspace, user } of affectedBy(before, after, context)) {
    const roles = rolesIn(workspace, user)
    if (workspace === undefined) {
      const role = ORGANISATION_RANKS.findLast(each => roles.includes(each)) ?? 'member'
      organisation.push({ user, role })
      continue
    }
    const role = WORKSPACE_RANKS.findLast(each => roles.includes(each))
    const own = membershipWrites(request, context, { workspace, user }, role)
    if (isFailure(own)) return own
    writes.push(...own)
  }
  const people = personWrites(request, context, organisation)
  return isFailure(people) ? people : [...writes, ...people]
}

interface Place {
  readonly workspace: string | undefined
  readonly user: string
}

/**
 * Where whose role may change: those who come and go, everyone where the group gives something else, and members who have nothing
 * yet, because the group is older than its workspace.
 */
function affectedBy(before: Group | undefined, after: Group | undefined, context: Context): readonly Place[] {
  const [old, next] = [before && grantOf(before, context), after && grantOf(after, context)]
  const [left, right] = [new Set(before?.members), new Set(after?.members)]
  const place = (grant: Grant | undefined, users: Iterable<string>): readonly Place[] =>
    grant === undefined ? [] : [...users].map(user => ({ workspace: grant.workspace, user }))
  if (old?.workspace !== next?.workspace || (old === undefined) !== (next === undefined))
    return [...place(old, left), ...place(next, right)]
  const all = new Set([...left, ...right])
  const isSame = old?.role === next?.role
  const slug = next?.workspace
  const isMissing = (user: string): boolean =>
    slug !== undefined && context.replica?.get(MEMBER, membershipId(slug, user)) === undefined
  return place(
    next,
    [...all].filter(user => !isSame || left.has(user) !== right.has(user) || isMissing(user)),
  )
}

/**
 * A membership is written also where it stays as it is, so that of two groups that change at once one is refused, instead of
 * taking what the other gives.
 */
function membershipWrites(
  request: ApiRequest,
  context: Context,
  { workspace, user }: { readonly workspace: string; readonly user: string },
  role: WorkspaceRole | undefined,
): Writes | Failure {
  const { replica, clock } = context
  const id = membershipId(workspace, user)
  const found = replica?.get(MEMBER, id)
  const current = found && toMembership(found)
  if (replica?.get(USER, user) === undefined || (role === undefined && current === undefined)) return []
  const settings = roleSettings(replica, workspace)
  const changes = current?.role === role ? [] : [current?.role, role]
  const refused = changes
    .map(each => each && workspaceRoleFault(request.principal, each, workspace, settings))
    .find(each => each !== undefined)
  if (refused !== undefined) return refused
  const time = new Date(clock.now()).toISOString()
  const expects: number | 'absent' = found?.revision ?? 'absent'
  const entry = {
    action: role === undefined ? 'remove' : current === undefined ? 'add' : 'update',
    resource: MEMBER,
    id,
    workspace,
    before: current === undefined ? null : { role: current.role },
    after: role === undefined ? null : { role },
  }
  const audit = changes.length === 0 ? [] : [auditWrite(context, request, entry)]
  if (role === undefined) {
    const ended = removalsOf(replica, user, slug => slug === workspace)
    return [...ended.map(each => (each.kind === MEMBER ? { ...each, expects } : each)), ...audit]
  }
  const createdAt = current?.createdAt ?? time
  const updatedAt = changes.length === 0 ? (current?.updatedAt ?? time) : time
  const value = MEMBERSHIP_FORM.write({ workspace, user, role, createdAt, updatedAt })
  return [{ kind: MEMBER, id, value, expects }, ...audit]
}

function personWrites(
  request: ApiRequest,
  context: Context,
  roles: readonly { readonly user: string; readonly role: OrganisationRole }[],
): Writes | Failure {
  const leaving = new Set(roles.filter(({ role }) => role !== 'owner').map(({ user }) => user))
  const writes: ResourceWrite[] = []
  let isOwned = false
  for (const { user, role } of roles) {
    const found = context.replica?.get(USER, user)
    if (found === undefined) continue
    const person = toPerson(found)
    const isChanged = person.role !== role
    const refused = isChanged
      ? (organisationRoleFault(request.principal, person.role) ??
        organisationRoleFault(request.principal, role) ??
        (isOwned ? undefined : lastOwnerFault(context, person, leaving)))
      : undefined
    if (refused !== undefined) return refused
    // Another owner stays: that holds for all who leave.
    isOwned ||= isChanged && person.role === 'owner'
    const changed = isChanged
      ? { ...person, role, updatedAt: new Date(context.clock.now()).toISOString() }
      : person
    writes.push({ kind: USER, id: user, value: PERSON_FORM.write(changed), expects: found.revision })
    if (isChanged)
      writes.push(
        auditWrite(context, request, {
          action: 'update',
          resource: USER,
          id: user,
          workspace: null,
          before: personFacts(person),
          after: personFacts(changed),
        }),
      )
  }
  return writes
}
