// What goes where: a secret or a class of data, the origin that it reaches, what sends it, and what a caller has to send for it.

import { canonicalJson } from '../../../schemas/values/canonical-json.ts'

/**
 * `messages`: the bodies of requests and replies. `redacted`: messages from which a guard has removed for certain what it looks for.
 * `files`: uploads and forms. `metadata.*` and `headers.*`: all of them.
 */
export type ContentClass = 'messages' | 'files' | 'redacted' | `metadata.${string}` | `headers.${string}`

export type Carried =
  | { readonly kind: 'data'; readonly data: ContentClass }
  /** The secret itself, or what is made of it: a token, a signature. */
  | {
      readonly kind: 'secret'
      /** As it is referenced: `env:NAME`. */
      readonly secret: string
      /** The stored provider that it belongs to; absent for secrets of configs and checks. */
      readonly slug?: string
    }

export type Destination =
  | { readonly kind: 'origin'; readonly origin: string }
  /** A host or provider that callers choose. */
  | { readonly kind: 'chosen'; readonly by: CallerChoice }
  /** Not decided, with the reason as the end of a sentence. */
  | { readonly kind: 'unknown'; readonly because: string }

export type CallerChoice = 'custom host' | 'provider' | 'inline config' | 'saved object'

/** What sends it. */
export type Sender =
  | { readonly kind: 'target' }
  | { readonly kind: 'check'; readonly guard: string; readonly check: string }
  | { readonly kind: 'embedding' | 'vectors' | 'cache' | 'token exchange' | 'prompt' }
  | { readonly kind: 'service'; readonly service: string }

/** Gateway headers without prefix, which a request needs for the flow. */
export type Opening = Readonly<Record<string, string>>

export interface Flow {
  readonly carried: Carried
  readonly to: Destination
  readonly by: Sender
  /** The proxy in between, in words; absent if it is called directly. */
  readonly hop?: string
  /** Absent if every request of the path causes the flow. */
  readonly opening?: Opening
}

export const carriedMessages = (isRedacted: boolean): Carried => ({
  kind: 'data',
  data: isRedacted ? 'redacted' : 'messages',
})

export const carriedContent = (name: ContentClass): Carried => ({ kind: 'data', data: name })

export const toOrigin = (origin: string): Destination => ({ kind: 'origin', origin })

export const toUnknown = (because: string): Destination => ({ kind: 'unknown', because })

/** What goes where, and by which proxy. */
export type FlowPath = Pick<Flow, 'carried' | 'to' | 'hop'>

export const flowPath = ({ carried, to, hop }: FlowPath): FlowPath => ({
  carried,
  to,
  ...(hop !== undefined && { hop }),
})

/** As one string, to compare flows. */
export const formatFlowKey = (flow: FlowPath): string => canonicalJson(flowPath(flow))
