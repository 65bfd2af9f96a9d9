// Paths of Azure, the deployment that a request selects, and API versions. The OpenAI API has two forms: dated
// versions have the deployment in the path, and v1 has it in the body's `model`. Model inference has one path for all
// models, with a dated version.
import type { Routes } from '../../../schemas/generated/types.ts'
import { asText } from '../../../schemas/values/json.ts'
import type { RouteContext } from '../../values/adapter.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import {
  API_VERSION_SETTINGS,
  DEPLOYMENT_SETTINGS,
  deploymentsOf,
  firstSetting,
  invalidSetting,
  type Settings,
} from './read-settings.ts'

type Route = keyof Routes

/** Routes below a deployment; of the others some take the model in the body, and some take none. */
const DEPLOYMENT_ROUTES: ReadonlySet<Route> = new Set<Route>([
  'chat/completions',
  'completions',
  'embeddings',
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'images/generations',
  'images/edits',
])
const MODEL_INFERENCE_ROUTES: ReadonlySet<Route> = new Set<Route>([
  'chat/completions',
  'completions',
  'embeddings',
])
const ROUTES_WITHOUT_MODEL: ReadonlySet<Route> = new Set<Route>([
  'files',
  'batches',
  'fine_tuning/jobs',
  'threads',
  'models',
])

/** The Azure APIs have no reranking: both are the route of its maker. A resource has it beside its own APIs. */
const DEPLOYMENT_RERANK = '/v2/rerank'
const RESOURCE_RERANK = '/providers/cohere/v2/rerank'

/** The path below `/openai`. */
export function openAiPath(route: Route, context: RouteContext): string | Failure {
  if (route === 'rerank') return RESOURCE_RERANK
  const selected = selectedFor(route, context)
  if (isFailure(selected)) return selected
  const version = parseApiVersion(selected.version)
  if (isFailure(version)) return version
  const name = selected.deployment ?? context.model
  const { pathSuffix = '' } = context
  if (version.form === 'v1') {
    if (route === 'threads')
      return failure('unsupported_endpoint', 'Azure serves /threads under a dated api_version only.')
    return withQuery(
      `/v1/${route}${pathSuffix}`,
      version.query,
      route === 'realtime' ? `model=${encode(name)}` : undefined,
    )
  }
  if (route === 'realtime') return withQuery('/realtime', version.query, `deployment=${encode(name)}`)
  if (!DEPLOYMENT_ROUTES.has(route)) return withQuery(`/${route}${pathSuffix}`, version.query)
  if (/^\.{0,2}$/.test(name)) return invalidSetting('model', 'model is not the name of an Azure deployment.')
  return withQuery(`/deployments/${encode(name)}/${route}`, version.query)
}

/** The body's model: dated versions take it from the path, v1 expects the deployment there. */
export function openAiModel(route: Route, context: RouteContext): string | undefined {
  const selected = selectedFor(route, context)
  if (isFailure(selected) || ROUTES_WITHOUT_MODEL.has(route)) return undefined
  const version = parseApiVersion(selected.version)
  const model = firstSetting(context.settings, ['cloud2_model_name'])
  const inPath = !isFailure(version) && version.form === 'dated' && DEPLOYMENT_ROUTES.has(route)
  return ifDifferent(inPath ? model : (selected.deployment ?? model), context)
}

/** The deployment that a request selects, whether it is in the path or in the body. */
export function deploymentName(route: Route, context: RouteContext): string | undefined {
  const selected = selectedFor(route, context)
  return isFailure(selected) ? undefined : (selected.deployment ?? openAiModel(route, context))
}

/**
 * Claude has only Anthropic's API, at another path of the resource and with another header for the key:
 * platform.claude.com/docs/en/build-with-claude/claude-in-microsoft-foundry, 2026-11.
 */
const CLAUDE_REFUSED = failure(
  'unsupported_endpoint',
  'Azure serves Claude by the Messages API only: use the provider azure-anthropic with the same resource, which serves chats too.',
  { param: 'model' },
)

/** The path of model inference: at a serverless, a managed, or a resource deployment. */
export function modelsPath(route: Route, context: RouteContext): string | Failure {
  const { settings, defaults } = context
  if (route === 'rerank') return isHosted(settings) ? DEPLOYMENT_RERANK : RESOURCE_RERANK
  if (!MODEL_INFERENCE_ROUTES.has(route))
    return failure('unsupported_endpoint', `Azure does not serve /${route} at this deployment.`)
  const selected = isHosted(settings)
    ? { deployment: undefined, version: firstSetting(settings, API_VERSION_SETTINGS) }
    : selectDeployment(context)
  if (isFailure(selected)) return selected
  const name = selected.deployment ?? context.model
  if (!isHosted(settings) && /claude/i.test(name)) return CLAUDE_REFUSED
  const managed = settings['cloud2_deployment_type'] === 'managed'
  // Containers of a managed endpoint that speak the OpenAI schema have no Azure version.
  if (managed && selected.version === undefined) return `/v1/${route}`
  const version = parseApiVersion(selected.version ?? asText(defaults['api_version']))
  if (isFailure(version)) return version
  if (version.form === 'v1')
    return invalidSetting('cloud2_api_version', 'cloud2_api_version is required and must be a date.')
  return withQuery(`/${route}`, version.query)
}

export function modelsModel(_route: Route, context: RouteContext): string | undefined {
  const { settings } = context
  const selected = isHosted(settings) ? { deployment: undefined } : selectDeployment(context)
  if (isFailure(selected)) return undefined
  return ifDifferent(selected.deployment ?? firstSetting(settings, ['cloud2_model_name']), context)
}

/** True if the deployment is part of the host. */
export const isHosted = (settings: Settings): boolean => settings['cloud2_deployment_type'] !== undefined

/** A passed-through path, below `/openai` like the others, with its missing version added. */
export function passThroughPath(path: string, settings: Settings): string {
  if (isHosted(settings)) return path
  const version = parseApiVersion(defaultApiVersion(settings))
  if (isFailure(version)) return path
  const versionedPath = version.form === 'v1' ? `/v1${path}` : path
  return /[?&]api-version=/.test(path) ? versionedPath : withQuery(versionedPath, version.query)
}

function selectedFor(route: Route, context: RouteContext): SelectedDeployment | Failure {
  if (!ROUTES_WITHOUT_MODEL.has(route)) return selectDeployment(context)
  return { deployment: undefined, version: defaultApiVersion(context.settings) }
}

const ifDifferent = (name: string | undefined, { model }: RouteContext): string | undefined =>
  name === model ? undefined : name

const encode = (name: string): string => encodeURIComponent(name.toWellFormed())

function withQuery(path: string, ...queries: readonly (string | undefined)[]): string {
  const joined = queries.filter(query => query !== undefined).join('&')
  if (joined === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${joined}`
}

interface SelectedDeployment {
  /** Undefined where only the model names one. */
  readonly deployment: string | undefined
  readonly version: string | undefined
}

/**
 * The deployment whose alias is the requested model, else the default one, else the one named by the
 * settings. Without any of them the model is the name of a deployment.
 */
export function selectDeployment({
  model,
  settings,
}: Pick<RouteContext, 'model' | 'settings'>): SelectedDeployment | Failure {
  const version = firstSetting(settings, API_VERSION_SETTINGS)
  const configured = firstSetting(settings, DEPLOYMENT_SETTINGS)
  const listed = deploymentsOf(settings)
  const match = listed.find(({ alias }) => alias === model) ?? listed.find(({ isDefault }) => isDefault)
  if (match !== undefined) return { deployment: match.id, version: match.version ?? version }
  if (listed.length > 0 && configured === undefined) {
    const aliases = listed.map(({ alias, id }) => alias ?? id).join(', ')
    return invalidSetting(
      'model',
      `No deployment has the alias ${JSON.stringify(model.slice(0, 64))}, and none is the default. Aliases: ${aliases}.`,
    )
  }
  return { deployment: configured, version }
}

/**
 * The version decides the form: a date selects the older one with deployments in its paths, anything else the
 * one with its version in the path.
 */
interface ApiVersion {
  readonly form: 'dated' | 'v1'
  /** The version's query parameter, if any. */
  readonly query: string | undefined
}

/** 30 February is read as 2 March. */
const isDay = (text: string): boolean => {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const DATED_VERSION = /^\d{4}-\d{2}-\d{2}(-[a-z]+)?$/

/** Parses a version; undefined means none was given. */
export function parseApiVersion(text: string | undefined, property = 'api_version'): ApiVersion | Failure {
  if (text === undefined || text === 'v1') return { form: 'v1', query: undefined }
  if (text === 'preview' || text === 'latest') return { form: 'v1', query: `api-version=${text}` }
  if (DATED_VERSION.test(text) && isDay(text.slice(0, 10)))
    return { form: 'dated', query: `api-version=${text}` }
  return invalidSetting(property, `${property} must be a date such as 2024-10-21, v1, preview or latest.`)
}

/** The version for requests without a model: that of the settings, else of the default or the first deployment. */
function defaultApiVersion(settings: Settings): string | undefined {
  const listed = deploymentsOf(settings)
  return (
    firstSetting(settings, API_VERSION_SETTINGS) ??
    (listed.find(({ isDefault }) => isDefault) ?? listed[0])?.version
  )
}
