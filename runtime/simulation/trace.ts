// What a simulated request did: its calls of providers, its waits, its reply.
import type { Json } from '../../schemas/values/json.ts'

export interface TracedCall {
  /** The target, such as `config.targets[0]`; undefined for services, such as those of checks. */
  readonly target: string | undefined
  /** The provider of the catalog; undefined for services. */
  readonly provider: string | undefined
  /** The stored provider, without the @. */
  readonly slug: string | undefined
  /** The pool that it is a member of, without the @. */
  readonly pool?: string | undefined
  /** The model that the body or the URL asks for. */
  readonly model: string | undefined
  readonly method: string
  /** With its query. */
  readonly url: string
  /** By name in lower case; credentials are the references to them. */
  readonly headers: Readonly<Record<string, string>>
  /** A JSON body as a value, any other as text. */
  readonly body: Json | undefined
  /** Milliseconds from the start of the request. */
  readonly started: number
  readonly ended: number
  /** The status, or why there was none. */
  readonly outcome: number | string
}

export interface TracedReply {
  readonly status: number
  /** By name in lower case, with the headers of the gateway. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** A JSON body as a value. */
  readonly json: Json | undefined
  /** The data of the events of a stream: JSON as a value, anything else as text. */
  readonly events: readonly Json[]
  /** The text of the model. */
  readonly content: string | undefined
  /** False when a stream ended with an error or broke off. */
  readonly complete: boolean
}

export interface Trace {
  readonly calls: readonly TracedCall[]
  /** Milliseconds between the end of each call and the start of the next. */
  readonly waits: readonly number[]
  readonly reply: TracedReply
  /** Milliseconds until the reply was complete. */
  readonly time: number
  /** Sentences about what the simulation could not do; empty when the trace is what would happen. */
  readonly problems: readonly string[]
}
