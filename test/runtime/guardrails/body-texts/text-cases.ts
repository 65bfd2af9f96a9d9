// Bodies of each endpoint and the texts in them: those of the last message, and all.
import type { Endpoint } from '../../../../runtime/values/adapter.ts'
import type { Json } from '../../../../schemas/values/json.ts'

export const call = (text: string) => ({
  id: '1',
  type: 'function',
  function: { name: 'f', arguments: text },
})
export const user = (content: Json) => ({ role: 'user', content })

type Case = readonly [
  title: string,
  Endpoint | undefined,
  'request' | 'reply',
  body: unknown,
  last: readonly string[],
  all: readonly string[],
]

const HISTORY = [
  { role: 'system', content: 'rules' },
  user('first'),
  { role: 'assistant', content: null, tool_calls: [call('{"a":1}')], reasoning_content: 'hm' },
]

export const cases: readonly Case[] = [
  [
    'a chat: the last message of the user',
    'chat/completions',
    'request',
    { messages: [...HISTORY, user('second')] },
    ['second'],
    ['rules', 'first', '{"a":1}', 'hm', 'second', 'f'],
  ],
  [
    'parts of content, of any kind',
    'chat/completions',
    'request',
    {
      messages: [
        user([
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'x' } },
          { type: 'odd', text: 'b' },
        ]),
      ],
    },
    ['a', 'b'],
    ['a', 'b', 'x'],
  ],
  [
    'results of tools at the end count together',
    'chat/completions',
    'request',
    { messages: [...HISTORY, { role: 'tool', content: 'r1' }, { role: 'tool', content: 'r2' }] },
    ['r1', 'r2'],
    ['rules', 'first', '{"a":1}', 'hm', 'r1', 'r2', 'f'],
  ],
  [
    'the beginning of an answer does not hide the question',
    'chat/completions',
    'request',
    { messages: [user('ask'), { role: 'assistant', content: 'Sure' }] },
    ['ask', 'Sure'],
    ['ask', 'Sure'],
  ],
  [
    'nor does an instruction behind it',
    'chat/completions',
    'request',
    { messages: [user('ask'), { role: 'system', content: '.' }] },
    ['ask', '.'],
    ['ask', '.'],
  ],
  [
    'messages of no known role: all after the assistant',
    'chat/completions',
    'request',
    {
      messages: [
        { role: 'x', content: 'a' },
        { role: 'x', content: 'b' },
      ],
    },
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    'all choices, refusals, calls of a chat',
    'chat/completions',
    'reply',
    {
      choices: [
        { message: { content: 'a', refusal: null, tool_calls: [call('{}')], reasoning_content: 'hm' } },
        { message: { content: null, refusal: 'no' } },
      ],
    },
    ['a', '{}', 'no'],
    ['a', '{}', 'hm', 'no'],
  ],
  [
    'prompts',
    'completions',
    'request',
    { prompt: ['a', 'b'], suffix: 'c' },
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ],
  ['a prompt of tokens has none', 'completions', 'request', { prompt: [[1, 2]] }, [], []],
  [
    'choices of a completion',
    'completions',
    'reply',
    { choices: [{ text: 'a' }, { text: 'b' }] },
    ['a', 'b'],
    ['a', 'b'],
  ],
  ['inputs of embeddings', 'embeddings', 'request', { input: ['a', 'b'] }, ['a', 'b'], ['a', 'b']],
  ['one input', 'embeddings', 'request', { input: 'a' }, ['a'], ['a']],
  ['tokens have no text', 'embeddings', 'request', { input: [[1], [2]] }, [], []],
  [
    'query and documents',
    'rerank',
    'request',
    { query: 'q', documents: ['a', { text: 'b', more: 'c' }] },
    ['q', 'a', 'b', 'c'],
    ['q', 'a', 'b', 'c'],
  ],
  ['moderations', 'moderations', 'request', { input: [{ type: 'text', text: 'a' }] }, ['a'], ['a']],
  [
    'input of a response as a text',
    'responses',
    'request',
    { instructions: 'i', input: 'a' },
    ['a'],
    ['i', 'a'],
  ],
  [
    'input of a response as items',
    'responses',
    'request',
    {
      input: [
        user('a'),
        { type: 'function_call', arguments: '{}' },
        { type: 'function_call_output', output: 'r' },
      ],
    },
    ['r'],
    ['a', '{}', 'r'],
  ],
  [
    'variables of a prompt that the provider keeps',
    'responses',
    'request',
    { prompt: { id: 'p', variables: { a: 'x', b: { type: 'input_text', text: 'y' } } } },
    ['x', 'y'],
    ['x', 'y'],
  ],
  [
    'output of a response',
    'responses',
    'reply',
    {
      output: [
        { type: 'reasoning', summary: [{ text: 'hm' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'a' }] },
        { type: 'function_call', arguments: '{}' },
      ],
    },
    ['a', '{}'],
    ['hm', 'a', '{}'],
  ],
  [
    'a message: system, blocks, input of tools, results',
    'messages',
    'request',
    {
      system: [{ type: 'text', text: 's' }],
      messages: [
        user('a'),
        { role: 'assistant', content: [{ type: 'tool_use', input: { x: 1 } }] },
        user([
          { type: 'tool_result', content: [{ type: 'text', text: 'r' }] },
          { type: 'text', text: 'b' },
        ]),
      ],
    },
    ['r', 'b'],
    ['s', 'a', '{"x":1}', 'r', 'b'],
  ],
  [
    'a document of plain text',
    'messages',
    'request',
    {
      messages: [
        user([
          { type: 'document', title: 't', source: { type: 'text', data: 'd' } },
          { type: 'document', source: { type: 'base64', data: 'AAAA' } },
        ]),
      ],
    },
    ['d', 't'],
    ['d', 't'],
  ],
  [
    'blocks of a message',
    'messages',
    'reply',
    {
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'a' },
        { type: 'tool_use', input: {} },
      ],
    },
    ['a', '{}'],
    ['a', '{}', 'hm'],
  ],
  [
    'speech',
    'audio/speech',
    'request',
    { input: 'a', instructions: 'b', voice: 'v' },
    ['a', 'b'],
    ['a', 'b'],
  ],
  ['images', 'images/generations', 'request', { prompt: 'a' }, ['a'], ['a']],
  [
    'what is passed through: every text',
    undefined,
    'request',
    [{ a: 'x', b: [1, { c: 'y' }] }, 'z'],
    ['x', 'y', 'z'],
    ['x', 'y', 'z'],
  ],
  [
    'a body of another shape has none',
    'chat/completions',
    'request',
    { messages: { role: 'user' } },
    [],
    ['user'],
  ],
  [
    'a second message, or a result of a tool, does not hide the question',
    'chat/completions',
    'request',
    { messages: [...HISTORY, user('ask'), { role: 'tool', content: 'r' }, user('more')] },
    ['ask', 'r', 'more'],
    ['rules', 'first', '{"a":1}', 'hm', 'ask', 'r', 'more', 'f'],
  ],
  [
    'fields that are no messages, known or not',
    'chat/completions',
    'request',
    {
      model: 'm',
      user: 'a',
      metadata: { type: 'b', k: ['c'] },
      stop: ['d'],
      odd: { model: 'e' },
      reasoning_effort: 'low',
      messages: [{ role: 'user', content: 'f', odd: { text: 'g' } }],
    },
    ['f'],
    ['f', 'a', 'b', 'c', 'd', 'e', 'g'],
  ],
  [
    'names of prototypes are names like others',
    undefined,
    'request',
    JSON.parse('{"__proto__":"a","constructor":{"b":"c"}}'),
    ['a', 'c'],
    ['a', 'c'],
  ],
]
