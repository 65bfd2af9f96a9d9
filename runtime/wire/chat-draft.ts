// A chat with the changes that fit it to its model, and the names of what was changed.
import type { Json } from '../../schemas/values/json.ts'

export interface FamilyEdits {
  /** Fields to write; undefined removes one. */
  readonly fields: Readonly<Record<string, Json | undefined>>
  readonly dropped: readonly string[]
}

/** Values without effect: the reply is the same without them. */
const NEUTRAL: Readonly<Record<string, Json>> = {
  temperature: 1,
  top_p: 1,
  n: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  logprobs: false,
  parallel_tool_calls: true,
  tool_choice: 'auto',
}

/** The chat with the changes so far. */
export class ChatDraft {
  readonly #read: (name: string) => Json | undefined
  readonly #fields: Record<string, Json | undefined> = {}
  readonly #dropped = new Set<string>()

  constructor(read: (name: string) => Json | undefined) {
    this.#read = read
  }

  /** The value to be sent; undefined if it is null. */
  value(name: string): Json | undefined {
    return (name in this.#fields ? this.#fields[name] : this.#read(name)) ?? undefined
  }

  write(name: string, value: Json | undefined): void {
    this.#fields[name] = value
  }

  /** Reports a parameter that is not sent as it was requested. */
  name(parameter: string): void {
    this.#dropped.add(parameter)
  }

  leaveOut(name: string): void {
    const value = this.value(name)
    if (value === undefined) return
    this.write(name, undefined)
    if (value !== NEUTRAL[name]) this.name(name)
  }

  edits(origins: Readonly<Record<string, string>>): FamilyEdits | undefined {
    return Object.keys(this.#fields).length === 0
      ? undefined
      : { fields: this.#fields, dropped: [...this.#dropped].map(name => origins[name] ?? name) }
  }
}
