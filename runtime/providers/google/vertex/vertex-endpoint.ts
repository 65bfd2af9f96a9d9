// Endpoints of Vertex AI: a host for each region, and a path for each project, region and model. Projects and
// regions may come from a caller, so they are validated to be one host label or path segment.

import type { AdapterContext } from '../../../values/adapter.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import { pathSegment } from '../model-name.ts'

const API_VERSION = '/v1'

/** The base URL of the region in the settings, which is required. */
export function vertexBaseUrl(settings: Readonly<Record<string, unknown>>): string | Failure {
  const region = readSetting(settings, 'cloud3_region')
  return typeof region === 'string' ? `https://${hostOf(region)}${API_VERSION}` : region
}

/** `global` has no prefix; the two multi-regions have hosts of their own. */
function hostOf(region: string): string {
  if (region === 'global') return 'aiplatform.googleapis.com'
  return region === 'us' || region === 'eu'
    ? `aiplatform.${region}.rep.googleapis.com`
    : `${region}-aiplatform.googleapis.com`
}

/** `/projects/<p>/locations/<r>`, wrapped in an object because a failure is an object too. */
export function projectPath(settings: AdapterContext['settings']): { readonly path: string } | Failure {
  const project = readSetting(settings, 'cloud3_project_id')
  const region = readSetting(settings, 'cloud3_region')
  if (typeof project !== 'string') return project
  return typeof region === 'string' ? { path: `/projects/${project}/locations/${region}` } : region
}

/** The path of the ranking service, which has a single config, in no region. */
export function rankingPath(settings: AdapterContext['settings']): { readonly path: string } | Failure {
  const project = readSetting(settings, 'cloud3_project_id')
  if (typeof project !== 'string') return project
  return { path: `/projects/${project}/locations/global/rankingConfigs/default_ranking_config:rank` }
}

/** The path of a model without its method. Names may have a publisher, or be endpoints or full resource names. */
export function vertexModelPath(
  publisher: string,
  { model, settings }: Pick<AdapterContext, 'model' | 'settings'>,
): { readonly path: string } | Failure {
  const project = projectPath(settings)
  if (isFailure(project)) return project
  if (/^(endpoints\/[\w-]+|publishers\/[\w-]+\/models\/[\w-][\w.@-]*)$/.test(model))
    return { path: `${project.path}/${model}` }
  const prefix = [`${publisher}/`, 'models/'].find(each => model.startsWith(each)) ?? ''
  return { path: `${project.path}/publishers/${publisher}/models/${pathSegment(model.slice(prefix.length))}` }
}

function readSetting(settings: Readonly<Record<string, unknown>>, name: string): string | Failure {
  const value = settings[name]
  // Older projects belong to a domain: `example.com:name`.
  if (typeof value === 'string' && /^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i.test(value)) {
    if (name !== 'cloud3_region' || /^[a-z0-9-]+$/.test(value)) return value
  }
  const problem = value === undefined ? 'is missing' : 'is not valid for Vertex AI'
  return failure('invalid_request', `${name} ${problem}.`, { param: name })
}
