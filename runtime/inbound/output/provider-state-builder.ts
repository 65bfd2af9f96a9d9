// Provider state of a message while it is streamed. Mutable: copying it for each delta would be quadratic.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { ProviderState } from '../history/provider-state.ts'

export interface ProviderStateBuilder {
  /** Entries of `reasoning_details`. */
  readonly details: JsonObject[]
  /** The `extra_content` of calls, by call id. */
  readonly calls: Map<string, Json>
  /** The `extra_content` of the message itself. */
  readonly extra: Map<string, Json>
}

export const createStateBuilder = (): ProviderStateBuilder => ({
  details: [],
  calls: new Map(),
  extra: new Map(),
})

export const addExtraContent = ({ extra }: ProviderStateBuilder, content: JsonObject): void => {
  for (const [name, value] of Object.entries(content)) extra.set(name, value)
}

export const buildState = ({ details, calls, extra }: ProviderStateBuilder): ProviderState => ({
  details: details.length === 0 ? undefined : details,
  extra: extra.size === 0 ? undefined : Object.fromEntries(extra),
  calls: calls.size === 0 ? undefined : Object.fromEntries(calls),
})

/** Appends all of it to another builder. */
export function moveState(from: ProviderStateBuilder, to: ProviderStateBuilder): void {
  for (const entry of from.details) to.details.push(entry)
  for (const [id, value] of from.calls) to.calls.set(id, value)
  for (const [name, value] of from.extra) to.extra.set(name, value)
}
