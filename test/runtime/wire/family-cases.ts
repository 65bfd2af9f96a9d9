// Chats for models whose providers accept less or other than what the chat says, and what is sent instead.
import { type FamilyCase, user } from './family-case.ts'
import { answered, image, imageCases, shown } from './image-cases.ts'

export const tools = [{ type: 'function', function: { name: 'weather' } }]
export const schema = { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } }
export const begun = [user, { role: 'assistant', content: 'Hi' }, user]

/** By provider. */
export const familyCases: Readonly<Record<string, readonly FamilyCase[]>> = {
  vllm: [
    ...imageCases('zai-org/GLM-4.7'),
    [
      'reads images where another of its family does not',
      'zai-org/GLM-4.6V',
      { messages: [shown(image), answered, user] },
      {},
    ],
  ],
  deepseek: [
    ...imageCases('deepseek-chat'),
    [
      'reads images',
      'deepseek-flash',
      { messages: [shown(image), { ...answered, reasoning_content: '' }, user] },
      {},
    ],
    [
      'thinks at the nearest effort',
      'deepseek-v4-pro',
      { reasoning_effort: 'medium' },
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
      ['reasoning_effort'],
    ],
    [
      'does not think',
      'deepseek-flash',
      { reasoning_effort: 'none', temperature: 0.2 },
      { thinking: { type: 'disabled' }, reasoning_effort: null },
    ],
    [
      'takes no temperature while it thinks, as it does by default',
      'deepseek-flash',
      { temperature: 0.2 },
      { temperature: null },
      ['temperature'],
    ],
    [
      'has efforts for a budget',
      'deepseek-v4-pro',
      { thinking: { type: 'enabled', budget_tokens: 20000 } },
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
    ],
    [
      'cannot be made to call a tool',
      'deepseek-v4-pro',
      { tools, tool_choice: 'required' },
      { tool_choice: 'auto' },
      ['tool_choice'],
    ],
    [
      'wants the thinking of every reply in a history',
      'deepseek-v4-pro',
      { messages: begun },
      { messages: [user, { role: 'assistant', content: 'Hi', reasoning_content: '' }, user] },
    ],
    [
      'does not want it while it does not think',
      'deepseek-v4-pro',
      { messages: begun, thinking: { type: 'disabled' } },
      {},
    ],
    [
      'has no effort before version 4',
      'deepseek-chat',
      { reasoning_effort: 'high' },
      { reasoning_effort: null },
      ['reasoning_effort'],
    ],
  ],
  moonshot: [
    [
      'has a switch without efforts',
      'kimi-k2.6',
      { reasoning_effort: 'low' },
      { thinking: { type: 'enabled' }, reasoning_effort: null },
      ['reasoning_effort'],
    ],
    [
      'takes no budget',
      'kimi-k2.5',
      { thinking: { type: 'enabled', budget_tokens: 2048 } },
      { thinking: { type: 'enabled' } },
      ['thinking.budget_tokens'],
    ],
    [
      'cannot be kept from thinking',
      'kimi-k2.7-code',
      { thinking: { type: 'disabled' } },
      { thinking: null },
      ['thinking'],
    ],
    [
      'has an effort and no switch',
      'kimi-k3',
      { thinking: { type: 'disabled' }, reasoning_effort: 'none' },
      { thinking: null, reasoning_effort: 'low' },
      ['reasoning_effort', 'thinking'],
    ],
    [
      'has its own temperature',
      'kimi-k3',
      { temperature: 0.5, seed: 4, presence_penalty: 0 },
      { temperature: null, seed: null, presence_penalty: null },
      ['seed', 'temperature'],
    ],
  ],
  zai: [
    [
      'chooses tools itself',
      'glm-5.3',
      { tools, tool_choice: 'required' },
      { tool_choice: 'auto' },
      ['tool_choice'],
    ],
    [
      'cannot be kept from thinking from 5.3 on',
      'glm-5.3',
      { reasoning_effort: 'none' },
      { reasoning_effort: 'low' },
      ['reasoning_effort'],
    ],
  ],
  dashscope: [
    [
      'has a budget for an effort',
      'qwen-plus',
      { reasoning_effort: 'low' },
      { enable_thinking: true, thinking_budget: 4096, reasoning_effort: null },
    ],
    [
      'does not think where the reply is not streamed',
      'qwen3-32b',
      { messages: [user] },
      { enable_thinking: false },
    ],
    [
      'does not think at an effort either, which is named',
      'qwen3-32b',
      { messages: [user], reasoning_effort: 'high' },
      { enable_thinking: false, reasoning_effort: null },
      ['reasoning_effort'],
    ],
    [
      'does not think although it was asked to, which is named',
      'qwen3-8b',
      { messages: [user], enable_thinking: true, thinking_budget: 9 },
      { enable_thinking: false, thinking_budget: null },
      ['enable_thinking', 'thinking_budget'],
    ],
    [
      'thinks in a stream, where JSON is an instruction',
      'qwen3-32b',
      { messages: [user], stream: true, response_format: { type: 'json_object' } },
      {
        messages: [{ role: 'system', content: 'Answer with one JSON object and nothing else.' }, user],
        response_format: null,
      },
      ['response_format'],
    ],
    [
      'cannot be made to call a tool',
      'qwen3-coder-plus',
      { tools, tool_choice: 'required' },
      { tool_choice: 'auto' },
      ['tool_choice'],
    ],
  ],
  mistral: [
    [
      'has one effort',
      'magistral-medium-latest',
      { reasoning_effort: 'low' },
      { reasoning_effort: 'high' },
      ['reasoning_effort'],
    ],
    [
      'has none',
      'mistral-large-latest',
      { reasoning_effort: 'low' },
      { reasoning_effort: null },
      ['reasoning_effort'],
    ],
    [
      'always thinks',
      'mistral-large-4',
      { reasoning_effort: 'none' },
      { reasoning_effort: 'low' },
      ['reasoning_effort'],
    ],
  ],
  xai: [
    ['stops thinking', 'grok-4.3', { reasoning_effort: 'none', stop: ['a'] }, { stop: null }, ['stop']],
    [
      'thinks at least a little',
      'grok-4.5',
      { reasoning_effort: 'none' },
      { reasoning_effort: 'low' },
      ['reasoning_effort'],
    ],
    [
      'has no efforts',
      'grok-4.20-0309-reasoning',
      { reasoning_effort: 'high' },
      { reasoning_effort: null },
      ['reasoning_effort'],
    ],
  ],
  groq: [
    [
      'has no schema beside tools',
      'openai/gpt-oss-120b',
      { messages: [user], tools, response_format: { type: 'json_object' } },
      {
        messages: [{ role: 'system', content: 'Answer with one JSON object and nothing else.' }, user],
        response_format: null,
      },
      ['response_format'],
    ],
    [
      'has a word of its own',
      'qwen/qwen3-32b',
      { reasoning_effort: 'high' },
      { reasoning_effort: 'default' },
      ['reasoning_effort'],
    ],
    [
      'rejects thinking in a history',
      'llama-3.1-8b-instant',
      { messages: [{ role: 'assistant', content: 'Hi', reasoning_content: 'So.' }] },
      { messages: [{ role: 'assistant', content: 'Hi' }] },
    ],
  ],
  cerebras: [
    ...imageCases('gpt-oss-120b'),
    [
      'has no switch for parallel calls',
      'gpt-oss-120b',
      { tools, parallel_tool_calls: false },
      { parallel_tool_calls: null },
      ['parallel_tool_calls'],
    ],
  ],
  together: [
    [
      'has a switch in an object',
      'zai-org/GLM-5.2',
      { reasoning_effort: 'none' },
      { reasoning: { enabled: false }, reasoning_effort: null },
    ],
  ],
  perplexity: [
    ['has no tools', 'sonar-pro', { tools, seed: 4 }, { tools: null, seed: null }, ['seed', 'tools']],
  ],
  bedrock: [
    [
      'is offered no tools where it may call none',
      'mistral.mistral-large-2402-v1:0',
      { tools, tool_choice: 'none' },
      { tools: null, tool_choice: null },
    ],
    [
      'has no choice of tools',
      'us.meta.llama3-3-70b-instruct-v1:0',
      { tools, tool_choice: 'auto' },
      { tool_choice: null },
    ],
    ['has no stop sequences', 'openai.gpt-oss-20b-1:0', { stop: 'END' }, { stop: null }, ['stop']],
    [
      'takes no limit at the highest effort',
      'us.amazon.nova-2-lite-v1:0',
      { reasoning_effort: 'max', max_tokens: 9 },
      { reasoning_effort: 'high', max_tokens: null },
      ['max_tokens', 'reasoning_effort'],
    ],
  ],
}
