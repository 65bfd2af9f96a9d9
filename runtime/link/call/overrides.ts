// Parameter overrides of a node: which apply to a call, what they refuse, and bodies of requests without an endpoint with them.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { fieldsOfResource, validateResource } from '../../resources/validate-resource.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { createBody } from '../../values/body/body.ts'
import { encodeJson, type FieldReplacement, spliceFields } from '../../values/body/splice.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { headerValue, isAnthropicClient, isJsonContentType } from '../../values/headers.ts'
import { FOREIGN_WORDS } from '../../wire/foreign-words.ts'
import { validateCompletion } from './validate-completion.ts'

/** The overrides of a node, prepared at link time. */
export interface Overrides {
  readonly values: JsonObject
  readonly replacements: readonly FieldReplacement[]
  readonly model: string | undefined
  /** Whether one of them may have to be fitted to a target, whatever its model. */
  readonly mayNeedFitting: boolean
  readonly pinned: PinnedFields
}

/** Fields whose contents depend on the target. */
const FITTED: ReadonlySet<string> = new Set(['messages', 'tools', 'tool_choice', 'response_format'])

export function linkOverrides(values: Readonly<Record<string, unknown>>): Overrides {
  return {
    values: values as JsonObject,
    replacements: Object.entries(values).map(([name, value]) => ({ name, value: encodeJson(value) })),
    model: typeof values['model'] === 'string' ? values['model'] : undefined,
    mayNeedFitting: Object.keys(values).some(name => FITTED.has(name) || FOREIGN_WORDS.has(name)),
    pinned: pinnedFields(Object.keys(values)),
  }
}

/** Whether the gateway chose the model of a call: by a config, a pool, a fallback or an alias. */
export const choosesModel = ({ model, record }: Call, overrides: Pick<Overrides, 'model'>): boolean =>
  record.isAliased === true || (overrides.model !== undefined && overrides.model !== model)

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

// A field that the config sets must not be set again under a name that differs in case only: servers that match names
// case-insensitively take the later one.

/** The names that overrides set, by their folded form. */
export type PinnedFields = ReadonlyMap<string, string>

const pinnedFields = (names: readonly string[]): PinnedFields =>
  new Map(names.map(name => [fold(name), name]))

/** Why a body with these field names is refused; undefined when it is not. */
export function refuseVariants(names: Iterable<string>, pinned: PinnedFields): Failure | undefined {
  for (const name of names) {
    const set = pinned.get(fold(name))
    if (set === undefined || set === name) continue
    return failure(
      'invalid_request',
      `The body has ${quoted(name)}, but the config sets ${quoted(set)}: some providers read names that differ in case only as one.`,
      { param: set },
    )
  }
  return undefined
}

/** Some letters without a case pair are folded as well: \u017f, \u212a. */
const fold = (name: string): string => name.toUpperCase().toLowerCase()

/** Why a text completion is refused with its overrides; its own body was validated before. */
export const refuseOverrides = (
  { body }: Call,
  endpoint: Endpoint | undefined,
  { replacements, values }: Overrides,
): Failure | undefined =>
  endpoint === 'completions' && replacements.length > 0 ? validateCompletion(body, values) : undefined

// The gateway does not know which parameters a route without an endpoint takes, so a field is overridden where the body has it, or where
// the interface lists it for the resource that is created; other overrides are reported.

/** The call with its body overridden, and the names of the overrides without effect. */
export interface OverriddenCall {
  readonly call: Call
  readonly dropped: readonly string[]
}

/** Bodies that are not JSON objects, forms and streamed ones among them, pass unchanged. A request without a body has nothing to override. */
export function overrideBody(call: Call, overrides: Overrides): OverriddenCall | Failure {
  const { body, resource, headers } = call
  const { replacements, model, pinned } = overrides
  if (replacements.length === 0 || body.bytes.length === 0) return { call, dropped: [] }
  const names = replacements.map(({ name }) => name)
  const isJson = body.form === undefined && isJsonContentType(headerValue(headers, 'content-type'))
  const fields = isJson && body.remainder === undefined ? body.fields() : undefined
  if (fields === undefined || isFailure(fields)) return { call, dropped: names }
  const variant = refuseVariants(fields.names, pinned)
  if (variant !== undefined) return variant
  const isOfInterface = resource !== undefined && !isAnthropicClient(headers)
  const known = isOfInterface ? fieldsOfResource(resource) : []
  const isApplied = (name: string): boolean => fields.names.includes(name) || known.includes(name)
  const applied = replacements.filter(({ name }) => isApplied(name))
  const dropped = names.filter(name => !isApplied(name))
  if (applied.length === 0) return { call, dropped }
  const overridden = createBody(spliceFields(body.bytes, fields, applied))
  const invalid = isOfInterface ? validateResource(resource, overridden) : undefined
  if (invalid !== undefined) return invalid
  const isPinned = model !== undefined && !dropped.includes('model')
  return {
    call: { ...call, body: overridden, ...(isPinned && { model, slug: undefined }) },
    dropped,
  }
}
