// Tool call deltas of a stream, identified by index and id together: a new id under an old index is a new call, and
// a delta without an index belongs to the last one (wire facts, trap 3).
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, isObject, present, writeJson } from '../wire/json.ts'

interface OpenCall {
  /** The provider's index of the call. */
  readonly theirs: Json | undefined
  readonly identifier: string
  readonly index: number
  fed: boolean
}

export interface CallMender {
  /** The OpenAI delta for a delta of the provider's. */
  readonly mend: (piece: Json) => JsonObject
  /** Deltas for calls that got no arguments: those of a tool without any. */
  readonly close: () => readonly JsonObject[]
  readonly any: () => boolean
}

export function mendCalls(makeIdentifier: (index: number) => string): CallMender {
  const calls: OpenCall[] = []
  // The last call of each id: scanning the list for every delta would be quadratic.
  const byIdentifier = new Map<string, OpenCall>()
  const byTheirs = new Map<Json | undefined, OpenCall>()
  const find = (theirs: Json | undefined, identifier: string | undefined): OpenCall | undefined => {
    if (identifier !== undefined) return byIdentifier.get(identifier)
    return theirs === undefined ? calls.at(-1) : byTheirs.get(theirs)
  }
  const remember = (call: OpenCall): void => {
    calls.push(call)
    byIdentifier.set(call.identifier, call)
    byTheirs.set(call.theirs, call)
  }
  return {
    mend: piece => {
      const { index: theirs, id, type: _type, function: called, ...others } = asObject(piece)
      const identifier = asText(id) || undefined
      const { name, arguments: given, ...more } = asObject(called)
      const known = find(theirs, identifier)
      const index = known?.index ?? calls.length
      const call = known ?? { theirs, identifier: identifier ?? makeIdentifier(index), index, fed: false }
      if (known === undefined) remember(call)
      const text = isObject(given) ? writeJson(given) : (asText(given) ?? '')
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
