// The contract of a declarative check: which request to send to a service, and what its response means. It is data,
// so that adding a service needs no code; `link-definition.ts` turns it into a check.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import type { CheckContext, DescribeToken, ServiceRequest } from '../../check.ts'

/** JSON whose strings may contain placeholders such as `{{text}}`; README.md lists them. */
export type Template = Json

/** A path into a response: `results[*].scores.*`; the empty path is the whole response. */
export type ReplyPath = string

/** The name of a parameter in the check's schema. */
export type ParameterName = string

export type Scalar = string | number | boolean | null

export interface CheckDefinition {
  /** The proper name of the service, for reasons: `Azure AI Content Safety`. */
  readonly service: string
  /**
   * The URL, with `{parameter}` placeholders, percent-encoded after the host. Its origin must be that of `x-address` in
   * the check's schema, otherwise the request is rejected.
   */
  readonly address: string
  /** The URL for evaluating replies, if different. */
  readonly replyAddress?: string
  /** Default POST. A GET is sent without a body. */
  readonly method?: string
  /** By name; values may contain placeholders. A header whose placeholders are all empty is omitted. */
  readonly headers?: Readonly<Record<string, string>>
  readonly credentials?: readonly CredentialPlacement[]
  /** For services that require an access token, which is sent as a bearer token in place of the credential. */
  readonly accessToken?: (credential: CheckContext['credential']) => DescribeToken
  /** For services that require a signed request: the only part that is code. `body` is already serialized to bytes. */
  readonly signer?: Signer
  /** The request body; a property or item whose only placeholder is empty is omitted. */
  readonly body?: Template
  /** The request body for evaluating replies, if different. */
  readonly replyBody?: Template
  /** Limits of one request; absent: one request with all texts, of any length. */
  readonly chunking?: Chunking
  readonly response: ResponseMapping
}

/** Where a credential is sent. Omitted when it is not configured. */
export type CredentialPlacement =
  | { readonly parameter: ParameterName; readonly header: string; readonly prefix?: string }
  | { readonly parameter: ParameterName; readonly query: string }

export type Signer = (request: ServiceRequest, given: SignerInput) => ServiceRequest

export interface SignerInput extends CheckContext {
  readonly parameters: JsonObject
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * How texts are split over requests. A longer text is split, at whitespace if there is some near; texts that do not fit
 * into `requests` fail without evaluation, since length must not bypass a guard.
 */
export interface Chunking {
  /** `whole`: all texts joined by line breaks. `text`: each text separately, so that each can be replaced. */
  readonly by: 'whole' | 'text'
  /** Maximum UTF-16 code units of one chunk. */
  readonly maxCharacters: number
  /** Maximum chunks per request; default 1. */
  readonly maxTexts?: number
  /** Maximum code units of all chunks of one request; default: no further limit. */
  readonly maxTotal?: number
  /** Maximum requests per evaluation, sent concurrently. */
  readonly maxRequests: number
}

/** What a 2xx JSON response means; any other response is an error. */
export interface ResponseMapping {
  /** Each flag that applies fails the check. */
  readonly flags: readonly FlagMapping[]
  /** Paths that every verdict has; a response without one is an error. For services that report nothing when nothing is found. */
  readonly required?: readonly ReplyPath[]
  /** Paths that are only present without a verdict: a value there other than null, false or empty is an error. */
  readonly errors?: readonly ReplyPath[]
  /** The value by which the service reports that it evaluated the whole text; another one is an error, unless a flag applies. */
  readonly complete?: { readonly at: ReplyPath; readonly is: Scalar }
  /** Values shown in `hook_results`, by name: numbers, booleans, and strings that look like identifiers. */
  readonly facts?: Readonly<Record<string, ReplyPath>>
  /** The texts as rewritten by the service. */
  readonly rewrite?: RewriteMapping
}

export interface FlagMapping {
  /** The values to test. It is an error when there are none, or one has an unexpected type. */
  readonly each: ReplyPath
  /** Path of the value within each match; absent: the match is the value. */
  readonly value?: ReplyPath
  /** The name of the value, which the reason shows: the key it is stored under, or a path within each match. */
  readonly name?: 'key' | ReplyPath
  /** A parameter with the names that count; when absent or empty, all count. */
  readonly amongParameter?: ParameterName
  /** A name in that parameter that the response lacks is an error, unless another flag fails. */
  readonly mustBeComplete?: true
  /** A boolean parameter that enables the flag. */
  readonly when?: ParameterName
  /** A parameter that disables the flag when it is set. */
  readonly unless?: ParameterName
  readonly failsWhen: FlagCondition
  /** The service omits the path or its value when nothing was found: that passes. */
  readonly optional?: true
  /** What was found, as a sentence without the full stop: `Unwanted content was found`. */
  readonly message: string
  /** A rewrite that changes the text removes it, and then it does not fail. */
  readonly fixedByRewrite?: true
}

export type FlagCondition =
  /** One of these values. With `passes`, a value in neither list is an error. */
  | { readonly is: readonly Scalar[]; readonly passes?: readonly Scalar[] }
  /** A value of the same type that is not one of these. */
  | { readonly isNot: readonly Scalar[] }
  /** A number in this relation to the bound. */
  | { readonly order: '<' | '<=' | '>' | '>='; readonly bound: FlagBound }
  /** Anything but null. Use it with `optional`. */
  | { readonly present: true }

/**
 * A number, a parameter with a number, or a parameter with numbers by the name of the value. Without a number there is
 * no bound; a flag whose parameter is not set does not apply.
 */
export type FlagBound =
  | number
  | { readonly parameter: ParameterName }
  | { readonly byName: ParameterName; readonly otherwise?: number }

export interface RewriteMapping {
  /** As many texts as were sent, in order; of several paths a response has one. Requires `x-rewrites` in the check's schema. */
  readonly each: ReplyPath | readonly ReplyPath[]
  /** A boolean parameter that enables rewriting. */
  readonly when?: ParameterName
  /** Ignores the texts when another flag applies: the service then returns a message in place of the text. */
  readonly unlessFlagged?: true
}
