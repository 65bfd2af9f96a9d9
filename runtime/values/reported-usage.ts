// The usage in a reply, as text until it is needed: most of it is read for the log alone, of several requests at once.
import type { Json } from '../../schemas/values/json.ts'
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

/** The usage of a call as its provider reported it. */
export const reportedUsage = (usage: Json | UnreadUsage | undefined): Json | undefined =>
  usage instanceof UnreadUsage ? usage.read() : usage
