// The body that a provider gets. The vendor's dialect is spliced in its bytes, or left as it is; another dialect is
// parsed once and written by its adapter. The client's own body is never changed: the next target sees it whole.
import type { JsonObject } from '../../compiler/source.ts'
import { encodeJson, type Replacement, spliceFields } from '../body/splice.ts'
import type { Call } from '../call.ts'
import { type Failure, isFailure } from '../failures.ts'
import type { AdapterContext, EndpointAdapter } from '../providers/adapter.ts'
import type { Target } from './target.ts'

/** Overrides of a node, prepared when it was linked. */
export interface Overrides {
  readonly values: JsonObject
  readonly replacements: readonly Replacement[]
  readonly model: string | undefined
}

export function linkOverrides(values: Readonly<Record<string, unknown>>): Overrides {
  return {
    values: values as JsonObject,
    replacements: Object.entries(values).map(([name, value]) => ({ name, value: encodeJson(value) })),
    model: typeof values['model'] === 'string' ? values['model'] : undefined,
  }
}

export interface OutgoingBody {
  readonly bytes: Uint8Array
  readonly dropped: readonly string[]
  /** Where the body goes, if its dialect says so. */
  readonly path?: string
}

const NOTHING_DROPPED: readonly string[] = []

/** The body for a provider that speaks the vendor's schema. */
export function vendorBody(call: Call, overrides: Overrides, { row }: Target): OutgoingBody | Failure {
  const fields = call.body.fields()
  if (isFailure(fields)) return fields
  const replacements: Replacement[] = [...overrides.replacements]
  if (call.slug !== undefined && overrides.model === undefined) {
    replacements.push({ name: 'model', value: encodeJson(call.model) })
  }
  for (const [from, to] of Object.entries(row.renames ?? {})) {
    const value = overrides.values[from] ?? call.body.field(from)
    if (value === undefined) continue
    removeFrom(replacements, from)
    replacements.push({ name: from, value: undefined })
    const overridden = from in overrides.values
    if (!(to in overrides.values) && (overridden || !fields.names.includes(to)))
      replacements.push({ name: to, value: encodeJson(value) })
  }
  let dropped = NOTHING_DROPPED
  for (const name of row.omits ?? []) {
    if (!fields.names.includes(name) && !(name in overrides.values)) continue
    removeFrom(replacements, name)
    replacements.push({ name, value: undefined })
    dropped = [...dropped, name]
  }
  const bytes =
    replacements.length === 0 ? call.body.bytes : spliceFields(call.body.bytes, fields, replacements)
  return { bytes, dropped }
}

function removeFrom(replacements: Replacement[], name: string): void {
  const index = replacements.findIndex(each => each.name === name)
  if (index >= 0) replacements.splice(index, 1)
}

/** The body for a provider with its own dialect. */
export function translatedBody(
  call: Call,
  overrides: Overrides,
  adapter: EndpointAdapter,
  context: AdapterContext,
): OutgoingBody | Failure {
  const json = call.body.json()
  if (isFailure(json)) return json
  const result = adapter.request({ ...json, ...overrides.values, model: context.model }, context)
  if (isFailure(result)) return result
  const { body, dropped, path } = result
  return { bytes: encodeJson(body), dropped, ...(path === undefined ? {} : { path }) }
}
