// The schemas of the files that people write, for editors: each in one file, without keywords of generators.

import type { Schema } from './schema.ts'
import { inlineReferences, mapObjects, readSchema } from './sources.ts'

/** Schemas whose files are edited, in YAML or JSON. */
const EDITED = ['manifest', 'config', 'prompt', 'partial', 'config-test', 'traffic'] as const

const forEditors = (schema: Schema): Schema => {
  const { $id: _id, ...root } = inlineReferences(schema)
  return mapObjects(root, object =>
    // A property that is named like a keyword of generators is a schema, never a string or a list.
    Object.fromEntries(
      Object.entries(object).filter(([name]) => !(name === 'tsType' || /^x-[a-z]/.test(name))),
    ),
  ) as Schema
}

/** Contents by file name, on one line each: they are copied into projects. */
export const generateEditorSchemas = (): readonly (readonly [name: string, text: string])[] =>
  EDITED.map(name => [`${name}.schema.json`, `${JSON.stringify(forEditors(readSchema(name)))}\n`])
