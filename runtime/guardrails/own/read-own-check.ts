// The exports of a module → the declarations of its check, and its function; or why it is not a check. The module may
// export anything: only plain JSON is copied out of it, once.
import { listed, quoted } from '../../../compiler/diagnostics/words.ts'
import type { JsonObject } from '../../../compiler/source.ts'
import { isObject } from '../../providers/wire/json.ts'
import type { Check } from '../check.ts'
import type { OwnCheck } from './own-check.ts'

/** The declarations of a check, as data: they may come from another thread. */
export interface Said {
  /** By the root keywords of the schemas of built-in checks: `x-hooks`, `x-rewrites`, ... */
  readonly marks: JsonObject
  /** The schema of the parameters, as written. */
  readonly schema: JsonObject
}

export interface ReadCheck {
  readonly said: Said
  readonly check: Check
}

type Mark = Exclude<keyof OwnCheck, 'schema' | keyof Check>

/** The type ensures that the table is complete. */
const MARKS: { readonly [Name in Mark]-?: string } = {
  hooks: 'x-hooks',
  input: 'x-input',
  rewrites: 'x-rewrites',
  streaming: 'x-streaming',
  address: 'x-address',
  asks: 'x-asks',
}
const MEMBERS = [...Object.keys(MARKS), 'perProvider', 'schema', 'link']

/** The check, or why it is not one. */
export function readOwnCheck(exported: unknown): ReadCheck | string {
  if (typeof exported !== 'object' || exported === null)
    return 'Its default export is not a check. Use "export default defineCheck({ ... })".'
  const { link, perProvider, ...rest } = exported as Readonly<Record<string, unknown>>
  if (typeof link !== 'function') return 'The check has no "link" function.'
  const stranger = Object.keys(rest).find(name => !MEMBERS.includes(name))
  if (stranger !== undefined)
    return `${quoted(stranger)} is not a property of a check. Known properties: ${listed(MEMBERS, 'and')}.`
  const plain = asJson(rest)
  if (plain === undefined) return 'The declarations of the check cannot be serialized as JSON.'
  const { schema, ...named } = plain
  if (!isObject(schema)) return 'The check has no "schema" for its parameters.'
  const marks = Object.entries(MARKS).flatMap(([name, keyword]) => {
    const mark = Object.hasOwn(named, name) ? named[name] : undefined
    return mark === undefined ? [] : [[keyword, mark] as const]
  })
  const check = {
    link: link as Check['link'],
    ...(perProvider === true ? { perProvider: true as const } : {}),
  }
  return { said: { marks: Object.fromEntries(marks), schema }, check }
}

function asJson(value: object): JsonObject | undefined {
  try {
    return JSON.parse(JSON.stringify(value)) as JsonObject
  } catch {
    return undefined
  }
}
