// Words that other gateways use for a property of a config.
import { propertyOfPeerWord } from '../../facts/canonical-names.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  ['base_url', 'custom_host'],
  ['options', 'targets'],
  ['retries', 'retry'],
  ['timeout', 'request_timeout'],
  ['guardrails', 'input_guardrails'],
  ['key', 'hash'],
])

/** The property that another gateway's word means, if it is one of the known ones. */
export function foreignName(word: string, known: readonly string[]): string | undefined {
  const name = NAMES.get(word) ?? propertyOfPeerWord(word)
  return name !== undefined && known.includes(name) ? name : undefined
}
