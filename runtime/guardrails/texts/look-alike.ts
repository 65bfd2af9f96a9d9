// Names of properties that some servers read whatever their letters' case is: a guard that looked at `content` alone
// would not see what such a server takes from `Content`.
import type { Json } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'

/** What readers read, and what leads there. */
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

/** The first name that is such a spelling, in the body itself and in the lists of objects below it. */
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

/** Some letters have no other case of their own and are folded all the same: \u017f, \u212a. */
const isAlike = (name: string): boolean =>
  name.length <= LONGEST && !READ.has(name) && READ.has(name.toUpperCase().toLowerCase())
