// Secret references of the manifest: defaults applied, the secrets of their managers' authentication as references.
import { secretAuthFacts, secretReferenceDefaults } from '../../schemas/generated/facts.ts'
import type { PlanSecretReference, SecretAuth, SecretReference } from '../../schemas/generated/types.ts'
import { lowerSecret } from './binding.ts'
import { originOf, originOfHost } from './origin.ts'

const MS_PER_SECOND = 1000

export function lowerSecretReference({
  manager_type,
  auth_config = {},
  secret_path,
  secret_key,
  // Validation has compared it with the list.
  allow_all_workspaces: _all,
  allowed_workspaces,
  allowed_hosts,
  max_age = secretReferenceDefaults.max_age,
  max_stale = secretReferenceDefaults.max_stale,
  tags,
  ...remainder
}: SecretReference): PlanSecretReference {
  remainder satisfies Record<string, never>
  const auth = Object.entries(auth_config)
  const isSecret = ([name]: readonly [string, unknown]): boolean => secretAuthFacts[name]?.secret === true
  const origins = originsOfAuth(auth_config)
  return {
    manager: manager_type,
    settings: Object.fromEntries(auth.filter(entry => !isSecret(entry))),
    credentials: Object.fromEntries(
      auth.filter(isSecret).map(([name, value]) => {
        const secret = lowerSecret(name, value, origins, 'project')
        // A file is read again for each use: managers are called seldom.
        return [name, secret.source === 'file' ? { ...secret, rotates: true } : secret] as const
      }),
    ),
    path: secret_path,
    ...(secret_key === undefined ? {} : { key: secret_key }),
    ...(allowed_workspaces === undefined ? {} : { workspaces: [...new Set(allowed_workspaces)].sort() }),
    ...(allowed_hosts === undefined ? {} : { allowedOrigins: allowedOriginsOf(allowed_hosts) }),
    maxAge: max_age * MS_PER_SECOND,
    maxStale: Math.max(max_stale, max_age) * MS_PER_SECOND,
    ...(tags === undefined ? {} : { tags }),
  }
}

/** The origins of a list of hosts; what is none is left out. */
export const allowedOriginsOf = (hosts: readonly string[]): readonly string[] =>
  [...new Set(hosts.flatMap(host => originOfHost(host) ?? []))].sort()

/** Where the manager is, as far as the manifest specifies it. */
const originsOfAuth = ({ vault_addr, aws_endpoint, azure_vault_url }: SecretAuth): readonly string[] =>
  [vault_addr, aws_endpoint, azure_vault_url].flatMap(address =>
    address === undefined ? [] : (originOf(address) ?? []),
  )
