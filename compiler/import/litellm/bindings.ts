// The stored provider of a deployment: its credential, address, region and account.
import { type Json, type JsonObject, present } from '../../../schemas/values/json.ts'
import {
  placeholderHost,
  placeholderName,
  readAccount,
  readSecret,
  readSetting,
  variableName,
} from '../foreign-references.ts'
import type { Parameters } from './parameters.ts'
import type { NamedModel } from './provider-prefixes.ts'

/** `undefined` after a report: the deployment cannot be called here. */
export function bindingOf(parameters: Parameters, named: NamedModel, group: string): JsonObject | undefined {
  const { spec, prefix } = named
  const { context, at } = parameters.model
  if (spec === undefined) {
    if (parameters.has('api_base') && !parameters.isCustomHandler(prefix))
      return compatible(parameters, variableName(prefix, 'API_KEY'))
    context.report(
      'import-not-expressible',
      at,
      parameters.isCustomHandler(prefix)
        ? `"${prefix}" is code of the source that calls a provider. The deployment of "${group}" was left out.`
        : `There is no provider "${prefix}" here. The deployment of "${group}" was left out; if its server has an API like OpenAI's, add it as openai-compatible with its custom_host.`,
    )
    return undefined
  }
  switch (spec.provider) {
    case 'azure':
    case 'azure-foundry':
      return azure(parameters, spec.provider, named.model)
    case 'bedrock':
      return bedrock(parameters)
    case 'vertex':
      return vertex(parameters)
    case 'cloudflare':
    case 'snowflake':
      return present({
        provider: spec.provider,
        api_key: secret(parameters, 'api_key', spec.variable),
        resource_name: accountIdOf(parameters, prefix),
      })
  }
  if (spec.provider === 'openai' && parameters.has('api_base')) {
    const address = addressOf(parameters)
    if (address !== undefined && !/^https:\/\/api\.openai\.com(?:\/v1)?$/.test(address))
      return compatible(parameters, spec.variable ?? 'OPENAI_API_KEY')
  }
  return keyed(parameters, named)
}

/** The account, which is in the address or in a variable. */
function accountIdOf(parameters: Parameters, prefix: string): string {
  const address = parameters.has('api_base') ? addressOf(parameters) : undefined
  return (
    setting(parameters, 'account_id', 'account-id') ??
    /\/accounts\/([\w-]+)|\/\/([\w-]+)\.snowflakecomputing/
      .exec(address ?? '')
      ?.slice(1)
      .find(each => each !== undefined) ??
    missingRegion(parameters, variableName(prefix, 'ACCOUNT_ID'), 'account-id')
  )
}

/** A provider with a key and perhaps an address. */
function keyed(parameters: Parameters, { spec, prefix, model }: NamedModel): JsonObject | undefined {
  const { provider, variable, address: form, selfHosted } = spec ?? { provider: prefix }
  const written = addressOf(parameters)
  const address =
    form === 'root' && written !== undefined && !/\/v\d+$/.test(written) ? `${written}/v1` : written
  if (selfHosted && address === undefined) {
    const used = `${placeholderHost(variableName(prefix, 'API_BASE'))}/v1`
    parameters.model.context.report(
      'import-needs-value',
      parameters.model.at,
      `The address of "${model}" is not in the file: the source reads it from ${variableName(prefix, 'API_BASE')}. "${used}" was written instead: replace it.`,
    )
    return { provider, custom_host: used }
  }
  const usual = parameters.model.context.provider(provider)?.baseUrl?.replace(/\/$/, '')
  const host = address === usual ? undefined : address
  const isOllama = provider === 'ollama-native'
  return present({
    provider: isOllama && host?.endsWith('/v1') ? 'ollama' : provider,
    api_key:
      isOllama && !parameters.has('api_key')
        ? undefined
        : secret(parameters, 'api_key', selfHosted ? undefined : variable),
    custom_host: host,
    vendor_organization: setting(parameters, 'organization', 'organization'),
  })
}

/** A server with an API like OpenAI's. */
const compatible = (parameters: Parameters, variable: string): JsonObject =>
  present({
    provider: 'openai-compatible',
    custom_host: addressOf(parameters),
    api_key: parameters.has('api_key') ? secret(parameters, 'api_key', variable) : undefined,
  })

/** The address of the provider, without a slash at its end. One that is not a URL is replaced by a placeholder. */
export function addressOf(parameters: Parameters): string | undefined {
  const written = setting(parameters, 'api_base', 'api_base', placeholderHost)
  const text = written?.replace(/\/(?:chat\/completions|embeddings|completions)\/?$/, '').replace(/\/+$/, '')
  if (text === undefined || text === '') return undefined
  const found = parameters.placed('api_base')
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  const used = placeholderHost(
    text
      .replace(/^\w+:\/\//, '')
      .replaceAll(/[^\w]+/g, '_')
      .replaceAll(/^_+|_+$/g, ''),
  )
  found?.context.report(
    'import-needs-value',
    found.at,
    `The address is not a URL that can be called. "${used}" was written instead: replace it.`,
  )
  return used
}

function azure(parameters: Parameters, provider: string, model: string): JsonObject {
  const address = addressOf(parameters) ?? missingAddress(parameters, 'AZURE_API_BASE')
  const resource = /^https:\/\/([\w-]+)\.openai\.azure\.com(?:\/|$)/.exec(address)?.[1]
  const claude = provider === 'azure-foundry' && /^claude-/.test(model)
  const identity = parameters.has('client_id') || parameters.has('tenant_id')
  return present({
    provider: claude ? 'azure-anthropic' : provider,
    ...(resource === undefined || provider !== 'azure'
      ? { custom_host: claude ? address.replace(/\/v1(?:\/messages)?$/, '') : address }
      : { resource_name: resource }),
    api_key: identity
      ? undefined
      : secret(parameters, 'api_key', provider === 'azure' ? 'AZURE_API_KEY' : 'AZURE_AI_API_KEY'),
    cloud2_entra_tenant_id: identity ? setting(parameters, 'tenant_id', 'tenant-id') : undefined,
    cloud2_entra_client_id: identity ? setting(parameters, 'client_id', 'client-id') : undefined,
    cloud2_entra_client_secret: identity
      ? secret(parameters, 'client_secret', 'AZURE_CLIENT_SECRET')
      : undefined,
    cloud2_entra_scope: identity
      ? setting(
          parameters,
          'azure_scope',
          'azure-scope',
          () => 'https://cognitiveservices.azure.com/.default',
        )
      : undefined,
    api_version: setting(parameters, 'api_version', 'api-version', () => '2024-10-21'),
  })
}

function missingAddress({ model }: Parameters, variable: string): string {
  const used = placeholderHost(variable)
  model.context.report(
    'import-needs-value',
    model.at,
    `The address is not in the file: the source reads it from ${variable}. "${used}" was written instead: replace it.`,
  )
  return used
}

function bedrock(parameters: Parameters): JsonObject {
  const region =
    setting(parameters, 'aws_region_name', 'us-east-1', () => 'us-east-1') ??
    /^bedrock\/([a-z]{2}(?:-[a-z]+)+-\d)\//.exec(String(parameters.model.value))?.[1] ??
    missingRegion(parameters, 'AWS_REGION', 'us-east-1')
  const role = setting(parameters, 'aws_role_name', 'aws-role')
  const usesKey = parameters.has('api_key')
  return present({
    provider: 'bedrock',
    cloud1_region: region,
    api_key: usesKey ? secret(parameters, 'api_key', 'AWS_BEARER_TOKEN_BEDROCK') : undefined,
    cloud1_access_key_id: usesKey ? undefined : secret(parameters, 'aws_access_key_id', 'AWS_ACCESS_KEY_ID'),
    cloud1_secret_access_key: usesKey
      ? undefined
      : secret(parameters, 'aws_secret_access_key', 'AWS_SECRET_ACCESS_KEY'),
    cloud1_session_token: parameters.has('aws_session_token')
      ? secret(parameters, 'aws_session_token', 'AWS_SESSION_TOKEN')
      : undefined,
    cloud1_assume_role_arn: role,
    custom_host: setting(parameters, 'aws_bedrock_runtime_endpoint', 'bedrock', placeholderHost),
  })
}

function vertex(parameters: Parameters): JsonObject {
  const project =
    setting(parameters, 'vertex_project', 'project-id') ??
    missingRegion(parameters, 'VERTEXAI_PROJECT', 'project-id')
  const region =
    setting(parameters, 'vertex_location', 'us-central1', () => 'us-central1') ??
    missingRegion(parameters, 'VERTEXAI_LOCATION', 'us-central1')
  const account = accountOf(parameters)
  return present({
    provider: 'vertex',
    cloud3_project_id: project,
    cloud3_region: region,
    ...(account === undefined
      ? { cloud3_attached_account: 'default' }
      : { cloud3_service_account_json: account }),
  })
}

function missingRegion({ model }: Parameters, variable: string, used: string): string {
  model.context.report(
    'import-needs-value',
    model.at,
    `The file does not have the value that the source reads from ${variable}. "${used}" was written instead: replace it if it is another.`,
  )
  return used
}

/** The account as a file or a variable; absent if the machine has one. */
function accountOf({ placed }: Parameters): string | undefined {
  const found = placed('vertex_credentials')
  return found && readAccount(found.context, found.value, found.at, 'VERTEX_CREDENTIALS')
}

function secret(
  { placed, model }: Parameters,
  name: string,
  fallback: string | undefined,
): string | undefined {
  const found = placed(name)
  if (found === undefined) return fallback === undefined ? undefined : `\${env:${fallback}}`
  return readSecret(
    found.context,
    found.value,
    found.at,
    fallback ?? variableName(String(model.value).split('/')[0] ?? '', name),
  )
}

function setting(
  { placed, variables }: Parameters,
  name: string,
  instead: string,
  placeholder: (variable: string) => string = placeholderName,
): string | undefined {
  const found = placed(name)
  if (found === undefined) return undefined
  return readSetting(
    found.context,
    found.value as Json,
    found.at,
    variable => placeholder(variable) || instead,
    { variables },
  )
}
