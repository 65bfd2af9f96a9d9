// Which messages of a client are passed on, and which are answered at once.
import { expect, it } from 'vitest'
import { admitMessages } from '../../../../compiler/cli/language-server/protocol/admit-messages.ts'
import { asObject, type JsonObject } from '../../../../schemas/values/json.ts'

const INITIALIZE = { id: 0, method: 'initialize', params: { capabilities: {} } }
const OPEN = { textDocument: { uri: 'file:///a', version: 1, text: 'a: 1' } }

/** `passes`, `ignored`, `logged`, or the id and code of the reply to the last message. */
function outcome(messages: readonly unknown[]): unknown {
  const admissions = admitMessages()
  const outcomes = messages.map(message => {
    const admission = admissions.receive(typeof message === 'string' ? message : JSON.stringify(message))
    if (admission === undefined) return 'ignored'
    if ('pass' in admission) return 'passes'
    if ('log' in admission) return 'logged'
    const { id, error } = admission.reply
    return [id, asObject(error)['code']]
  })
  return outcomes.at(-1)
}

const CASES: readonly (readonly [title: string, last: unknown, outcome: unknown])[] = [
  ['a request', { id: 1, method: 'textDocument/hover', params: {} }, 'passes'],
  ['a request with an id in use', { id: '0', method: 'textDocument/hover', params: {} }, ['0', -32600]],
  ['a second "initialize"', { ...INITIALIZE, id: 1 }, [1, -32600]],
  ['parameters in a list', { id: 1, method: 'textDocument/hover', params: [{}] }, [1, -32602]],
  ['no JSON', '{', [null, -32700]],
  ['a batch', [INITIALIZE], [null, -32600]],
  ['a value', 1, [null, -32600]],
  ['an id that is null', { id: null, method: 'a' }, [null, -32600]],
  ['an id beyond integers', '{"id":1e999,"method":"a"}', [null, -32600]],
  ['a request without a method', { id: 1 }, [1, -32600]],
  ['a reply', { id: 1, result: null }, 'passes'],
  ['a document', { method: 'textDocument/didOpen', params: OPEN }, 'passes'],
  [
    'a document without a text',
    { method: 'textDocument/didOpen', params: { textDocument: { uri: 'a' } } },
    'logged',
  ],
  ['progress without parameters', { method: '$/progress' }, 'logged'],
  ['parameters that are null', { method: 'initialized', params: null }, 'passes'],
  ['"exit"', { method: 'exit' }, 'passes'],
]

it.each(CASES)('%s', (_, last, expected) => expect(outcome([INITIALIZE, last])).toEqual(expected))

it('before "initialize" requests are refused, and notifications ignored', () => {
  expect(outcome([{ id: 1, method: 'textDocument/hover', params: {} }])).toEqual([1, -32002])
  expect(outcome([{ method: 'textDocument/didOpen', params: OPEN }])).toBe('ignored')
  expect(outcome([{ id: 1, method: 'initialize', params: {} }])).toEqual([1, -32602])
})

it('after "shutdown" only "exit" is passed on', () => {
  const down = [INITIALIZE, { id: 1, method: 'shutdown' }]
  expect(outcome([...down, { id: 2, method: 'textDocument/hover', params: {} }])).toEqual([2, -32600])
  expect(outcome([...down, { method: 'initialized', params: {} }])).toBe('ignored')
  expect(outcome([...down, { method: 'exit' }])).toBe('passes')
})

it('an id is free again after its reply, and a refused "initialize" may be sent again', () => {
  const admissions = admitMessages()
  const send = (message: object): JsonObject => asObject(admissions.receive(JSON.stringify(message)))
  send(INITIALIZE)
  expect(admissions.pending()).toBe(1)
  admissions.sent({ id: 0, error: { code: -32603 } })
  expect(admissions.pending()).toBe(0)
  expect(send(INITIALIZE)).toHaveProperty('pass')
})
