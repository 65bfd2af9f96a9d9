// URLs of Azure's clients as URLs below the base path. A deployment in the path is the model of the request, and a
// version of Azure's API concerns the gateway's own targets only.
import { decodeComponent, queryValue, withoutQuery, writeQuery } from './query-string.ts'

const ROOT = '/openai/'
const BASE = '/v1'

/** The slash of `@slug/model` may be sent as it is. */
const DEPLOYMENT = /^deployments\/((?:@[^/%]+\/)?[^/]+)(\/.+)$/

/** Undefined for paths of other clients. `/openai/v1` is Azure's API without deployments and versions. */
function azureRoute(pathname: string): { readonly route: string; readonly model?: string } | undefined {
  if (!pathname.startsWith(ROOT)) return undefined
  const below = pathname.slice(ROOT.length)
  const [, model, route] = DEPLOYMENT.exec(below) ?? []
  if (model !== undefined && route !== undefined) return { route, model: decodeComponent(model) }
  // Without a route there is no call: what the gateway has at the same path is not Azure's.
  if (/^deployments(\/|$)/.test(below)) return undefined
  return { route: below.startsWith('v1/') ? below.slice('v1'.length) : `/${below}` }
}

/** The deployment that a path names. */
export const azureDeployment = (pathname: string): string | undefined => azureRoute(pathname)?.model

/** The same request below the base path; undefined for URLs of other clients. */
export function azureUrl(url: string): string | undefined {
  const [pathname = ''] = url.split('?', 1)
  const found = azureRoute(pathname)
  if (found === undefined) return undefined
  const path = withoutQuery(BASE + found.route + url.slice(pathname.length), 'api-version')
  // Realtime sessions name their deployment in the query.
  const deployment = found.route === '/realtime' ? queryValue(path, 'deployment') : undefined
  return deployment === undefined ? path : writeQuery(withoutQuery(path, 'deployment'), 'model', deployment)
}
