// Events of an inbound API → what a client has after reading them all. It fails on what no conformant stream does, so
// that every test of a stream checks the stream invariants too.
import { expect } from 'vitest'
import type { InboundEvent, InboundStream } from '../../../runtime/inbound/inbound-api.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'

export const readEvents = (events: readonly InboundEvent[]): readonly JsonObject[] =>
  events.map(({ event, data: text }) => {
    const body = asObject(JSON.parse(text))
    expect(event).toBe(body['type'])
    return body
  })

/** All events of a chat that ended well. */
export const eventsOf = (stream: InboundStream, chunks: readonly JsonObject[]): readonly JsonObject[] =>
  readEvents([...chunks.flatMap(stream.chunk), ...stream.end()])

/** The message that the events of the dialect `messages` build: blocks one behind the other, each opened and closed. */
export function messageFromEvents(events: readonly JsonObject[]): JsonObject {
  const [start, ...others] = events
  expect(start?.['type']).toBe('message_start')
  expect(others.at(-1)).toEqual({ type: 'message_stop' })
  expect(others.at(-2)?.['type']).toBe('message_delta')
  const content: Record<string, Json>[] = []
  let open: Record<string, Json> | undefined
  let written = ''
  for (const event of others.slice(0, -2)) {
    const delta = asObject(event['delta'])
    if (event['type'] === 'content_block_start') {
      expect(open).toBeUndefined()
      expect(event['index']).toBe(content.length)
      open = { ...asObject(event['content_block']) }
      written = ''
    } else {
      expect(event['index']).toBe(content.length)
      if (open === undefined) throw new Error('A block is fed or closed that is not open.')
      if (event['type'] === 'content_block_stop') {
        if (open['type'] === 'tool_use') open['input'] = jsonOf(written)
        content.push(open)
        open = undefined
      } else if (delta['type'] === 'input_json_delta') written += String(delta['partial_json'])
      else
        for (const name of ['text', 'thinking', 'signature'])
          if (name in delta) open[name] = String(open[name] ?? '') + String(delta[name])
    }
  }
  expect(open).toBeUndefined()
  const end = others.at(-2) ?? {}
  return { ...asObject(start?.['message']), content, ...asObject(end['delta']), usage: end['usage'] ?? null }
}

/** What cut arguments are: the dialect's own clients have nothing better. */
function jsonOf(written: string): Json {
  try {
    return asObject(JSON.parse(written))
  } catch {
    return {}
  }
}

/** The response at the end of the events of the dialect `responses`, after all that came before was held against it. */
export function responseFromEvents(events: readonly JsonObject[]): JsonObject {
  expect(events.map(event => event['sequence_number'])).toEqual(events.map((_, index) => index))
  expect(events.slice(0, 2).map(event => event['type'])).toEqual(['response.created', 'response.in_progress'])
  const last = events.at(-1) ?? {}
  const response = asObject(last['response'])
  expect(last['type']).toBe(`response.${String(response['status'])}`)
  const items: Json[] = []
  let open: JsonObject | undefined
  let text = ''
  for (const event of events.slice(2, -1)) {
    const type = String(event['type'])
    expect(event['output_index']).toBe(items.length)
    if (type === 'response.output_item.added') {
      expect(open).toBeUndefined()
      open = asObject(event['item'])
      text = ''
    } else if (type === 'response.output_item.done') {
      expect(asObject(event['item'])['id']).toBe(open?.['id'])
      items.push(event['item'] ?? null)
      open = undefined
    } else {
      expect(event['item_id']).toBe(open?.['id'])
      if (type.endsWith('.delta')) text += String(event['delta'])
      else if (!/part\.(added|done)$/.test(type))
        expect(event['text'] ?? event['refusal'] ?? event['arguments'] ?? event['input']).toBe(text)
    }
  }
  expect(open).toBeUndefined()
  expect(response['output']).toEqual(items)
  return response
}

export interface ClientView {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { readonly id: Json; readonly name: Json; readonly arguments: Json }[]
}

const texts = (items: readonly JsonObject[], name: string): string =>
  items.map(item => (typeof item[name] === 'string' ? item[name] : '')).join('')

/** What a Messages client receives. */
export function viewOfMessage(message: JsonObject): ClientView {
  const blocks = asList(message['content']).map(asObject)
  return {
    text: texts(blocks, 'text'),
    reasoning: texts(blocks, 'thinking'),
    calls: blocks
      .filter(block => block['type'] === 'tool_use')
      .map(({ id = null, name = null, input = null }) => ({ id, name, arguments: input })),
  }
}

/** What a Responses client receives; refusals count as text. */
export function viewOfResponse(response: JsonObject): ClientView {
  const items = asList(response['output']).map(asObject)
  const inner = (name: string): readonly JsonObject[] =>
    items.flatMap(item => asList(item[name]).map(asObject))
  return {
    text: inner('content')
      .map(part => String(part['text'] ?? part['refusal']))
      .join(''),
    reasoning: texts(inner('summary'), 'text'),
    calls: items
      .filter(item => item['type'] === 'function_call')
      .map(({ call_id: id = null, name = null, arguments: written }) => ({
        id,
        name,
        arguments: jsonOf(String(written)),
      })),
  }
}
