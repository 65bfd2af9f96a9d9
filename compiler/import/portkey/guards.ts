// Guardrails and hooks within a Portkey config.
import { asList, asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ImportContext } from '../import-context.ts'
import { GUARD_PROPERTIES } from './names.ts'

/** Guardrails with checks of their own; those that are named are not in the config. `name`: the property that lists them. */
export function writtenGuards(
  context: ImportContext,
  name: string,
  value: Json,
  at: Pointer,
): Json | undefined {
  const kept = asList(value).flatMap((written, index) => {
    const place = childPointer(at, index)
    const guard = asObject(written)
    const uses = checkUses(guard)
    if (uses.length === 0) {
      const id = typeof written === 'string' ? written : guard['id']
      if (typeof id !== 'string') return []
      context.report(
        'import-not-expressible',
        place,
        `The guardrail "${id}" is not in the config, and was left out. Write it in guardrails of the manifest, and its name here.`,
      )
      return []
    }
    const faults = uses.map(use => faultOf(context, use)).filter(fault => fault !== undefined)
    for (const fault of faults.slice(0, 1))
      context.report('import-not-expressible', place, `${fault} The guardrail was left out.`)
    if (faults.length > 0) return []
    // A guardrail beside the call denies nothing.
    const { deny, ...beside } = guard
    const kept = guard['async'] === true ? beside : guard
    return name.endsWith('_hooks') ? [hookOf(context, kept, index, place)] : [kept]
  })
  return kept.length === 0 ? undefined : kept
}

interface CheckUse {
  readonly id: string
  readonly parameters: Json
}

const checkUses = (guard: JsonObject): readonly CheckUse[] =>
  [
    ...Object.entries(guard).flatMap(([id, parameters]) =>
      GUARD_PROPERTIES.has(id) ? [] : [{ id, parameters }],
    ),
    ...asList(guard['checks']).flatMap(check => {
      const { id, parameters } = asObject(check)
      return typeof id === 'string' ? [{ id, parameters: parameters ?? {} }] : []
    }),
  ].map(({ id, parameters }) => ({ id: id.includes('.') ? id : `default.${id}`, parameters }))

function faultOf(context: ImportContext, { id, parameters }: CheckUse): string | undefined {
  const check = context.check(id)
  if (check === undefined) return `There is no check "${id}" here: "portolan checks" lists them.`
  return isObject(parameters) && check.validate(parameters)
    ? undefined
    : `The parameters of "${id}" are others here: "portolan checks ${id}" lists them.`
}

/** A hook has an `id`. */
function hookOf(context: ImportContext, hook: JsonObject, index: number, at: Pointer): JsonObject {
  const { name, ...others } = hook
  const id = [others['id'], name].find(each => typeof each === 'string') ?? `hook-${index + 1}`
  const result: Record<string, Json> = { id }
  for (const [property, value] of Object.entries(others)) {
    if (!GUARD_PROPERTIES.has(property))
      context.report(
        'import-unknown-property',
        childPointer(at, property),
        `"${property}" is not known, and was left out.`,
      )
    // The usual case, which hooks of requests have no word for.
    else if (property !== 'async' || value === true) result[property] = value
  }
  return result
}

/** Hooks of requests that run beside the call are guardrails here. */
export const guardPropertyOf = (name: string, value: Json): string =>
  name === 'before_request_hooks' && asList(value).some(hook => asObject(hook)['async'] === true)
    ? 'input_guardrails'
    : name
