// For editors: offers checks with their parameters where every additional key is a check. Only types are generated
// from it; validators and facts leave the keys open, since custom checks are unknown here.
import { parametersOf } from './check-schema.ts'
import { checkIds, readCheckSchema, readSharedParameters, type Schema } from './sources.ts'

/** The hooks of the guards that a kind of object contains. */
const HOOKS_OF_GUARDRAIL: Readonly<Record<string, readonly string[]>> = {
  InputGuardrail: ['request'],
  OutputGuardrail: ['reply'],
  NamedGuardrail: ['request', 'reply'],
}

/** The name of the type of a check's parameters: `DefaultWordCount`. */
export const checkTypeName = (id: string): string =>
  id.replaceAll(/(?:^|[.-])([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

interface Shorthand {
  readonly name: string
  readonly hooks: readonly string[]
  readonly parameters: Schema
}

/** Every check under its shortest name. A repeated check is the same object, so that it becomes one type. */
export function shorthands(): readonly Shorthand[] {
  const shared = readSharedParameters()
  return checkIds().map(id => {
    const schema = readCheckSchema(id)
    const { description } = schema
    return {
      name: id.replace(/^default\./, ''),
      hooks: (schema['x-hooks'] ?? ['request', 'reply']) as readonly string[],
      parameters: { ...parametersOf(schema, shared), title: `${checkTypeName(id)}Parameters`, description },
    }
  })
}

/** The object of a schema with checks as properties, where its further keys are checks. */
export function withShorthands(object: Schema, checks: readonly Shorthand[]): Schema {
  const guardedHooks = HOOKS_OF_GUARDRAIL[String(object['title'])]
  if (guardedHooks === undefined) return object
  const named = checks
    .filter(({ hooks }) => hooks.some(hook => guardedHooks.includes(hook)))
    .map(({ name, parameters }) => [name, parameters] as const)
  return { ...object, properties: { ...(object['properties'] as Schema), ...Object.fromEntries(named) } }
}
