// Deserializes the default export from the engine to a value with origins.

import type { Json } from '../../../schemas/values/json.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
import type { Origin, SourceSpan } from '../../source.ts'
import type { OriginTree } from '../origins.ts'
import { MAX_DEPTH } from '../reader.ts'
import { setOwnProperty } from '../set-property.ts'
import { MAX_VALUES } from './limits.ts'
import { elementOrigin, type LiteralSite, propertyOrigin } from './sites.ts'

/**
 * A scalar (`v`), an array (`a`) or object (`o`) with its site (`s`, -1 if unknown) and for each entry its key, the site
 * and part that set it, and its value; or why the value cannot be part of a config.
 */
type SerializedValue =
  | { readonly v: null | boolean | number | string }
  | { readonly s: number; readonly a: readonly SerializedEntry[] }
  | { readonly s: number; readonly o: readonly SerializedEntry[] }
  | { readonly bad: string }
  | { readonly limit: 'values' | 'depth' }
type SerializedEntry = readonly [key: string | number, site: number, part: number, value: SerializedValue]

export interface DeserializedValue {
  readonly value: Json
  readonly tree: OriginTree
}

/** Reports that the value at a span cannot be part of a config. */
export type ReportInvalid = (code: DiagnosticCode, span: SourceSpan, message: string) => void

/** Deserializes a value; `fallback` is the origin of values without a known origin. */
export function deserialize(
  text: string,
  sites: readonly LiteralSite[],
  fallback: SourceSpan,
  reportInvalid: ReportInvalid,
): DeserializedValue {
  return buildValue(JSON.parse(text) as SerializedValue, { value: fallback }, sites, reportInvalid)
}

function buildValue(
  serialized: SerializedValue,
  origin: Origin,
  sites: readonly LiteralSite[],
  reportInvalid: ReportInvalid,
): DeserializedValue {
  if ('v' in serialized) {
    if (typeof serialized.v === 'string' && !serialized.v.isWellFormed()) {
      reportInvalid('config-not-json', origin.value, 'This string has an unpaired surrogate.')
    }
    return { value: serialized.v, tree: { origin } }
  }
  if ('bad' in serialized || 'limit' in serialized) {
    if ('bad' in serialized)
      reportInvalid(
        'config-not-json',
        origin.value,
        `This value is ${serialized.bad}, which JSON cannot represent.`,
      )
    else if (serialized.limit === 'depth')
      reportInvalid('too-deep', origin.value, `Values are nested more than ${MAX_DEPTH} levels deep.`)
    else reportInvalid('config-out-of-memory', origin.value, `The config has more than ${MAX_VALUES} values.`)
    return { value: null, tree: { origin } }
  }
  // The origin of an object or array is its literal, even if it got here via a variable or loop.
  const span = sites[serialized.s]?.span ?? origin.value
  const located = { ...origin, value: span, ...(isWithin(span, origin.value) ? {} : { use: origin.value }) }
  return 'a' in serialized
    ? buildArray(serialized.a, located, sites, reportInvalid)
    : buildObject(serialized.o, located, sites, reportInvalid)
}

const isWithin = (inner: SourceSpan, outer: SourceSpan): boolean =>
  inner.source === outer.source && outer.start <= inner.start && inner.end <= outer.end

/** The origin of a part of a value, with where the value is used. */
const usedAt = ({ value, use }: Origin, part: Origin = { value }): Origin =>
  use === undefined ? part : { ...part, use }

function buildArray(
  entries: readonly SerializedEntry[],
  origin: Origin,
  sites: readonly LiteralSite[],
  reportInvalid: ReportInvalid,
): DeserializedValue {
  const built = entries.map(([, site, part, item]) =>
    buildValue(item, usedAt(origin, elementOrigin(sites, site, part)), sites, reportInvalid),
  )
  return { value: built.map(item => item.value), tree: { origin, children: built.map(item => item.tree) } }
}

function buildObject(
  entries: readonly SerializedEntry[],
  origin: Origin,
  sites: readonly LiteralSite[],
  reportInvalid: ReportInvalid,
): DeserializedValue {
  const value: Record<string, Json> = {}
  const children = new Map<string, OriginTree>()
  for (const [name, site, part, item] of entries) {
    const key = String(name)
    const built = buildValue(
      item,
      usedAt(origin, propertyOrigin(sites, site, part, key)),
      sites,
      reportInvalid,
    )
    setOwnProperty(value, key, built.value)
    children.set(key, built.tree)
  }
  return { value, tree: { origin, children } }
}
