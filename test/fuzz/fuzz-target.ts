// A target of the fuzzer: samples, and a function that reads damaged ones.

export interface FuzzTarget {
  readonly name: string
  readonly samples: readonly Uint8Array[]
  /** Texts beside those that all targets get, which mean something to its parser. */
  readonly pieces?: readonly string[]
  /** The part of the inputs that it gets; 1 by default. */
  readonly share?: number
  /** A sentence where an invariant does not hold. Never throws. */
  readonly run: (input: Uint8Array) => string | undefined | Promise<string | undefined>
}

export const bytes = (text: string): Uint8Array => Buffer.from(text)
export const text = (input: Uint8Array): string => Buffer.from(input).toString()
