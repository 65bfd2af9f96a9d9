// auth_config of a secret reference has what its manager needs, and nothing besides; its addresses are public or trusted.
import type { SecretAuth, SecretReference } from '../../../schemas/generated/types.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { reportBlockedHost } from '../services/blocked-host.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

type Setting = keyof SecretAuth

/** The settings of one way to authenticate. */
interface AuthMethod {
  readonly needs: readonly Setting[]
  /** Complete sets, one of which is needed too. */
  readonly oneOf?: readonly (readonly Setting[])[]
  readonly takes?: readonly Setting[]
}

interface RequiredAuth {
  /** The setting that selects a way, and the ways by its values. */
  readonly selector: Setting
  readonly methods: Readonly<Record<string, AuthMethod>>
  /** Of every way. */
  readonly address: readonly Setting[]
  readonly needs: readonly Setting[]
  readonly takes: readonly Setting[]
}

const KEYS: readonly Setting[] = ['aws_access_key_id', 'aws_secret_access_key']

const MANAGERS: { readonly [type in SecretReference['manager_type']]: RequiredAuth | undefined } = {
  env: undefined,
  file: undefined,
  hashicorp_vault: {
    selector: 'vault_auth_type',
    methods: {
      token: { needs: ['vault_token'] },
      approle: { needs: ['vault_role_id', 'vault_secret_id'], takes: ['vault_auth_mount'] },
      kubernetes: { needs: ['vault_role'], takes: ['vault_jwt_path', 'vault_auth_mount'] },
    },
    address: ['vault_addr'],
    needs: ['vault_addr'],
    takes: ['vault_namespace', 'vault_mount', 'vault_kv_version'],
  },
  aws_sm: {
    selector: 'aws_auth_type',
    methods: {
      accessKey: { needs: KEYS, takes: ['aws_session_token'] },
      assumedRole: {
        needs: ['aws_role_arn'],
        oneOf: [KEYS, ['aws_web_identity_token']],
        takes: ['aws_session_token', 'aws_external_id'],
      },
      serviceRole: { needs: [] },
    },
    address: ['aws_endpoint'],
    needs: ['aws_region'],
    takes: ['aws_endpoint'],
  },
  azure_kv: {
    selector: 'azure_auth_mode',
    methods: {
      entra: { needs: ['azure_entra_tenant_id', 'azure_entra_client_id', 'azure_entra_client_secret'] },
      managed: { needs: [], takes: ['azure_managed_client_id'] },
    },
    address: ['azure_vault_url'],
    needs: ['azure_vault_url'],
    takes: [],
  },
}

export const secretManagersCanBeReached: ManifestRule = (context, report) => {
  const references = ownProperty(context.manifest, 'secret_references')
  for (const [slug, value] of Object.entries(isJsonObject(references) ? references : {})) {
    const name = ownProperty(value, 'manager_type')
    const found = Object.entries(MANAGERS).find(([type]) => type === name)
    if (found === undefined) continue
    const pointer = childPointer('/secret_references', slug)
    const auth = ownProperty(value, 'auth_config')
    const at = childPointer(pointer, 'auth_config')
    const [type, needed] = found
    if (needed === undefined) {
      if (auth !== undefined)
        report('setting-without-effect', { key: at }, `"auth_config" has no effect: ${type} needs none.`)
    } else if (auth === undefined)
      report(
        'incomplete-secret-reference',
        { key: pointer },
        `${quoteName(slug)} needs "auth_config": how ${type} is reached and authenticated to.`,
      )
    else if (isJsonObject(auth)) validateAuth(type, auth, at, needed, context, report)
  }
}

function validateAuth(
  type: string,
  auth: JsonObject,
  at: Pointer,
  { selector, methods, address, needs, takes }: RequiredAuth,
  context: ManifestContext,
  report: ReportAt,
): void {
  for (const name of address)
    validateAddress(name, childPointer(at, name), ownProperty(auth, name), context, report)
  const selected = ownProperty(auth, selector)
  const method =
    typeof selected === 'string' && Object.hasOwn(methods, selected) ? methods[selected] : undefined
  if (method === undefined) {
    // A wrong value is reported with the structure.
    if (selected === undefined)
      report(
        'incomplete-secret-reference',
        { key: at },
        `"auth_config" needs ${quoteName(selector)}: ${joinNames(Object.keys(methods), 'or')}.`,
      )
    return
  }
  const has = (name: Setting): boolean => Object.hasOwn(auth, name)
  const missing = [...needs, ...method.needs].filter(name => !has(name)).map(quoteName)
  const sets = method.oneOf ?? []
  const isLacking = sets.length > 0 && !sets.some(set => set.every(has))
  if (missing.length > 0 || isLacking)
    report(
      'incomplete-secret-reference',
      { key: at },
      `"auth_config" with ${selector} ${selected as string} needs ${[...(missing.length > 0 ? [joinNames(missing, 'and')] : []), ...(isLacking ? [`either ${formatSets(sets)}`] : [])].join(', and ')}.`,
    )
  const known = new Set<string>([
    selector,
    ...needs,
    ...takes,
    ...method.needs,
    ...(method.takes ?? []),
    ...sets.flat(),
  ])
  for (const name of Object.keys(auth))
    if (!known.has(name))
      report(
        'setting-without-effect',
        { key: childPointer(at, name) },
        `${quoteName(name)} has no effect for ${type} with ${selector} ${selected as string}.`,
      )
}

const formatSets = (sets: readonly (readonly Setting[])[]): string =>
  sets.map(set => joinNames(set.map(quoteName), 'and')).join(' or ')

function validateAddress(
  name: string,
  at: Pointer,
  value: Json | undefined,
  context: ManifestContext,
  report: ReportAt,
): void {
  if (typeof value !== 'string') return
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    `${url.username}${url.password}${url.search}${url.hash}` !== ''
  ) {
    report(
      'malformed-host',
      at,
      `${quoteName(name)} must be a URL such as https://host:port, without a password or query.`,
    )
    return
  }
  reportBlockedHost(context, 'The secret manager', url, at, report)
}
