// Secrets of a simulation: every reference has a placeholder, so that no real one is read, sent or shown. Traces show the
// references in their place.
import { bundleSecrets } from '../../compiler/plan/bundle-secrets.ts'
import type { Bundle, Secret } from '../../schemas/generated/types.ts'
import { GOOGLE_TOKEN_ORIGIN, GOOGLE_TOKEN_PATH } from '../../schemas/values/token-origins.ts'

export interface PlaceholderSecrets {
  readonly secret: (secret: Secret) => string | undefined
  /** The text with every placeholder replaced by its reference. */
  readonly withReferences: (text: string) => string
}

/** Service accounts are objects. Nothing is signed with this key. */
const serviceAccount = (name: string): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'simulated-project',
    private_key_id: name,
    private_key: `simulated-key-${name}`,
    client_email: 'simulated@simulated-project.example',
    token_uri: GOOGLE_TOKEN_ORIGIN + GOOGLE_TOKEN_PATH,
  })

/** Values of credentials longer than this are replaced in traces; shorter ones would occur in other strings. */
const SHORTEST = 4

/** `given`: values by name that a placeholder cannot replace. */
export function placeholderSecrets(
  bundle: Pick<Bundle, 'gateway' | 'plans'>,
  given: Readonly<Record<string, string>> = {},
): PlaceholderSecrets {
  const values = new Map<string, string>()
  const references = new Map<string, string>()
  for (const { secret, location } of bundleSecrets(bundle)) {
    const key = keyOf(secret)
    if (secret.source === 'literal' || values.has(key)) continue
    const value =
      given[secret.name] ??
      (location.endsWith('_json') ? serviceAccount(secret.name) : `simulated-${key.replace(/[^\w-]/g, '-')}`)
    values.set(key, value)
    if (value.length >= SHORTEST) references.set(value, `\${${key}}`)
  }
  // The longer first: one placeholder may begin another.
  const known = [...references.keys()].sort((left, right) => right.length - left.length)
  const pattern = known.length === 0 ? undefined : new RegExp(known.map(escapePattern).join('|'), 'g')
  return {
    secret: secret => (secret.source === 'literal' ? secret.name : values.get(keyOf(secret))),
    withReferences: text =>
      pattern === undefined ? text : text.replaceAll(pattern, value => references.get(value) ?? value),
  }
}

const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const keyOf = ({ source, name }: Pick<Secret, 'source' | 'name'>): string => `${source}:${name}`
