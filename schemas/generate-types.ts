// Schemas → TypeScript types. Everything is readonly: configs and plans are values.
import { compile } from 'json-schema-to-typescript'
import { shorthands, withShorthands } from './guard-shorthand.ts'
import {
  inlineReferences,
  mapObjects,
  readSchema,
  SCHEMA_NAMES,
  type Schema,
  type SchemaName,
  structureOnly,
} from './sources.ts'

const BANNER = '// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.\n'

async function typesOf(name: SchemaName): Promise<string> {
  const checks = shorthands()
  const schema = mapObjects(structureOnly(inlineReferences(readSchema(name))), object =>
    withShorthands(object, checks),
  ) as Schema
  return await compile(schema as Parameters<typeof compile>[0], String(schema['title']), {
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 110 },
  })
}

/** Makes properties, index signatures and arrays readonly, which the library has no option for. */
export function makeReadonly(text: string): string {
  return text
    .replaceAll(/^(\s+)((?:[\w$]+|'[^']+'|\[k: string\])\??:)/gm, '$1readonly $2')
    .replaceAll(/(?<!readonly )(\b[A-Za-z]\w*|\([^()]*\))\[\]/g, 'readonly $1[]')
}

/** Drops duplicates of interfaces that two schemas share. */
function deduplicate(text: string): string {
  const seen = new Set<string>()
  return text
    .split(/(?=^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export )/m)
    .filter(block => {
      const name = /export (?:interface|type) (\w+)/.exec(block)?.[1]
      if (name === undefined || !seen.has(name)) {
        if (name !== undefined) seen.add(name)
        return true
      }
      return false
    })
    .join('')
}

/** The text of generated/types.ts. */
export async function generateTypes(): Promise<string> {
  const parts = await Promise.all(SCHEMA_NAMES.map(typesOf))
  return BANNER + deduplicate(makeReadonly(parts.join('\n')))
}
