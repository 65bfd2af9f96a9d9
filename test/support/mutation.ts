// Random damage to JSON values, as people do it with editors: a name or value deleted, renamed, retyped, doubled.
import fc from 'fast-check'
import { configFacts, manifestFacts, queryOperators, shapes } from '../../schemas/generated/facts.ts'

/** Names of the interface, and names that no table may stumble over. */
export const NAMES = [
  ...Object.keys(configFacts),
  ...Object.keys(manifestFacts),
  ...Object.values(shapes).flatMap(Object.keys),
  ...queryOperators,
  'metadata.x',
  '__proto__',
  'constructor',
  'apiKey',
  'Retry',
  'hasOwnProperty',
  '',
  '/~',
  'ключ',
]

interface Damage {
  /** Chooses the place, counted through all objects and lists of the value. */
  readonly place: number
  readonly kind: 'delete' | 'rename' | 'retype' | 'double'
  readonly name: string
  readonly value: unknown
}

type Holder = Record<string, unknown> | unknown[]

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** Every place of a value: what holds it, and the key there. */
function placesIn(value: unknown): readonly (readonly [Holder, string])[] {
  if (!isHolder(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [[value, key] as const, ...placesIn(inner)])
}

function hurt(root: unknown, { place, kind, name, value }: Damage): void {
  const places = placesIn(root)
  const [holder, key] = places[place % Math.max(1, places.length)] ?? []
  if (holder === undefined || key === undefined) return
  if (Array.isArray(holder)) {
    const index = Number(key)
    if (kind === 'delete') holder.splice(index, 1)
    else if (kind === 'retype') holder[index] = structuredClone(value)
    else holder.splice(index, 0, structuredClone(holder[index]))
    return
  }
  const before = holder[key]
  if (kind === 'retype') holder[key] = structuredClone(value)
  else if (kind === 'double') holder[name] = structuredClone(before)
  else {
    delete holder[key]
    if (kind === 'rename') holder[name] = before
  }
}

/** Values of an arbitrary after up to four accidents. */
export function damaged(
  values: fc.Arbitrary<unknown>,
  names: readonly string[],
  scalars: readonly unknown[],
): fc.Arbitrary<unknown> {
  const damages = fc.array(
    fc.record<Damage>({
      place: fc.nat(),
      kind: fc.constantFrom('delete', 'rename', 'retype', 'double'),
      name: fc.constantFrom(...names),
      value: fc.constantFrom(...scalars),
    }),
    { maxLength: 4 },
  )
  return fc.tuple(values, damages).map(([value, list]) => {
    const copy: unknown = structuredClone(value)
    for (const damage of list) hurt(copy, damage)
    return copy
  })
}
