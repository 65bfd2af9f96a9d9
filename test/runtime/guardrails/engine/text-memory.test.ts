// A message judged once is remembered by its hash, within a bounded memory, so that a long conversation is not judged
// anew at each turn.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { RecallText } from '../../../../runtime/guardrails/check.ts'
import { createTextMemory } from '../../../../runtime/guardrails/engine/text-memory.ts'
import { atOnce } from '../../../../runtime/values/turns.ts'
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
    recall: function* <T>(workspace: string, text: string) {
      const memory = yield* recall<T>(workspace, text)
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
  atOnce(memory('a')<string>('w', LONG))?.remember('found')
  const known = (judge: string, workspace: string, text: string) =>
    atOnce(memory(judge)(workspace, text))?.known
  expect([known('a', 'w', LONG), known('b', 'w', LONG), known('a', 'v', LONG)]).toEqual([
    'found',
    undefined,
    undefined,
  ])
  expect(atOnce(memory('a')('w', `${LONG}\ud800`))).toBeUndefined()
  expect(atOnce(memory('a')('w', 'short'))).toBeUndefined()
})

it('hashes a long text in pieces, one in each turn, and tells texts apart wherever they differ', () => {
  const hashed: number[] = []
  const memory = createTextMemory(text => {
    hashed.push(text.length)
    return sha256(text)
  })('a')
  const turnsOf = (text: string, remembered?: string) => {
    let turns = 0
    for (const work = memory<string>('w', text); ; turns += 1) {
      const step = work.next()
      if (step.done !== true) continue
      if (remembered !== undefined) step.value?.remember(remembered)
      return { turns, known: step.value?.known }
    }
  }
  const piece = 1024 * 1024
  const long = `${'x'.repeat(piece - 1)}\u{1f600}${'y'.repeat(2 * piece)}`
  expect(turnsOf(long, 'found')).toEqual({ turns: 3, known: undefined })
  expect(Math.max(...hashed)).toBeLessThanOrEqual(piece)
  expect(turnsOf(long).known).toBe('found')
  for (const at of [0, piece - 1, piece, piece + 5, long.length - 1])
    expect(turnsOf(`${long.slice(0, at)}z${long.slice(at + 1)}`).known).toBeUndefined()
  expect(turnsOf(long.replace('\u{1f600}', '\u{1f601}')).known).toBeUndefined()
  expect(turnsOf(LONG)).toMatchObject({ turns: 0 })
})

it('is bounded, and forgets what was not used for longest', () => {
  const memory = createTextMemory(sha256, 2)('a')
  const known = (text: string) => atOnce(memory('w', LONG + text))?.known
  for (const text of ['1', '2']) atOnce(memory<string>('w', LONG + text))?.remember(text)
  expect(known('1')).toBe('1')
  atOnce(memory<string>('w', `${LONG}3`))?.remember('3')
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
