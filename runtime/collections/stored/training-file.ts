// Training files for a provider with its own dialect. Lines in the vendor's format (`messages`) are converted and written
// beside the file; a file in any other format is used unchanged.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure, isFailure } from '../../failures.ts'
import { isList, isObject } from '../../providers/wire/json.ts'
import type { Talk } from '../collection.ts'
import { parseLines, writeLines } from '../vendor-lines.ts'
import { addressOf, keyOfFile } from './object-id.ts'
import type { ObjectStore } from './object-store.ts'

/** A chat in the provider's training format, or why it cannot be converted. */
export type TranslateChat = (chat: JsonObject) => JsonObject | Failure

const ENDING = '.translated.jsonl'

/** The URI of the file that the provider reads. */
export function* trainingFile(
  store: ObjectStore,
  id: string,
  param: string,
  translate: TranslateChat | undefined,
): Talk<{ readonly address: string }> {
  const found = keyOfFile(store, id, param)
  if (isFailure(found)) return found
  const { key } = found
  if (translate === undefined) return { address: addressOf(store, key) }
  const lines = parseLines((yield store.read(key)).bytes)
  if (!lines.every(isVendorChat)) return { address: addressOf(store, key) }
  const chats: JsonObject[] = []
  for (const [index, line] of lines.entries()) {
    const chat = isObject(line) ? translate(line) : {}
    if (isFailure(chat)) return failure('invalid_request', `Line ${index + 1}: ${chat.message}`, { param })
    chats.push(chat)
  }
  yield store.write(key + ENDING, writeLines(chats))
  return { address: addressOf(store, key + ENDING) }
}

/** The URI of the client's file, from that of the file that the provider reads. */
export const originalOf = (address: string): string =>
  address.endsWith(ENDING) ? address.slice(0, -ENDING.length) : address

/** Native formats have a schema version, or no list of messages. */
const isVendorChat = (line: Json | undefined): boolean =>
  isObject(line) && isList(line['messages']) && line['schemaVersion'] === undefined
