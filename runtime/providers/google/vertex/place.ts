// Where Vertex AI is: an address for each region, and a path for each project, region and model. Projects and regions
// may come from a caller, so neither may say more than its place.
import { type Failure, failure, isFailure } from '../../../failures.ts'
import type { AdapterContext } from '../../adapter.ts'
import { segment } from '../model-name.ts'

const VERSION = '/v1'

/** The base URL of the region in the settings. Without a region there is no address. */
export function vertexAddress(settings: Readonly<Record<string, unknown>>): string | Failure {
  const region = readSetting(settings, 'cloud3_region')
  return typeof region === 'string' ? `https://${hostOf(region)}${VERSION}` : region
}

/** `global` has no prefix; the two that are larger than a region have hosts of their own. */
function hostOf(region: string): string {
  if (region === 'global') return 'aiplatform.googleapis.com'
  return region === 'us' || region === 'eu'
    ? `aiplatform.${region}.rep.googleapis.com`
    : `${region}-aiplatform.googleapis.com`
}

/** `/projects/<p>/locations/<r>`. An object, because a failure is one too. */
export function projectPath(settings: AdapterContext['settings']): { readonly path: string } | Failure {
  const project = readSetting(settings, 'cloud3_project_id')
  const region = readSetting(settings, 'cloud3_region')
  if (typeof project !== 'string') return project
  return typeof region === 'string' ? { path: `/projects/${project}/locations/${region}` } : region
}

/** The path of a model up to its verb. A publisher before the name is understood, and so are endpoints and full names. */
export function modelAddress(
  publisher: string,
  { model, settings }: Pick<AdapterContext, 'model' | 'settings'>,
): { readonly path: string } | Failure {
  const project = projectPath(settings)
  if (isFailure(project)) return project
  if (/^(endpoints\/[\w-]+|publishers\/[\w-]+\/models\/[\w-][\w.@-]*)$/.test(model))
    return { path: `${project.path}/${model}` }
  const prefix = [`${publisher}/`, 'models/'].find(each => model.startsWith(each)) ?? ''
  return { path: `${project.path}/publishers/${publisher}/models/${segment(model.slice(prefix.length))}` }
}

function readSetting(settings: Readonly<Record<string, unknown>>, name: string): string | Failure {
  const value = settings[name]
  // Older projects belong to a domain: `example.com:name`.
  if (typeof value === 'string' && /^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i.test(value)) {
    if (name !== 'cloud3_region' || /^[a-z0-9-]+$/.test(value)) return value
  }
  const sentence = value === undefined ? 'is missing' : 'is not one that Vertex AI can have'
  return failure('invalid_request', `${name} ${sentence}.`, { param: name })
}
