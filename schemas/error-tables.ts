// The tables of `errors/`: how the kinds of errors are recognized in each dialect.
import { readFolder } from './sources.ts'

/** How errors of a kind are recognized: by codes and types, parts of messages in lower case, and statuses. */
export interface ErrorKindFacts {
  readonly names?: readonly string[]
  readonly texts?: readonly string[]
  /** Always of this kind. */
  readonly statuses?: readonly number[]
  /** Of this kind where the body names none. */
  readonly otherwise?: readonly number[]
}

/** The kinds of errors in one dialect. */
export interface ErrorTable {
  readonly name: string
  readonly sources: readonly { readonly url: string; readonly date: string }[]
  readonly kinds: Readonly<Record<string, ErrorKindFacts>>
}

/** The tables of error kinds, sorted by file name. */
export const readErrorTables = (): readonly ErrorTable[] =>
  readFolder('errors') as unknown as readonly ErrorTable[]
