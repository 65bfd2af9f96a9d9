// Chats that use one feature each, in the OpenAI schema: what a fallback may have to do without.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { EFFORTS } from '../wire/efforts.ts'

export interface SampleChat {
  readonly feature: string
  readonly value?: string
  readonly chat: JsonObject
  /** Features before it that it combines: what is lost only of them is not repeated. */
  readonly combines?: readonly string[]
}

const ask: Json = [{ role: 'user', content: 'What is the weather in Paris?' }]
const parameters: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const tools: Json = [
  { type: 'function', function: { name: 'weather', description: 'The weather of a city.', parameters } },
]
const schema: Json = {
  type: 'json_schema',
  json_schema: { name: 'weather', schema: parameters, strict: true },
}
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const PLAIN_CHAT: JsonObject = { messages: ask }

const of = (feature: string, fields: JsonObject, combines?: readonly string[]): SampleChat => ({
  feature,
  chat: { ...PLAIN_CHAT, ...fields },
  ...(combines === undefined ? {} : { combines }),
})

const parameter = (value: string, fields: JsonObject): SampleChat => ({
  ...of('parameter', fields),
  value,
})

export const SAMPLE_CHATS: readonly SampleChat[] = [
  of('tools', { tools }),
  of('one tool at a time', { tools, parallel_tool_calls: false }, ['tools']),
  of('a tool that must be called', { tools, tool_choice: 'required' }, ['tools']),
  of('a certain tool', { tools, tool_choice: { type: 'function', function: { name: 'weather' } } }, [
    'tools',
    'a tool that must be called',
  ]),
  of('JSON', { response_format: { type: 'json_object' } }),
  of('a JSON schema', { response_format: schema }),
  of('a JSON schema with tools', { response_format: schema, tools }, ['tools', 'a JSON schema']),
  of('a begun reply', { messages: [...ask, { role: 'assistant', content: 'It is ' }] }),
  of('images', {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: PIXEL } },
        ],
      },
    ],
  }),
  ...EFFORTS.map(effort => ({
    ...of('reasoning effort', { reasoning_effort: effort, stream: true }),
    value: effort,
  })),
  of('tools while thinking', { tools, reasoning_effort: 'high', stream: true }, [
    'tools',
    'reasoning effort high',
  ]),
  of('thinking without streaming', { reasoning_effort: 'high' }, ['reasoning effort high']),
  of('a budget for thinking', {
    thinking: { type: 'enabled', budget_tokens: 2048 },
    max_tokens: 8000,
    stream: true,
  }),
  parameter('temperature', { temperature: 0.4 }),
  parameter('temperature above 1', { temperature: 1.4 }),
  parameter('top_p', { top_p: 0.9 }),
  parameter('top_k', { top_k: 5 }),
  parameter('seed', { seed: 7 }),
  parameter('stop', { stop: ['END'] }),
  parameter('presence_penalty', { presence_penalty: 0.5 }),
  parameter('frequency_penalty', { frequency_penalty: 0.5 }),
  parameter('logprobs', { logprobs: true, top_logprobs: 2 }),
  parameter('logit_bias', { logit_bias: { '50256': -100 } }),
  of('temperature while thinking', { reasoning_effort: 'high', temperature: 0.4, stream: true }, [
    'reasoning effort high',
    'parameter temperature',
  ]),
]

/** A string that nothing else in a body contains. */
export const SIGNATURE = 'c2lnbmF0dXJlLW9mLXRoaW5raW5n'

const call: JsonObject = {
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Paris"}' },
}
const round = (reply: JsonObject): JsonObject => ({
  tools,
  messages: [
    ...ask,
    { role: 'assistant', content: null, ...reply },
    { role: 'tool', tool_call_id: 'call_1', content: '21 degrees' },
  ],
})

/** Histories with the signatures of replies, as the gateway gives them to its clients, by who signs. */
export const SIGNED_HISTORIES: Readonly<Record<string, JsonObject>> = {
  Claude: round({
    tool_calls: [call],
    content_blocks: [{ type: 'thinking', thinking: 'Let me look.', signature: SIGNATURE }],
  }),
  Gemini: round({ tool_calls: [{ ...call, extra_content: { google: { thought_signature: SIGNATURE } } }] }),
}
