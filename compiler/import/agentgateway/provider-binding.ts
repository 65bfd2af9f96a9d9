// Providers of agentgateway as stored providers.

import { isObject, type Json, type JsonObject, present } from '../../../schemas/values/json.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import {
  placeholderHost,
  placeholderName,
  readSecret,
  readSetting,
  variableName,
} from '../foreign-references.ts'
import type { ImportContext } from '../import-context.ts'

const NAMES: Readonly<Record<string, string>> = byForeignName({
  openAI: 'openai',
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  vertex: 'vertex',
  bedrock: 'bedrock',
  azure: 'azure',
  azureOpenAI: 'azure',
  ollama: 'ollama',
  custom: 'openai',
})

/** Undefined after a report. `settings` are params of a model, or those of a provider and its policies. */
export function providerBinding(
  context: ImportContext,
  written: string,
  settings: JsonObject,
  at: Pointer,
): JsonObject | undefined {
  const spec = context.provider(NAMES[written] ?? written)
  if (spec === undefined || !spec.served) {
    context.report(
      'import-not-expressible',
      at,
      `There is no provider "${written}" here. The model was left out.`,
    )
    return undefined
  }
  const text = (names: readonly string[], instead: string): string | undefined => {
    const name = names.find(each => settings[each] !== undefined)
    return name === undefined
      ? undefined
      : readSetting(
          context,
          settings[name],
          `${at}/${name}`,
          variable => instead || placeholderName(variable),
        )
  }
  const variable = variableName(spec.id, 'API_KEY')
  const key = (): string =>
    readSecret(context, keyOf(settings['apiKey']), `${at}/apiKey`, variable) ?? `\${env:${variable}}`
  if (spec.id === 'bedrock')
    return {
      provider: 'bedrock',
      cloud1_region: text(['awsRegion', 'region'], 'us-east-1') ?? 'us-east-1',
      cloud1_access_key_id: '${env:AWS_ACCESS_KEY_ID}',
      cloud1_secret_access_key: '${env:AWS_SECRET_ACCESS_KEY}',
    }
  if (spec.id === 'vertex')
    return {
      provider: 'vertex',
      cloud3_project_id: text(['vertexProject', 'projectId'], 'project-id') ?? 'project-id',
      cloud3_region: text(['vertexRegion', 'region'], 'us-central1') ?? 'us-central1',
      cloud3_attached_account: 'default',
    }
  if (spec.id === 'azure')
    return {
      provider: 'azure',
      custom_host: `https://${(text(['azureHost', 'host'], placeholderHost('AZURE_HOST')) ?? placeholderHost('AZURE_HOST')).replace(/^https:\/\//, '')}`,
      api_key: key(),
      api_version: text(['azureApiVersion', 'apiVersion'], '2024-10-21') ?? '2024-10-21',
    }
  const address = text(['baseUrl', 'hostOverride'], placeholderHost(variable))?.replace(/\/+$/, '')
  const host = address === undefined ? undefined : urlOf(address, settings['isTls'] === true)
  const usual = spec.baseUrl?.replace(/\/$/, '')
  const isOther = host !== undefined && host !== usual && URL.canParse(host)
  return present({
    provider: isOther && spec.id === 'openai' ? 'openai-compatible' : spec.id,
    api_key:
      isOther && settings['apiKey'] === undefined ? undefined : spec.id === 'ollama' ? undefined : key(),
    custom_host: isOther ? host : undefined,
  })
}

/** A host with its port as a URL: TLS is what its port or the policies of the source say. */
const urlOf = (address: string, isTls: boolean): string =>
  /^https?:/.test(address)
    ? address
    : isTls || address.endsWith(':443')
      ? `https://${address.replace(/:443$/, '')}/v1`
      : `http://${address}/v1`

/** A key as text, as the value of an object, or in a file. */
const keyOf = (value: Json | undefined): Json | undefined =>
  isObject(value) ? (value['value'] ?? null) : value
