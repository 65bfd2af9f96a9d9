// A person as directories see them.
import { type JsonObject, present } from '../../../schemas/values/json.ts'
import type { Person } from '../access/members/model.ts'
import type { ControlSources } from '../core/control-sources.ts'
import { GROUP_FORM, groupsOfPerson } from './group.ts'
import { type AttributeSelection, metaOf, scimLocation, USER_SCHEMA } from './scim-reply.ts'

/** What a directory may write of a person: every attribute that is stored, null if it is unset. */
export const toUserDocument = ({
  email,
  externalId,
  displayName,
  firstName,
  lastName,
  role,
  active,
}: Person): JsonObject => ({
  userName: email,
  externalId,
  displayName,
  name: { givenName: firstName, familyName: lastName },
  active,
  roles: [{ value: role, primary: true }],
})

export function showUser(
  person: Person,
  revision: number,
  context: Pick<ControlSources, 'replica'>,
  { has }: Pick<AttributeSelection, 'has'>,
): JsonObject {
  const { externalId, displayName, name: _, ...document } = toUserDocument(person)
  const { firstName, lastName, email, id } = person
  const formatted = [firstName, lastName].filter(part => part !== null).join(' ')
  return {
    schemas: [USER_SCHEMA],
    id,
    ...document,
    ...present({
      externalId: externalId ?? undefined,
      displayName: displayName ?? (formatted === '' ? undefined : formatted),
      name:
        formatted === ''
          ? undefined
          : present({
              formatted,
              givenName: firstName ?? undefined,
              familyName: lastName ?? undefined,
            }),
    }),
    emails: [{ value: email, type: 'work', primary: true }],
    ...(has('groups') && {
      groups: groupsOfPerson(context, id)
        .map(GROUP_FORM.read)
        .map(group => ({
          value: group.id,
          display: group.displayName,
          $ref: scimLocation('Group', group.id),
        })),
    }),
    meta: metaOf('User', person, revision),
  }
}
