// The regular expressions of queries and checks.
import type { ParametersSchema } from '../../../schemas/generated/checks.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { subschema } from '../structure/check-parameters.ts'
import { isJsonArray, isJsonObject } from '../values/json-values.ts'
import { queryParts } from './query-parts.ts'
import type { RuleContext } from './rule-context.ts'

export interface Pattern {
  readonly pointer: Pointer
  readonly text: string
}

/** The patterns among parameters, at any depth, where the schema marks them. */
function* patternsIn(
  value: Json | undefined,
  schema: ParametersSchema | undefined,
  pointer: Pointer,
): Generator<Pattern> {
  if (typeof value === 'string' && schema?.['x-pattern'] === true) yield { pointer, text: value }
  const entries = isJsonArray(value) ? value.map((item, index) => [index, item] as const) : undefined
  for (const [key, item] of entries ?? (isJsonObject(value) ? Object.entries(value) : []))
    yield* patternsIn(item, subschema(schema, String(key)), childPointer(pointer, key))
}

export function* patternsOf(context: RuleContext): Generator<Pattern> {
  for (const part of queryParts(context))
    if (part.part === 'test' && part.operator === '$regex' && typeof part.operand === 'string')
      yield { pointer: part.pointer, text: part.operand }
  for (const { checks } of context.guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      yield* patternsIn(parameters, facts?.parameters, pointer)
}
