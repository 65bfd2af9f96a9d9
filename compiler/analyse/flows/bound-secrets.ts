// The secrets of a provider or check by their references, and where those go that are exchanged for a token.
import type { FlowRule, Gateway, Secret, StaticBinding } from '../../../schemas/generated/types.ts'
import { ENTRA_ORIGIN, GOOGLE_TOKEN_ORIGIN, stsOrigin } from '../../../schemas/values/token-origins.ts'
import { poolOf, storedBindings, storedSlugs } from '../../facts/pool-members.ts'
import { parseSecretReference } from '../../facts/secret.ts'
import { namedStrings, parseSecret } from '../../plan/secret-json.ts'

/** `env:NAME`: the references of a secret, also those within an object. Identities of the machine and literals are none. */
export function referencesOf(name: string, secret: Secret): readonly string[] {
  if (secret.source === 'machine' || secret.source === 'literal') return []
  if (secret.source !== 'json') return [`${secret.source}:${secret.name}`]
  return Array.from(namedStrings(parseSecret(secret.name), name)).flatMap(({ text }) => {
    const reference = parseSecretReference(text)
    return reference === undefined ? [] : [`${reference.source}:${reference.name}`]
  })
}

/** Where the credentials of clouds are exchanged for tokens, by the property whose presence means that. */
const EXCHANGES: Readonly<Record<string, (settings: StaticBinding['settings']) => string | undefined>> = {
  cloud2_entra_client_secret: () => ENTRA_ORIGIN,
  cloud2_entra_federated_token: () => ENTRA_ORIGIN,
  cloud3_service_account_json: () => GOOGLE_TOKEN_ORIGIN,
  // Of checks.
  serviceAccountJson: () => GOOGLE_TOKEN_ORIGIN,
  cloud1_web_identity_token: ({ cloud1_region: region }) => stsOf(region),
  cloud1_assume_role_arn: ({ cloud1_region: region }) => stsOf(region),
}

const stsOf = (region: unknown): string | undefined =>
  typeof region === 'string' ? stsOrigin(region) : undefined

/** The origins of token services; undefined where a setting of the request decides. */
export function exchangesOf({
  credentials,
  settings,
}: Pick<StaticBinding, 'credentials' | 'settings'>): readonly (string | undefined)[] {
  const properties = { ...settings, ...credentials }
  const origins = Object.entries(EXCHANGES).flatMap(([name, originFor]) =>
    Object.hasOwn(properties, name) ? [originFor(settings)] : [],
  )
  return [...new Set(origins)]
}

// A rule about a secret is about that secret wherever it is bound: slugs are a way to name those of a stored provider.

/** The rules with the references that their slugs refer to; slugs stay, for identities that no reference names. */
export const coverSecrets = (
  rules: readonly FlowRule[],
  gateway: Pick<Gateway, 'providers' | 'pools'>,
): readonly FlowRule[] =>
  rules.map(rule => {
    const { secrets } = rule
    if (secrets === undefined) return rule
    const covered = secrets.flatMap(name => {
      if (!name.startsWith('@')) return []
      const slug = name.slice(1)
      // A pool has the secrets of its members.
      const members = poolOf(slug, gateway) === undefined ? [] : storedSlugs(slug, gateway)
      const references = storedBindings(slug, gateway).flatMap(({ credentials }) =>
        Object.entries(credentials).flatMap(([property, secret]) =>
          referencesOf(property, secret).map(reference => `\${${reference}}`),
        ),
      )
      return [...members.map(member => `@${member}`), ...references]
    })
    return covered.length === 0 ? rule : { ...rule, secrets: [...new Set([...secrets, ...covered])] }
  })
