// What the keywords of a JSON Schema are linked to: closures over a value and the state of one validation.
import type { Json, JsonObject } from '../../../../compiler/source.ts'

/** The state of one validation. Work is counted, since references can make a small schema arbitrarily expensive. */
export interface Judgement {
  /** Remaining steps; below zero the validation has no result. */
  left: number
  /** Current nesting depth of schemas. */
  depth: number
  /** The first violated keyword, outside of branches that may fail, as `"required" at /properties/order`. */
  broken: string | undefined
}

export type Test = (value: Json, judgement: Judgement) => boolean

/** The context for linking one schema. */
export interface Linking {
  /** Links a schema below this one. `path` is escaped as in a JSON Pointer. */
  readonly below: (schema: Json | undefined, path: string) => Test
  readonly reference: (target: string) => Test
  readonly pattern: (pattern: string) => (text: string, judgement: Judgement) => boolean
  /** Reports an error of the schema: a sentence. */
  readonly mistake: (sentence: string) => void
}

/** Links one keyword; undefined when it requires nothing. */
export type Keyword = (wanted: Json, linking: Linking, schema: JsonObject) => Test | undefined

/** Runs a test that may fail without failing the whole: its violation is discarded. */
export function aside(test: Test): Test {
  return (value, judgement) => {
    const { broken } = judgement
    const result = test(value, judgement)
    judgement.broken = broken
    return result
  }
}

export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
