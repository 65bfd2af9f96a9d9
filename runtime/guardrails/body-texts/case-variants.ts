// Property names that some servers match case-insensitively: a guard that reads only `content` would miss what such a
// server takes from `Content`.
import type { Json } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'

/** The names that text readers read or traverse. */
const READ_FIELDS: ReadonlySet<string> = new Set([
  'content',
  'documents',
  'input',
  'instructions',
  'messages',
  'prompt',
  'query',
  'role',
  'suffix',
  'system',
  'text',
  'tools',
  'type',
])
const MAX_NAME_LENGTH = 'instructions'.length

/** The first such name, in the body itself or in lists of objects below it. */
export function findCaseVariant(value: Json): string | undefined {
  if (!isObject(value)) return undefined
  for (const name of Object.keys(value)) {
    if (isCaseVariant(name)) return name
    const item = value[name]
    if (!isList(item) || !READ_FIELDS.has(name)) continue
    for (const each of item) {
      const found = findCaseVariant(each)
      if (found !== undefined) return found
    }
  }
  return undefined
}

const PLAIN_NAME = /^[a-z_]*$/

/** Some letters without a case pair are folded as well: \u017f, \u212a. */
const isCaseVariant = (name: string): boolean =>
  name.length <= MAX_NAME_LENGTH &&
  !PLAIN_NAME.test(name) &&
  !READ_FIELDS.has(name) &&
  READ_FIELDS.has(name.toUpperCase().toLowerCase())
