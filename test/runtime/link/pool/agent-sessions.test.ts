// Recorded sessions of four coding agents at a pool of three members, each of which caches prompts by itself.
import { describe, expect, it } from 'vitest'
import { asObject, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { createHarness } from '../../../support/harness.ts'
import { type SentRequest, type Step, steppedUpstream } from '../../../support/scripted-upstream.ts'
import { ClaudeCode, HEADERS } from '../../coding-agents/claude-code.ts'
import { CLAUDE_CODE_DAY } from '../../coding-agents/claude-code-day.ts'
import { CODEX_HEADERS, Codex } from '../../coding-agents/codex.ts'
import { CODEX_DAY } from '../../coding-agents/codex-day.ts'

interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonObject
}

/** The requests of one session of an agent; `number` tells sessions apart. */
type Session = (number: number) => readonly Sent[]

const LONG = 'You are an agent. '.repeat(400)

/** A session goes on for some days: what its members have to read first is a small part of it then. */
const days = <Step>(day: readonly Step[]): readonly Step[] => Array.from({ length: 6 }, () => day).flat()

const claudeCode: Session = number => {
  const client = new ClaudeCode('claude-sonnet-5-5', 'adaptive')
  return days(CLAUDE_CODE_DAY.filter(({ counts }) => !counts)).map(step => {
    const request = client.request(step, false)
    client.receive(step, {
      role: 'assistant',
      model: 'claude-sonnet-5-5',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: { number } }],
    })
    const user_id = `user_${'0a1b'.repeat(16)}_account__session_1c2d3e4f-0000-4000-8000-00000000000${number}`
    return { path: '/messages', headers: HEADERS, body: { ...request, metadata: { user_id } } }
  })
}

const codex: Session = number => {
  const client = new Codex('gpt-6.1-sol')
  const id = `019a0000-0000-7000-8000-00000000000${number}`
  return days(CODEX_DAY.filter(({ compacts }) => !compacts)).map(step => {
    const request = client.request(step, false)
    client.receive(step, {
      output: [{ type: 'function_call', call_id: `c${number}`, name: 'shell', arguments: '{}' }],
    })
    const body = { ...request, instructions: LONG, prompt_cache_key: id }
    return { path: '/responses', headers: { ...CODEX_HEADERS, session_id: id }, body }
  })
}

/** A chat that grows by turns. */
const chats =
  (headersOf: (number: number) => Readonly<Record<string, string>>): Session =>
  number => {
    const turns: JsonObject[] = [{ role: 'system', content: LONG }]
    return Array.from({ length: 40 }, (_, turn) => {
      turns.push({ role: 'user', content: `Task ${number}, step ${turn}: ${'read it. '.repeat(40)}` })
      const body = { model: 'gpt-4.1', messages: [...turns], temperature: 0 }
      turns.push({ role: 'assistant', content: `Done ${turn}` })
      return { path: '/chat/completions', headers: headersOf(number), body }
    })
  }

/** https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/llm/request.ts */
const openCode = chats(number => ({
  'x-session-affinity': `ses_${number}`,
  'x-session-id': `ses_${number}`,
  'user-agent': 'opencode/1.2.0',
}))
/** It sends no session: https://aider.chat/docs/config/adv-model-settings.html */
const aider = chats(() => ({ 'user-agent': 'litellm/1.75' }))

const AGENTS: readonly (readonly [agent: string, session: Session, provider: string])[] = [
  ['Claude Code', claudeCode, 'anthropic'],
  ['Codex', codex, 'openai'],
  ['opencode', openCode, 'openai'],
  ['Aider', aider, 'openai'],
]

/** A prompt as its provider reads it: marks of caches are no part of it. */
function promptOf({ json }: SentRequest): string {
  const { tools, system, instructions, messages, input } = asObject(json)
  return JSON.stringify([tools, system, instructions, messages, input] as Json[], (name, value) =>
    name === 'cache_control' ? undefined : value,
  )
}

const REPLIES: Readonly<Record<string, JsonObject>> = {
  '/v1/messages': {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
    content: [{ type: 'text', text: 'Done' }],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  '/v1/responses': { id: 'resp_1', object: 'response', status: 'completed', output: [] },
  '/v1/chat/completions': { choices: [{ index: 0, message: { content: 'Done' }, finish_reason: 'stop' }] },
}

interface Served {
  /** The part of all prompts that was cached, in characters. */
  readonly cached: number
  /** The members that each session went to. */
  readonly members: readonly ReadonlySet<string>[]
}

/** Five sessions of an agent that take turns, at a pool of so many members. */
async function serve(session: Session, provider: string, size: number, sticky?: false): Promise<Served> {
  const names = Array.from({ length: size }, (_, index) => `m${index}`)
  const caches = new Map<string, string[]>()
  let [cached, total] = [0, 0]
  let last = ''
  const upstream = steppedUpstream((request): Step => {
    const key = request.headers.find(each => each.includes('key-')) ?? ''
    const prompt = promptOf(request)
    const known = caches.get(key) ?? []
    cached += Math.max(0, ...known.map(each => sharedStart(each, prompt)))
    total += prompt.length
    caches.set(key, [...known, prompt])
    last = key
    return { status: 200, body: REPLIES[request.path] ?? {} }
  })
  let seed = 7
  const draws = Array.from({ length: 2000 }, () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  })
  const { call } = createHarness({
    manifest: {
      providers: {
        main: {
          pool: {
            ...(sticky === false && { sticky }),
            members: Object.fromEntries(
              names.map(name => [name, { provider, api_key: `\${env:KEY_${name}}` }]),
            ),
          },
        },
      },
    },
    configs: { main: { provider: '@main' } },
    environment: Object.fromEntries(names.map(name => [`KEY_${name}`, `key-${name}`])),
    upstream,
    draws,
  })
  const sessions = [1, 2, 3, 4, 5].map(session)
  const members = sessions.map(() => new Set<string>())
  for (let turn = 0; turn < Math.max(...sessions.map(({ length }) => length)); turn += 1)
    for (const [index, requests] of sessions.entries()) {
      const request = requests[turn]
      if (request === undefined) continue
      const { path, headers, body } = request
      const { status, text } = await call({ path, headers: { ...headers, 'x-gateway-config': 'main' }, body })
      if (status !== 200) throw new Error(text)
      members[index]?.add(last)
    }
  return { cached: cached / total, members }
}

const STEP = 1024

function sharedStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one.slice(at, at + STEP) === other.slice(at, at + STEP)) at += STEP
  while (at < one.length && one[at] === other[at]) at += 1
  return Math.min(at, one.length, other.length)
}

describe('the sessions of', () => {
  it.each(AGENTS)('%s stay at their members, and are cached as by one', async (_, session, provider) => {
    const [single, pool, drawn] = await Promise.all([
      serve(session, provider, 1),
      serve(session, provider, 3),
      serve(session, provider, 3, false),
    ])
    expect(pool.members.map(({ size }) => size)).toEqual([1, 1, 1, 1, 1])
    // Five sessions are not all at one member.
    expect(new Set(pool.members.flatMap(each => [...each])).size).toBeGreaterThan(1)
    expect(single.cached - pool.cached).toBeLessThan(0.02)
    expect(single.cached).toBeGreaterThan(0.5)
    // Without sessions they move.
    expect(Math.max(...drawn.members.map(({ size }) => size))).toBe(3)
    expect(drawn.cached).toBeLessThan(pool.cached)
  })
})
