// Why a store cannot be used: rejections of its methods, which callers turn into a reply or an exit code.
import { type Failure, failure } from '../../values/failures.ts'

/**
 * `unavailable`: try again later. `unsupported`: this driver does not store such resources. `read-only`: it is the copy of
 * another owner. `newer-schema`: a newer version of Portolan has written it. `invalid-address`: the URL names no store.
 * `unsigned`: only what is signed may be written, and nothing signs here. `unknown-cursor`: the cursor is not from this list.
 */
export type StoreErrorCode =
  | 'unavailable'
  | 'unsupported'
  | 'read-only'
  | 'newer-schema'
  | 'invalid-address'
  | 'unknown-cursor'
  | 'unsigned'

/** The message is a sentence for the operator, without credentials. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string) {
    super(message)
    this.name = 'StoreError'
    this.code = code
  }
}

/** What a request gets that needs the store; rejections of other kinds are thrown on. */
export function storeFault(error: unknown): Failure {
  if (error instanceof StoreError) return failure('store_unavailable', error.message)
  throw error
}
