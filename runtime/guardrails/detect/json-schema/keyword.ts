// What the keywords of a JSON Schema are linked to: closures over a value and the state of one validation.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'

/** The state of one validation. Work is counted, since references can make a small schema arbitrarily expensive. */
export interface ValidationState {
  /** Remaining steps; below zero the validation has no result. */
  stepsLeft: number
  /** Current nesting depth of schemas. */
  depth: number
  /** The first violated keyword, outside of branches that may fail, as `"required" at /properties/order`. */
  violation: string | undefined
}

export type SchemaTest = (value: Json, validation: ValidationState) => boolean

/** The context for linking one schema. */
export interface SchemaLinking {
  /** Links a schema below this one. `path` is escaped as in a JSON Pointer. */
  readonly linkBelow: (schema: Json | undefined, path: string) => SchemaTest
  readonly reference: (target: string) => SchemaTest
  readonly pattern: (pattern: string) => (text: string, validation: ValidationState) => boolean
  /** Reports an error of the schema: a sentence. */
  readonly reportError: (sentence: string) => void
}

/** Links one keyword; undefined when it requires nothing. */
export type SchemaKeyword = (
  value: Json,
  linking: SchemaLinking,
  schema: JsonObject,
) => SchemaTest | undefined

/** Runs a test that may fail without failing the whole: its violation is discarded. */
export function withoutViolation(test: SchemaTest): SchemaTest {
  return (value, validation) => {
    const { violation } = validation
    const result = test(value, validation)
    validation.violation = violation
    return result
  }
}

export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
