// People of the organisation as invitations, which Portkey clients make: one is pending until its person first signs in. The gateway sends
// no mail.
import type { Invite } from '../../../../schemas/generated/control-types.ts'
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { failure, isFailure, quoted } from '../../../values/failures.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { commitResource, linkResource, type SavedResource } from '../../resources/saved-resource.ts'
import { roleSettings } from '../settings/model.ts'
import { chooseWorkspace } from '../workspaces/choose-workspace.ts'
import { foldAddress } from './address.ts'
import { MEMBER, MEMBERSHIP_FORM, membershipId, type Person } from './model.ts'
import { readWorkspaceRole, workspaceRoleFault } from './role.ts'
import { findBinding } from './sign-in-binding.ts'
import { newPerson, PEOPLE, type PeopleContext, removePerson } from './user-routes.ts'

const INVITES: SavedResource<Person, PeopleContext> = {
  ...PEOPLE,
  noun: 'invitation',
  parameter: 'inviteId',
  show: showInvite,
  filters: {
    ...PEOPLE.filters,
    email: ({ email }, wanted) => email === foldAddress(String(wanted)),
    status: (person, wanted, _request, context) => showInvite(person, context)['status'] === wanted,
  },
}

const invites = linkResource(INVITES)

export const inviteHandlers = {
  listInvites: invites.list,
  readInvite: invites.read,
  createInvite: async (request, context) => {
    const { workspaces = [], ...body } = request.body
    const person = newPerson({ ...request, body }, context)
    if (isFailure(person)) return person
    const writes: ResourceWrite[] = []
    for (const [index, { id, role: name }] of workspaces.entries()) {
      const param = `workspaces[${index}]`
      const workspace = chooseWorkspace(request, context, id)
      if (isFailure(workspace)) return { ...workspace, param: `${param}.id` }
      const role = readWorkspaceRole(name)
      if (isFailure(role)) return { ...role, param: `${param}.role` }
      const fault = workspaceRoleFault(
        request.principal,
        role,
        workspace,
        roleSettings(context.replica, workspace),
      )
      if (fault !== undefined) return fault
      const key = membershipId(workspace, person.id)
      if (writes.some(write => write.id === key))
        return failure('invalid_request', `The workspace ${quoted(id)} is repeated.`, { param })
      const { createdAt, updatedAt } = person
      const value = MEMBERSHIP_FORM.write({ workspace, user: person.id, role, createdAt, updatedAt })
      writes.push({ kind: MEMBER, id: key, value, expects: 'absent' })
    }
    const revision = await commitResource(PEOPLE, request, context, {
      action: 'invite',
      before: undefined,
      after: person,
      writes,
    })
    if (isFailure(revision)) return revision
    const { publicUrl = '' } = context.gateway
    return { body: { id: person.id, invite_link: publicUrl, object: 'invite' }, revision }
  },
  cancelInvite: invites.writable(async (found, request, context) =>
    signedInAt(found.saved, context) === null
      ? await removePerson(found, request, context)
      : failure(
          'conflict',
          `${quoted(found.saved.email)} has signed in: DELETE /organisation/users/${found.saved.id} removes the person.`,
        ),
  ),
} satisfies SomeHandlers<PeopleContext>

/** When the person first signed in; null for never. */
const signedInAt = (
  { id, email }: Pick<Person, 'id' | 'email'>,
  { replica }: Pick<ControlSources, 'replica'>,
): string | null => asText(findBinding(replica, id, email)?.value['created_at']) ?? null

function showInvite(
  person: Person,
  context: Pick<ControlSources, 'replica'>,
): JsonObject & Pick<Invite, 'status'> {
  const { id, email, role, createdAt } = person
  const acceptedAt = signedInAt(person, context)
  return {
    id,
    object: 'invite',
    email,
    role,
    status: acceptedAt === null ? 'pending' : 'accepted',
    created_at: createdAt,
    accepted_at: acceptedAt,
    expires_at: null,
  } satisfies Invite
}
