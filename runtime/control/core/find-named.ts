// What is named by its identifier or its slug, wherever either is. Identifiers come first: no new slug has the form of one, but old ones may.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { isUuid } from '../../../schemas/values/uuid.ts'
import type { Replica } from './replica.ts'
import type { Resource } from './resource-store.ts'

/** The one of a list that has the identifier, else the one that has the slug. */
export const findNamed = <Item>(
  items: readonly Item[],
  name: string,
  named: (item: Item) => { readonly id: string; readonly slug: string },
): Item | undefined =>
  items.find(item => named(item).id === name) ?? items.find(item => named(item).slug === name)

/** The same among resources that the store names by their slugs. */
export const findResourceNamed = (
  replica: Pick<Replica, 'get' | 'find'>,
  kind: string,
  name: string,
): Resource | undefined =>
  (isUuid(name) ? replica.find({ kind, valuesOf: identifierOf }, name)[0] : undefined) ??
  replica.get(kind, name)

const identifierOf = ({ value: { id } }: Resource): readonly string[] => (typeof id === 'string' ? [id] : [])

/** The words of all strings in a value that could be names. */
export function wordsIn(value: Json, words = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string') for (const word of value.match(/[\w.-]+/g) ?? []) words.add(word)
  if (isList(value)) for (const item of value) wordsIn(item, words)
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) {
      wordsIn(name, words)
      wordsIn(item, words)
    }
  return words
}
