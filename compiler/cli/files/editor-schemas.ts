// The schemas of the files that people write, as editors load them: one file each.
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../schemas/generated/editors/', import.meta.url)
const SUFFIX = '.schema.json'

/** Where the schemas are in a project, relative to its folder. */
export const SCHEMA_FOLDER = '.schemas'

/** The kinds of files, such as `manifest`. */
export const schemaKinds = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter(name => name.endsWith(SUFFIX))
    .map(name => name.slice(0, -SUFFIX.length))
    .sort()

/** The file name of the schema of a kind. */
export const schemaFile = (kind: string): string => `${kind}${SUFFIX}`

/** The schema of one of the kinds. */
export const schemaText = (kind: string): string => readFileSync(new URL(schemaFile(kind), FOLDER), 'utf8')
