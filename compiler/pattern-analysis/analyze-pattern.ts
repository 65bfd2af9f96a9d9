// Analyzes regular expressions with two libraries: re2js, which also executes them, validates the syntax; recheck detects
// catastrophic backtracking (ReDoS) where a quick bound does not exclude it. Both are large and most configs have no pattern, so they are loaded lazily.
import { createRequire } from 'node:module'
import type { PatternError } from '../catalog.ts'
import { backtrackingDegree } from './backtracking-degree.ts'
import { IGNORE_CASE } from './parse-pattern.ts'

/** Milliseconds for the ReDoS analysis. On a timeout the pattern is accepted, since re2js is linear. */
const ANALYSIS_TIMEOUT_MS = 2_000

/** Polynomial backtracking up to this degree is accepted: `.*a.*b` is common, and inputs are 32 KiB at most. */
const MAX_DEGREE = 2

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

/** Checks the syntax and the cost of a pattern. Microseconds for most, up to two seconds for a hostile one. */
export function analyzePattern(pattern: string): PatternError | undefined {
  const error = analyzePatternSyntax(pattern)
  if (error !== undefined) return error
  if ((backtrackingDegree(pattern) ?? Number.POSITIVE_INFINITY) <= MAX_DEGREE) return undefined
  // The browser build is the same checker compiled to JavaScript; it does not start Java or native processes.
  const { checkSync }: typeof import('recheck') = load('recheck/lib/browser.js')
  const [source, flags] = pattern.startsWith(IGNORE_CASE)
    ? [pattern.slice(IGNORE_CASE.length), 'i']
    : [pattern, '']
  const analysis = checkSync(source, flags, { timeout: ANALYSIS_TIMEOUT_MS })
  if (analysis.status !== 'vulnerable') return undefined
  const { complexity } = analysis
  if (complexity.type === 'polynomial' && complexity.degree <= MAX_DEGREE) return undefined
  const growth =
    complexity.type === 'exponential' ? 'exponentially' : `polynomially (degree ${complexity.degree})`
  return {
    kind: 'catastrophic',
    reason: `can backtrack catastrophically: its time grows ${growth} with the length of the input`,
  }
}
