// What a module exports → what its check says of itself, and its function; or why it is no check. The module may be
// anything: plain JSON alone is taken out of it, once.
import { listed, quoted } from '../../../compiler/diagnostics/words.ts'
import type { JsonObject } from '../../../compiler/source.ts'
import { isObject } from '../../providers/wire/json.ts'
import type { Check } from '../check.ts'
import type { OwnCheck } from './own-check.ts'

/** What a check says of itself, as data: it may come from another thread. */
export interface Said {
  /** By the keywords that stand at the root of the schemas of the catalogue: `x-sides`, `x-rewrites`, ... */
  readonly marks: JsonObject
  /** The schema of the parameters, as it is written. */
  readonly schema: JsonObject
}

export interface ReadCheck {
  readonly said: Said
  readonly check: Check
}

type Mark = Exclude<keyof OwnCheck, 'schema' | keyof Check>

/** The type makes the table complete. */
const MARKS: { readonly [Name in Mark]-?: string } = {
  sides: 'x-sides',
  reads: 'x-reads',
  rewrites: 'x-rewrites',
  windows: 'x-windows',
  address: 'x-address',
  asks: 'x-asks',
}
const MEMBERS = [...Object.keys(MARKS), 'perProvider', 'schema', 'link']

/** The check, or a sentence. */
export function readOwnCheck(exported: unknown): ReadCheck | string {
  if (typeof exported !== 'object' || exported === null)
    return 'Its default export is no check: it ends with "export default defineCheck({ ... })".'
  const { link, perProvider, ...rest } = exported as Readonly<Record<string, unknown>>
  if (typeof link !== 'function') return 'Its check has no function "link".'
  const stranger = Object.keys(rest).find(name => !MEMBERS.includes(name))
  if (stranger !== undefined)
    return `${quoted(stranger)} is no member of a check; it may have ${listed(MEMBERS, 'and')}.`
  const plain = asJson(rest)
  if (plain === undefined) return 'What its check says of itself cannot be written as JSON.'
  const { schema, ...named } = plain
  if (!isObject(schema)) return 'Its check has no "schema" of its parameters.'
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
