// What callers of a tool read where its server sends something else than the answer.
import { expect, it } from 'vitest'
import { outcomeOf } from '../../../runtime/mcp/upstream/answer-outcome.ts'
import { awaitAnswer } from '../../../runtime/mcp/upstream/await-answer.ts'
import type { ServerAddress } from '../../../runtime/mcp/upstream/server-address.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { type Step, scriptedUpstream } from '../../support/scripted-upstream.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const ADDRESS = {
  slug: 'issues',
  origin: 'https://tools.example.com',
  path: '/mcp',
  auth: { perSubject: false },
} as unknown as ServerAddress

const json = ['content-type', 'application/json; charset=utf-8']
const answer = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result: {} })

it.each<readonly [string, Step, string | undefined]>([
  ['its answer', { status: 200, headers: json, text: answer(7) }, undefined],
  [
    'a page',
    { status: 200, headers: ['content-type', 'text/html'], text: '<html>Sign in</html>' },
    'status 200 and a body that is not a JSON-RPC message (text/html).',
  ],
  [
    'broken JSON',
    { status: 200, headers: json, text: '{"jsonrpc":"2.0",' },
    'status 200 and a body that is not a JSON-RPC message (application/json).',
  ],
  [
    'the answer to another request',
    { status: 200, headers: json, text: answer(8) },
    'status 200 and an answer to another request.',
  ],
  ['nothing', { status: 200, headers: json, text: '' }, 'status 200 and no answer.'],
  [
    'an event that is no message',
    { events: ['data: hello\n\n'] },
    'status 200 and an event that is not a JSON-RPC message.',
  ],
  ['nothing in a stream', { events: [] }, 'status 200 and no answer.'],
])('%s', async (_what, step, sentence) => {
  const answered = await awaitAnswer(
    ADDRESS,
    { method: 'POST', headers: [], body: '{}' },
    { upstream: scriptedUpstream([step]).send, clock: virtualClock() },
    { id: 7, onMessage: () => {}, timeout: 1_000, cancellation: createCancellation() },
  )
  const outcome = outcomeOf(answered, ADDRESS)
  expect('fault' in outcome ? outcome.fault.message : undefined).toBe(
    sentence && `The MCP server "issues" replied with ${sentence}`,
  )
})
