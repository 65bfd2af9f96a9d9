// A day of Codex at each provider, whole and streamed: every request is accepted, every reply is a response, and what is left out is
// named.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { strictProviders } from '../../support/dialects/strict-providers.ts'
import { expectGolden } from '../../support/golden.ts'
import { responseFromEvents } from '../inbound/read-streams.ts'
import { CODEX_HEADERS, Codex } from './codex.ts'
import { CODEX_DAY } from './codex-day.ts'
import { Named, namedEvents, stageOf } from './day-of-an-agent.ts'

const rows = strictProviders.flatMap(provider =>
  [true, false].map(stream => [provider.name, stream ? 'streamed' : 'whole', provider, stream] as const),
)
/** The tables of both forms, by provider. */
const left = new Map<string, (readonly string[])[]>()
/** Providers with `/responses/compact`. */
const COMPACTS = ['openai', 'openai-reasoning', 'azure']

describe.each(rows)('%s, %s', (name, _form, provider, stream) => {
  const stage = stageOf(provider)
  const client = new Codex(provider.model)
  const named = new Named()

  it.each(CODEX_DAY.map(step => [step.title, step] as const))('%s', async (_title, step) => {
    stage.upstream.play(step.play)
    const path = step.compacts ? '/responses/compact' : '/responses'
    const reply = await stage.send(path, CODEX_HEADERS, client.request(step, stream))
    const judged = stage.upstream.judged()
    named.note(step.title, reply)
    if (step.compacts && !COMPACTS.includes(name)) {
      expect([reply.status, reply.json]).toMatchObject([400, { error: { message: expect.any(String) } }])
      expect(judged).toEqual([])
      return
    }
    if (step.shows && name === 'compatible') {
      expect([reply.status, reply.json]).toMatchObject([400, { error: { message: expect.any(String) } }])
      // Another model answers, and the picture stays in the history.
      const content = [{ type: 'output_text', text: 'A failure in line 3.', annotations: [] }]
      client.receive(step, { output: [{ type: 'message', role: 'assistant', content }] })
      return
    }
    expect(judged.flatMap(({ refusals }) => refusals).join('\n')).toBe('')
    if (step.breaks) {
      if (stream) expect(namedEvents(reply).at(-1)?.['type']).toMatch(/^(error|response\.failed)$/)
      else expect([reply.status, reply.json]).toMatchObject([502, { error: { message: expect.any(String) } }])
      return
    }
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    expect(judged).toHaveLength(1 + (step.play.failures ?? []).length)
    if (step.compacts) return
    const response = stream ? responseFromEvents(namedEvents(reply)) : asObject(reply.json as never)
    expect(response).toMatchObject({ object: 'response', status: 'completed' })
    if (step.namespaced)
      expect(asList(response['output']).at(-1)).toMatchObject({
        type: 'function_call',
        namespace: 'mcp__github',
        name: 'list_issues',
      })
    client.receive(step, response)
  })

  it('names what it leaves out', () => {
    left.set(name, [...(left.get(name) ?? []), named.table()])
    const [first, second] = left.get(name) ?? []
    expect(second ?? first).toEqual(first)
  })
})

it('what is left out at each provider is the same, whole and streamed', () => {
  expectGolden(
    fileURLToPath(new URL('codex.left-out.txt', import.meta.url)),
    [...left].map(([name, [table = []]]) => [name, ...table].join('\n  ')).join('\n'),
  )
})
