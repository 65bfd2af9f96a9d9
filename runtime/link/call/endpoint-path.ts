// The path of an endpoint below the base URL of its provider.

import { fillTemplate, isTemplate } from '../../providers/template.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { Call } from '../../values/call.ts'
import type { Failure } from '../../values/failures.ts'
import type { Target } from '../target/target.ts'
import type { NativeEndpoint } from './endpoint-support.ts'

/** The path from the adapter or the provider spec; unset placeholders were reported at compile time. */
export function endpointPath(
  { endpoint, path }: NativeEndpoint,
  { adapter, settings }: Target,
  context: AdapterContext,
): string | Failure {
  if (adapter?.path !== undefined) return adapter.path(endpoint, context)
  return isTemplate(path) ? (fillTemplate(path, { ...settings, model: context.model }) ?? path) : path
}

/** Appends the query of the client, for bodies that pass unchanged. */
export function withQueryOf({ path }: Call, pathname: string): string {
  const query = path.indexOf('?')
  if (query < 0 || query === path.length - 1) return pathname
  return pathname + (pathname.includes('?') ? '&' : '?') + path.slice(query + 1)
}
