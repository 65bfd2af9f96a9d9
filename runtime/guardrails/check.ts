// The contract of a check: what authors of custom checks see, and what the checks of the gateway have besides, such as
// rewriting a stream in windows.
import type { CheckContext, CheckResult, Evaluate } from '../../schemas/contracts/check.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { AuthenticationContext, TokenRequest } from '../values/authentication.ts'
import type { Failure } from '../values/failures.ts'
import type { Turns } from '../values/turns.ts'

export type {
  CheckContext,
  CheckInput,
  CheckPorts,
  CheckResult,
  Evaluate,
  RecallText,
  ServiceReply,
  ServiceRequest,
  TextOrigin,
  TextRecollection,
} from '../../schemas/contracts/check.ts'

/** What is to be replaced in a text. */
export interface TextReplacement {
  readonly kind: string
  /** In UTF-16 code units. */
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** It is found and cannot be replaced. */
  readonly isFixed?: true
}

/**
 * What a replacement becomes in JSON: a string where it is outside strings (`quotes`), the content of a string (`escapes`,
 * `same` where that is the same), or itself (`plain`). Whether a text is JSON is known at its end.
 */
export type JsonRewriting = 'quotes' | 'escapes' | 'same' | 'plain'

/** How a check rewrites a text that is still growing: the same as it would rewrite the whole. */
export interface WindowRewrite {
  /** The replacements of a text, in order and without overlaps; undefined where a limit is met. */
  readonly find: (text: string) => Turns<readonly TextReplacement[] | undefined>
  /** Up to where the replacements of a text are final, whatever follows it. */
  readonly settled: (text: string) => number
  /** What is retained of a text up to a cut, besides what follows it; nothing where undefined. */
  readonly kept?: (text: string, cut: number) => { readonly header: string; readonly from: number }
  /** Starts the rewriting of one reply: what replaces a value. */
  readonly open: (request: JsonObject | undefined) => (kind: string, value: string) => string
  readonly inJson: JsonRewriting
  /** The result for a reply, by the number of replacements of each kind. */
  readonly result: (counts: ReadonlyMap<string, number>) => CheckResult
}

/** How the access token of a credential is requested, or why it cannot be. */
export type DescribeToken = (context: AuthenticationContext) => TokenRequest | Failure

/** What a check of the gateway is linked with besides. */
export interface GatewayCheckContext extends CheckContext {
  /** The access token that a credential is exchanged for; cached until it expires, as those of providers. */
  readonly accessToken: (describe: DescribeToken) => Promise<string | Failure>
}

/** A check: `parameters` have been validated by its schema, with defaults filled in. */
export interface Check<Parameters = JsonObject> {
  readonly link: (parameters: Parameters, context: GatewayCheckContext) => Evaluate
  /** Where it can rewrite a stream in windows; undefined for parameters with which it cannot. */
  readonly linkWindows?: (parameters: Parameters) => WindowRewrite | undefined
  /** It also reads text files that are attached to a message as bytes. */
  readonly readsFiles?: true
  /** Its result depends on the provider, so it is evaluated again for each one. */
  readonly perProvider?: true
}
