// Paths of the second cloud. Its OpenAI interface has two forms: with a date the deployment stands in the path, and with
// v1 in the body's `model`. Models of other makers have one path for all, with a date.
import type { Routes } from '../../../schemas/generated/types.ts'
import { type Failure, failure, isFailure } from '../../failures.ts'
import type { RouteContext } from '../adapter.ts'
import { asText } from '../wire/json.ts'
import { type Chosen, chooseDeployment } from './deployment.ts'
import { type Settings, settingOf, VERSION, wrong } from './read-settings.ts'
import { readVersion, versionOf } from './version.ts'

type Route = keyof Routes

/** The routes that a deployment has; of the others some take the model in the body, and some take none. */
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
      return failure('unsupported_endpoint', 'Azure has /threads under a dated api_version alone.')
    return withQuery(
      `/v1/${route}${below}`,
      version.query,
      route === 'realtime' ? `model=${encode(name)}` : undefined,
    )
  }
  if (route === 'realtime') return withQuery('/realtime', version.query, `deployment=${encode(name)}`)
  if (!OF_A_DEPLOYMENT.has(route)) return withQuery(`/${route}${below}`, version.query)
  if (/^\.{0,2}$/.test(name)) return wrong('model', 'model does not name a deployment of Azure.')
  return withQuery(`/deployments/${encode(name)}/${route}`, version.query)
}

/** What the body calls the model: with a date Azure looks at the path, with v1 the deployment stands there. */
export function openAiModel(route: Route, context: RouteContext): string | undefined {
  const chosen = chosenFor(route, context)
  if (isFailure(chosen) || OF_NO_MODEL.has(route)) return undefined
  const version = readVersion(chosen.version)
  const model = settingOf(context.settings, ['cloud2_model_name'])
  const inPath = !isFailure(version) && version.form === 'dated' && OF_A_DEPLOYMENT.has(route)
  return changed(inPath ? model : (chosen.deployment ?? model), context)
}

/** The path at a deployment of any maker's model: a serverless one, a managed one, or one of a resource. */
export function modelsPath(route: Route, context: RouteContext): string | Failure {
  const { settings, defaults } = context
  // Deployments with a host of their own have their maker's route; Azure's own interface has none.
  if (route === 'rerank' && isHosted(settings)) return '/v2/rerank'
  if (!OF_ANY_MAKER.has(route))
    return failure('unsupported_endpoint', `Azure does not serve /${route} at this deployment.`)
  const chosen = isHosted(settings) ? { version: settingOf(settings, VERSION) } : chooseDeployment(context)
  if (isFailure(chosen)) return chosen
  const managed = settings['cloud2_deployment_type'] === 'managed'
  // Containers of a managed endpoint that speak the vendor's schema know no version of Azure's.
  if (managed && chosen.version === undefined) return `/v1/${route}`
  const version = readVersion(chosen.version ?? asText(defaults['api_version']))
  if (isFailure(version)) return version
  if (version.form === 'v1') return wrong('cloud2_api_version', 'cloud2_api_version is missing, or no date.')
  return withQuery(`/${route}`, version.query)
}

export function modelsModel(_route: Route, context: RouteContext): string | undefined {
  const { settings } = context
  const chosen = isHosted(settings) ? { deployment: undefined } : chooseDeployment(context)
  if (isFailure(chosen)) return undefined
  return changed(chosen.deployment ?? settingOf(settings, ['cloud2_model_name']), context)
}

/** True where the deployment stands in the host. */
export const isHosted = (settings: Settings): boolean => settings['cloud2_deployment_type'] !== undefined

/** A path that is passed through, below `/openai` like the others, with the version that it lacks. */
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
