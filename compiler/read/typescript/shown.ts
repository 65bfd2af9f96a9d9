// Deserializes the default export from the engine to a value with origins.
import type { Code } from '../../diagnostics/messages.ts'
import type { Json, Origin, Span } from '../../source.ts'
import type { OriginTree } from '../origins.ts'
import { setOwn } from '../own.ts'
import { MAX_DEPTH } from '../reader.ts'
import { VALUES } from './limits.ts'
import { elementOrigin, propertyOrigin, type Site } from './sites.ts'

/**
 * A scalar (`v`), an array (`a`) or object (`o`) with its site (`s`, -1 if unknown) and for each entry its key, the site
 * and part that set it, and its value; or why the value cannot be part of a config.
 */
type Shown =
  | { readonly v: null | boolean | number | string }
  | { readonly s: number; readonly a: readonly Entry[] }
  | { readonly s: number; readonly o: readonly Entry[] }
  | { readonly bad: string }
  | { readonly limit: 'values' | 'depth' }
type Entry = readonly [key: string | number, site: number, part: number, value: Shown]

interface Grown {
  readonly value: Json
  readonly tree: OriginTree
}

/** Reports that the value at a span cannot be part of a config. */
export type Refuse = (code: Code, span: Span, message: string) => void

/** Deserializes a value; `fallback` is the origin of values without a known origin. */
export function growShown(text: string, sites: readonly Site[], around: Span, refuse: Refuse): Grown {
  return grow(JSON.parse(text) as Shown, { value: around }, sites, refuse)
}

function grow(shown: Shown, origin: Origin, sites: readonly Site[], refuse: Refuse): Grown {
  if ('v' in shown) {
    if (typeof shown.v === 'string' && !shown.v.isWellFormed()) {
      refuse('config-not-json', origin.value, 'This string has an unpaired surrogate.')
    }
    return { value: shown.v, tree: { origin } }
  }
  if ('bad' in shown || 'limit' in shown) {
    if ('bad' in shown)
      refuse('config-not-json', origin.value, `This value is ${shown.bad}, which JSON cannot represent.`)
    else if (shown.limit === 'depth')
      refuse('too-deep', origin.value, `Values are nested more than ${MAX_DEPTH} levels deep.`)
    else refuse('config-out-of-memory', origin.value, `The config has more than ${VALUES} values.`)
    return { value: null, tree: { origin } }
  }
  // The origin of an object or array is its literal, even if it got here via a variable or loop.
  const span = sites[shown.s]?.span ?? origin.value
  const own = { ...origin, value: span }
  return 'a' in shown ? growArray(shown.a, own, sites, refuse) : growObject(shown.o, own, sites, refuse)
}

function growArray(entries: readonly Entry[], origin: Origin, sites: readonly Site[], refuse: Refuse): Grown {
  const grown = entries.map(([, site, part, item]) =>
    grow(item, elementOrigin(sites, site, part) ?? { value: origin.value }, sites, refuse),
  )
  return { value: grown.map(item => item.value), tree: { origin, children: grown.map(item => item.tree) } }
}

function growObject(
  entries: readonly Entry[],
  origin: Origin,
  sites: readonly Site[],
  refuse: Refuse,
): Grown {
  const value: Record<string, Json> = {}
  const children = new Map<string, OriginTree>()
  for (const [name, site, part, item] of entries) {
    const key = String(name)
    const grown = grow(item, propertyOrigin(sites, site, part, key) ?? { value: origin.value }, sites, refuse)
    setOwn(value, key, grown.value)
    children.set(key, grown.tree)
  }
  return { value, tree: { origin, children } }
}
