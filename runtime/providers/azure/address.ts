// Hosts of Azure: one for each resource, each serverless deployment, and each managed endpoint. Names may come from
// a caller, so none may inject more than one host label.
import { type Failure, isFailure } from '../../failures.ts'
import {
  deploymentsOf,
  labelOf,
  RESOURCE,
  type Settings,
  settingOf,
  VERSION,
  wrong,
} from './read-settings.ts'
import { readVersion } from './version.ts'

/** Full hosts of a resource. */
const OWN_HOSTS =
  /^[a-z0-9][a-z0-9-]*\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/

/** The base URL of a resource in one of its APIs, or of the deployment type. */
export function addressOf(settings: Settings, domain: string, path: string): string | Failure {
  const type = settingOf(settings, ['cloud2_deployment_type'])
  if (type === 'serverless') return serverless(settings)
  if (type === 'managed') return managed(settings)
  if (type !== undefined)
    return wrong('cloud2_deployment_type', 'cloud2_deployment_type must be "serverless" or "managed".')
  const version = readVersion(
    settingOf(settings, VERSION),
    VERSION.find(name => settings[name] !== undefined),
  )
  if (isFailure(version)) return version
  const fault = deploymentsOf(settings).find(each => isFailure(readVersion(each.version)))
  if (fault !== undefined)
    return wrong(
      'deployments',
      `The api_version of the deployment ${fault.alias ?? fault.id} must be a date, v1, preview or latest.`,
    )
  const host = settingOf(settings, RESOURCE)?.toLowerCase() ?? ''
  if (OWN_HOSTS.test(host)) return `https://${host}${path}`
  const name = labelOf(settings, RESOURCE)
  return 'label' in name ? `https://${name.label}.${domain}${path}` : name
}

function serverless(settings: Settings): string | Failure {
  const name = labelOf(settings, ['cloud2_deployment_name'])
  const region = labelOf(settings, ['cloud2_region'])
  if (!('label' in name)) return name
  return 'label' in region ? `https://${name.label}.${region.label}.models.ai.azure.com` : region
}

function managed(settings: Settings): string | Failure {
  const name = labelOf(settings, ['cloud2_endpoint_name'])
  const region = labelOf(settings, ['cloud2_region'])
  if (!('label' in name)) return name
  return 'label' in region ? `https://${name.label}.${region.label}.inference.ml.azure.com` : region
}
