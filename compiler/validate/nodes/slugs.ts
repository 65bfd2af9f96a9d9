// Slugs of stored providers: their syntax, and those that a config, a prompt or a check may name.
import type { CompileEnvironment } from '../../facts/environment.ts'

const SLUG_PATTERN = /^[a-z0-9][a-z0-9._-]*$/

export const isValidSlug = (slug: string): boolean => SLUG_PATTERN.test(slug)

/** The syntax as text, to follow a colon. */
export const SLUG_SYNTAX =
  'it must start with a lower-case letter or digit and contain only lower-case letters, digits, dots, hyphens and underscores'

/** Sorted; undefined where only calls find out. */
export function knownSlugs({
  providers,
  pools = {},
  external = [],
  storedSlugs = new Set(),
  hasInvalidManifest,
  written,
}: CompileEnvironment): readonly string[] | undefined {
  if (storedSlugs === 'unknown') return undefined
  if (hasInvalidManifest) return written && [...written.providers].sort()
  return [...new Set([...Object.keys(providers), ...Object.keys(pools), ...external, ...storedSlugs])].sort()
}
