// How a client tags its request for the log: metadata and a span (semantics, section 21). Both are the client's own words,
// so they are bounded, and what looks like a credential is masked. Only reached where a request has one of them.
import { asterisks, mask } from '../../compiler/diagnostics/mask.ts'
import { isSecretName, isSecretWord } from '../../compiler/diagnostics/secret-names.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { RequestTags, Span } from '../values/call.ts'

/** Maximum number of metadata keys in a log record, and maximum characters of a key and of a value. */
const MAX_KEYS = 32
const MAX_KEY = 64
const MAX_VALUE = 128

/** Objects and lists of the metadata are left out. */
export function requestTags(metadata: JsonObject, span: Span | undefined): RequestTags {
  const entries = Object.entries(metadata).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[tag(key, MAX_KEY), typeof value === 'string' ? valueTag(key, value) : value] as const]
      : [],
  )
  return {
    metadata: entries.length === 0 ? undefined : Object.fromEntries(entries.slice(0, MAX_KEYS)),
    span: span && {
      id: span.id && tag(span.id, MAX_VALUE),
      parent: span.parent && tag(span.parent, MAX_VALUE),
      name: span.name && tag(span.name, MAX_VALUE),
    },
  }
}

/** Masked before it is cut: a part of a credential is not recognised as one. */
const tag = (text: string, length: number): string => mask(text).slice(0, length)

const valueTag = (key: string, value: string): string =>
  isSecretName(key) || isSecretWord(key) ? asterisks(value).slice(0, MAX_VALUE) : tag(value, MAX_VALUE)
