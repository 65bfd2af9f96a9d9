// Paths of Azure. Its OpenAI API has two forms: dated versions have the deployment in the path, and v1 has it in
// the body's `model`. Model inference has one path for all models, with a dated version.
import type { Routes } from '../../../schemas/generated/types.ts'
import { type Failure, failure, isFailure } from '../../failures.ts'
import type { RouteContext } from '../adapter.ts'
import { asText } from '../wire/json.ts'
import { type Chosen, chooseDeployment } from './deployment.ts'
import { type Settings, settingOf, VERSION, wrong } from './read-settings.ts'
import { readVersion, versionOf } from './version.ts'

type Route = keyof Routes

/** Routes below a deployment; of the others some take the model in the body, and some take none. */
const OF_A_DEPLOYMENT: ReadonlySet<Route> = new Set<Route>([
  'chat/completions',
  'completions',
  'embeddings',
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'images/generations',
  'images/edits',
])
const OF_ANY_MAKER: ReadonlySet<Route> = new Set<Route>(['chat/completions', 'completions', 'embeddings'])
const OF_NO_MODEL: ReadonlySet<Route> = new Set<Route>([
  'files',
  'batches',
  'fine_tuning/jobs',
  'threads',
  'models',
])

/** The path below `/openai`. */
export function openAiPath(route: Route, context: RouteContext): string | Failure {
  if (route === 'rerank') return failure('unsupported_endpoint', 'Azure OpenAI does not serve /rerank.')
  const chosen = chosenFor(route, context)
  if (isFailure(chosen)) return chosen
  const version = readVersion(chosen.version)
  if (isFailure(version)) return version
  const name = chosen.deployment ?? context.model
  const { below = '' } = context
  if (version.form === 'v1') {
    if (route === 'threads')
      return failure('unsupported_endpoint', 'Azure serves /threads under a dated api_version only.')
    return withQuery(
      `/v1/${route}${below}`,
      version.query,
      route === 'realtime' ? `model=${encode(name)}` : undefined,
    )
  }
  if (route === 'realtime') return withQuery('/realtime', version.query, `deployment=${encode(name)}`)
  if (!OF_A_DEPLOYMENT.has(route)) return withQuery(`/${route}${below}`, version.query)
  if (/^\.{0,2}$/.test(name)) return wrong('model', 'model is not the name of an Azure deployment.')
  return withQuery(`/deployments/${encode(name)}/${route}`, version.query)
}

/** The body's model: dated versions take it from the path, v1 expects the deployment there. */
export function openAiModel(route: Route, context: RouteContext): string | undefined {
  const chosen = chosenFor(route, context)
  if (isFailure(chosen) || OF_NO_MODEL.has(route)) return undefined
  const version = readVersion(chosen.version)
  const model = settingOf(context.settings, ['cloud2_model_name'])
  const inPath = !isFailure(version) && version.form === 'dated' && OF_A_DEPLOYMENT.has(route)
  return changed(inPath ? model : (chosen.deployment ?? model), context)
}

/** The path of model inference: at a serverless, a managed, or a resource deployment. */
export function modelsPath(route: Route, context: RouteContext): string | Failure {
  const { settings, defaults } = context
  // Deployments with their own host have their maker's route; the Azure API has none.
  if (route === 'rerank' && isHosted(settings)) return '/v2/rerank'
  if (!OF_ANY_MAKER.has(route))
    return failure('unsupported_endpoint', `Azure does not serve /${route} at this deployment.`)
  const chosen = isHosted(settings) ? { version: settingOf(settings, VERSION) } : chooseDeployment(context)
  if (isFailure(chosen)) return chosen
  const managed = settings['cloud2_deployment_type'] === 'managed'
  // Containers of a managed endpoint that speak the OpenAI schema have no Azure version.
  if (managed && chosen.version === undefined) return `/v1/${route}`
  const version = readVersion(chosen.version ?? asText(defaults['api_version']))
  if (isFailure(version)) return version
  if (version.form === 'v1')
    return wrong('cloud2_api_version', 'cloud2_api_version is required and must be a date.')
  return withQuery(`/${route}`, version.query)
}

export function modelsModel(_route: Route, context: RouteContext): string | undefined {
  const { settings } = context
  const chosen = isHosted(settings) ? { deployment: undefined } : chooseDeployment(context)
  if (isFailure(chosen)) return undefined
  return changed(chosen.deployment ?? settingOf(settings, ['cloud2_model_name']), context)
}

/** True where the deployment is part of the host. */
export const isHosted = (settings: Settings): boolean => settings['cloud2_deployment_type'] !== undefined

/** A passed-through path, below `/openai` like the others, with its missing version added. */
export function passedPath(path: string, settings: Settings): string {
  if (isHosted(settings)) return path
  const version = readVersion(versionOf(settings))
  if (isFailure(version)) return path
  const placed = version.form === 'v1' ? `/v1${path}` : path
  return /[?&]api-version=/.test(path) ? placed : withQuery(placed, version.query)
}

function chosenFor(route: Route, context: RouteContext): Chosen | Failure {
  if (!OF_NO_MODEL.has(route)) return chooseDeployment(context)
  return { deployment: undefined, version: versionOf(context.settings) }
}

const changed = (name: string | undefined, { model }: RouteContext): string | undefined =>
  name === model ? undefined : name

const encode = (name: string): string => encodeURIComponent(name.toWellFormed())

function withQuery(path: string, ...queries: readonly (string | undefined)[]): string {
  const said = queries.filter(query => query !== undefined).join('&')
  if (said === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${said}`
}
