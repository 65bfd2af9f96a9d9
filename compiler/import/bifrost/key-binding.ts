// A key of Bifrost as a stored provider.

import { asObject, isObject, type Json, type JsonObject, present } from '../../../schemas/values/json.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import {
  isNoKey,
  placeholderHost,
  placeholderName,
  readSecret,
  readSetting,
  variableName,
} from '../foreign-references.ts'
import type { ImportContext } from '../import-context.ts'

const NAMES: Readonly<Record<string, string>> = byForeignName({
  vllm: 'vllm',
  sgl: 'sglang',
  gemini: 'google',
  'nvidia-nim': 'nvidia',
  nvidia_nim: 'nvidia',
  nim: 'nvidia',
})

export interface WrittenKey {
  readonly name: string
  readonly provider: JsonObject
  readonly key: JsonObject
  readonly at: Pointer
  readonly keyAt: Pointer
}

/** Undefined after a report. */
export function keyBinding(context: ImportContext, written: WrittenKey): JsonObject | undefined {
  const { name, provider, key, at, keyAt } = written
  const dialect = asObject(provider['custom_provider_config'])['base_provider_type']
  const own = typeof dialect === 'string' ? dialect : name
  const spec = context.provider(NAMES[own] ?? own)
  if (spec === undefined || !spec.served) {
    context.report(
      'import-not-expressible',
      at,
      `There is no provider "${own}" here. "${name}" was left out.`,
      'key',
    )
    return undefined
  }
  const setting = (value: Json | undefined, place: Pointer, instead?: string): string | undefined =>
    readSetting(context, value, place, variable => instead ?? placeholderName(variable))
  const secret = (value: Json | undefined, place: Pointer, fallback: string): string | undefined =>
    readSecret(context, value, place, fallback)
  const azure = asObject(key['azure_key_config'])
  const bedrock = asObject(key['bedrock_key_config'])
  const vertex = asObject(key['vertex_key_config'])
  const value = key['value']
  const label = variableName(name, 'API_KEY')
  if (spec.id === 'azure') {
    const endpoint =
      readSetting(context, azure['endpoint'], `${keyAt}/azure_key_config/endpoint`, placeholderHost) ??
      placeholderHost('AZURE_ENDPOINT')
    const resource = /^https:\/\/([\w-]+)\.openai\.azure\.com/.exec(endpoint)?.[1]
    return present({
      provider: 'azure',
      ...(resource === undefined
        ? { custom_host: endpoint.replace(/\/+$/, '') }
        : { resource_name: resource }),
      ...azureIdentity(
        azure,
        () => secret(value, `${keyAt}/value`, label) ?? `\${env:${label}}`,
        (name, secretName) =>
          secretName === undefined
            ? setting(azure[name], `${keyAt}/azure_key_config/${name}`)
            : secret(azure[name], `${keyAt}/azure_key_config/${name}`, secretName),
      ),
      api_version:
        setting(azure['api_version'], `${keyAt}/azure_key_config/api_version`, '2024-10-21') ?? '2024-10-21',
    })
  }
  if (spec.id === 'bedrock') {
    const part = `${keyAt}/bedrock_key_config`
    return present({
      provider: 'bedrock',
      cloud1_region: setting(bedrock['region'], `${part}/region`, 'us-east-1') ?? 'us-east-1',
      cloud1_access_key_id:
        secret(bedrock['access_key'], `${part}/access_key`, 'AWS_ACCESS_KEY_ID') ??
        '${env:AWS_ACCESS_KEY_ID}',
      cloud1_secret_access_key:
        secret(bedrock['secret_key'], `${part}/secret_key`, 'AWS_SECRET_ACCESS_KEY') ??
        '${env:AWS_SECRET_ACCESS_KEY}',
      cloud1_session_token: secret(bedrock['session_token'], `${part}/session_token`, 'AWS_SESSION_TOKEN'),
      cloud1_assume_role_arn: setting(bedrock['role_arn'], `${part}/role_arn`),
      cloud1_assume_role_external_id: setting(bedrock['external_id'], `${part}/external_id`),
    })
  }
  if (spec.id === 'vertex') {
    const part = `${keyAt}/vertex_key_config`
    const account = secret(vertex['auth_credentials'], `${part}/auth_credentials`, 'VERTEX_CREDENTIALS')
    return present({
      provider: 'vertex',
      cloud3_project_id: setting(vertex['project_id'], `${part}/project_id`) ?? 'project-id',
      cloud3_region: setting(vertex['region'], `${part}/region`, 'us-central1') ?? 'us-central1',
      ...(account === undefined
        ? { cloud3_attached_account: 'default' }
        : { cloud3_service_account_json: account }),
    })
  }
  const [address, addressAt] = addressOf(provider, key, at, keyAt)
  const path = asObject(asObject(provider['custom_provider_config'])['request_path_overrides'])[
    'chat_completion'
  ]
  const host =
    address === undefined || address === ''
      ? undefined
      : hostOf(context, address, addressAt, typeof path === 'string' ? path : undefined)
  const isOpenai = spec.id === 'openai' && host !== undefined
  return present({
    provider: isOpenai ? 'openai-compatible' : spec.id,
    api_key: isNoKey(value)
      ? host === undefined
        ? `\${env:${label}}`
        : undefined
      : secret(value, `${keyAt}/value`, label),
    custom_host: host,
    outbound: outboundOf(context, provider['proxy_config'], `${at}/proxy_config`),
  })
}

/** The address of the provider, or that of one key. */
function addressOf(
  provider: JsonObject,
  key: JsonObject,
  at: Pointer,
  keyAt: Pointer,
): readonly [Json | undefined, Pointer] {
  const written = asObject(provider['network_config'])['base_url']
  if (written !== undefined && written !== '') return [written, `${at}/network_config/base_url`]
  const part = ['ollama_key_config', 'vllm_key_config', 'sgl_key_config'].find(name => isObject(key[name]))
  return part === undefined ? [undefined, at] : [asObject(key[part])['url'], `${keyAt}/${part}/url`]
}

/** A client of Entra, or a key. */
function azureIdentity(
  azure: JsonObject,
  key: () => string,
  read: (name: string, secretName?: string) => string | undefined,
): JsonObject {
  if (azure['client_id'] === undefined || azure['tenant_id'] === undefined) return { api_key: key() }
  return present({
    cloud2_entra_tenant_id: read('tenant_id'),
    cloud2_entra_client_id: read('client_id'),
    cloud2_entra_client_secret: read('client_secret', 'AZURE_CLIENT_SECRET') ?? '${env:AZURE_CLIENT_SECRET}',
  })
}

/** The proxy of outgoing calls, if it is one of HTTP that needs no password. */
function outboundOf(context: ImportContext, value: Json | undefined, at: Pointer): JsonObject | undefined {
  const { type, url, username, password } = asObject(value)
  if (type === undefined || type === 'none' || type === '') return undefined
  if (type === 'environment') return { proxy: 'env' }
  if (type === 'http' && typeof url === 'string' && /^https?:\/\/[^@?]+$/.test(url) && !username && !password)
    return { proxy: url }
  context.report(
    'import-not-expressible',
    at,
    'The proxy was left out: outbound.proxy of a provider is an HTTP proxy, and one with a password is a reference to its whole URL.',
    'key',
  )
  return undefined
}

/** Bifrost writes addresses without the version that follows; `path`: of chats, if it is another one. */
function hostOf(
  context: ImportContext,
  value: Json,
  at: Pointer,
  path: string | undefined,
): string | undefined {
  const text = readSetting(context, value, at, placeholderHost)?.replace(/\/+$/, '')
  if (text === undefined || !URL.canParse(text)) return undefined
  const chats = /^(.*?)\/chat\/completions$/.exec(path ?? '')?.[1]
  if (chats !== undefined) return `${text}${chats}`
  return /\/v\d\w*$/.test(text) ? text : `${text}/v1`
}
