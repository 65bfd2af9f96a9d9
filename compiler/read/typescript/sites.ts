// The literals of a program. A site is one object or array literal; at run time a value records only the number of its
// site, and its origin is looked up here afterwards.
import type { Origin, Span } from '../../source.ts'

/** A part of an object literal: plain properties by name, one computed property, or one spread. */
export type ObjectPart =
  | { readonly kind: 'properties'; readonly byName: ReadonlyMap<string, Origin> }
  | { readonly kind: 'computed' | 'spread'; readonly origin: Origin }

export interface Site {
  readonly span: Span
  /** The parts of an object literal, in source order. */
  readonly parts?: readonly ObjectPart[]
  /** The elements of an array literal, including spreads. */
  readonly elements?: readonly Span[]
}

/** The origin of the property `key` that was set by part `part` of site `site`. */
export function propertyOrigin(
  sites: readonly Site[],
  site: number,
  part: number,
  key: string,
): Origin | undefined {
  const found = sites[site]?.parts?.[part]
  if (found === undefined) return undefined
  return found.kind === 'properties' ? found.byName.get(key) : found.origin
}

/** The origin of an array element. */
export function elementOrigin(sites: readonly Site[], site: number, element: number): Origin | undefined {
  const value = sites[site]?.elements?.[element]
  return value && { value }
}
