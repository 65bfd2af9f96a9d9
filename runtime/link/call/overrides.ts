// The body that a provider gets. The vendor's dialect is spliced in its bytes, or left as it is; another dialect is
// parsed once and written by its adapter. The client's own body is never changed: the next target sees it whole.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter } from '../../values/adapter.ts'
import { encodeJson, type FieldReplacement } from '../../values/body/splice.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, isFailure } from '../../values/failures.ts'

/** Overrides of a node, prepared when it was linked. */
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

/** The overrides that hold for a call: all of them, but for those of which a guard has rewritten what they wrote. */
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
  /** Where the body goes, if its dialect says so. */
  readonly path?: string
  /** Absent: JSON. */
  readonly contentType?: string
}

/** The whole request as JSON, with the node's overrides and without the slug. */
export function requestJson(call: Call, overrides: Overrides, model: string): JsonObject | Failure {
  const json = call.body.json()
  return isFailure(json) ? json : { ...json, ...overrides.values, model }
}

/** The body for a provider with its own dialect. */
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
