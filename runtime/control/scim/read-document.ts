// Reads a person as a directory describes them.
import {
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { emailFault, foldAddress } from '../access/members/address.ts'
import { type OrganisationRole, readOrganisationRole } from '../access/members/role.ts'

export interface UserDocument {
  /** Folded. */
  readonly email: string
  readonly externalId: string | null
  readonly displayName: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  /** Undefined where the document does not say. */
  readonly active: boolean | undefined
  readonly role: OrganisationRole | undefined
}

export function readUserDocument(document: JsonObject): UserDocument | Failure {
  const { userName, active, roles } = document
  const email = foldAddress(asText(userName) ?? '')
  const name = asObject(document['name'])
  const texts = {
    externalId: readShortText(document['externalId'], 'externalId'),
    displayName: readShortText(document['displayName'], 'displayName'),
    firstName: readShortText(name['givenName'], 'name.givenName'),
    lastName: readShortText(name['familyName'], 'name.familyName'),
  }
  const { externalId, displayName, firstName, lastName } = texts
  const isActive = readSwitch(active)
  const role = readRoles(roles)
  const fault = emailFault(email, 'userName')
  if (fault !== undefined) return fault
  if (isFailure(externalId)) return externalId
  if (isFailure(displayName)) return displayName
  if (isFailure(firstName)) return firstName
  if (isFailure(lastName)) return lastName
  if (isFailure(isActive)) return isActive
  if (isFailure(role)) return role
  return { email, externalId, displayName, firstName, lastName, active: isActive, role }
}

/** A string of a directory, which PATCH can make of any value. */
export function readShortText(value: Json | undefined, param: string): string | null | Failure {
  if (value === undefined || value === null) return null
  return typeof value === 'string' && value.length <= 255
    ? value
    : failure('invalid_request', `${param} must be a string of at most 255 characters.`, { param })
}

/** Entra writes "False" for false. */
function readSwitch(value: Json | undefined): boolean | undefined | Failure {
  if (value === undefined || value === null) return undefined
  const text = String(value).toLowerCase()
  return text === 'true' || text === 'false'
    ? text === 'true'
    : failure('invalid_request', 'active must be true or false.', { param: 'active' })
}

/** From the highest to the lowest. */
const RANKS: readonly OrganisationRole[] = ['owner', 'admin', 'member']

/** The highest of the roles that are named; the lowest is that of a member. */
function readRoles(value: Json | undefined): OrganisationRole | undefined | Failure {
  if (value === undefined || value === null) return undefined
  const roles = new Set<OrganisationRole>()
  for (const item of isList(value) ? value : [value]) {
    const role = readOrganisationRole(roleName(item))
    if (isFailure(role)) return failure('invalid_request', role.message, { param: 'roles' })
    roles.add(role)
  }
  return RANKS.find(role => roles.has(role)) ?? 'member'
}

/** Directories send names, objects with a `value`, and such objects as text, which may be a `value` again. */
function roleName(item: Json | undefined, depth = 0): string {
  const text = asText(item)
  const object = text?.startsWith('{') === true ? parseJson(text) : item
  return isObject(object) && depth < 2 ? roleName(object['value'], depth + 1) : (text ?? '')
}
