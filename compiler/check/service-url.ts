// The manifest URLs of state services. The password is a reference, or the whole URL is one; a password may also
// be in the query.
import { mayNameASecret } from '../diagnostics/secret-names.ts'
import { secretReference } from '../secret.ts'

const ADDRESSES: Readonly<Record<string, string>> = { Manifest: 'state', SemanticSettings: 'vectors' }

/** True when a property of this schema holds such a URL. */
export const isServiceAddress = (kind: string | undefined, name: string): boolean =>
  kind !== undefined && Object.hasOwn(ADDRESSES, kind) && ADDRESSES[kind] === name

/** Replaces references while a URL is parsed: letters that are never escaped in a URL. */
const PLACE = 'portolan-reference'

export interface ServiceUrl {
  readonly url: URL
  /** The references in the URL, in order. */
  readonly references: readonly string[]
}

/** Parses a URL in which parts may be references; undefined if it is invalid. */
export function readServiceUrl(text: string): ServiceUrl | undefined {
  const references = text.match(/\$\{[^{}]*\}/g) ?? []
  const plain = text.replaceAll(/\$\{[^{}]*\}/g, PLACE)
  return URL.canParse(plain) ? { url: new URL(plain), references } : undefined
}

/** True when the password is exactly one reference. */
export const hasReferredPassword = ({ url }: ServiceUrl): boolean => url.password === PLACE

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The plain-text passwords in a text; if it is not a URL, the text at the usual position of a password. */
export function passwordsOf(text: string): readonly string[] {
  if (secretReference(text) !== undefined) return []
  const read = readServiceUrl(text)
  if (read === undefined) return /:\/\/[^/?#]*?:([^/?#]+)@/.exec(text)?.slice(1) ?? []
  const { password, searchParams } = read.url
  const asked = Array.from(searchParams).flatMap(([name, value]) => (mayNameASecret(name) ? [value] : []))
  const plain = [password, decoded(password), ...asked].filter(each => each !== '' && each !== PLACE)
  return [...new Set(plain)]
}
