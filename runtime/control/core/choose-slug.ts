// The slug of a new resource: the one that the body has, or one that is derived from its name.
import { isUuid } from '../../../schemas/values/uuid.ts'
import { type Failure, failure, quoted } from '../../values/failures.ts'

/** A slug for a name that people chose; empty if nothing of it can be used. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 255)

/** `wanted` is valid by the schema of its route. */
export function chooseSlug(name: string, wanted: string | undefined): string | Failure {
  const slug = wanted ?? toSlug(name)
  return slug === ''
    ? failure('invalid_request', 'slug is missing, and cannot be derived from the name.', { param: 'slug' })
    : (slugFault(slug, 'slug') ?? slug)
}

/** Why a string is not a slug: identifiers and slugs are accepted in the same places, so neither can be taken for the other. */
export const slugFault = (slug: string, param: string): Failure | undefined =>
  isUuid(slug)
    ? failure('invalid_request', `${quoted(slug)} has the form of an identifier. Choose another ${param}.`, {
        param,
      })
    : undefined
