// The canonical order of properties is that of the schema. Names that users choose, such as those of providers, are left as they are.
import type { Pointer } from '../../schemas/values/pointer.ts'
import { propertyNamesOf } from '../validate/structure/property-names.ts'

/**
 * The place of a property among those of the object at a pointer; names that the schema does not list are last, in any order. Those of a
 * prompt are parameters of its model, and its tests come behind them.
 */
export type RankProperty = (pointer: Pointer, name: string) => number

/** `kind` is the schema title of the root, such as `Config`. */
export function propertyRanks(kind: string): RankProperty {
  const { names } = propertyNamesOf(kind)
  const known = new Map<Pointer, ReadonlyMap<string, number>>()
  return (pointer, name) => {
    let ranks = known.get(pointer)
    if (ranks === undefined) {
      ranks = new Map(names(pointer).map((each, index) => [each, index]))
      known.set(pointer, ranks)
    }
    const tests = ranks.get('tests')
    return ranks.get(name) ?? (tests === undefined ? ranks.size : tests - 0.5)
  }
}
