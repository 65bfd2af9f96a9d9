// Hosts of Azure: one for each resource, each serverless deployment, and each managed endpoint. Names may come from
// a caller, so none may inject more than one host label.
import { type Failure, isFailure } from '../../values/failures.ts'
import { parseApiVersion } from './api-version.ts'
import {
  API_VERSION_SETTINGS,
  deploymentsOf,
  firstSetting,
  hostLabel,
  invalidSetting,
  RESOURCE_SETTINGS,
  type Settings,
} from './read-settings.ts'

/** Full hosts of a resource. */
const RESOURCE_HOSTS =
  /^[a-z0-9][a-z0-9-]*\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/

/** The base URL of a resource in one of its APIs, or of the deployment type. */
export function azureBaseUrl(settings: Settings, domain: string, path: string): string | Failure {
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
  const invalidDeployment = deploymentsOf(settings).find(each => isFailure(parseApiVersion(each.version)))
  if (invalidDeployment !== undefined)
    return invalidSetting(
      'deployments',
      `The api_version of the deployment ${invalidDeployment.alias ?? invalidDeployment.id} must be a date, v1, preview or latest.`,
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
