// Parameter overrides, and bodies converted to a native dialect. The client's body is never changed, so that the next
// target sees the original.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter } from '../../values/adapter.ts'
import { encodeJson, type FieldReplacement } from '../../values/body/splice.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, isFailure } from '../../values/failures.ts'

/** The overrides of a node, prepared at link time. */
export interface Overrides {
  readonly values: JsonObject
  readonly replacements: readonly FieldReplacement[]
  readonly model: string | undefined
}

export function linkOverrides(values: Readonly<Record<string, unknown>>): Overrides {
  return {
    values: values as JsonObject,
    replacements: Object.entries(values).map(([name, value]) => ({ name, value: encodeJson(value) })),
    model: typeof values['model'] === 'string' ? values['model'] : undefined,
  }
}

/** The overrides that apply to a call: all except those whose fields a guard has rewritten since. */
export function linkOverridesOf(values: Readonly<Record<string, unknown>>): (call: Call) => Overrides {
  const all = linkOverrides(values)
  return ({ overridesConsumed }) =>
    overridesConsumed === undefined
      ? all
      : linkOverrides(
          Object.fromEntries(Object.entries(values).filter(([name]) => !overridesConsumed.includes(name))),
        )
}

export interface RequestBody {
  readonly bytes: Uint8Array
  readonly dropped: readonly string[]
  /** The request path, where the dialect chooses it. */
  readonly path?: string
  /** JSON when absent. */
  readonly contentType?: string
}

/** The whole request as JSON, with the node's overrides and without the slug. */
export function requestJson(call: Call, overrides: Overrides, model: string): JsonObject | Failure {
  const json = call.body.json()
  return isFailure(json) ? json : { ...json, ...overrides.values, model }
}

/** The body converted to the native dialect of a provider. */
export function translatedBody(
  request: JsonObject,
  adapter: EndpointAdapter,
  context: AdapterContext,
): RequestBody | Failure {
  const result = adapter.request(request, context)
  if (isFailure(result)) return result
  const { body, dropped, path } = result
  return { bytes: encodeJson(body), dropped, ...(path === undefined ? {} : { path }) }
}
