// The JSON types in sentences.

/** By the name of a type in a JSON Schema. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** What to write for a value of one of these types. `null`, where it is allowed, only means that the value is left out. */
export const adviseTypes = (types: readonly string[]): readonly string[] =>
  types.filter(type => type !== 'null' || types.length === 1).flatMap(type => TYPE_NAMES[type] ?? [])
