// Lints the schema of one check: the keywords about the check are complete, and no shared parameter is redefined.
// Pure, since custom checks are linted too.
import type { Schema } from './schema.ts'

/** A name with its owner before the dot. */
const CHECK_ID = /^[a-z][a-z0-9-]*\.[a-z][A-Za-z0-9]*$/

const ALLOWED_VALUES: Readonly<Record<string, readonly string[]>> = {
  'x-hooks': ['request', 'reply'],
  'x-input': ['texts', 'request'],
}

const FLAGS = ['x-rewrites', 'x-streaming', 'x-calls-service']

/** Every violation, as `path: sentence`. `shared` are the names of the parameters that checks share. */
export function* lintCheck(id: string, schema: Schema, shared: readonly string[]): Generator<string> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  if (!CHECK_ID.test(id))
    yield '/: The file is named after the check: an owner, a dot and a name in camel case.'
  if (
    schema['type'] !== 'object' ||
    typeof schema['title'] !== 'string' ||
    typeof schema['description'] !== 'string'
  )
    yield '/: A check is an object with a title and a description.'
  if (Object.keys(schema).includes('$defs')) yield '/: A check has no definitions.'
  for (const [keyword, allowed] of Object.entries(ALLOWED_VALUES))
    if ([schema[keyword] ?? []].flat().some(value => !allowed.includes(String(value))))
      yield `/${keyword}: It must be ${allowed.join(' or ')}.`
  for (const keyword of FLAGS)
    if (typeof (schema[keyword] ?? true) !== 'boolean') yield `/${keyword}: It is true or false.`
  const conditions = [
    ...[schema['x-rewrites-when'] || []].flat(),
    ...[schema['x-streaming-when'] ?? [], schema['x-rewrites-in-windows'] ?? []]
      .flat(2)
      .flatMap(when => Object.keys(when ?? {})),
  ]
  for (const name of conditions)
    if (!Object.hasOwn(properties, String(name)))
      yield `/x-rewrites-when, /x-streaming-when, /x-rewrites-in-windows: "${String(name)}" is not a parameter.`
  for (const name of shared)
    if (Object.hasOwn(properties, name) && name !== 'timeout')
      yield `/properties/${name}: It is added to every check.`
  if (typeof properties['timeoutMs'] === 'object' && properties['timeoutMs']['x-timeout'] !== true)
    yield '/properties/timeoutMs: A timeout is marked with x-timeout.'
  for (const [, name] of String(schema['x-address'] ?? '').matchAll(/\{(\w+)\}/g))
    if (name !== undefined && !Object.hasOwn(properties, name))
      yield `/x-address: "${name}" is not a parameter.`
}
