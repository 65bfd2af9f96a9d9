// The form of a reply in a provider's own schema, made from one string.
import type { JsonObject } from '../../../schemas/values/json.ts'

export interface ReplyFormat {
  /** The paths that reply in this form. */
  readonly path: RegExp
  /** The paths whose replies are streamed whatever the body requests. */
  readonly streamPath?: RegExp
  /** A whole reply with this text. */
  readonly whole: (model: string, text: string) => JsonObject
  /** The bytes before the text, each piece of it, and the end; absent if the format has no streams. */
  readonly streamed?: (model: string, pieces: readonly string[]) => StreamedReply
  readonly contentType?: string
}

export interface StreamedReply {
  /** What arrives before the first content. */
  readonly opening: readonly (string | Uint8Array)[]
  /** One for each piece of text. */
  readonly contents: readonly (string | Uint8Array)[]
  readonly closing: readonly (string | Uint8Array)[]
}

/** Tokens as a simulation counts them: four characters each. */
export const tokensOf = (text: string): number => Math.max(1, Math.ceil(text.length / 4))

/** A named server-sent event. */
export const namedEvent = (name: string, value: JsonObject): string =>
  `event: ${name}\ndata: ${JSON.stringify(value)}\n\n`

export const unnamedEvent = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
