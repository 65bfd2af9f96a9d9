// Every door at a strict provider of every dialect, whole and streamed: an agent calls two rounds of parallel tools, returns their
// results, and gets the same last answer everywhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asObject } from '../../../schemas/values/json.ts'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { DOORS, type Door } from './doors.ts'
import { BOTH_ROUNDS, run } from './tools.ts'

let harness: ProviderHarness
let origin: string

beforeAll(async () => {
  harness = await startProviderHarness()
  origin = `http://127.0.0.1:${harness.gateway.port}`
})
afterAll(() => harness.stop())

async function agent(door: Door, model: string, stream: boolean): Promise<string> {
  const turns = [door.user('How is it there?')]
  for (let round = 0; round < 5; round += 1) {
    const response = await fetch(origin + door.path(model, stream), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...door.headers },
      body: JSON.stringify(door.body(model, turns, stream)),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.status !== 200) throw new Error(new TextDecoder().decode(bytes))
    const reply = stream
      ? door.streamed(bytes)
      : door.whole(asObject(JSON.parse(new TextDecoder().decode(bytes))))
    expect(reply.end).toBe(door.ends[reply.calls.length > 0 ? 0 : 1])
    if (reply.calls.length === 0) return reply.text
    const results = reply.calls.map(call => ({ call, text: run(call.name, call.args) }))
    turns.push(...reply.turns, ...door.results(results))
  }
  throw new Error('The agent never came to an end.')
}

describe.each(Object.entries(DOORS))('an agent at the door of %s', (_door, door) => {
  describe.each(Object.entries(MODELS))('reaches %s', (_provider, model) => {
    it.each([
      ['whole', false],
      ['streamed', true],
    ] as const)('%s', async (_way, stream) => {
      expect(await agent(door, model, stream)).toBe(BOTH_ROUNDS)
    })
  })
})
