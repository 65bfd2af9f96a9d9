// The slugs of providers that a config, a prompt or a check may name: those of the manifest, and those of a store where one is known.
import type { CompileEnvironment } from '../facts/environment.ts'

/** Sorted; undefined where only calls find out. */
export function knownSlugs({
  providers,
  external = [],
  storedSlugs = new Set(),
  hasInvalidManifest,
  written,
}: CompileEnvironment): readonly string[] | undefined {
  if (storedSlugs === 'unknown') return undefined
  if (hasInvalidManifest) return written && [...written.providers].sort()
  return [...new Set([...Object.keys(providers), ...external, ...storedSlugs])].sort()
}
