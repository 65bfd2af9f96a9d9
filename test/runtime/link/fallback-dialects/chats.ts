// Chats as clients of several dialects write them in the OpenAI schema, each with something that some provider refuses.

export interface SampleChat {
  readonly title: string
  readonly chat: Readonly<Record<string, unknown>>
  /** A parameter that asks for nothing of a model without the ability: to leave it out loses nothing. */
  readonly neutral?: string
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const ask = [{ role: 'user', content: 'What is the weather in Paris?' }]
const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const tools = [
  { type: 'function', function: { name: 'weather', description: 'The weather of a city.', parameters } },
]
const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Paris"}' },
})
const round = (...ids: readonly string[]) => [
  ...ask,
  { role: 'assistant', content: null, tool_calls: ids.map(call) },
  ...ids.map(id => ({ role: 'tool', tool_call_id: id, content: '21 degrees' })),
]
const cached = { cache_control: { type: 'ephemeral' } }

export const chats: readonly SampleChat[] = [
  { title: 'plain', chat: { messages: ask, max_tokens: 100 } },
  {
    title: 'tools, one at a time',
    chat: { messages: ask, tools, parallel_tool_calls: false },
  },
  { title: 'a tool that must be called', chat: { messages: ask, tools, tool_choice: 'required' } },
  { title: 'a round of tool calls', chat: { messages: round('call_1', 'call_2'), tools } },
  {
    title: 'ids of tool calls with dots and colons',
    chat: { messages: round('functions.weather:0'), tools },
  },
  { title: 'a long id of a tool call', chat: { messages: round(`call_${'a1'.repeat(60)}`), tools } },
  {
    title: 'an image',
    chat: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: PIXEL } },
          ],
        },
      ],
    },
  },
  {
    title: 'thinking with a budget',
    chat: { messages: ask, max_tokens: 8000, thinking: { type: 'enabled', budget_tokens: 2048 } },
  },
  {
    title: 'thinking with a budget, in a round of tool calls',
    chat: {
      messages: round('call_1'),
      tools,
      max_tokens: 8000,
      thinking: { type: 'enabled', budget_tokens: 2048 },
    },
  },
  ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map(effort => ({
    title: `the effort ${effort}`,
    chat: { messages: ask, reasoning_effort: effort },
    ...(effort === 'none' ? { neutral: 'reasoning_effort' } : {}),
  })),
  {
    title: 'thinking that is disabled',
    chat: { messages: ask, thinking: { type: 'disabled' } },
    neutral: 'thinking',
  },
  {
    title: 'an effort with sampling',
    chat: { messages: ask, reasoning_effort: 'low', temperature: 0.4, top_p: 0.9 },
  },
  { title: 'an effort with tools', chat: { messages: ask, tools, reasoning_effort: 'medium' } },
  {
    title: 'an effort in a round of tool calls',
    chat: { messages: round('call_1'), tools, reasoning_effort: 'high' },
  },
  {
    title: 'one tool that must be called',
    chat: { messages: ask, tools, tool_choice: { type: 'function', function: { name: 'weather' } } },
  },
  {
    title: 'a schema with tools',
    chat: {
      messages: ask,
      tools,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'weather', schema: parameters, strict: true },
      },
    },
  },
  { title: 'log probabilities', chat: { messages: ask, logprobs: true, top_logprobs: 2 } },
  { title: 'penalties', chat: { messages: ask, presence_penalty: 0.5, frequency_penalty: 0.5 } },
  { title: 'a bias', chat: { messages: ask, logit_bias: { '50256': -100 } } },
  { title: 'a limit with stop sequences', chat: { messages: ask, max_tokens: 100, stop: ['END', 'STOP'] } },
  {
    title: 'a schema',
    chat: {
      messages: ask,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'weather', schema: parameters, strict: true },
      },
    },
  },
  {
    title: 'marks for a cache',
    chat: {
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.', ...cached }] },
        { role: 'user', content: [{ type: 'text', text: 'Hello', ...cached }] },
      ],
      tools: tools.map(tool => ({ ...tool, ...cached })),
    },
  },
  {
    title: 'instructions in the middle',
    chat: {
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'system', content: 'Answer in French.' },
        { role: 'user', content: 'Good morning' },
      ],
    },
  },
  { title: 'sampling', chat: { messages: ask, temperature: 1.4, top_p: 0.9 } },
  { title: 'top_k and stop_sequences', chat: { messages: ask, top_k: 5, stop_sequences: ['END'] } },
  {
    title: 'stop, seed and penalties',
    chat: { messages: ask, stop: ['END'], seed: 7, presence_penalty: 0.5 },
  },
  { title: 'an answer that begins', chat: { messages: [...ask, { role: 'assistant', content: 'It is ' }] } },
]
