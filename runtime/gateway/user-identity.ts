// Whose bodies are stored and erased: the user of the metadata (`_user`), by the value that was sent. The value in the log may be cut
// or masked, and may then refer to several users, or to one that cannot be found again.
import { mask } from '../../compiler/diagnostics/mask.ts'
import type { Json } from '../../schemas/values/json.ts'
import { isFailure } from '../values/failures.ts'
import { misreadText } from '../values/headers.ts'
import type { Ports } from '../values/ports.ts'
import { MAX_TAG_VALUE } from '../values/tag-limits.ts'
import type { AdmittedRequest } from './request.ts'
import { readMetadata } from './request-options.ts'
import { USER_KEY } from './request-tags.ts'

const DIGEST = 'sha256:'

/** The user as stores and the audit log have it: its value, or the digest of one that the log does not show as it is. */
export const userIdentity = (user: string, hash: Ports['hash']): string =>
  user.length <= MAX_TAG_VALUE &&
  !user.startsWith(DIGEST) &&
  !user.includes('\0') &&
  user.isWellFormed() &&
  mask(user) === user
    ? user
    : `${DIGEST}${hash(user)}`

/** All identities under which bodies of a user may be: earlier versions read UTF-8 in headers as Latin-1. */
export function userIdentities(user: string, hash: Ports['hash']): readonly string[] {
  const misread = misreadText(user)
  return misread === user
    ? [userIdentity(user, hash)]
    : [userIdentity(user, hash), userIdentity(misread, hash)]
}

/** The user in a value of the metadata; undefined where it names none. */
export const userOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** The user of a request, also of one that fails before its metadata is logged. */
export function userOfRequest({
  requestOptions: { options },
  caller,
}: Pick<AdmittedRequest, 'requestOptions' | 'caller'>): string | undefined {
  if (options.metadata === undefined && caller.metadata === undefined) return undefined
  const sent = readMetadata(options.metadata, '')
  const { [USER_KEY]: user } = { ...caller.metadata, ...(!isFailure(sent) && sent) }
  return userOf(user)
}
