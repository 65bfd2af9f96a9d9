// Analyzes regular expressions: re2js, which also executes them, validates the syntax; their positions show how an engine that backtracks
// would slow down (ReDoS), as engines elsewhere do. re2js is large and most configs have no pattern, so it is loaded by the first one, in
// the way of the platform.
import type { PatternError } from '../facts/catalog.ts'
import { backtrackingOf } from './backtracking.ts'

/** What is used of re2js. */
export interface PatternEngine {
  readonly RE2JS: { readonly compile: (pattern: string) => { readonly programSize: () => number } }
}

/** Instructions of a compiled pattern: each can run for each of the 32 Ki characters that a condition reads. */
const MAX_PROGRAM_SIZE = 4_096

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

/** `loadEngine` is called for each pattern. */
export function createPatternAnalysis(loadEngine: () => PatternEngine): {
  /** Checks the syntax and the cost of a pattern. */
  readonly analyzePattern: (pattern: string) => PatternError | undefined
  /** Checks that re2js can compile a pattern and that its program is small. Cheap: the only check for configs in request headers. */
  readonly analyzePatternSyntax: (pattern: string) => PatternError | undefined
} {
  const analyzePatternSyntax = (pattern: string): PatternError | undefined =>
    analyzeSyntax(pattern, loadEngine())
  return {
    analyzePattern: pattern => analyzePatternSyntax(pattern) ?? analyzeCost(pattern),
    analyzePatternSyntax,
  }
}

function analyzeSyntax(pattern: string, { RE2JS }: PatternEngine): PatternError | undefined {
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

/** In a number of steps that is limited. */
function analyzeCost(pattern: string): PatternError | undefined {
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
