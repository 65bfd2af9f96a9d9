// Links what was saved by API with the secrets of the store. References of the manifest are the bundle's, whoever names them.
import type { StoredSecrets } from '../../values/stored-secrets.ts'
import type { LinkContext } from '../link-context.ts'

export function withStoredSecrets(
  { references, secret: storedSecret }: StoredSecrets,
  parts: LinkContext,
): LinkContext {
  const { secretReferences = {} } = parts.gateway
  return {
    ...parts,
    gateway: { ...parts.gateway, secretReferences: { ...references, ...secretReferences } },
    secret: secret =>
      secret.source === 'secret' && Object.hasOwn(secretReferences, secret.name)
        ? parts.secret(secret)
        : storedSecret(secret),
  }
}
