// Model name of the mock provider → its behaviour. The names are the mock's whole API, so they are listed in one
// table; the README documents them.

export type Behaviour =
  | { readonly kind: 'echo' | 'tools' | 'json' }
  | { readonly kind: 'lorem'; readonly words: number }
  /** Milliseconds before the head of the reply. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Milliseconds between the chunks of the body. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
  /** Number of content events before the body is truncated. */
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'malformed' | 'empty' | 'refuse' | 'reset' | 'hang' | 'stream-error' }

/** The longest text and the longest wait that a name may request. */
const MOST_WORDS = 100_000
const LONGEST_WAIT = 3_600_000

type Numbers = readonly number[]

interface Name {
  readonly pattern: RegExp
  /** Undefined when a number is out of bounds. */
  readonly behaviour: (numbers: Numbers) => Behaviour | undefined
}

const within = (value: number | undefined, least: number, most: number): value is number =>
  value !== undefined && value >= least && value <= most

const plain = (
  kind: 'echo' | 'tools' | 'json' | 'malformed' | 'empty' | 'refuse' | 'reset' | 'hang' | 'stream-error',
): Name => ({
  pattern: new RegExp(`^${kind}$`),
  behaviour: () => ({ kind }),
})

const timed = (kind: 'delay' | 'slow'): Name => ({
  pattern: new RegExp(`^${kind}-(\\d{1,8})$`),
  behaviour: ([milliseconds]) => (within(milliseconds, 0, LONGEST_WAIT) ? { kind, milliseconds } : undefined),
})

const names: readonly Name[] = [
  plain('echo'),
  plain('tools'),
  plain('json'),
  {
    pattern: /^lorem-(\d{1,8})$/,
    behaviour: ([words]) => (within(words, 0, MOST_WORDS) ? { kind: 'lorem', words } : undefined),
  },
  timed('delay'),
  timed('slow'),
  {
    pattern: /^status-(\d{3})$/,
    behaviour: ([status]) => (within(status, 300, 599) ? { kind: 'status', status } : undefined),
  },
  {
    pattern: /^status-(\d{3})-after-(\d{1,8})$/,
    behaviour: ([status, retryAfter]) =>
      within(status, 300, 599) && retryAfter !== undefined
        ? { kind: 'status', status, retryAfter }
        : undefined,
  },
  { pattern: /^cut$/, behaviour: () => ({ kind: 'cut', after: 1 }) },
  {
    pattern: /^cut-(\d{1,8})$/,
    behaviour: ([after]) => (after === undefined ? undefined : { kind: 'cut', after }),
  },
  plain('malformed'),
  plain('empty'),
  plain('refuse'),
  plain('reset'),
  plain('hang'),
  plain('stream-error'),
]

/** What a model of this name does, or undefined when the mock has no such model. */
export function behaviourOf(model: string): Behaviour | undefined {
  for (const { pattern, behaviour } of names) {
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
