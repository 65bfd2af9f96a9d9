// default.addPrefix
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../runtime/guardrails/check.ts'
import { evaluateWith } from './evaluate-with.ts'

const user = (content: unknown) => ({ role: 'user', content })
const system = (content: unknown) => ({ role: 'system', content })
const chat = (...messages: object[]) => ({ model: 'm', messages })
const prefix = 'P: '

const cases: readonly [
  title: string,
  endpoint: CheckInput['endpoint'],
  parameters: object,
  request: object,
  body: object | undefined,
][] = [
  [
    'the last message of the user',
    'chat/completions',
    {},
    chat(user('a'), user('b')),
    chat(user('a'), user('P: b')),
  ],
  [
    'the first text of parts',
    'chat/completions',
    {},
    chat(user([{ type: 'image_url' }, { type: 'text', text: 'b' }])),
    chat(user([{ type: 'image_url' }, { type: 'text', text: 'P: b' }])),
  ],
  [
    'parts without a text',
    'chat/completions',
    {},
    chat(user([{ type: 'image_url' }])),
    chat(user([{ type: 'text', text: prefix }, { type: 'image_url' }])),
  ],
  ['no message of the user', 'chat/completions', {}, chat(system('s')), chat(system('s'), user(prefix))],
  [
    'the system',
    'chat/completions',
    { applyToRole: 'system' },
    chat(system('s'), user('a')),
    chat(system('P: s'), user('a')),
  ],
  [
    'the developer in the place of the system',
    'chat/completions',
    { applyToRole: 'system' },
    chat({ role: 'developer', content: 's' }),
    chat({ role: 'developer', content: 'P: s' }),
  ],
  [
    'no system yet',
    'chat/completions',
    { applyToRole: 'system' },
    chat(user('a')),
    chat(system(prefix), user('a')),
  ],
  [
    'the first message of the user',
    'chat/completions',
    { message: 'first' },
    chat(system('s'), user('a'), user('b')),
    chat(system('s'), user('P: a'), user('b')),
  ],
  [
    'a message of its own before the first',
    'chat/completions',
    { message: 'first', addToExisting: false },
    chat(user('a'), user('b')),
    chat(user(prefix), user('a'), user('b')),
  ],
  [
    'a message of its own',
    'chat/completions',
    { addToExisting: false },
    chat(user('a')),
    chat(user(prefix), user('a')),
  ],
  ['only if empty, and it is not', 'chat/completions', { onlyIfEmpty: true }, chat(user('a')), undefined],
  [
    'only if empty, and it is',
    'chat/completions',
    { onlyIfEmpty: true, applyToRole: 'system' },
    chat(user('a')),
    chat(system(prefix), user('a')),
  ],
  [
    'an assistant that calls a tool',
    'chat/completions',
    { applyToRole: 'assistant' },
    chat({ role: 'assistant', content: null }),
    chat({ role: 'assistant', content: prefix }),
  ],
  [
    'messages: a system of its own',
    'messages',
    { applyToRole: 'system' },
    { system: 's', messages: [] },
    { system: 'P: s', messages: [] },
  ],
  [
    'messages: no system yet',
    'messages',
    { applyToRole: 'system' },
    { messages: [] },
    { system: prefix, messages: [] },
  ],
  [
    'messages: a system in blocks',
    'messages',
    { applyToRole: 'system' },
    { system: [{ type: 'text', text: 's' }] },
    {
      system: [
        { type: 'text', text: prefix },
        { type: 'text', text: 's' },
      ],
    },
  ],
  [
    'messages: results of tools take none',
    'messages',
    {},
    chat(user('a'), user([{ type: 'tool_result' }])),
    chat(user('P: a'), user([{ type: 'tool_result' }])),
  ],
  ['responses: a text', 'responses', {}, { input: 'a' }, { input: [user('P: a')] }],
  [
    'responses: items',
    'responses',
    {},
    { input: [user([{ type: 'input_text', text: 'a' }])] },
    { input: [user([{ type: 'input_text', text: 'P: a' }])] },
  ],
  [
    'responses: instructions',
    'responses',
    { applyToRole: 'system' },
    { input: 'a' },
    { input: 'a', instructions: prefix },
  ],
  ['completions', 'completions', {}, { prompt: 'a' }, { prompt: 'P: a' }],
  ['completions: several prompts', 'completions', {}, { prompt: ['a', 'b'] }, { prompt: ['P: a', 'P: b'] }],
  ['completions: tokens', 'completions', {}, { prompt: [[1, 2]] }, undefined],
  ['completions: have no system', 'completions', { applyToRole: 'system' }, { prompt: 'a' }, undefined],
  ['embeddings', 'embeddings', {}, { input: 'a' }, { input: 'P: a' }],
  ['images', 'images/generations', {}, { prompt: 'a' }, undefined],
  ['what is passed through', undefined, {}, chat(user('a')), undefined],
  [
    'no messages',
    'chat/completions',
    {},
    { messages: 'none', model: 1 },
    { model: 1, messages: [user('P: none')] },
  ],
  ['messages that are none', 'chat/completions', {}, { messages: 3 }, undefined],
  [
    'items that are none',
    'chat/completions',
    {},
    { messages: [null, 1, 'x'] },
    { messages: [null, 1, 'x', user(prefix)] },
  ],
]

describe('default.addPrefix', () => {
  it.each(cases)('%s', async (_title, endpoint, parameters, request, body) => {
    const before = structuredClone(request)
    const subject = { endpoint, request: request as never }
    const finding = await evaluateWith('default.addPrefix', { prefix, ...parameters }, subject)
    expect(finding).toEqual(
      body === undefined
        ? { passed: true, reason: 'The request has no place for the prefix.' }
        : { passed: true, reason: 'The prefix was added.', body },
    )
    expect(request).toEqual(before)
  })
})
