// Property names that some servers match case-insensitively: a guard that reads only `content` would miss what such a
// server takes from `Content`.
import type { Json } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'

/** The names that text readers read or traverse. */
const READ: ReadonlySet<string> = new Set([
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
const LONGEST = 'instructions'.length

/** The first such name, in the body itself or in lists of objects below it. */
export function lookAlike(value: Json): string | undefined {
  if (!isObject(value)) return undefined
  for (const [name, item] of Object.entries(value)) {
    if (isAlike(name)) return name
    const within = isList(item) && READ.has(name) ? item : []
    for (const each of within) {
      const found = lookAlike(each)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Some letters without a case pair are folded as well: \u017f, \u212a. */
const isAlike = (name: string): boolean =>
  name.length <= LONGEST && !READ.has(name) && READ.has(name.toUpperCase().toLowerCase())
