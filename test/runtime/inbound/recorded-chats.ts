// Recorded chats of every provider that speaks the vendor's schema, whole and streamed, with what a script read out of
// each. Those are left out whose answer is no text and no call of a function: sound, several choices.

import { readEvents } from '../../../runtime/streams/server-sent-events.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, isObject, parseJson } from '../../../schemas/values/json.ts'
import {
  isRecorded,
  recordedBytes,
  recordedFolders,
  recordedJson,
  recordedText,
} from '../providers/recordings.ts'

export interface RecordedChat {
  readonly name: string
  readonly whole?: JsonObject
  readonly chunks?: readonly JsonObject[]
  readonly observed: JsonObject
}

const left = /multiple-choices|text-to-audio|custom-tool/

const places = recordedFolders('').flatMap(provider =>
  isRecorded(`${provider}/chat-completions`)
    ? recordedFolders(`${provider}/chat-completions`).map(name => `${provider}/chat-completions/${name}`)
    : [],
)

export const recordedChats: readonly RecordedChat[] = places
  .filter(place => !left.test(place))
  .flatMap(readCase)

function readCase(place: string): readonly RecordedChat[] {
  const meta = asObject(recordedJson(`${place}/meta.json`))
  const observed = asObject(recordedJson(`${place}/observed.json`))
  if (meta['status'] !== 200 || 'errorMessage' in observed) return []
  const name = place.replace('/chat-completions', '')
  if (isRecorded(`${place}/stream.txt`))
    return [{ name, chunks: chunksOf(place, meta['framing'] === 'sse'), observed }]
  const whole = recordedJson(`${place}/response.json`)
  return isObject(whole) && whole['error'] === undefined ? [{ name, whole, observed }] : []
}

function chunksOf(place: string, framed: boolean): readonly JsonObject[] {
  if (!framed)
    return recordedText(`${place}/stream.txt`)
      .split('\n')
      .map(line => parseJson(line.replace(/^data: /, '')))
      .filter(isObject)
  return readEvents(recordedBytes(`${place}/stream.txt`))
    .map(({ data: text }) => parseJson(text))
    .filter(isObject)
}
