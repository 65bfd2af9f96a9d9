// Estimates the heap size of a cached header config from its text and its plan. Measured for texts of 28 KB: 70 to 430
// bytes per value of a node (closures, serialized bytes, compiled patterns), 2 to 5 KB per node.
import { estimatePatternCost } from '../../compiler/pattern-analysis/pattern-cost.ts'
import { walkPlan } from '../../compiler/plan/walk-plan.ts'
import type { Plan } from '../../schemas/generated/types.ts'

const BYTES_OF_ENTRY = 2_048
const BYTES_OF_NODE = 5_120
const BYTES_OF_VALUE = 450
const BYTES_OF_PATTERN_UNIT = 100
/** Of a value in the diagnostics of a rejected config, for which nothing is linked. */
const BYTES_OF_DIAGNOSTIC_VALUE = 128

/** Keys under which plans and JSON Schemas contain regular expressions. */
const PATTERNS: ReadonlySet<string> = new Set(['pattern', 'rule'])

/** Bytes of a cache entry: the text as its key, and the linked plan at every node, or the diagnostics of the text. */
export function configBytes(text: string, compiled: Plan | readonly unknown[]): number {
  const cached = BYTES_OF_ENTRY + 2 * text.length
  if (!('nodes' in compiled)) return cached + bytesOf(compiled, BYTES_OF_DIAGNOSTIC_VALUE)
  const sizes = compiled.nodes.map(node => BYTES_OF_NODE + bytesOf(node, BYTES_OF_VALUE))
  return walkPlan(compiled).reduce((sum, { index }) => sum + (sizes[index] ?? 0), cached)
}

function bytesOf(value: unknown, each: number, name = ''): number {
  if (typeof value === 'string') {
    const compiled = PATTERNS.has(name) ? BYTES_OF_PATTERN_UNIT * estimatePatternCost(value) : 0
    return each + 2 * value.length + compiled
  }
  if (typeof value !== 'object' || value === null) return each
  return Object.entries(value).reduce((sum, [key, item]) => sum + bytesOf(item, each, key), each)
}
