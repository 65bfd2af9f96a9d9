// The literals of a program. A site is one object or array literal; at run time a value records only the number of its
// site, and its origin is looked up here afterwards.
import type { Origin, SourceSpan } from '../../source.ts'

/** A part of an object literal: plain properties by name, one computed property, or one spread. */
export type ObjectPart =
  | { readonly kind: 'properties'; readonly byName: ReadonlyMap<string, Origin> }
  | { readonly kind: 'computed' | 'spread'; readonly origin: Origin }

export interface LiteralSite {
  readonly span: SourceSpan
  /** The parts of an object literal, in source order. */
  readonly parts?: readonly ObjectPart[]
  /** The elements of an array literal, including spreads. */
  readonly elements?: readonly SourceSpan[]
}

/** The origin of the property `key` that was set by part `part` of site `site`. */
export function propertyOrigin(
  sites: readonly LiteralSite[],
  site: number,
  part: number,
  key: string,
): Origin | undefined {
  const sitePart = sites[site]?.parts?.[part]
  if (sitePart === undefined) return undefined
  return sitePart.kind === 'properties' ? sitePart.byName.get(key) : sitePart.origin
}

/** The origin of an array element. */
export function elementOrigin(
  sites: readonly LiteralSite[],
  site: number,
  element: number,
): Origin | undefined {
  const value = sites[site]?.elements?.[element]
  return value && { value }
}
