// Training files for a provider with its own dialect. Lines in the vendor's format (`messages`) are converted and
// written next to the file; a file in any other format is used unchanged.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { OperationSteps } from '../../values/resource-operation.ts'
import { encodeJsonl, parseJsonl } from '../batch-input-jsonl.ts'
import { keyOfFileId, objectUri } from './batch-location.ts'
import type { ObjectStore } from './object-store.ts'

/** A chat in the provider's training format, or why it cannot be converted. */
export type TranslateChat = (chat: JsonObject) => JsonObject | Failure

const TRANSLATED_SUFFIX = '.translated.jsonl'

/** The URI of the file that the provider reads. */
export function* prepareTrainingFile(
  store: ObjectStore,
  id: string,
  param: string,
  translate: TranslateChat | undefined,
): OperationSteps<{ readonly uri: string }> {
  const file = keyOfFileId(store, id, param)
  if (isFailure(file)) return file
  const { key } = file
  if (translate === undefined) return { uri: objectUri(store, key) }
  const lines = parseJsonl((yield store.read(key)).bytes)
  if (!lines.every(isVendorChat)) return { uri: objectUri(store, key) }
  const chats: JsonObject[] = []
  for (const [index, line] of lines.entries()) {
    const chat = isObject(line) ? translate(line) : {}
    if (isFailure(chat)) return failure('invalid_request', `Line ${index + 1}: ${chat.message}`, { param })
    chats.push(chat)
  }
  yield store.write(key + TRANSLATED_SUFFIX, encodeJsonl(chats))
  return { uri: objectUri(store, key + TRANSLATED_SUFFIX) }
}

/** The URI of the client's file, from that of the file that the provider reads. */
export const originalUri = (uri: string): string =>
  uri.endsWith(TRANSLATED_SUFFIX) ? uri.slice(0, -TRANSLATED_SUFFIX.length) : uri

/** Native formats have a schema version, or no list of messages. */
const isVendorChat = (line: Json | undefined): boolean =>
  isObject(line) && isList(line['messages']) && line['schemaVersion'] === undefined
