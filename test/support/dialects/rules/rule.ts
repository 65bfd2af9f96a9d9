// What a provider refuses, as data: each rule has the sentence, the place where it is written, the provider's own words
// for it, and a body that breaks this rule only.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../../schemas/values/json.ts'

export interface JudgedRequest {
  readonly body: JsonObject
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The model of the body or of the path. */
  readonly model: string
}

export interface Rule {
  /** What is refused, in a sentence. */
  readonly refuses: string
  /** Where the refusal or the rule is documented. */
  readonly source: string
  /** The provider's message; undefined: the request keeps the rule. */
  readonly fault: (request: JudgedRequest) => string | undefined
  /** A sound request with this one fault. */
  readonly breaks: (sound: JsonObject) => JsonObject | JudgedRequest
}

/** The first refusal, as providers answer: with one fault at a time. */
export function refusalOf(request: JudgedRequest, rules: readonly Rule[]): string | undefined {
  for (const { fault } of rules) {
    const message = fault(request)
    if (message !== undefined) return message
  }
  return undefined
}

/** All refusals, so that a failing test shows everything. */
export const refusalsOf = (request: JudgedRequest, rules: readonly Rule[]): readonly string[] =>
  rules.flatMap(({ fault }) => fault(request) ?? [])

export interface Placed {
  readonly value: JsonObject
  /** The path, as error messages name it: `messages.3.content.0`. */
  readonly at: string
}

/** The objects of a list, with their paths. */
export const placed = (list: unknown, at: string): readonly Placed[] =>
  asList(list).map((value, index) => ({ value: asObject(value), at: `${at}.${index}` }))

/** The first result that is not undefined. */
export function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index)
    if (found !== undefined) return found
  }
  return undefined
}

/** The first name of an object that is not known. */
export const unknownIn = (object: unknown, known: string): string | undefined => {
  const names = known.split(/\s+/)
  return Object.keys(isObject(object) ? object : {}).find(name => !names.includes(name))
}

/** Every schema within a schema, itself included, with its path. */
export function schemasIn(schema: unknown, at = ''): readonly Placed[] {
  if (Array.isArray(schema)) return schema.flatMap((each, index) => schemasIn(each, `${at}.${index}`))
  if (!isObject(schema)) return []
  const inner = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not'].flatMap(name =>
    schemasIn(schema[name], `${at}.${name}`),
  )
  const named = ['properties', '$defs', 'definitions'].flatMap(group =>
    Object.entries(asObject(schema[group])).flatMap(([name, each]) =>
      schemasIn(each, `${at}.${group}.${name}`),
    ),
  )
  return [{ value: schema, at }, ...inner, ...named]
}
