// The rules of schemas of checks: what each says of itself is complete, and nothing that the generator adds stands in it.
import { checkIds, readCheckSchema, readSharedParameters, type Schema } from './sources.ts'

/** A name with its owner before the dot. */
const FORM = /^[a-z][a-z0-9-]*\.[a-z][A-Za-z0-9]*$/

const VALUES: Readonly<Record<string, readonly string[]>> = {
  'x-sides': ['request', 'reply'],
  'x-reads': ['texts', 'request'],
}

const FLAGS = ['x-rewrites', 'x-windows', 'x-asks']

/** Every breach, as `checks/<file> path: sentence`. */
export const lintChecks = (): readonly string[] =>
  checkIds().flatMap(id =>
    Array.from(breaches(id, readCheckSchema(id))).map(sentence => `checks/${id}.schema.json ${sentence}`),
  )

function* breaches(id: string, schema: Schema): Generator<string> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  if (!FORM.test(id)) yield '/: The file is named after the check: an owner, a dot and a name in camel case.'
  if (
    schema['type'] !== 'object' ||
    typeof schema['title'] !== 'string' ||
    typeof schema['description'] !== 'string'
  )
    yield '/: A check is an object with a title and a description.'
  if (Object.keys(schema).includes('$defs')) yield '/: A check has no definitions.'
  for (const [keyword, allowed] of Object.entries(VALUES))
    if ([schema[keyword] ?? []].flat().some(value => !allowed.includes(String(value))))
      yield `/${keyword}: It holds ${allowed.join(' or ')}.`
  for (const keyword of FLAGS)
    if (typeof (schema[keyword] ?? true) !== 'boolean') yield `/${keyword}: It is true or false.`
  for (const name of Object.keys(readSharedParameters()))
    if (name in properties && name !== 'timeout') yield `/properties/${name}: The generator adds it.`
  if (typeof properties['timeoutMs'] === 'object' && properties['timeoutMs']['x-timeout'] !== true)
    yield '/properties/timeoutMs: A limit of time is marked with x-timeout.'
  for (const [, name] of String(schema['x-address'] ?? '').matchAll(/\{(\w+)\}/g))
    if (name !== undefined && !(name in properties)) yield `/x-address: "${name}" is no parameter.`
}
