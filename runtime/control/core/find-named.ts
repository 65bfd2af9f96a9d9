// What is named by its identifier or its slug, wherever either is. Identifiers come first: no new slug has the form of one, but old ones may.
import { asText } from '../../../schemas/values/json.ts'
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
  replica: Pick<Replica, 'get' | 'all'>,
  kind: string,
  name: string,
): Resource | undefined =>
  (isUuid(name) ? replica.all(kind).find(({ value }) => value['id'] === name) : undefined) ??
  replica.get(kind, name)

/** All identifiers in a string. */
export const identifiersIn = (text: string): readonly string[] => [
  ...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)),
]

/** The same for calls: where an identifier led to last is looked at first. */
export function linkNamed(
  replica: Pick<Replica, 'get' | 'all'>,
  kind: string,
): (name: string) => Resource | undefined {
  const known = new Map<string, string>()
  return name => {
    if (!isUuid(name)) return replica.get(kind, name)
    const last = replica.get(kind, known.get(name) ?? '')
    if (last?.value['id'] === name) return last
    const found = findResourceNamed(replica, kind, name)
    if (known.size >= MAX_KNOWN) known.clear()
    if (found !== undefined && asText(found.value['id']) === name) known.set(name, found.id)
    return found
  }
}

/** Identifiers that are remembered; callers choose what they name. */
const MAX_KNOWN = 10_000
