// Which parts of a setting of the manifest differ, with their values before and after.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { mask } from '../../diagnostics/mask.ts'

/** One of both is absent: the setting is new, or gone. */
export interface SettingChange {
  /** Such as `limits.connections`. */
  readonly setting: string
  /** As JSON, with what looks like a secret masked. */
  readonly before?: string
  readonly after?: string
}

export function settingChanges(
  setting: string,
  before: Json | undefined,
  after: Json | undefined,
): readonly SettingChange[] {
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return []
  const [left, right] = [partsOf(before), partsOf(after)]
  if (left === undefined || right === undefined)
    return [
      {
        setting,
        ...(before !== undefined && { before: textOf(setting, before) }),
        ...(after !== undefined && { after: textOf(setting, after) }),
      },
    ]
  const isNamed = NAMED_BY_USERS.test(setting)
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap(name =>
    settingChanges(`${setting}.${isNamed ? name : snakeCase(name)}`, left[name], right[name]),
  )
}

/** The plan has names in camel case where the manifest has underscores. */
export const snakeCase = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Settings whose properties users or checks name. */
const NAMED_BY_USERS =
  /^(?:providers|pools|guardrails|checks|aliases|agents|limit_profiles|secret_references)$|\.(?:parameters|settings|headers|metadata|servers|aliases)$/

/** What names the item of a list, the first of these. */
const NAMES = ['id', 'name', 'slug', 'file', 'url'] as const

/** The parts of an object, or of a list whose items have names; undefined for what is compared as a whole. */
function partsOf(value: Json | undefined): JsonObject | undefined {
  if (isObject(value)) return value
  if (!isList(value)) return undefined
  const named = value.flatMap(item => {
    const name = isObject(item) ? NAMES.map(each => item[each]).find(each => each !== undefined) : undefined
    return typeof name === 'string' ? [[name, item] as const] : []
  })
  const parts = Object.fromEntries(named)
  return Object.keys(parts).length === value.length ? parts : undefined
}

const textOf = (setting: string, value: Json): string => {
  const text = JSON.stringify(withoutHashes(value))
  const name = `${setting.slice(setting.lastIndexOf('.') + 1)}: `
  return mask(name + text).slice(name.length)
}

/** The first digits distinguish hashes of keys. */
function withoutHashes(value: Json): Json {
  if (typeof value === 'string') return value.replace(/^([0-9a-f]{8})[0-9a-f]{56}$/, '$1…')
  if (isList(value)) return value.map(withoutHashes)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutHashes(item)]))
    : value
}
