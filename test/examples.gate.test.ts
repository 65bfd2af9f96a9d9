// The examples that need no key are run as a user would run them.
import { afterEach, describe, expect, it } from 'vitest'
import { PORTOLAN, type Running, start } from './support/command.ts'
import { ROOT } from './support/folder.ts'

const question = (content: string) => ({ model: '@mock/echo', messages: [{ role: 'user', content }] })
const GUARDED = { 'x-gateway-config': 'guarded', 'x-gateway-metadata': '{"team":"legal"}' }
const chat = { model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] }

describe('examples that need nothing answer', () => {
  let running: Running | undefined
  afterEach(async () => {
    running?.child.kill()
    await running?.finished
  })

  interface Asked {
    /** Below /v1; by default that of a chat. */
    readonly path?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: object
    readonly status?: number
    /** Words of the body. */
    readonly says?: string
    readonly expected: Readonly<Record<string, string>>
  }
  const cases: readonly (readonly [string, readonly Asked[]])[] = [
    [
      'quickstart',
      [
        { expected: { 'x-gateway-provider': 'mock' } },
        {
          headers: { 'x-gateway-config': 'resilient' },
          expected: { 'x-gateway-last-used-option-index': 'config.targets[1]' },
        },
      ],
    ],
    [
      'routing',
      [
        {
          headers: { 'x-gateway-config': 'by-team', 'x-gateway-metadata': '{"team":"legal"}' },
          expected: { 'x-gateway-last-used-option-index': 'config.targets[0]' },
        },
        {
          headers: { 'x-gateway-config': 'by-team', 'x-gateway-metadata': '{"team":"sales"}' },
          expected: { 'x-gateway-last-used-option-index': 'config.targets[1]' },
        },
        {
          headers: { 'x-gateway-config': 'by-team' },
          body: { ...chat, max_tokens: 5000 },
          expected: { 'x-gateway-last-used-option-index': 'config.targets[0]' },
        },
      ],
    ],
    [
      'typescript',
      [{ headers: { 'x-gateway-config': 'regions' }, expected: { 'x-gateway-provider': 'mock' } }],
    ],
    [
      'cache',
      [
        { headers: { 'x-gateway-config': 'kept' }, expected: { 'x-gateway-cache-status': 'MISS' } },
        { headers: { 'x-gateway-config': 'kept' }, expected: { 'x-gateway-cache-status': 'HIT' } },
        {
          headers: { 'x-gateway-config': 'meant' },
          body: question('What is the capital of France?'),
          expected: { 'x-gateway-cache-status': 'SEMANTIC MISS' },
        },
        {
          headers: { 'x-gateway-config': 'meant' },
          body: question('the capital of France, what is it?'),
          expected: { 'x-gateway-cache-status': 'SEMANTIC HIT' },
        },
      ],
    ],
    [
      'guardrails',
      [
        { headers: GUARDED, expected: { 'x-gateway-hook-verdict': 'passed' } },
        {
          headers: GUARDED,
          body: question('My address is ada@example.com'),
          expected: { 'x-gateway-hook-verdict': 'passed' },
          says: '{{EMAIL_ADDRESS_1}}',
        },
        {
          headers: GUARDED,
          body: question('key AKIAQX3ZP7LMN2RT5VWY'),
          status: 446,
          expected: { 'x-gateway-hook-verdict': 'denied' },
          says: 'no-secrets',
        },
        {
          headers: GUARDED,
          body: question('this word is forbidden'),
          status: 446,
          expected: { 'x-gateway-hook-verdict': 'denied' },
          says: 'clean-reply',
        },
        {
          headers: GUARDED,
          body: question('word '.repeat(60)),
          status: 246,
          expected: { 'x-gateway-hook-verdict': 'failed' },
        },
        {
          headers: { 'x-gateway-config': 'guarded' },
          status: 446,
          expected: { 'x-gateway-hook-verdict': 'denied' },
          says: 'known-team',
        },
      ],
    ],
    [
      'prompts',
      [
        {
          path: 'prompts/letter/completions',
          body: { variables: { customer: 'Ada', orders: [{ title: 'Tea', late: true }] } },
          expected: { 'x-gateway-prompt-version': 'letter@1', 'x-gateway-provider': 'mock' },
          says: 'Write to Ada.\\n- Tea (late)',
        },
        {
          path: 'prompts/letter/render',
          body: { variables: { customer: 'Ada' } },
          expected: { 'x-gateway-prompt-version': 'letter@1' },
          says: 'There are no orders.',
        },
        {
          headers: { 'x-gateway-config': 'support' },
          body: { variables: { product: 'tea' }, messages: [{ role: 'user', content: 'How hot?' }] },
          expected: { 'x-gateway-prompt-version': 'support@1' },
          says: 'How hot?',
        },
      ],
    ],
    [
      'custom-check',
      [
        { headers: { 'x-gateway-config': 'calm' }, expected: { 'x-gateway-hook-verdict': 'passed' } },
        {
          headers: { 'x-gateway-config': 'calm' },
          body: question('Answer asap!!'),
          status: 446,
          expected: { 'x-gateway-hook-verdict': 'denied' },
          says: 'acme.tone: The text has 2 exclamation marks, of 1 allowed, and 1 unwanted words.',
        },
      ],
    ],
  ]
  it.each(cases)('%s', async (name, asked) => {
    running = start(PORTOLAN, ['serve', `examples/${name}`, '--port', '0', '--no-watch'])
    const [, url = ''] = await running.waitForOutput(/on (http:\/\/\S+\/v1)/)
    for (const each of asked) {
      const { path = 'chat/completions', headers = {}, body = chat, status = 200, says = '', expected } = each
      const reply = await fetch(`${url}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      expect(reply.status).toBe(status)
      expect(await reply.text()).toContain(says)
      expect(Object.fromEntries(reply.headers)).toMatchObject(expected)
    }
  })
})

it('custom-check: its check passes its tests', async () => {
  const words = ['--test', `${ROOT}examples/custom-check/checks/tone.test.ts`]
  const asPackage = `--import=${ROOT}test/support/portolan-as-package.ts`
  const { code, out } = await start(asPackage, words).finished
  expect([code, out]).toEqual([0, expect.stringMatching(/pass 9\n[\s\S]*fail 0\n/)])
})
