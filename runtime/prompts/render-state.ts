// What one rendering collects and how much it may do. Mutable, and thrown away with the rendering.
import type { Json } from '../../schemas/values/json.ts'

/** The values that names are looked up in, innermost first. */
export interface Scope {
  readonly value: Json
  readonly outer: Scope | undefined
}

export interface RenderState {
  /** Plain variables that have no value, by their names. */
  readonly missing: Set<string>
  /** Characters that may still be written. */
  characters: number
  /** Sections and partials that may still be rendered. */
  steps: number
}

/** Limits of one rendering, all messages together. */
export const MAX_CHARACTERS = 4 * 1024 * 1024
export const MAX_STEPS = 100_000
/** Variables nest no deeper. */
export const MAX_VARIABLE_DEPTH = 64

export const createRenderState = (): RenderState => ({
  missing: new Set(),
  characters: MAX_CHARACTERS,
  steps: MAX_STEPS,
})

export const isExhausted = ({ characters, steps }: RenderState): boolean => characters < 0 || steps < 0

/** Whether a value nests deeper than `limit`. Does not recurse, since the value is what a client sent. */
export function isDeeperThan(value: Json, limit: number): boolean {
  let level: readonly Json[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
