// Analyzes regular expressions: re2js, which also executes them, validates the syntax; their positions show how an engine that backtracks
// would slow down (ReDoS), as engines elsewhere do. re2js is large and most configs have no pattern, so it is loaded lazily.
import { createRequire } from 'node:module'
import type { PatternError } from '../catalog.ts'
import { backtrackingOf } from './backtracking.ts'

/** Instructions of a compiled pattern: each can run for each of the 32 Ki characters that a condition reads. */
const MAX_PROGRAM_SIZE = 4_096

const load = createRequire(import.meta.url)

/** The error message of an engine; undefined if the pattern compiles. */
function compileError(compilePattern: () => unknown): string | undefined {
  try {
    compilePattern()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const UNSUPPORTED_SYNTAX: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'uses lookahead or lookbehind, which RE2 does not support'],
  [/\\[1-9]|\\k</, 'uses a backreference, which RE2 does not support'],
]

/** Checks that re2js can compile a pattern and that its program is small. Cheap: the only check for configs in request headers. */
export function analyzePatternSyntax(pattern: string): PatternError | undefined {
  const { RE2JS }: typeof import('re2js') = load('re2js')
  let steps = 0
  const error = compileError(() => {
    steps = RE2JS.compile(pattern).programSize()
  })
  if (error === undefined)
    return steps <= MAX_PROGRAM_SIZE
      ? undefined
      : {
          kind: 'unsupported',
          reason: `compiles to ${steps} instructions with its repetitions expanded; the limit is ${MAX_PROGRAM_SIZE}`,
        }
  if (compileError(() => new RegExp(pattern)) !== undefined) {
    const reason = /^error parsing regexp: ([a-z][^:`]*)/.exec(error)?.[1]?.trim()
    return { kind: 'malformed', reason: `is invalid${reason === undefined ? '' : `: ${reason}`}` }
  }
  const reason = UNSUPPORTED_SYNTAX.find(([syntax]) => syntax.test(pattern))?.[1] ?? 'is not valid RE2 syntax'
  return { kind: 'unsupported', reason }
}

/** Checks the syntax and the cost of a pattern, in a number of steps that is limited. */
export function analyzePattern(pattern: string): PatternError | undefined {
  const error = analyzePatternSyntax(pattern)
  if (error !== undefined) return error
  const backtracking = backtrackingOf(pattern)
  switch (backtracking.kind) {
    case 'bounded':
      return undefined
    case 'unknown':
      return { kind: 'not-proved', reason: 'was not proved to be fast in engines that backtrack' }
    case 'catastrophic': {
      const { degree } = backtracking
      const growth = degree === Number.POSITIVE_INFINITY ? 'exponentially' : `polynomially (degree ${degree})`
      return {
        kind: 'catastrophic',
        reason: `can backtrack catastrophically: its time grows ${growth} with the length of the input`,
      }
    }
  }
}
