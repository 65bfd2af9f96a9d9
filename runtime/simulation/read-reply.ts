// Reads a reply as a client does: headers by name, the body as text, JSON or events, and the text of the model.
import { asList, asObject, asText, isObject, type Json, parseJson } from '../../schemas/values/json.ts'
import { readEvents } from '../streams/server-sent-events.ts'
import { concatenate } from '../values/byte-stream.ts'
import { isStream, type Reply } from '../values/call.ts'
import { type Headers, headerValue } from '../values/headers.ts'
import type { TracedReply } from './trace.ts'

/** Calls back once, when the body is complete or broken. */
export function collectBody(body: Reply['body'], done: (bytes: Uint8Array, broken: boolean) => void): void {
  if (!isStream(body)) return done(body, false)
  const pieces: Uint8Array[] = []
  body.start({
    chunk: bytes => void pieces.push(bytes),
    end: () => done(concatenate(pieces), false),
    fail: () => done(concatenate(pieces), true),
  })
}

const decoder = new TextDecoder()

export function readReply(status: number, headers: Headers, bytes: Uint8Array, broken: boolean): TracedReply {
  const text = decoder.decode(bytes)
  const events = /^text\/event-stream/.test(headerValue(headers, 'content-type') ?? '') ? eventsOf(bytes) : []
  const json = events.length > 0 ? undefined : parseJson(text)
  const pieces = events.length > 0 ? events.map(streamedContent) : [wholeContent(json)]
  const known = pieces.filter(piece => piece !== undefined)
  return {
    status,
    headers: byName(headers),
    text,
    json,
    events,
    content: known.length === 0 ? undefined : known.join(''),
    complete: !broken && !events.some(isErrorEvent),
  }
}

function byName(headers: Headers): Readonly<Record<string, string>> {
  const named: Record<string, string> = {}
  for (let index = 0; index + 1 < headers.length; index += 2)
    named[(headers[index] ?? '').toLowerCase()] = headers[index + 1] ?? ''
  return named
}

function eventsOf(bytes: Uint8Array): readonly Json[] {
  return readEvents(bytes).map(({ data }) => parseJson(data) ?? data)
}

const isErrorEvent = (event: Json): boolean =>
  isObject(event) && (isObject(event['error']) || event['type'] === 'error')

const textOfParts = (parts: readonly Json[]): string | undefined => {
  const texts = parts.map(part => asText(asObject(part)['text'])).filter(text => text !== undefined)
  return texts.length === 0 ? undefined : texts.join('')
}

/** The text of a chat, a completion, a message, a response or Gemini's content. */
function wholeContent(json: Json | undefined): string | undefined {
  const body = asObject(json)
  const choice = asObject(asList(body['choices'])[0])
  const output = asList(body['output']).flatMap(item => asList(asObject(item)['content']))
  const candidate = asObject(asObject(asList(body['candidates'])[0])['content'])
  return (
    asText(asObject(choice['message'])['content']) ??
    asText(choice['text']) ??
    textOfParts(asList(body['content'])) ??
    textOfParts(output) ??
    textOfParts(asList(candidate['parts']))
  )
}

/** The text that an event adds. */
function streamedContent(event: Json): string | undefined {
  const body = asObject(event)
  const choice = asObject(asList(body['choices'])[0])
  const candidate = asObject(asObject(asList(body['candidates'])[0])['content'])
  return (
    asText(asObject(choice['delta'])['content']) ??
    asText(choice['text']) ??
    asText(asObject(body['delta'])['text']) ??
    (body['type'] === 'response.output_text.delta' ? asText(body['delta']) : undefined) ??
    textOfParts(asList(candidate['parts']))
  )
}
