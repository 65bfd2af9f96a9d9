// A response becomes the events that spell it, and these become the response again.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregateResponse, toResponseEvents } from '../../../../runtime/cache/stream-formats/response.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { runs } from '../../../support/property-seed.ts'
import { aggregateBytes, eventsOf } from './aggregate-bytes.ts'

const RESPONSE: JsonObject = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  output: [
    {
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      encrypted_content: 'sealed',
    },
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [
        {
          type: 'output_text',
          text: 'It rains.',
          annotations: [{ type: 'url_citation', url: 'https://example.com', start_index: 0, end_index: 2 }],
          logprobs: [],
        },
        { type: 'refusal', refusal: 'No.' },
      ],
    },
    {
      id: 'fc_1',
      type: 'function_call',
      status: 'completed',
      call_id: 'call_1',
      name: 'weather',
      arguments: '{"city":"Kyiv"}',
    },
    { id: 'ctc_1', type: 'custom_tool_call', status: 'completed', call_id: 'c', name: 'run', input: 'ls' },
    { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'rain' } },
  ],
  usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
}
const typesOf = (response: JsonObject) => eventsOf(toResponseEvents(response)).map(({ type }) => type)

describe('A response as a stream', () => {
  it('tells each item from its beginning to its end, numbered', () => {
    const events = eventsOf(toResponseEvents(RESPONSE))
    expect(events.map(event => event['sequence_number'])).toEqual(events.map((_, number) => number))
    expect(events.map(({ type }) => String(type).replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.annotation.added',
      'output_text.done',
      'content_part.done',
      'content_part.added',
      'refusal.delta',
      'refusal.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'output_item.added',
      'custom_tool_call_input.delta',
      'custom_tool_call_input.done',
      'output_item.done',
      'output_item.added',
      'output_item.done',
      'completed',
    ])
  })

  it('begins empty and ends with all of it', () => {
    const events = eventsOf(toResponseEvents(RESPONSE))
    expect(events[0]).toMatchObject({ response: { status: 'in_progress', output: [], usage: null } })
    expect(events.at(-1)).toMatchObject({ response: RESPONSE })
  })

  it('names what it belongs to', () => {
    const delta = eventsOf(toResponseEvents(RESPONSE)).find(
      ({ type }) => type === 'response.output_text.delta',
    )
    expect(delta).toMatchObject({
      item_id: 'msg_1',
      output_index: 1,
      content_index: 0,
      delta: 'It rains.',
    })
  })

  it('ends as the response did', () => {
    expect(typesOf({ ...RESPONSE, status: 'incomplete' }).at(-1)).toBe('response.incomplete')
  })

  it.each(['failed', 'cancelled', 'queued', 'in_progress', null])(
    'is none where the status is %s',
    status => {
      expect(toResponseEvents({ ...RESPONSE, status })).toBeUndefined()
    },
  )

  it('folds into the response that it was, whatever that holds', () => {
    const item = fc.record(
      {
        id: fc.string(),
        type: fc.constantFrom('message', 'reasoning', 'function_call', 'custom_tool_call', 'x'),
        content: fc.jsonValue({ maxDepth: 2 }),
        summary: fc.jsonValue({ maxDepth: 2 }),
        arguments: fc.jsonValue({ maxDepth: 0 }),
      },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(item, fc.jsonValue({ maxDepth: 1 }))), output => {
        const response = { ...RESPONSE, output } as unknown as JsonObject
        const bytes = toResponseEvents(response)
        expect(aggregateBytes(aggregateResponse(), bytes)).toEqual(JSON.parse(JSON.stringify(response)))
      }),
      { numRuns: runs(40) },
    )
  })
})

describe('Aggregating the events of a response', () => {
  const folding = (...events: readonly { event?: string; data: string }[]) => {
    const fold = aggregateResponse()
    for (const event of events) fold.add(event)
    return fold
  }
  const end = (type: string, response: unknown = RESPONSE) => ({
    event: type,
    data: JSON.stringify({ type, response }),
  })

  it('reads the last event alone, named or not', () => {
    const odd = { event: 'response.output_text.delta', data: 'no JSON' }
    expect(folding(odd, end('response.completed')).reply()?.reply).toEqual(RESPONSE)
    const { data } = end('response.completed')
    expect(folding({ data }).state()).toBe('complete')
  })

  it.each([
    ['an error', { event: 'error', data: '{"type":"error"}' }],
    ['a failure', end('response.failed')],
    ['an end without a response', end('response.completed', null)],
    ['an end that is no JSON', { event: 'response.completed', data: '{' }],
  ])('is unsound after %s', (_title, event) => {
    expect(folding(event).state()).toBe('failed')
    expect(folding(event, end('response.completed')).state()).toBe('failed')
  })

  it('is open without an end', () => {
    expect(folding().state()).toBe('open')
    expect(folding().reply()).toBeUndefined()
  })
})
