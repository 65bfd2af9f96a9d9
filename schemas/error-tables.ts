// The tables of `errors/`: how the kinds of errors are recognized in each dialect; and of `error-kinds.json`: how they are written.
import { readErrorForms, readFolder } from './sources.ts'

/** How errors of a kind are recognized: by codes and types, parts of messages in lower case, and statuses. */
export interface ErrorKindFacts {
  readonly names?: readonly string[]
  readonly texts?: readonly string[]
  /** Always of this kind. */
  readonly statuses?: readonly number[]
  /** Of this kind where the body names none. */
  readonly otherwise?: readonly number[]
}

type Sources = readonly { readonly url: string; readonly date: string }[]

/** The kinds of errors in one dialect. */
export interface ErrorTable {
  readonly name: string
  readonly sources: Sources
  readonly kinds: Readonly<Record<string, ErrorKindFacts>>
}

/** The tables of error kinds, sorted by file name. */
export const readErrorTables = (): readonly ErrorTable[] =>
  readFolder('errors') as unknown as readonly ErrorTable[]

/** An error of a kind as the clients of a dialect recognize it. */
export interface ErrorFormEntry {
  readonly status: number
  readonly type: string
  readonly code?: string
  /** What clients search its message for. */
  readonly words?: string
}

/** The kinds, each with that of `on_errors` that it is a part of, and their forms by the dialect of the client. */
export interface ErrorFormTables {
  readonly kinds: Readonly<Record<string, string>>
  readonly forms: Readonly<
    Record<string, { readonly sources: Sources; readonly kinds: Readonly<Record<string, ErrorFormEntry>> }>
  >
}

export const errorFormTables = (): ErrorFormTables => readErrorForms() as ErrorFormTables
