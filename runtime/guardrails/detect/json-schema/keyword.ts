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
  /** Reports an error of the schema: a sentence. With one, no test can be linked. */
  readonly reportError: ReportMistake
  /** The same for a keyword that has no effect as it is written: a test can be linked, and is not what was meant. */
  readonly reportMistake: ReportMistake
}

/** `misspelled` is a value of the keyword, and `names` those that it may have. */
type ReportMistake = (sentence: string, misspelled?: string, names?: readonly string[]) => undefined

/** An error of a schema. */
export interface SchemaMistake {
  /** A JSON Pointer to the keyword, or to what is not a schema. */
  readonly pointer: string
  readonly sentence: string
  /** The value of the keyword, if that is misspelled; otherwise its name may be. */
  readonly misspelled: string | undefined
  /** Names in place of the misspelled one. */
  readonly suggestions: readonly string[]
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
