// The environment in which configs and plans are compared: upstreams are scripted outcomes, random numbers a list.
// Types, and an environment that records calls; nothing here knows what a config or a plan is.

/** What routing may look at. */
export interface Incoming {
  readonly params: unknown
  readonly metadata: Readonly<Record<string, unknown>>
  readonly path: string
}

/** How one try ended; a failure has the status that it maps to. */
export interface Outcome {
  readonly status: number
  /** The connection failed: such a try is repeated whatever its status. */
  readonly network?: boolean
}

/** Who is asked, in plain values. */
export interface Whom {
  readonly from: 'request' | 'slug' | 'own'
  readonly name: string
  readonly host: string
  /** `env:NAME to https://origin` by property. */
  readonly secrets: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, unknown>>
}

/** One try of one target. */
export interface Ask {
  readonly pointer: string
  readonly whom: Whom
  readonly overrides: Readonly<Record<string, unknown>>
  readonly forward: readonly string[]
  readonly timeout: number | undefined
  readonly strict: boolean
  /** 0 for the first try of a target. */
  readonly retry: number
}

export interface Answer {
  readonly status: number
  /** The place of the target that gave the reply. */
  readonly pointer: string
}

export interface World {
  /** Whether the circuit of the target at a place is open now; asked only where it has a breaker. */
  readonly isOpen: (pointer: string) => boolean
  /** A number in [0, 1). */
  readonly draw: () => number
  readonly ask: (ask: Ask) => Outcome
  /** Whether a guard denies, by its name and side. */
  readonly denies: (guard: string, side: 'request' | 'reply') => boolean
}

export interface Trace {
  readonly answer: Answer
  readonly asks: readonly Ask[]
  /** The guards that ran, in order. */
  readonly judged: readonly string[]
  readonly draws: number
}

/** Circuits by the hash of their places, moving on with each call, so that they open and close in the middle of a request. */
const circuitAt = (circuits: readonly boolean[], pointer: string, asked: number): boolean => {
  const number = Array.from(pointer).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7)
  return circuits[(number + asked) % circuits.length] ?? false
}

/** Runs something in a world whose draws and outcomes come in turn, from the start again when they are used up. */
export function traced(
  draws: readonly number[],
  outcomes: readonly Outcome[],
  circuits: readonly boolean[],
  run: (world: World) => Answer,
): Trace {
  const asks: Ask[] = []
  const judged: string[] = []
  let drawn = 0
  const draw = (): number => {
    drawn += 1
    return draws[(drawn - 1) % draws.length] ?? 0
  }
  const ask = (what: Ask): Outcome => outcomes[(asks.push(what) - 1) % outcomes.length] ?? { status: 200 }
  const isOpen = (pointer: string): boolean => circuitAt(circuits, pointer, asks.length)
  const denies = (guard: string, side: 'request' | 'reply'): boolean => {
    judged.push(`${side} ${guard}`)
    return circuitAt(circuits, `${side} ${guard}`, asks.length)
  }
  const answer = run({ draw, ask, isOpen, denies })
  return { answer, asks, judged, draws: drawn }
}
