// Reads SARIF, and validates it against the schema of the standard (its descriptions left out).
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect } from 'vitest'

const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(new URL('sarif-2.1.0.schema.json', import.meta.url), 'utf8'))
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema)

/** The only run of a log. */
export function parseSarif(text: string) {
  const log = JSON.parse(text)
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true)
  return log.runs[0]
}
