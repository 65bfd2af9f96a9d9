// Filters that directories send (RFC 7644, section 3.4.2.2): equality, and conditions joined with `and`.
import { type Json, parseJson } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiRequest } from '../core/api-request.ts'
import type { ControlSources } from '../core/control-sources.ts'
import type { ResourceIndex } from '../core/resource-index.ts'
import type { Resource } from '../core/resource-store.ts'

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

/** How resources are found by an attribute. */
interface ScimFilter<Context> {
  /** Those that may have the value. */
  readonly find: (context: Context, value: string) => readonly Resource[]
  readonly has: (resource: Resource, value: string, context: Context) => boolean
}

/** By the attribute; what finds the fewest comes first. */
export type ScimFilters<Context> = { readonly [attribute: string]: ScimFilter<Context> }

/** An attribute that an index has; `fold`: as the index has its values. */
export const indexed = (
  index: ResourceIndex,
  fold: (value: string) => string = value => value,
): ScimFilter<Pick<ControlSources, 'replica'>> => ({
  find: ({ replica }, value) => replica?.find(index, fold(value)) ?? [],
  has: (resource, value) => [...(index.valuesOf?.(resource) ?? [])].includes(fold(value)),
})

/** The resources that the filter of a request names, each found by an index; all of them without one. */
export function findByFilter<Context extends Pick<ControlSources, 'replica'>>(
  { query: { filter: text } }: Pick<ApiRequest, 'query'>,
  all: ResourceIndex,
  filters: ScimFilters<Context>,
  context: Context,
): readonly Resource[] | Failure {
  if (typeof text !== 'string') return context.replica?.find(all) ?? []
  const conditions = parseFilter(text)
  if (isFailure(conditions)) return conditions
  const names = Object.keys(filters)
  const placeOf = ({ attribute }: Equality): number =>
    names.findIndex(name => name.toLowerCase() === attribute)
  const unknown = conditions.find(condition => placeOf(condition) < 0)
  if (unknown !== undefined)
    return failure(
      'invalid_request',
      `The filter has ${quoted(unknown.attribute)}: resources are found by ${names.join(', ')}.`,
      { param: 'filter' },
    )
  const [first, ...others] = conditions
    .toSorted((left, right) => placeOf(left) - placeOf(right))
    .map(condition => ({ filter: filters[names[placeOf(condition)] ?? ''], value: String(condition.value) }))
  const candidates = first?.filter?.find(context, first.value) ?? []
  const wanted = first === undefined ? others : [first, ...others]
  return candidates.filter(resource =>
    wanted.every(({ filter, value }) => filter?.has(resource, value, context) === true),
  )
}
