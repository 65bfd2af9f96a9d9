// A secret that is split over deltas of kinds that are not known: it does not come through, also put together.
import { describe, expect, it } from 'vitest'
import { claudeEvent, claudeStream } from '../../../support/claude.ts'
import { createHarness } from '../../../support/harness.ts'
import { chunk, DONE } from '../../../support/sample-bodies.ts'
import { USED } from '../stub-guards.ts'
import { GUARDS } from './guards.ts'
import { ROOTS, SECRET } from './replies-with-strings.ts'

const [START, END] = [`Use ${SECRET.slice(0, 9)}`, `${SECRET.slice(9)} for it.`]
const [MESSAGE_START = '', ...MESSAGE] = claudeStream({ type: 'text', text: 'Hello.' }, [])

const STREAMS: readonly (readonly [title: string, root: string, events: readonly string[]])[] = [
  [
    'details of reasoning',
    'chunk',
    [
      chunk({ role: 'assistant', content: '', reasoning_details: [{ index: 0, type: 'x', text: START }] }),
      chunk({ content: '', reasoning_details: [{ index: 0, type: 'x', text: END }] }),
      chunk({ content: 'Hello.' }),
      chunk({}, 'stop'),
      DONE,
    ],
  ],
  [
    'a field of a delta',
    'chunk',
    [
      chunk({ role: 'assistant', content: '' }),
      chunk({ odd: START }),
      chunk({ odd: END }),
      chunk({ content: 'Hello.' }),
      chunk({}, 'stop'),
      DONE,
    ],
  ],
  [
    'events of a message',
    'messageEvent',
    [
      MESSAGE_START,
      claudeEvent({ type: 'odd', index: 0, delta: START }),
      claudeEvent({ type: 'odd', index: 0, delta: END }),
      ...MESSAGE,
    ],
  ],
  [
    'events of a response',
    'responseEvent',
    [
      claudeEvent({ type: 'response.odd.delta', item_id: 'a', delta: START }),
      claudeEvent({ type: 'response.odd.delta', item_id: 'a', delta: END }),
      claudeEvent({ type: 'response.completed', response: ROOTS['response']?.base }),
    ],
  ],
]

/** All strings of the events, put together where they are of one name. */
function joined(events: readonly string[]): string {
  const byName = new Map<string, string>()
  for (const data of events.filter(event => event !== '[DONE]'))
    JSON.parse(data, (name, value: unknown) => {
      if (typeof value === 'string') byName.set(name, (byName.get(name) ?? '') + value)
      return value
    })
  return [...byName.values()].join('\n')
}

describe.each(Object.entries(GUARDS))('A secret in deltas is %s', (_title, guard) => {
  it.each(STREAMS)('%s', async (_name, name, events) => {
    const root = ROOTS[name]
    const { call } = createHarness({
      configs: { c: { provider: root?.call.provider, output_guardrails: [{ id: 'g', ...guard }] } },
      script: [{ events }],
    })
    const { path = '', body } = root?.call ?? {}
    const reply = await call({ path, headers: USED, body: { ...body, stream: true } })
    const isDenied = reply.status === 446 || reply.text.includes('guardrail_denied')
    expect([isDenied, joined(reply.events).includes(SECRET)]).toEqual(['deny' in guard, false])
  })
})
