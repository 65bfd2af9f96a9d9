// How OpenAI and compatible providers report usage: chats and responses.
import fc from 'fast-check'
import {
  CHATS,
  data,
  inPieces,
  json,
  type NativeUsage,
  named,
  nested,
  number,
  tokens,
  type UsageForm,
} from './usage-form.ts'

const vendorUsage = fc
  .record({ prompt: tokens, output: fc.integer({ min: 1, max: 9000 }), share: fc.nat(100) })
  .map(({ prompt, output, share }) => ({
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: Math.floor((prompt * share) / 100) },
  }))
const HEAD = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
const choice = (delta: object, finish: string | null = null): object => ({
  index: 0,
  delta,
  finish_reason: finish,
})

export const vendor = (
  name: string,
  provider: string,
  model: string,
  routes: readonly string[] = CHATS,
): UsageForm => ({
  name,
  provider,
  model,
  routes,
  usage: vendorUsage,
  counts: usage => [
    number(usage['prompt_tokens']),
    number(usage['completion_tokens']),
    nested(usage, 'prompt_tokens_details', 'cached_tokens'),
  ],
  whole: (usage, text) =>
    json({
      ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm', usage },
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      service_tier: 'default',
    }),
  stream: (parts, text) => {
    const [first, ...others] = parts.slice(0, -1)
    return {
      events: [
        data({ ...HEAD, choices: [choice({ role: 'assistant', content: '' })], usage: first ?? null }),
        ...inPieces(text).map(content => data({ ...HEAD, choices: [choice({ content })], usage: null })),
        ...others.map(usage => data({ ...HEAD, choices: [choice({ content: 'x' })], usage })),
        data({ ...HEAD, choices: [choice({}, 'stop')], usage: null }),
        data({ ...HEAD, choices: [], usage: parts.at(-1) }),
        data('[DONE]'),
      ],
    }
  },
  parts: 3,
})

const responseUsage = (usage: NativeUsage): NativeUsage => ({
  input_tokens: usage['prompt_tokens'],
  input_tokens_details: usage['prompt_tokens_details'],
  output_tokens: usage['completion_tokens'],
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: usage['total_tokens'],
})
const METADATA = Object.fromEntries(
  Array.from({ length: 15 }, (_, index) => [`key${index}`, 'x'.repeat(500)]),
)
const response = (usage: unknown, text: string, status = 'completed'): object => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', status, error: null },
  output: [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text }] }],
  usage,
  user: null,
  metadata: { ...METADATA, usage: 'mine' },
})

export const responses: UsageForm = {
  name: 'responses',
  provider: 'openai',
  model: 'gpt-4o',
  routes: ['/responses'],
  usage: vendorUsage.map(responseUsage),
  counts: usage => [
    number(usage['input_tokens']),
    number(usage['output_tokens']),
    nested(usage, 'input_tokens_details', 'cached_tokens'),
  ],
  whole: (usage, text) => json(response(usage, text)),
  stream: (parts, text) => ({
    events: [
      named('response.created', {
        response: response(parts.length > 2 ? parts[0] : null, '', 'in_progress'),
      }),
      named('response.in_progress', {
        response: response(parts.length > 1 ? parts.at(-2) : null, '', 'in_progress'),
      }),
      ...inPieces(text).map(delta => named('response.output_text.delta', { item_id: 'm', delta })),
      named('response.completed', { response: response(parts.at(-1), text) }),
    ],
  }),
  parts: 3,
}
