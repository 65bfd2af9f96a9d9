// The manifest URLs in which credentials may be written. The password of a state service is a reference, or the whole URL is one; a password
// may also be in the query.
import { mightBeSecretName } from '../../diagnostics/secret-names.ts'
import { parseSecretReference } from '../../facts/secret.ts'

const URL_PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  Manifest: ['state', 'store'],
  Outbound: ['proxy'],
  SemanticSettings: ['vectors'],
  McpServer: ['url'],
  McpAuth: ['token_url'],
  AgentServer: ['card_url'],
  AgentInterface: ['url'],
  LogHttp: ['url'],
  Alerts: ['webhook'],
  SignIn: ['jwks_url'],
}

/** True when a property of this schema holds a URL in which a credential may be written. */
export const isServiceUrl = (kind: string | undefined, name: string): boolean =>
  kind !== undefined && Object.hasOwn(URL_PROPERTIES, kind) && URL_PROPERTIES[kind]?.includes(name) === true

/** Replaces references while a URL is parsed: letters that are never escaped in a URL. */
const REFERENCE_PLACEHOLDER = 'portolan-reference'

export interface ServiceUrl {
  readonly url: URL
  /** The references in the URL, in order. */
  readonly references: readonly string[]
}

/** Parses a URL in which parts may be references; undefined if it is invalid. */
export function readServiceUrl(text: string): ServiceUrl | undefined {
  const references = text.match(/\$\{[^{}]*\}/g) ?? []
  const plain = text.replaceAll(/\$\{[^{}]*\}/g, REFERENCE_PLACEHOLDER)
  return URL.canParse(plain) ? { url: new URL(plain), references } : undefined
}

/** True when the password is exactly one reference. */
export const hasPasswordReference = ({ url }: ServiceUrl): boolean => url.password === REFERENCE_PLACEHOLDER

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The plain-text passwords in a value; if it is not a URL, the part at the usual position of a password. */
export function passwordsOf(text: string): readonly string[] {
  if (parseSecretReference(text) !== undefined) return []
  const parsed = readServiceUrl(text)
  if (parsed === undefined) return /:\/\/[^/?#]*?:([^/?#]+)@/.exec(text)?.slice(1) ?? []
  const { password, searchParams } = parsed.url
  const queryPasswords = Array.from(searchParams).flatMap(([name, value]) =>
    mightBeSecretName(name) ? [value] : [],
  )
  const plain = [password, decoded(password), ...queryPasswords].filter(
    each => each !== '' && each !== REFERENCE_PLACEHOLDER,
  )
  return [...new Set(plain)]
}
