// Azure in three APIs: OpenAI's, model inference (models of any maker), and Anthropic's. The first two take bodies in
// the OpenAI schema: OpenAI's bytes pass through, and chats of other models are normalized. The adapters define URL,
// path (path.ts) and credential.

import { asText } from '../../../schemas/values/json.ts'
import { vendorBatches } from '../../resources/vendor-batches.ts'
import type { Adapter, AdapterContext, EndpointAdapter } from '../../values/adapter.ts'
import type { Authentication } from '../../values/authentication.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import { vendorError } from '../../wire/error.ts'
import { anthropic } from '../anthropic/anthropic.ts'
import { normalizedChat } from '../compatible/compatible.ts'
import { cohereRerank } from '../rerank/cohere-rerank.ts'
import { entraTokenRequest } from './entra.ts'
import {
  deploymentName,
  isHosted,
  modelsModel,
  modelsPath,
  openAiModel,
  openAiPath,
  parseApiVersion,
  passThroughPath,
  selectDeployment,
} from './path.ts'
import {
  API_VERSION_SETTINGS,
  deploymentsOf,
  firstSetting,
  hostLabel,
  invalidSetting,
  RESOURCE_SETTINGS,
  type Settings,
} from './read-settings.ts'

/**
 * Reranking at Azure: Cohere's models in Cohere's schema. A model has its plain name there, without the
 * `cohere.` prefix.
 */
export const azureRerank: EndpointAdapter = {
  request: (body, context) => {
    const selected = isHosted(context.settings) ? undefined : selectDeployment(context)
    if (selected !== undefined && isFailure(selected)) return selected
    return cohereRerank.request(body, { ...context, model: modelOf(context, selected?.deployment) })
  },
  reply: cohereRerank.reply,
  basePath: path => path.replace(/\/(openai|models)$/, ''),
}

const modelOf = ({ model, settings }: AdapterContext, deployment: string | undefined): string =>
  (deployment ?? firstSetting(settings, ['cloud2_model_name']) ?? model).replace(/^cohere\./i, '')

/** The OpenAI API of a resource, or of a serverless or managed deployment with its own host. */
export const azure: Adapter = {
  endpoints: { rerank: azureRerank },
  resources: { batches: vendorBatches },
  error: vendorError,
  baseUrl: settings => azureBaseUrl(settings, 'openai.azure.com', '/openai'),
  path: (route, context) => (isHosted(context.settings) ? modelsPath : openAiPath)(route, context),
  model: (route, context) => (isHosted(context.settings) ? modelsModel : openAiModel)(route, context),
  sentModel: (route, context) => (isHosted(context.settings) ? modelsModel : deploymentName)(route, context),
  passThroughPath,
  authentication: azureAuthentication('api-key'),
}

/** Models of any maker at a Foundry resource. */
export const azureModels: Adapter = {
  endpoints: { 'chat/completions': normalizedChat, rerank: azureRerank },
  error: vendorError,
  baseUrl: settings => azureBaseUrl(settings, 'services.ai.azure.com', '/models'),
  path: modelsPath,
  model: modelsModel,
  sentModel: modelsModel,
  authentication: azureAuthentication('api-key'),
}

/** Claude at a Foundry resource. */
export const azureMessages: Adapter = {
  endpoints: anthropic.endpoints,
  error: anthropic.error,
  baseUrl: settings => azureBaseUrl(settings, 'services.ai.azure.com', '/anthropic/v1'),
  authentication: azureAuthentication('x-api-key'),
}

const RESOURCE_SCOPE = 'https://cognitiveservices.azure.com/.default'
const DEPLOYMENT_SCOPE = 'https://ml.azure.com/.default'

const scopeOf = (settings: Settings): string => (isHosted(settings) ? DEPLOYMENT_SCOPE : RESOURCE_SCOPE)

/** Keys are alphanumeric; tokens have three parts, and the first starts as base64-encoded JSON does. */
const isToken = (text: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

/**
 * Keys in the header `keyHeader` of the API, tokens as bearer tokens. A caller's token is distinguished from
 * a key by its format.
 */
function azureAuthentication(keyHeader: string): Authentication {
  return {
    token: (credentials, settings, context) =>
      credentials['api_key'] === undefined
        ? entraTokenRequest(credentials, settings, scopeOf(settings), context)
        : undefined,
    headers: (_request, credentials, settings, token) => {
      const key = asText(credentials['api_key'])
      const deployment = deploymentHeader(settings)
      if (isFailure(deployment)) return deployment
      if (token !== undefined) return ['authorization', `Bearer ${token}`, ...deployment]
      if (key === undefined)
        return invalidSetting(
          'api_key',
          'Azure requires an api_key, an Entra client, or a key of the caller in Authorization.',
        )
      const credential =
        isHosted(settings) || isToken(key) ? ['authorization', `Bearer ${key}`] : [keyHeader, key]
      return [...credential, ...deployment]
    },
  }
}

/** A managed endpoint splits its traffic over its deployments, unless a request names one of them. */
function deploymentHeader(settings: Settings): Headers | Failure {
  if (settings['cloud2_deployment_type'] !== 'managed') return []
  const value = settings['cloud2_deployment_name']
  if (value === undefined) return []
  if (typeof value !== 'string' || !/^[a-z0-9][a-z0-9_-]*$/i.test(value))
    return invalidSetting(
      'cloud2_deployment_name',
      'cloud2_deployment_name is not a valid Azure name: use letters, digits, hyphens and underscores.',
    )
  return ['azureml-model-deployment', value]
}

/** Full hosts of a resource. */
const RESOURCE_HOSTS =
  /^[a-z0-9][a-z0-9-]*\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/

/**
 * The base URL of a resource in one of its APIs, or of a serverless deployment or a managed endpoint. Names
 * may come from a caller, so none may inject more than one host label.
 */
function azureBaseUrl(settings: Settings, domain: string, path: string): string | Failure {
  const type = firstSetting(settings, ['cloud2_deployment_type'])
  if (type === 'serverless') return serverless(settings)
  if (type === 'managed') return managed(settings)
  if (type !== undefined)
    return invalidSetting(
      'cloud2_deployment_type',
      'cloud2_deployment_type must be "serverless" or "managed".',
    )
  const version = parseApiVersion(
    firstSetting(settings, API_VERSION_SETTINGS),
    API_VERSION_SETTINGS.find(name => settings[name] !== undefined),
  )
  if (isFailure(version)) return version
  const deployments = deploymentsOf(settings)
  const invalid = deployments.findIndex(each => isFailure(parseApiVersion(each.version)))
  if (invalid !== -1)
    return invalidSetting(
      `deployments[${invalid}].api_version`,
      `The api_version of the deployment ${deployments[invalid]?.alias ?? deployments[invalid]?.id} must be a date such as 2024-10-21, v1, preview or latest.`,
    )
  const host = firstSetting(settings, RESOURCE_SETTINGS)?.toLowerCase() ?? ''
  if (RESOURCE_HOSTS.test(host)) return `https://${host}${path}`
  const name = hostLabel(settings, RESOURCE_SETTINGS)
  return 'label' in name ? `https://${name.label}.${domain}${path}` : name
}

function serverless(settings: Settings): string | Failure {
  const name = hostLabel(settings, ['cloud2_deployment_name'])
  const region = hostLabel(settings, ['cloud2_region'])
  if (!('label' in name)) return name
  return 'label' in region ? `https://${name.label}.${region.label}.models.ai.azure.com` : region
}

function managed(settings: Settings): string | Failure {
  const name = hostLabel(settings, ['cloud2_endpoint_name'])
  const region = hostLabel(settings, ['cloud2_region'])
  if (!('label' in name)) return name
  return 'label' in region ? `https://${name.label}.${region.label}.inference.ml.azure.com` : region
}
