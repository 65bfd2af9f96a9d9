// The exports of a module → the declarations of its check, and its function; or why it is not a check. The module may
// export anything: only plain JSON is copied out of it, once.

import type { CustomCheck } from '../../../schemas/contracts/custom-check.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { isObject } from '../../../schemas/values/json.ts'
import type { Check } from '../check.ts'

/** The declarations of a check, as data: they may come from another thread. */
export interface CheckDeclarations {
  /** By the root keywords of the schemas of built-in checks: `x-hooks`, `x-rewrites`, ... */
  readonly keywords: JsonObject
  /** The schema of the parameters, as written. */
  readonly schema: JsonObject
}

export interface ReadCustomCheck {
  readonly declarations: CheckDeclarations
  readonly check: Check
}

type DeclarationName = Exclude<keyof CustomCheck, 'schema' | keyof Check>

/** The type ensures that the table is complete. */
const KEYWORDS: { readonly [Name in DeclarationName]-?: string } = {
  hooks: 'x-hooks',
  input: 'x-input',
  rewrites: 'x-rewrites',
  streaming: 'x-streaming',
  address: 'x-address',
  callsService: 'x-calls-service',
}
const PROPERTIES = [...Object.keys(KEYWORDS), 'perProvider', 'schema', 'link']

/** The check, or why it is not one. */
export function readCustomCheck(exported: unknown): ReadCustomCheck | string {
  if (typeof exported !== 'object' || exported === null)
    return 'Its default export is not a check. Use "export default defineCheck({ ... })".'
  const { link, perProvider, ...others } = exported as Readonly<Record<string, unknown>>
  if (typeof link !== 'function') return 'The check has no "link" function.'
  const unknownName = Object.keys(others).find(name => !PROPERTIES.includes(name))
  if (unknownName !== undefined)
    return `${quoteName(unknownName)} is not a property of a check. Known properties: ${joinNames(PROPERTIES, 'and')}.`
  const json = toJson(others)
  if (json === undefined) return 'The declarations of the check cannot be serialized as JSON.'
  const { schema, ...declared } = json
  if (!isObject(schema)) return 'The check has no "schema" for its parameters.'
  const keywords = Object.entries(KEYWORDS).flatMap(([name, keyword]) => {
    const value = Object.hasOwn(declared, name) ? declared[name] : undefined
    return value === undefined ? [] : [[keyword, value] as const]
  })
  const check = {
    link: link as Check['link'],
    ...(perProvider === true ? { perProvider: true as const } : {}),
  }
  return { declarations: { keywords: Object.fromEntries(keywords), schema }, check }
}

function toJson(value: object): JsonObject | undefined {
  try {
    return JSON.parse(JSON.stringify(value)) as JsonObject
  } catch {
    return undefined
  }
}
