// How a client tags its request for the log: metadata and a span (semantics, section 21). Both are the client's own words,
// so they are bounded, and what looks like a credential is masked. Only reached where a request has one of them.
import { asterisks, mask } from '../../compiler/diagnostics/mask.ts'
import { isSecretName, isSecretWord } from '../../compiler/diagnostics/secret-names.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { RequestTags, Span } from '../values/call.ts'
import { MAX_TAG_COUNT, MAX_TAG_KEY, MAX_TAG_VALUE } from '../values/tag-limits.ts'

/** The key of the metadata that names the user. */
export const USER_KEY = '_user'
/** Keys with a meaning of their own, which are not among those that are left out. */
const MEANINGFUL: ReadonlySet<string> = new Set([USER_KEY, '_prompt', '_organisation', '_environment'])

/** Keys whose tags are remembered: clients choose them, and send the same ones again and again. */
const MAX_REMEMBERED = 1_000

export type TagRequest = (metadata: JsonObject, span: Span | undefined) => RequestTags

/** A key of the metadata as it is logged, and whether its value is a secret. */
interface KeyTag {
  readonly shown: string
  readonly isSecret: boolean
}

/** One for each gateway: it remembers keys, which are compared with the names of secrets. */
export function linkRequestTags(): TagRequest {
  const remembered = new Map<string, KeyTag>()
  const keyTag = (key: string): KeyTag => {
    const known = remembered.get(key)
    if (known !== undefined) return known
    const found = { shown: tag(key, MAX_TAG_KEY), isSecret: isSecretName(key) || isSecretWord(key) }
    if (key.length > MAX_TAG_KEY) return found
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(key, found)
    return found
  }
  return (metadata, span) => ({
    metadata: metadataTags(metadata, keyTag),
    span: span && {
      id: span.id && tag(span.id, MAX_TAG_VALUE),
      parent: span.parent && tag(span.parent, MAX_TAG_VALUE),
      name: span.name && tag(span.name, MAX_TAG_VALUE),
    },
  })
}

/** Objects and lists of the metadata are left out. */
function metadataTags(metadata: JsonObject, keyTag: (key: string) => KeyTag): RequestTags['metadata'] {
  const entries: [string, string | number | boolean][] = []
  const given = Object.entries(metadata)
  for (const [key, value] of given.length > MAX_TAG_COUNT ? meaningfulFirst(given) : given) {
    if (entries.length === MAX_TAG_COUNT) break
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    const { shown, isSecret } = keyTag(key)
    entries.push([shown, typeof value === 'string' ? valueTag(value, isSecret) : value])
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const meaningfulFirst = <Entry extends readonly [string, unknown]>(
  entries: readonly Entry[],
): readonly Entry[] => [
  ...entries.filter(([key]) => MEANINGFUL.has(key)),
  ...entries.filter(([key]) => !MEANINGFUL.has(key)),
]

/** Masked before it is cut: a part of a credential is not recognised as one. */
const tag = (text: string, length: number): string => mask(text).slice(0, length)

const valueTag = (value: string, isSecret: boolean): string =>
  isSecret ? asterisks(value).slice(0, MAX_TAG_VALUE) : tag(value, MAX_TAG_VALUE)
