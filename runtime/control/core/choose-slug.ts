// The slug of a new resource: the one that the body has, or one that is derived from its name.
import { type Failure, failure } from '../../values/failures.ts'

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
    : slug
}
