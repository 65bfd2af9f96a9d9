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

interface Mutation {
  /** Chooses the place, counted through all objects and lists of the value. */
  readonly location: number
  readonly kind: 'delete' | 'rename' | 'retype' | 'double'
  readonly name: string
  readonly value: unknown
}

type Container = Record<string, unknown> | unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** Every place of a value: what holds it, and the key there. */
function locationsIn(value: unknown): readonly (readonly [Container, string])[] {
  if (!isContainer(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [[value, key] as const, ...locationsIn(inner)])
}

function applyMutation(root: unknown, { location, kind, name, value }: Mutation): void {
  const locations = locationsIn(root)
  const [container, key] = locations[location % Math.max(1, locations.length)] ?? []
  if (container === undefined || key === undefined) return
  if (Array.isArray(container)) {
    const index = Number(key)
    if (kind === 'delete') container.splice(index, 1)
    else if (kind === 'retype') container[index] = structuredClone(value)
    else container.splice(index, 0, structuredClone(container[index]))
    return
  }
  const before = container[key]
  if (kind === 'retype') container[key] = structuredClone(value)
  else if (kind === 'double') container[name] = structuredClone(before)
  else {
    delete container[key]
    if (kind === 'rename') container[name] = before
  }
}

/** Values of an arbitrary after up to four accidents. */
export function mutated(
  values: fc.Arbitrary<unknown>,
  names: readonly string[],
  scalars: readonly unknown[],
): fc.Arbitrary<unknown> {
  const mutations = fc.array(
    fc.record<Mutation>({
      location: fc.nat(),
      kind: fc.constantFrom('delete', 'rename', 'retype', 'double'),
      name: fc.constantFrom(...names),
      value: fc.constantFrom(...scalars),
    }),
    { maxLength: 4 },
  )
  return fc.tuple(values, mutations).map(([value, list]) => {
    const copy: unknown = structuredClone(value)
    for (const mutation of list) applyMutation(copy, mutation)
    return copy
  })
}
