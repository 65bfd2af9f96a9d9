// The schemas of the files that people write, for editors: each in one file, without keywords of generators.

import type { Schema } from './schema.ts'
import { inlineReferences, mapObjects, readSchema } from './sources.ts'

/** Schemas whose files are edited, in YAML or JSON. */
const EDITED = ['manifest', 'config', 'prompt', 'partial', 'config-test', 'traffic'] as const

/** Without a host: validators register schemas by it, and nothing is read from it. */
const idOf = (name: string): string => `urn:portolan:schema:${name}`

const forEditors = (schema: Schema, name: string): Schema => {
  const root = mapObjects(inlineReferences(schema), object =>
    // A property that is named like a keyword of generators is a schema, never a string or a list.
    strict(
      Object.fromEntries(
        Object.entries(object).filter(([key]) => !(key === 'tsType' || /^x-[a-z]/.test(key))),
      ),
    ),
  ) as Schema
  return { ...root, $id: idOf(name) }
}

/**
 * As the strict mode of Ajv wants it (https://ajv.js.org/strict-mode.html): what is required is declared beside it, and a list of types
 * is a choice between schemas.
 */
function strict(object: Schema): Schema {
  const { required, type, ...others } = object
  if (isTexts(type)) {
    const { additionalProperties: _any, ...rest } = others
    return { anyOf: type.map(each => ({ type: each })), ...rest }
  }
  if (!isTexts(required)) return object
  const properties = object['properties'] as Schema | undefined
  const undeclared = required.filter(name => properties === undefined || !Object.hasOwn(properties, name))
  if (undeclared.length === 0) return object
  return {
    ...object,
    properties: { ...properties, ...Object.fromEntries(undeclared.map(name => [name, true])) },
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

/** Contents by file name, on one line each: they are copied into projects. */
export const generateEditorSchemas = (): readonly (readonly [name: string, text: string])[] =>
  EDITED.map(name => [`${name}.schema.json`, `${JSON.stringify(forEditors(readSchema(name), name))}\n`])
