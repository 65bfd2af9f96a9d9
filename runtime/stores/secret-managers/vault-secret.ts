// HashiCorp Vault: a secret of the key/value engine, version 1 or 2, by a token, an AppRole, or the Kubernetes service account
// of this gateway.
import { secretReferenceDefaults } from '../../../schemas/generated/facts.ts'
import type { PlanSecretReference, SecretAuth } from '../../../schemas/generated/types.ts'
import { asCount, asObject, asText, isObject } from '../../../schemas/values/json.ts'
import {
  type ReadSecret,
  type SecretFault,
  type SecretSource,
  secretFault,
} from '../../control/resources/secret-references/secret-source.ts'
import { selectValue } from '../../control/resources/secret-references/select-secret.ts'
import type { TokenRequest } from '../../values/authentication.ts'
import { failure, isFailure } from '../../values/failures.ts'
import { isTransientStatus } from '../../values/token-refusal.ts'
import type { SecretPorts } from './secret-ports.ts'
import { faultOfStatus, faultOfToken, type SecretReply, sendSecretRequest } from './secret-request.ts'

const DEFAULTS = secretReferenceDefaults.auth_config

export function vaultSecret({ path, key, settings }: PlanSecretReference, ports: SecretPorts): SecretSource {
  const auth = settings as SecretAuth
  const address = new URL(auth.vault_addr ?? '')
  const prefix = address.pathname.replace(/\/+$/, '')
  const namespace = auth.vault_namespace === undefined ? [] : ['x-vault-namespace', auth.vault_namespace]
  const headers = ['x-vault-request', 'true', ...namespace]
  const secretPath = `${prefix}/v1/${pathOf(path, auth)}`
  /** Raised when Vault rejects a token before its end. */
  let generation = 0

  const login = async (): Promise<string | SecretFault> => {
    const body = await loginBody(auth, ports)
    if (!('mount' in body)) return body
    const text = JSON.stringify(body.fields)
    const at = `${prefix}/v1/auth/${encodePath(auth.vault_auth_mount ?? body.mount)}/login`
    const token = await ports.tokens({
      key: ports.hash(JSON.stringify([address.origin, at, headers, text, generation])),
      method: 'POST',
      origin: address.origin,
      path: at,
      headers: ['content-type', 'application/json', ...headers],
      body: text,
      hostAuthor: ports.hostAuthor ?? 'operator',
      read: readLogin,
    })
    return isFailure(token) ? faultOfToken(token) : token
  }

  const readWith = async (token: string): Promise<ReadSecret> => {
    const reply = await sendSecretRequest(ports, {
      method: 'GET',
      origin: address.origin,
      path: secretPath,
      headers: ['x-vault-token', token, ...headers],
      body: undefined,
    })
    if (reply.fault !== undefined) return reply
    if (reply.status !== 200) return faultOfReply(reply, path)
    const { data } = asObject(reply.body)
    const values = (auth.vault_kv_version ?? DEFAULTS.vault_kv_version) === 1 ? data : asObject(data)['data']
    return isObject(values)
      ? selectValue(values, key)
      : secretFault('malformed', 'The reply of Vault has no secret: is vault_kv_version right?')
  }

  return async () => {
    if (auth.vault_auth_type === 'token') {
      const token = ports.credential('vault_token')
      return token === undefined ? MISSING_TOKEN : await readWith(token)
    }
    const token = await login()
    if (typeof token !== 'string') return token
    const result = await readWith(token)
    if (result.fault !== 'denied') return result
    // Tokens are revoked, and lost when a Vault is restored.
    generation += 1
    const renewed = await login()
    return typeof renewed === 'string' ? await readWith(renewed) : renewed
  }
}

const MISSING_TOKEN = secretFault('denied', 'vault_token is missing.')

/** `mount/path` as `vault kv get` takes it; version 2 has the secrets below `data`. */
function pathOf(
  path: string,
  { vault_mount, vault_kv_version = DEFAULTS.vault_kv_version }: SecretAuth,
): string {
  const [first = '', ...others] = path.split('/')
  const mount = vault_mount ?? first
  const rest = vault_mount === undefined ? others.join('/') : path
  return vault_kv_version === 1 ? encodePath(`${mount}/${rest}`) : encodePath(`${mount}/data/${rest}`)
}

const encodePath = (path: string): string =>
  path
    .split('/')
    .filter(part => part !== '')
    .map(encodeURIComponent)
    .join('/')

interface LoginBody {
  readonly mount: string
  readonly fields: Readonly<Record<string, string>>
}

async function loginBody(
  { vault_auth_type, vault_role, vault_role_id, vault_jwt_path = DEFAULTS.vault_jwt_path }: SecretAuth,
  { credential, readFile }: SecretPorts,
): Promise<LoginBody | SecretFault> {
  if (vault_auth_type === 'approle')
    return {
      mount: 'approle',
      fields: { role_id: vault_role_id ?? '', secret_id: credential('vault_secret_id') ?? '' },
    }
  const jwt = await readFile(vault_jwt_path)
  return jwt === undefined
    ? secretFault('denied', `The service account token ${vault_jwt_path} cannot be read.`)
    : { mount: 'kubernetes', fields: { role: vault_role ?? '', jwt: jwt.trim() } }
}

const MS_PER_SECOND = 1000

const readLogin: TokenRequest['read'] = (status, body, now) => {
  const auth = asObject(asObject(body)['auth'])
  const token = asText(auth['client_token'])
  if (status === 200 && token !== undefined)
    return { token, expiresAt: now + (asCount(auth['lease_duration']) ?? 0) * MS_PER_SECOND }
  return isPassing(status)
    ? failure('upstream_unreachable', `Vault answers with status ${status}.`)
    : failure('forbidden', `Vault does not accept the login of this gateway (status ${status}).`)
}

/** Of a standby that has not caught up, and states of replication, besides those of every service. */
const isPassing = (status: number): boolean =>
  status === 412 || status === 472 || status === 473 || isTransientStatus(status)

function faultOfReply(reply: SecretReply, path: string): SecretFault {
  const { status } = reply
  const fault = isPassing(status)
    ? secretFault('unreachable', `Vault answers with status ${status}.`)
    : faultOfStatus('Vault', reply)
  return fault.fault === 'absent'
    ? secretFault(
        'absent',
        `Vault has no secret at ${path}.${/^[^/]+\/data\//.test(path) ? ' Write the path without "data", as vault kv get takes it.' : ''}`,
      )
    : fault
}
