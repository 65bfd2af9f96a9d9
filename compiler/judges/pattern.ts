// Judges regular expressions by two libraries: re2js, which also runs them, says whether one can be read; recheck says
// whether a backtracking engine would run it without bound. Both are big and most configs hold no pattern, so they are
// loaded at the first one.
import { createRequire } from 'node:module'
import type { PatternFault } from '../catalog.ts'

/** Milliseconds that the search for an attack may take; a pattern that outlasts it is let pass, since re2js is linear. */
const PATIENCE = 2_000

/** Degrees of a polynomial up to which time is taken to be bounded: `.*a.*b` is common, and texts are 32 KiB at most. */
const BEARABLE_DEGREE = 2

/** Steps of a compiled pattern: each may be taken at each of the 32 Ki characters that a condition looks at. */
const MOST_STEPS = 4_096

const load = createRequire(import.meta.url)

/** What an engine says against a pattern; undefined where it reads it. */
function objection(make: () => unknown): string | undefined {
  try {
    make()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const LOOKS: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'looks ahead or behind, which is not part of the RE2 syntax'],
  [/\\[1-9]|\\k</, 'refers back to a group, which is not part of the RE2 syntax'],
]

/** Whether re2js can read a pattern and is done with a text soon. Cheap: the runtime judges the patterns of header configs by it alone. */
export function judgeSyntax(pattern: string): PatternFault | undefined {
  const { RE2JS }: typeof import('re2js') = load('re2js')
  let steps = 0
  const fault = objection(() => {
    steps = RE2JS.compile(pattern).programSize()
  })
  if (fault === undefined)
    return steps <= MOST_STEPS
      ? undefined
      : {
          kind: 'unsupported',
          reason: `takes ${steps} steps when repetitions are written out, and ${MOST_STEPS} are taken`,
        }
  if (objection(() => new RegExp(pattern)) !== undefined) {
    const reason = /^error parsing regexp: ([a-z][^:`]*)/.exec(fault)?.[1]?.trim()
    return { kind: 'malformed', reason: `cannot be read${reason === undefined ? '' : `: ${reason}`}` }
  }
  const reason = LOOKS.find(([look]) => look.test(pattern))?.[1] ?? 'is not of the RE2 syntax'
  return { kind: 'unsupported', reason }
}

/** Whether a pattern can be read and has a bounded cost. Takes up to two seconds for a hostile one. */
export function judgePattern(pattern: string): PatternFault | undefined {
  const fault = judgeSyntax(pattern)
  if (fault !== undefined) return fault
  // The browser build is the same checker compiled to JavaScript: it starts neither Java nor native processes.
  const { checkSync }: typeof import('recheck') = load('recheck/lib/browser.js')
  const verdict = checkSync(pattern, '', { timeout: PATIENCE })
  if (verdict.status !== 'vulnerable') return undefined
  const { complexity } = verdict
  if (complexity.type === 'polynomial' && complexity.degree <= BEARABLE_DEGREE) return undefined
  const growth = complexity.type === 'exponential' ? 'exponentially' : `to the power of ${complexity.degree}`
  return {
    kind: 'catastrophic',
    reason: `can backtrack without bound: its time grows ${growth} with the length of the text`,
  }
}
