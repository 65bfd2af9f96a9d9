// The context in which messages are built: the parsed text, its property names, and how a location is named.
import { mayNameASecret } from '../../diagnostics/secret-names.ts'
import { human, type Pointer, tokens } from '../../pointer.ts'
import type { Json, JsonObject, ParsedSource } from '../../source.ts'
import { isList, own } from '../kind.ts'
import type { Tell } from '../tell.ts'
import type { Vocabulary } from './known.ts'

export interface Speech {
  readonly parsed: ParsedSource
  readonly vocabulary: Vocabulary
  readonly corrections: ReadonlyMap<Pointer, readonly string[]>
  readonly meant: (pointer: Pointer, value: JsonObject) => ReadonlySet<string>
  readonly tell: Tell
}

/** The value at a pointer. */
export function valueAt(parsed: ParsedSource, pointer: Pointer): Json | undefined {
  return tokens(pointer).reduce<Json | undefined>(
    (value, token) => (isList(value) ? value[Number(token)] : own(value, token)),
    parsed.value,
  )
}

export const nameOf = ({ vocabulary }: Speech, pointer: Pointer): string =>
  pointer === '' ? `The ${vocabulary.root}` : `"${human(pointer)}"`

export const holdsSecret = (pointer: Pointer): boolean => tokens(pointer).some(mayNameASecret)
