// A message judged once is remembered by its hash, within a bounded memory, so that a long conversation is not judged
// anew at each turn.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { RecallText } from '../../../../runtime/guardrails/check.ts'
import { createTextMemory } from '../../../../runtime/guardrails/engine/text-memory.ts'
import { createHarness } from '../../../support/harness.ts'
import { evaluateWith } from '../checks/evaluate-with.ts'
import { chat, USED } from '../stub-guards.ts'
import { guarded, ok } from './guarded-chats.ts'

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const LONG = 'A message of some length, as people write them every day in long conversations. '
const MAIL = `${LONG}Write to anna.berg@example.com.`

/** Counts the texts that were judged anew. */
function counting(recall: RecallText): { readonly recall: RecallText; readonly judged: string[] } {
  const judged: string[] = []
  return {
    judged,
    recall: <T>(workspace: string, text: string) => {
      const memory = recall<T>(workspace, text)
      if (memory?.known === undefined) judged.push(text)
      return memory
    },
  }
}

it.each([
  ['default.pii', {}],
  ['default.pii', { redact: true }],
  ['default.secrets', {}],
  ['default.promptInjection', {}],
] as const)('%s %j judges a message once, with the same result', async (id, parameters) => {
  const { recall, judged } = counting(createTextMemory(sha256)('a'))
  const evaluate = (texts: readonly string[]) => evaluateWith(id, parameters, texts, {}, { recall })
  const first = await evaluate([LONG, MAIL])
  expect(judged).toContain(LONG)
  judged.length = 0
  expect(await evaluate([LONG, MAIL])).toEqual(first)
  expect(judged).toEqual([])
  await evaluate([LONG, MAIL, `${LONG}And more.`])
  expect(judged).toEqual([`${LONG}And more.`])
})

it('does not remember across checks, parameters or workspaces, nor texts that share a hash', () => {
  const memory = createTextMemory(sha256)
  memory('a')<string>('w', LONG)?.remember('found')
  const known = (judge: string, workspace: string, text: string) => memory(judge)(workspace, text)?.known
  expect([known('a', 'w', LONG), known('b', 'w', LONG), known('a', 'v', LONG)]).toEqual([
    'found',
    undefined,
    undefined,
  ])
  expect(memory('a')('w', `${LONG}\ud800`)).toBeUndefined()
  expect(memory('a')('w', 'short')).toBeUndefined()
})

it('is bounded, and forgets what was not used for longest', () => {
  const memory = createTextMemory(sha256, 2)('a')
  const known = (text: string) => memory('w', LONG + text)?.known
  for (const text of ['1', '2']) memory<string>('w', LONG + text)?.remember(text)
  expect(known('1')).toBe('1')
  memory<string>('w', `${LONG}3`)?.remember('3')
  expect(['1', '2', '3'].map(known)).toEqual(['1', undefined, '3'])
})

it('gives a repeated conversation the same verdict, and another guard its own', async () => {
  const { call, upstream } = createHarness({
    configs: {
      c: { provider: '@main', input_guardrails: [{ id: 'r', pii: { redact: true } }] },
      d: { provider: '@main', input_guardrails: [{ id: 'd', deny: true, pii: {} }] },
    },
    script: [ok(), ok()],
  })
  for (const turn of [1, 2]) {
    expect((await call({ headers: USED, body: chat(MAIL) })).status).toBe(200)
    expect(upstream.sent).toHaveLength(turn)
    expect(upstream.sent.at(-1)?.text).toContain('{{EMAIL_ADDRESS_1}}')
  }
  expect((await call({ headers: { 'x-gateway-config': 'd' }, body: chat(MAIL) })).status).toBe(446)
})

it('a check that is not the gateway’s own, or asks more than the text, remembers nothing', async () => {
  let evaluated = 0
  const { call } = guarded(
    { input_guardrails: [{ id: 'g', 'test.counts': {} }] },
    {
      checks: {
        'test.counts': {
          evaluate: () => {
            evaluated += 1
            return { passed: true, reason: 'Fine.' }
          },
        },
      },
    },
  )
  for (const _ of [1, 2]) await call({ headers: USED, body: chat(LONG) })
  expect(evaluated).toBe(2)
})
