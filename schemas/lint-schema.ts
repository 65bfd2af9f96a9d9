// Lints one schema: the dialect is small, so that validators need no library and each error is one message. Pure,
// since schemas of custom checks are linted too.
import type { Schema } from './schema.ts'

/** Keywords about check parameters, in addition to their types. */
export const PARAMETER_MARKS = [
  'x-secret',
  'x-pattern',
  'x-json-schema',
  'x-slug',
  'x-timeout',
  'x-list-as',
  'x-names',
  'x-at-least-one',
  'x-ordered',
  'x-disjoint',
  'x-requires-one',
  'x-only-with',
  'x-only-on',
  'x-not-with',
  'x-peer-default',
]

/** What the items of a list, or the keys of an object, can name. */
const NAME_KINDS = ['request-type', 'provider', 'parameter'] as const

const KEYWORDS = new Set(
  `$schema $id $ref $defs title description type properties required additionalProperties items enum const default
   minimum maximum minLength minItems maxItems maxProperties propertyNames pattern anyOf oneOf if then discriminator tsType
   x-rotates x-machine x-binding x-inherit x-header x-peer x-aliases x-unsupported x-alias-of x-contexts x-operators
   x-hooks x-input x-rewrites x-rewrites-when x-rewrites-in-windows x-streaming x-streaming-when x-address x-calls-service`
    .split(/\s+/)
    .concat(PARAMETER_MARKS),
)

/** Every violation, as `file path: sentence`. */
export function lintSchema(file: string, root: Schema): readonly string[] {
  const violations: string[] = []
  const visit = (schema: Schema, path: string, isNamed: boolean): void => {
    const reportViolation = (sentence: string): void =>
      void violations.push(`${file} ${path || '/'}: ${sentence}`)
    const keys = Object.keys(schema)
    for (const key of keys)
      if (!KEYWORDS.has(key)) reportViolation(`"${key}" is not a keyword of the dialect.`)
    if ('$ref' in schema && keys.length > 1) reportViolation('A reference has no other keywords.')
    const description = schema['description']
    if (typeof description === 'string' && !/^[A-Z0-9].*[^.]\.$/s.test(description))
      reportViolation('A description begins with a capital and ends with one full stop.')
    if (isNamed && !('$ref' in schema) && description === undefined)
      reportViolation('A property has a description.')
    if ('properties' in schema && !('additionalProperties' in schema) && schema['type'] !== undefined)
      reportViolation('An object says whether it is closed.')
    if ('x-names' in schema && !NAME_KINDS.some(kind => kind === schema['x-names']))
      reportViolation(`"x-names" is ${NAME_KINDS.join(' or ')}.`)
    for (const name of [schema['x-at-least-one'], schema['x-ordered'], schema['x-requires-one']].flatMap(
      list => list ?? [],
    ))
      if (!Object.hasOwn((schema['properties'] ?? {}) as object, String(name)))
        reportViolation(`"x-at-least-one" and "x-ordered" name properties: "${String(name)}" is none.`)
    if ('default' in schema && schema['description'] === undefined)
      reportViolation('A default belongs to a described property.')
    for (const group of ['properties', '$defs'] as const) {
      for (const [name, inner] of Object.entries((schema[group] ?? {}) as Record<string, Schema>))
        visit(inner, `${path}/${group}/${name}`, true)
    }
    if (typeof schema['additionalProperties'] === 'object')
      visit(schema['additionalProperties'] as Schema, `${path}/additionalProperties`, false)
    if (typeof schema['items'] === 'object') visit(schema['items'] as Schema, `${path}/items`, false)
  }
  visit(root, '', true)
  return violations
}
