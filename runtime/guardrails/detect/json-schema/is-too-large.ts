// Whether JSON is too deep or too large for a recursive walk.
import type { Json } from '../../../../schemas/values/json.ts'

const MAX_DEPTH = 128
const MAX_VALUES = 200_000

/** Iterative, and stops as soon as a limit is exceeded. */
export function isTooLarge(value: Json): boolean {
  let level: readonly Json[] = [value]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length
    if (depth > MAX_DEPTH || count > MAX_VALUES) return true
    const next: Json[] = []
    for (const item of level)
      if (typeof item === 'object' && item !== null) for (const inner of Object.values(item)) next.push(inner)
    level = next
  }
  return false
}
