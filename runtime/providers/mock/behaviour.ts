// Model name of the mock provider → its behaviour. The names are the mock's whole API, so they are listed in one
// table; the README documents them.

export type Behaviour =
  | { readonly kind: 'echo' | 'tools' | 'json' }
  | { readonly kind: 'lorem'; readonly wordCount: number }
  /** Milliseconds before the head of the reply. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Milliseconds between the chunks of the body. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
  /** Number of content events before the body is truncated. */
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'malformed' | 'empty' | 'refuse' | 'reset' | 'hang' | 'stream-error' }

/** The longest text and the longest wait that a name may request. */
const MAX_WORDS = 100_000
const MAX_WAIT_MS = 3_600_000

type Numbers = readonly number[]

interface BehaviourPattern {
  readonly pattern: RegExp
  /** Undefined when a number is out of bounds. */
  readonly behaviour: (numbers: Numbers) => Behaviour | undefined
}

const isBetween = (value: number | undefined, min: number, max: number): value is number =>
  value !== undefined && value >= min && value <= max

const fixedName = (
  kind: 'echo' | 'tools' | 'json' | 'malformed' | 'empty' | 'refuse' | 'reset' | 'hang' | 'stream-error',
): BehaviourPattern => ({
  pattern: new RegExp(`^${kind}$`),
  behaviour: () => ({ kind }),
})

const timedName = (kind: 'delay' | 'slow'): BehaviourPattern => ({
  pattern: new RegExp(`^${kind}-(\\d{1,8})$`),
  behaviour: ([milliseconds]) =>
    isBetween(milliseconds, 0, MAX_WAIT_MS) ? { kind, milliseconds } : undefined,
})

const patterns: readonly BehaviourPattern[] = [
  fixedName('echo'),
  fixedName('tools'),
  fixedName('json'),
  {
    pattern: /^lorem-(\d{1,8})$/,
    behaviour: ([wordCount]) =>
      isBetween(wordCount, 0, MAX_WORDS) ? { kind: 'lorem', wordCount } : undefined,
  },
  timedName('delay'),
  timedName('slow'),
  {
    pattern: /^status-(\d{3})$/,
    behaviour: ([status]) => (isBetween(status, 300, 599) ? { kind: 'status', status } : undefined),
  },
  {
    pattern: /^status-(\d{3})-after-(\d{1,8})$/,
    behaviour: ([status, retryAfter]) =>
      isBetween(status, 300, 599) && retryAfter !== undefined
        ? { kind: 'status', status, retryAfter }
        : undefined,
  },
  { pattern: /^cut$/, behaviour: () => ({ kind: 'cut', after: 1 }) },
  {
    pattern: /^cut-(\d{1,8})$/,
    behaviour: ([after]) => (after === undefined ? undefined : { kind: 'cut', after }),
  },
  fixedName('malformed'),
  fixedName('empty'),
  fixedName('refuse'),
  fixedName('reset'),
  fixedName('hang'),
  fixedName('stream-error'),
]

/** What a model of this name does, or undefined when the mock has no such model. */
export function behaviourOf(model: string): Behaviour | undefined {
  for (const { pattern, behaviour } of patterns) {
    const match = pattern.exec(model)
    if (match !== null) return behaviour(match.slice(1).map(Number))
  }
  return undefined
}

/** The entries of the model list: one for each name, with an example for the numbers. */
export const modelNames: readonly string[] = [
  'echo',
  'tools',
  'json',
  'lorem-50',
  'delay-1000',
  'slow-100',
  'status-503',
  'status-429-after-1',
  'cut',
  'cut-3',
  'malformed',
  'empty',
  'refuse',
  'reset',
  'hang',
  'stream-error',
]
