// The places of literals in a program. A site is one object or array literal; at run time a value remembers only the
// number of its site, and everything else is looked up here afterwards.
import type { Origin, Span } from '../../source.ts'

/** A stretch of an object literal: plain properties by name, one computed property, or one spread. */
export type ObjectPart =
  | { readonly kind: 'properties'; readonly byName: ReadonlyMap<string, Origin> }
  | { readonly kind: 'computed' | 'spread'; readonly origin: Origin }

export interface Site {
  readonly span: Span
  /** Of an object literal, in the order of the text. */
  readonly parts?: readonly ObjectPart[]
  /** Of an array literal: each element, spreads included. */
  readonly elements?: readonly Span[]
}

/** Where the property `key` was written, when part `part` of site `site` put it there. */
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

/** Where an element was written. */
export function elementOrigin(sites: readonly Site[], site: number, element: number): Origin | undefined {
  const value = sites[site]?.elements?.[element]
  return value && { value }
}
