// Which property names indicate that their value is a secret, and which forms of values.
import { configFacts, secretAuthFacts } from '../../schemas/generated/facts.ts'
import { suggest } from '../../schemas/values/suggest.ts'

/** The properties of a config that hold credentials. */
export const SECRET_PROPERTIES: readonly string[] = Object.keys(configFacts).filter(
  name => configFacts[name]?.secret === true,
)

/** The properties that provide the credential of a call: secrets, and identities of the machine that runs the gateway. */
export const CREDENTIAL_PROPERTIES: readonly string[] = Object.keys(configFacts).filter(
  name => configFacts[name]?.secret === true || configFacts[name]?.machine === true,
)

/** Unknown names that certainly indicate a secret: they are masked in any text, including source code. */
const CERTAIN =
  /(?:api|access|secret|private|auth|account|session)[_-]?(?:key|token)s?$|secret|passw|credential|^authorization$/i
/** Names that may be a misspelled secret property. */
const LIKELY = /key|token|secret|pass|pwd|credential|auth|bearer/i
/** Names of the interface, the manifest and requests that only look like secrets, and names of guards such as `no-secrets`. */
const NOT_SECRET =
  /^(?:no[-_].+|authentication|virtual_key|api_keys|secret_references|secret_path|max_tokens|max_completion_tokens|budget_tokens|per_million_tokens|tokens_per_minute)$/

const knownSecret = (name: string): boolean | undefined => {
  const facts = [configFacts, secretAuthFacts].find(each => Object.hasOwn(each, name))
  return facts && facts[name]?.secret === true
}

const MAX_NAME_LENGTH = Math.max(...SECRET_PROPERTIES.map(name => name.length)) * 2

/** True for a name that may be a misspelled secret property. */
const resemblesSecretProperty = (name: string): boolean =>
  name.length <= MAX_NAME_LENGTH && suggest(name, SECRET_PROPERTIES).length > 0

/** True for a secret property and for any name that certainly indicates a secret. */
export function isSecretName(name: string): boolean {
  return (
    knownSecret(name) ?? ((CERTAIN.test(name) || resemblesSecretProperty(name)) && !NOT_SECRET.test(name))
  )
}

/** Names of values that callers choose, such as metadata, which as whole words mean a credential. */
const SECRET_WORD = /^(?:token|key|auth|bearer|jwt|pwd|cookie|pass(?:word|phrase))$/i

/** True for a name that is nothing but a word for a credential. */
export const isSecretWord = (name: string): boolean => SECRET_WORD.test(name)

/** True for a secret property and for an unknown name that may have been intended as one. */
export function mightBeSecretName(name: string): boolean {
  return knownSecret(name) ?? ((LIKELY.test(name) || resemblesSecretProperty(name)) && !NOT_SECRET.test(name))
}

/** Forms of keys that no word has: they are found in the middle of one, too. */
export const KEY_FORMS: readonly RegExp[] = [
  /(?:sk[-_](?:proj|ant|or|svcacct|live|test)[-_]|gh[pous]_|glpat-|github_pat_|gsk_|xai-|pplx-|hf_|r8_|ptl_)[A-Za-z0-9_-]{16,}/g,
  /AIza[A-Za-z0-9_-]{30,}|A[KS]IA[A-Z0-9]{16,}/g,
]

/** True for a string that contains what can only be a key. */
export const hasKeyForm = (text: string): boolean => KEY_FORMS.some(form => text.search(form) !== -1)

/** True for the hash of an API key, which may be shown; anything else in its place may be the key. */
export const isKeyHash = (text: string): boolean => /^sha256:[0-9a-fA-F]{64}$/.test(text)
