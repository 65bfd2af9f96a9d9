// The URLs of a manifest that name the services of its state. Their password is a reference, or the whole URL is one; a
// password may hide in the query too.
import { mayNameASecret } from '../diagnostics/secret-names.ts'
import { secretReference } from '../secret.ts'

const ADDRESSES: Readonly<Record<string, string>> = { Manifest: 'state', SemanticSettings: 'vectors' }

/** True for a property of a kind that holds such a URL. */
export const isServiceAddress = (kind: string | undefined, name: string): boolean =>
  kind !== undefined && Object.hasOwn(ADDRESSES, kind) && ADDRESSES[kind] === name

/** Stands for a reference while a URL is read: letters that no part of a URL escapes. */
const PLACE = 'portolan-reference'

export interface ServiceUrl {
  readonly url: URL
  /** The references in it, in their order. */
  readonly references: readonly string[]
}

/** The URL of a text in which references stand for some parts; undefined where it is none. */
export function readServiceUrl(text: string): ServiceUrl | undefined {
  const references = text.match(/\$\{[^{}]*\}/g) ?? []
  const plain = text.replaceAll(/\$\{[^{}]*\}/g, PLACE)
  return URL.canParse(plain) ? { url: new URL(plain), references } : undefined
}

/** The password of a URL is a reference, alone. */
export const hasReferredPassword = ({ url }: ServiceUrl): boolean => url.password === PLACE

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The passwords that a text holds in plain; of one that is no URL what stands where a password would. */
export function passwordsOf(text: string): readonly string[] {
  if (secretReference(text) !== undefined) return []
  const read = readServiceUrl(text)
  if (read === undefined) return /:\/\/[^/?#]*?:([^/?#]+)@/.exec(text)?.slice(1) ?? []
  const { password, searchParams } = read.url
  const asked = Array.from(searchParams).flatMap(([name, value]) => (mayNameASecret(name) ? [value] : []))
  const plain = [password, decoded(password), ...asked].filter(each => each !== '' && each !== PLACE)
  return [...new Set(plain)]
}
