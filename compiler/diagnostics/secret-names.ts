// Which property names say that their value is a secret.
import { configFacts } from '../../schemas/generated/facts.ts'
import { suggest } from './suggest.ts'

/** The properties of a config that hold credentials. */
export const SECRET_PROPERTIES: readonly string[] = Object.keys(configFacts).filter(
  name => configFacts[name]?.secret === true,
)

/** The properties that give a call its credential: secrets, and identities of the gateway's own machine. */
export const CREDENTIAL_PROPERTIES: readonly string[] = Object.keys(configFacts).filter(
  name => configFacts[name]?.secret === true || configFacts[name]?.machine === true,
)

/** Names that no schema knows and that leave no doubt: they are masked in any text, source code included. */
const PLAIN =
  /(?:api|access|secret|private|auth|account|session)[_-]?(?:key|token)s?$|secret|passw|credential|^authorization$/i
/** Names that may mean a secret where a property was misspelt. */
const LIKELY = /key|token|secret|pass|pwd|credential|auth|bearer/i
/** Names of the interface, the manifest and requests that only sound like secrets. */
const INNOCENT = /^(?:virtual_key|api_keys|max_tokens|max_completion_tokens|budget_tokens)$/

const known = (name: string): boolean | undefined =>
  Object.hasOwn(configFacts, name) ? configFacts[name]?.secret === true : undefined

const LONGEST = Math.max(...SECRET_PROPERTIES.map(name => name.length)) * 2

/** True for a name that a secret property may have been misspelt as. */
const isNear = (name: string): boolean =>
  name.length <= LONGEST && suggest(name, SECRET_PROPERTIES).length > 0

/** True for a secret property and for a name that can mean nothing else, in whatever text it stands. */
export function namesASecret(name: string): boolean {
  return known(name) ?? ((PLAIN.test(name) || isNear(name)) && !INNOCENT.test(name))
}

/** True for a secret property and for an unknown one that may have been meant as one. */
export function mayNameASecret(name: string): boolean {
  return known(name) ?? ((LIKELY.test(name) || isNear(name)) && !INNOCENT.test(name))
}
