// The environment in which configs and plans are compared: upstreams are scripted outcomes, random numbers a list.
// Types, and an environment that records calls; nothing here knows what a config or a plan is.

/** What routing may look at. */
export interface RoutedRequest {
  readonly params: unknown
  readonly metadata: Readonly<Record<string, unknown>>
  readonly path: string
}

/** How one try ended; a failure has the status that it maps to. */
export interface AttemptOutcome {
  readonly status: number
  /** The connection failed: such a try is repeated whatever its status. */
  readonly network?: boolean
  /** The gateway did not wait longer: such a try is repeated where the config lists 408 itself. */
  readonly timeout?: boolean
  /** What the error of the provider is about. */
  readonly error?: string
}

/** The target of a call, in plain values. */
export interface CallTarget {
  readonly from: 'request' | 'slug' | 'own'
  readonly name: string
  readonly host: string
  /** `env:NAME to https://origin` by property. */
  readonly secrets: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, unknown>>
}

/** One try of one target. */
export interface UpstreamCall {
  readonly pointer: string
  readonly target: CallTarget
  readonly overrides: Readonly<Record<string, unknown>>
  readonly forward: readonly string[]
  readonly timeout: number | undefined
  readonly strict: boolean
  /** 0 for the first try of a target. */
  readonly retry: number
}

export interface RoutingResult {
  readonly status: number
  /** The place of the target that gave the reply. */
  readonly pointer: string
  /** What its error is about. */
  readonly error?: string
}

export interface RoutingEnvironment {
  /** Whether the circuit of the target at a location is open now; called only if it has a breaker. */
  readonly isOpen: (pointer: string) => boolean
  /** A number in [0, 1). */
  readonly draw: () => number
  readonly call: (call: UpstreamCall) => AttemptOutcome
  /** Whether a guard denies, by its name and side. */
  readonly denies: (guard: string, side: 'request' | 'reply') => boolean
}

export interface Trace {
  readonly result: RoutingResult
  readonly calls: readonly UpstreamCall[]
  /** The guards that ran, in order. */
  readonly guards: readonly string[]
  readonly draws: number
}

/** Circuits by the hash of their places, moving on with each call, so that they open and close in the middle of a request. */
const circuitAt = (circuits: readonly boolean[], pointer: string, callCount: number): boolean => {
  const number = Array.from(pointer).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7)
  return circuits[(number + callCount) % circuits.length] ?? false
}

/** Runs something in an environment whose draws and outcomes are used in order, and again from the start. */
export function traceRun(
  draws: readonly number[],
  outcomes: readonly AttemptOutcome[],
  circuits: readonly boolean[],
  run: (world: RoutingEnvironment) => RoutingResult,
): Trace {
  const calls: UpstreamCall[] = []
  const guards: string[] = []
  let drawCount = 0
  const draw = (): number => {
    drawCount += 1
    return draws[(drawCount - 1) % draws.length] ?? 0
  }
  const call = (request: UpstreamCall): AttemptOutcome =>
    outcomes[(calls.push(request) - 1) % outcomes.length] ?? { status: 200 }
  const isOpen = (pointer: string): boolean => circuitAt(circuits, pointer, calls.length)
  const denies = (guard: string, side: 'request' | 'reply'): boolean => {
    guards.push(`${side} ${guard}`)
    return circuitAt(circuits, `${side} ${guard}`, calls.length)
  }
  const result = run({ draw, call, isOpen, denies })
  return { result, calls, guards, draws: drawCount }
}
