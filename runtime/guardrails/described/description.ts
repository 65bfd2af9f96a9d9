// A check as the description of a request: where a service is asked, what it is told, and what its answer means. It is
// data, so that a service is a value and no code; link-described.ts makes a check of it.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { CheckContext, ServiceRequest } from '../check.ts'

/** JSON whose texts may hold places such as `{{text}}`; README.md lists what they may name. */
export type Template = Json

/** A path into a reply: `results[*].scores.*`; the empty path is the whole of it. */
export type ReplyPath = string

/** The name of a parameter, as the check's schema has it. */
export type ParameterName = string

export type Scalar = string | number | boolean | null

export interface DescribedRequest {
  /** How sentences call the service, in its proper name: `Azure AI Content Safety`. */
  readonly service: string
  /**
   * The URL, with `{parameter}` in the place of parameters, percent-encoded behind the host. Its origin is that of
   * `x-address` in the check's schema, or the question is refused.
   */
  readonly address: string
  /** Absent: POST. A GET is sent without a body. */
  readonly method?: string
  /** By name, each a text that may hold places. One whose places are all empty is left out. */
  readonly headers?: Readonly<Record<string, string>>
  readonly credentials?: readonly Placement[]
  /** For services that want a signature over the request: the one thing that is no data. `body` is bytes by then. */
  readonly sign?: Sign
  /** What is sent; a property or item whose only place is empty is left out. */
  readonly body?: Template
  /** What is sent in its place where a reply is judged. */
  readonly replyBody?: Template
  /** What one request may hold; absent: one request with all texts, whatever their length. */
  readonly pieces?: Pieces
  readonly reading: Reading
}

/** Where a credential goes. One that was not given is left out. */
export type Placement =
  | { readonly parameter: ParameterName; readonly header: string; readonly prefix?: string }
  | { readonly parameter: ParameterName; readonly query: string }

export type Sign = (request: ServiceRequest, given: SignGiven) => ServiceRequest

export interface SignGiven extends CheckContext {
  readonly parameters: JsonObject
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * How texts are shared out over requests. A longer text is cut, at white space where there is some near; what does not
 * fit into `requests` fails unjudged, since length must be no way around a guard.
 */
export interface Pieces {
  /** `whole`: all texts as one, joined by line breaks. `text`: each by itself, so that each can be replaced. */
  readonly by: 'whole' | 'text'
  /** The most UTF-16 code units of one piece. */
  readonly characters: number
  /** The most pieces of one request; absent: 1. */
  readonly texts?: number
  /** The most code units of all pieces of one request; absent: no limit but those above. */
  readonly together?: number
  /** The most requests of one judgement, sent side by side. */
  readonly requests: number
}

/** What an answer of 2xx with JSON means; any other answer errs. */
export interface Reading {
  /** Each that applies fails the check. */
  readonly flags: readonly Flag[]
  /** Places that every verdict has; an answer that lacks one errs. For services that tell nothing where all is well. */
  readonly needs?: readonly ReplyPath[]
  /** Places that only stand in answers without a verdict: a value there that is neither null, false nor empty errs. */
  readonly faults?: readonly ReplyPath[]
  /** What `hook_results` shows, by name: numbers, truth values, and texts that look like identifiers. */
  readonly facts?: Readonly<Record<string, ReplyPath>>
  /** The texts as the service would have them. */
  readonly rewritten?: Rewriting
}

export interface Flag {
  /** What is looked at: every value there. Nothing there, or nothing of the condition's kind, errs. */
  readonly each: ReplyPath
  /** Where the value stands within each; absent: each is the value. */
  readonly value?: ReplyPath
  /** What the value is called, which the reason tells: the key that it stands under, or a path within each. */
  readonly name?: 'key' | ReplyPath
  /** A parameter with the names that count; all count where it is absent or empty. */
  readonly among?: ParameterName
  /** A name that `among` lists and a reply has not is a mistake, and errs unless others fail. */
  readonly complete?: true
  /** A parameter without whose being true the flag does not hold. */
  readonly when?: ParameterName
  /** A parameter that takes the flag's place where it is given. */
  readonly unless?: ParameterName
  readonly fails: Condition
  /** The service leaves the place, or the value in it, out where there is nothing to tell: that passes. */
  readonly optional?: true
  /** What was found, as a sentence without its full stop: `Unwanted content was found`. */
  readonly says: string
  /** A rewriting takes it out, and then it does not fail. */
  readonly healed?: true
}

export type Condition =
  /** One of these. With `passes`, a value that is in neither list errs. */
  | { readonly is: readonly Scalar[]; readonly passes?: readonly Scalar[] }
  /** Something of the same kind that is none of these. */
  | { readonly isNot: readonly Scalar[] }
  /** A number that stands so to the bound. */
  | { readonly order: '<' | '<=' | '>' | '>='; readonly bound: Bound }
  /** Anything but null. Use it with `optional`. */
  | { readonly present: true }

/**
 * A number, that of a parameter, or that of a parameter which holds numbers by the names of values. No number: no bound;
 * a flag whose parameter is not given does not hold.
 */
export type Bound =
  | number
  | { readonly parameter: ParameterName }
  | { readonly byName: ParameterName; readonly otherwise?: number }

export interface Rewriting {
  /** As many texts as were sent, in their order, in the places of which a reply has one; the check's schema says `x-rewrites`. */
  readonly each: ReplyPath | readonly ReplyPath[]
  /** A parameter without whose being true nothing is rewritten. */
  readonly when?: ParameterName
  /** What comes where a flag is left that it does not heal is a message in the text's place, and is not used. */
  readonly unlessFlagged?: true
}
