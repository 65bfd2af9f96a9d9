// Tool call deltas of a stream, identified by index and id together: a new id under an old index is a new call, and
// a delta without an index belongs to the last one (wire facts, trap 3).
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, present, writeJson } from '../../../schemas/values/json.ts'

interface OpenCall {
  /** The provider's index of the call. */
  readonly providerIndex: Json | undefined
  readonly identifier: string
  readonly index: number
  fed: boolean
}

export interface CallNormalizer {
  /** The OpenAI delta for a delta of the provider's. */
  readonly normalize: (piece: Json) => JsonObject
  /** Deltas for calls that got no arguments: those of a tool without any. */
  readonly close: () => readonly JsonObject[]
  readonly any: () => boolean
}

export function createCallNormalizer(makeIdentifier: (index: number) => string): CallNormalizer {
  const calls: OpenCall[] = []
  // The last call of each id: scanning the list for every delta would be quadratic.
  const byIdentifier = new Map<string, OpenCall>()
  const byProviderIndex = new Map<Json | undefined, OpenCall>()
  const find = (providerIndex: Json | undefined, identifier: string | undefined): OpenCall | undefined => {
    if (identifier !== undefined) return byIdentifier.get(identifier)
    return providerIndex === undefined ? calls.at(-1) : byProviderIndex.get(providerIndex)
  }
  const remember = (call: OpenCall): void => {
    calls.push(call)
    byIdentifier.set(call.identifier, call)
    byProviderIndex.set(call.providerIndex, call)
  }
  return {
    normalize: piece => {
      const { index: providerIndex, id, type: _type, function: calledFunction, ...others } = asObject(piece)
      const identifier = asText(id) || undefined
      const { name, arguments: rawArguments, ...more } = asObject(calledFunction)
      const known = find(providerIndex, identifier)
      const index = known?.index ?? calls.length
      const call = known ?? {
        providerIndex,
        identifier: identifier ?? makeIdentifier(index),
        index,
        fed: false,
      }
      if (known === undefined) remember(call)
      const text = isObject(rawArguments) ? writeJson(rawArguments) : (asText(rawArguments) ?? '')
      const fed = text === 'null' ? '' : text
      call.fed ||= fed !== ''
      if (known !== undefined) return { ...others, index, function: { arguments: fed } }
      return present({
        ...others,
        index,
        id: call.identifier,
        type: 'function',
        function: { ...more, name: asText(name) ?? '', arguments: fed },
      })
    },
    close: () =>
      calls
        .filter(call => !call.fed)
        .map(call => {
          call.fed = true
          return { index: call.index, function: { arguments: '{}' } }
        }),
    any: () => calls.length > 0,
  }
}
