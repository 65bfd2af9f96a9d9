// The usage in a reply. As text until it is needed: most of it is read only for the log, of several requests at once. Of a stream that
// has not ended, as it has been reported until then.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { parseObject } from './body/scan-json-fields.ts'

export class UnreadUsage {
  readonly #text: string
  #usage: Json | undefined
  #isRead = false

  /** `text` is an object. */
  constructor(text: string) {
    this.#text = text
  }

  /** Undefined for what is not JSON. */
  read(): Json | undefined {
    if (!this.#isRead) this.#usage = parseObject(this.#text)
    this.#isRead = true
    return this.#usage
  }
}

/** Characters of a token, in content whose tokens were not counted. */
const CHARACTERS_PER_TOKEN = 4

/** What a stream has reported when it is left or breaks; replaced where it reports its usage as a whole. */
export class PartialUsage {
  readonly #reported: () => JsonObject | undefined
  readonly #characters: (() => number) | undefined

  /** `characters` is the length of the content in the stream, if it is read anyway. */
  constructor(reported: () => JsonObject | undefined, characters?: () => number) {
    this.#reported = reported
    this.#characters = characters
  }

  /** Undefined if nothing was reported. The tokens of the output are at least those of its content. */
  read(): JsonObject | undefined {
    const usage = this.#reported()
    if (usage === undefined || this.#characters === undefined) return usage
    const name = usage['completion_tokens'] === undefined ? 'output_tokens' : 'completion_tokens'
    const { [name]: output, total_tokens: total, ...others } = usage
    const counted = Math.ceil(this.#characters() / CHARACTERS_PER_TOKEN)
    return typeof output === 'number' && output >= counted ? usage : { ...others, [name]: counted }
  }
}

/** As a call records it. */
export type RecordedUsage = Json | UnreadUsage | PartialUsage

/** The usage of a call as its provider reported it. */
export const reportedUsage = (usage: RecordedUsage | undefined): Json | undefined =>
  usage instanceof UnreadUsage || usage instanceof PartialUsage ? usage.read() : usage

/** The usage of an attempt that another one followed: its reply was discarded, and is paid for nevertheless. */
export interface DiscardedUsage {
  readonly provider: string
  readonly model: string | undefined
  readonly answered?: string | undefined
  readonly slug?: string | undefined
  /** The member, if the slug is that of a pool. */
  readonly member?: string | undefined
  readonly isRegional?: boolean | undefined
  readonly usage: RecordedUsage
}

/** The slug that a price may be written for: of a member, where a pool was called. */
export const pricedSlug = (slug: string | undefined, member: string | undefined): string | undefined =>
  slug === undefined || member === undefined ? slug : `${slug}.${member}`
