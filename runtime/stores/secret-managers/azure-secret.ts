// Azure Key Vault: a secret by name or by name and version, with a token of Entra for a client or for the managed identity of
// the machine.
import type { PlanSecretReference, SecretAuth } from '../../../schemas/generated/types.ts'
import { asObject, asText } from '../../../schemas/values/json.ts'
import { type SecretSource, secretFault } from '../../control/resources/secret-references/secret-source.ts'
import { selectSecret } from '../../control/resources/secret-references/select-secret.ts'
import { entraTokenRequest } from '../../providers/azure/entra.ts'
import { isFailure } from '../../values/failures.ts'
import type { SecretPorts } from './secret-ports.ts'
import { faultOfStatus, faultOfToken, sendSecretRequest } from './secret-request.ts'

const API_VERSION = '7.4'
const PUBLIC_CLOUD = 'vault.azure.net'

export function azureSecret({ path, key, settings }: PlanSecretReference, ports: SecretPorts): SecretSource {
  const auth = settings as SecretAuth
  const address = new URL(auth.azure_vault_url ?? '')
  const prefix = address.pathname.replace(/\/+$/, '')
  const scope = `https://${domainOf(address.hostname)}/.default`
  return async () => {
    const { clock, hash, keyedHash, signRsa, credential } = ports
    const secret = credential('azure_entra_client_secret')
    const request = entraTokenRequest(
      auth.azure_auth_mode === 'managed'
        ? { cloud2_managed_identity: auth.azure_managed_client_id ?? 'system' }
        : secret === undefined
          ? {}
          : { cloud2_entra_client_secret: secret },
      {
        cloud2_entra_tenant_id: auth.azure_entra_tenant_id,
        cloud2_entra_client_id: auth.azure_entra_client_id,
      },
      scope,
      { now: clock.now(), hash, keyedHash, signRsa },
    )
    if (request === undefined) return secretFault('denied', 'azure_entra_client_secret is missing.')
    const token = isFailure(request) ? request : await ports.tokens(request)
    if (isFailure(token)) return faultOfToken(token)
    const reply = await sendSecretRequest(ports, {
      method: 'GET',
      origin: address.origin,
      path: `${prefix}/secrets/${path}?api-version=${API_VERSION}`,
      headers: ['authorization', `Bearer ${token}`],
      body: undefined,
    })
    if (reply.fault !== undefined) return reply
    if (reply.status !== 200) return faultOfStatus('Azure Key Vault', reply)
    const value = asText(asObject(reply.body)['value'])
    return value === undefined
      ? secretFault('malformed', 'The reply of Azure Key Vault has no value.')
      : selectSecret(value, key)
  }
}

/** `team.vault.azure.cn` is of the service `vault.azure.cn`; a private name is of the public cloud. */
const domainOf = (host: string): string => /^[^.]+\.(vault\..+)$/.exec(host)?.[1] ?? PUBLIC_CLOUD
