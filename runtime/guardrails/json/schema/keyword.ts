// What the keywords of a JSON Schema are linked to: closures over a value and the account of one judgement.
import type { Json, JsonObject } from '../../../../compiler/source.ts'

/** The account of one judgement. Work is counted, since references may make a small schema cost without bound. */
export interface Judgement {
  /** Steps that are left; below zero the judgement has no result. */
  left: number
  /** Schemas that are being judged by, one within another. */
  depth: number
  /** The first keyword that was broken where nothing made up for it, as `"required" at /properties/order`. */
  broken: string | undefined
}

export type Test = (value: Json, judgement: Judgement) => boolean

/** What linking one schema needs of the whole. */
export interface Linking {
  /** Links a schema below this one. `path` is its place, escaped as in a JSON Pointer. */
  readonly below: (schema: Json | undefined, path: string) => Test
  readonly reference: (target: string) => Test
  readonly pattern: (pattern: string) => (text: string, judgement: Judgement) => boolean
  /** Notes a mistake of the schema: a sentence. */
  readonly mistake: (sentence: string) => void
}

/** Links one keyword; undefined where the schema does not ask for anything by it. */
export type Keyword = (wanted: Json, linking: Linking, schema: JsonObject) => Test | undefined

/** Runs a test whose failure is no failure of the whole: what it finds broken is forgotten. */
export function aside(test: Test): Test {
  return (value, judgement) => {
    const { broken } = judgement
    const result = test(value, judgement)
    judgement.broken = broken
    return result
  }
}

export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
