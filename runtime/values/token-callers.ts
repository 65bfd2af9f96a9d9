// People who call with a signed token of the issuer in place of a key.
import type { Failure } from './failures.ts'

const MAX_TOKEN = 16_384
const TOKEN = /^ey[\w-]+\.[\w-]+\.[\w-]+$/

/** Whether a credential is a signed token, and no key. */
export const isToken = (text: string): boolean => text.length <= MAX_TOKEN && TOKEN.test(text)

export interface TokenCaller {
  /** The address of the person. */
  readonly id: string
  /** The identifier of the person in the store; the address of one that it does not know. */
  readonly user: string
  /** The first workspace by name in which the person may call. */
  readonly workspace: string
  readonly mayCallIn: (workspace: string) => boolean
}

/** Who a token is of, if it is for one of the audiences. Never rejects. */
export type IdentifyToken = (token: string, audiences: readonly string[]) => Promise<TokenCaller | Failure>
