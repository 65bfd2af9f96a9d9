// Secrets of a simulation: every reference has a placeholder, so that no real one is read, sent or shown. Traces show the
// references in their place.
import { bundleSecrets } from '../../compiler/plan/bundle-secrets.ts'
import type { Bundle, Secret } from '../../schemas/generated/types.ts'

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
    token_uri: 'https://oauth2.googleapis.com/token',
  })

/** Values of credentials longer than this are replaced in traces; shorter ones would be found in other texts. */
const SHORTEST = 4

/** `given`: values by name that a placeholder cannot stand for. */
export function placeholderSecrets(
  bundle: Pick<Bundle, 'gateway' | 'plans'>,
  given: Readonly<Record<string, string>> = {},
): PlaceholderSecrets {
  const values = new Map<string, string>()
  const references: (readonly [value: string, reference: string])[] = []
  for (const { secret, location } of bundleSecrets(bundle)) {
    const key = keyOf(secret)
    if (secret.source === 'literal' || values.has(key)) continue
    const value =
      given[secret.name] ??
      (location.endsWith('_json') ? serviceAccount(secret.name) : `simulated-${key.replace(/[^\w-]/g, '-')}`)
    values.set(key, value)
    if (value.length >= SHORTEST) references.push([value, `\${${key}}`])
  }
  // The longer first: one placeholder may begin another.
  references.sort(([left], [right]) => right.length - left.length)
  return {
    secret: secret => (secret.source === 'literal' ? secret.name : values.get(keyOf(secret))),
    withReferences: text =>
      references.reduce((masked, [value, reference]) => masked.replaceAll(value, reference), text),
  }
}

const keyOf = ({ source, name }: Pick<Secret, 'source' | 'name'>): string => `${source}:${name}`
