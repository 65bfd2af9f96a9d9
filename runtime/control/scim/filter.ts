// Filters that directories send (RFC 7644, section 3.4.2.2): equality, and conditions joined with `and`.
import { asList, asObject, type Json, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { foldAddress } from '../access/members/address.ts'

export interface Equality {
  /** The attribute in lower case, such as `username` or `emails.value`. */
  readonly attribute: string
  readonly value: Json
}

/** The selection in `emails[type eq "work"].value` means any of the addresses, of which there is one. */
const CONDITION =
  /^\s*([\w.:$-]+)(?:\[[^\]]*\]\.([\w$-]+))?\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)(?:\s+and\s+(\S.*))?\s*$/is

export function parseFilter(text: string): readonly Equality[] | Failure {
  const conditions: Equality[] = []
  for (let rest: string | undefined = text; rest !== undefined; ) {
    const found: readonly (string | undefined)[] | null = CONDITION.exec(rest)
    const [, name = '', part, literal = '', more] = found ?? []
    const value = parseJson(/^[tf]/i.test(literal) ? literal.toLowerCase() : literal)
    if (found === null || value === undefined)
      return failure(
        'invalid_request',
        `The filter ${quoted(text)} is not supported: conditions are of the form attribute eq "value", joined with and.`,
        { param: 'filter' },
      )
    const attribute = withoutSchema(part === undefined ? name : `${name}.${part}`).toLowerCase()
    conditions.push({ attribute, value })
    rest = more
  }
  return conditions
}

/** An attribute without the core schema before it, which clients may write. */
export const withoutSchema = (name: string): string =>
  name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '')

/** Directories write `"True"` for true; strings are equal in any case if the attribute is not case-exact. */
export const equals = (
  found: Json | undefined,
  wanted: Json,
  fold: (text: string) => string = foldCase,
): boolean => found !== undefined && found !== null && fold(String(found)) === fold(String(wanted))

const foldCase = (text: string): string => text.toLowerCase()

/** For values that differ by case. */
export const exactly = (text: string): string => text

/** How values are compared that are not equal in any case. */
const FOLDS: Readonly<Record<string, (text: string) => string>> = {
  id: exactly,
  externalid: exactly,
  'members.value': exactly,
  username: foldAddress,
  'emails.value': foldAddress,
}

/** Lists what a filter names, by the attributes that a resource may be found by. */
export function selectByFilter<Item>(
  items: readonly Item[],
  filter: string | undefined,
  attributes: readonly string[],
  show: (item: Item) => JsonObject,
): readonly Item[] | Failure {
  if (filter === undefined) return items
  const conditions = parseFilter(filter)
  if (isFailure(conditions)) return conditions
  const known = new Map(attributes.map(name => [name.toLowerCase(), name]))
  const unknown = conditions.find(({ attribute }) => !known.has(attribute))
  if (unknown !== undefined)
    return failure(
      'invalid_request',
      `The filter has ${quoted(unknown.attribute)}: resources are found by ${attributes.join(', ')}.`,
      { param: 'filter' },
    )
  return items.filter(item => {
    const shown = show(item)
    return conditions.every(({ attribute, value }) =>
      valuesAt(shown, known.get(attribute) ?? '').some(each => equals(each, value, FOLDS[attribute])),
    )
  })
}

function valuesAt(document: JsonObject, name: string): readonly (Json | undefined)[] {
  const [first = '', second] = name.split('.')
  return second === undefined
    ? [document[first]]
    : asList(document[first]).map(each => asObject(each)[second])
}
