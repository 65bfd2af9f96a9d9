// Sample chats, one per feature, for the suites without recordings.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { callPiece, chat, chunk } from './context.ts'

const call = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: '{"a":1}' },
  ...more,
})
const signed = { type: 'thinking', thinking: 'Hm', signature: 'sig' }
const use = { type: 'tool_use', id: 'a', name: 'f', input: { a: 1 } }
const signature = { google: { thought_signature: 'gs' } }

export const chats: Readonly<Record<string, JsonObject>> = {
  text: chat({ content: 'Hi' }),
  'nothing at all': chat({ content: '' }),
  'two calls': chat({ content: null, tool_calls: [call('a'), call('b')] }, { finish_reason: 'tool_calls' }),
  'text and a call': chat({ content: 'Wait', tool_calls: [call('a')] }, { finish_reason: 'tool_calls' }),
  'a call of a tool that takes text': chat(
    { content: null, tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'sql', input: 'select' } }] },
    { finish_reason: 'tool_calls' },
  ),
  'a refusal': chat({ content: null, refusal: 'No.' }),
  'a cut answer': chat({ content: 'Hi and' }, { finish_reason: 'length' }),
  'a blocked answer': chat({ content: '', refusal: 'Blocked.' }, { finish_reason: 'content_filter' }),
  'thinking in plain words': chat({ content: 'Hi', reasoning_content: 'Hm' }),
  'thinking before a call': chat({ content: null, reasoning_content: 'Hm', tool_calls: [call('a')] }),
  'thinking twice told, with details': chat({
    content: 'Hi',
    reasoning: 'Hm',
    reasoning_details: [{ type: 'reasoning.text', text: 'Hm', signature: 'rs', index: 0 }],
  }),
  'signed thinking between text and calls': chat({
    content: 'WaitStill',
    tool_calls: [call('a')],
    content_blocks: [
      signed,
      { type: 'text', text: 'Wait' },
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: 'Still' },
      use,
    ],
  }),
  'a signed call': chat({ content: null, tool_calls: [call('a', { extra_content: signature })] }),
  'a signed message': chat({ content: 'Hi', extra_content: signature }),
  'probabilities and citations': chat(
    {
      content: 'Hi',
      annotations: [
        {
          type: 'url_citation',
          url_citation: { start_index: 0, end_index: 2, url: 'https://a', title: 'A' },
        },
      ],
    },
    {
      logprobs: {
        content: [{ token: 'Hi', logprob: -0.1, bytes: [72, 105], top_logprobs: [] }],
        refusal: null,
      },
    },
  ),
  'cached tokens': chat(
    { content: 'Hi' },
    {},
    {
      usage: {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 4 },
        cache_read_input_tokens: 4,
        cache_creation_input_tokens: 3,
        completion_tokens_details: { reasoning_tokens: 2 },
      },
    },
  ),
  'no counts': chat({ content: 'Hi' }, {}, { usage: null }),
}

const usage = {
  ...chunk({}),
  choices: [],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
}
const finish = (reason: string): readonly JsonObject[] => [chunk({}, { finish_reason: reason }), usage]
const block = (index: number, begun: JsonObject, delta: JsonObject = {}): JsonObject =>
  chunk({ ...delta, content_blocks: [{ index, content_block: begun }] })
const more = (index: number, added: JsonObject, delta: JsonObject = {}): JsonObject =>
  chunk({ ...delta, content_blocks: [{ index, delta: added }] })

export const streams: Readonly<Record<string, readonly JsonObject[]>> = {
  text: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Hel' }),
    chunk({ content: 'lo' }),
    ...finish('stop'),
  ],
  'nothing at all': [chunk({ role: 'assistant', content: '' }), ...finish('stop')],
  'calls that interleave': [
    chunk(callPiece(0, 'a', 'f', '{"a"')),
    chunk(callPiece(1, 'b', 'g', '{"b"')),
    chunk(callPiece(0, undefined, undefined, ':1}')),
    chunk(callPiece(1, undefined, undefined, ':2}')),
    ...finish('tool_calls'),
  ],
  'calls of one index': [
    chunk(callPiece(0, 'a', 'f', '{}')),
    chunk(callPiece(0, 'b', 'g', '{}')),
    ...finish('tool_calls'),
  ],
  'a call without arguments': [chunk(callPiece(0, 'a', 'f', '')), ...finish('tool_calls')],
  'a refusal': [chunk({ refusal: 'N' }), chunk({ refusal: 'o.' }), ...finish('stop')],
  'thinking in plain words': [
    chunk({ reasoning_content: 'H' }),
    chunk({ reasoning_content: 'm' }),
    chunk({ content: 'Hi' }),
    ...finish('stop'),
  ],
  'signed thinking, text and a call': [
    block(0, { type: 'thinking', thinking: '', signature: '' }),
    more(0, { type: 'thinking_delta', thinking: 'Hm' }),
    more(0, { type: 'signature_delta', signature: 'sig' }),
    block(1, { type: 'redacted_thinking', data: 'x' }),
    block(2, { type: 'text', text: '' }),
    more(2, { type: 'text_delta', text: 'Wait' }, { content: 'Wait' }),
    block(3, { type: 'tool_use', id: 'a', name: 'f', input: {} }, callPiece(0, 'a', 'f', '')),
    more(
      3,
      { type: 'input_json_delta', partial_json: '{"a":1}' },
      callPiece(0, undefined, undefined, '{"a":1}'),
    ),
    ...finish('tool_calls'),
  ],
  'a signed call behind text': [
    chunk({ content: 'Wait' }),
    chunk({ tool_calls: [{ index: 0, ...call('a', { extra_content: signature }) }] }),
    ...finish('tool_calls'),
  ],
  'details of reasoning in pieces': [
    chunk({ reasoning: 'H', reasoning_details: [{ type: 'reasoning.text', text: 'H', index: 0 }] }),
    chunk({ reasoning: 'm', reasoning_details: [{ type: 'reasoning.text', text: 'm', index: 0 }] }),
    chunk({ content: 'Hi' }),
    chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz', index: 1 }] }),
    chunk({ content: ' there' }),
    ...finish('stop'),
  ],
  'a cut answer': [chunk({ content: 'Hi and' }), ...finish('length')],
}
