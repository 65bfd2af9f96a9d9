// A stream of the vendor's chunks consists of data-only events, whatever lines the provider sends beside the data.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createLineBuffer } from '../../../runtime/streams/line-buffer.ts'
import { createUnnamedEventsFilter } from '../../../runtime/streams/unnamed-events.ts'
import { createHarness } from '../../support/harness.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The stream as a client gets it when the text arrives in these pieces. */
function filtered(text: string, cuts: readonly number[] = []): string {
  const filter = createUnnamedEventsFilter()
  const received: Uint8Array[] = []
  const lines = createLineBuffer(block => void received.push(filter.pass(block)))
  const bytes = encoder.encode(text)
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [index, end] of places.slice(1).entries()) lines.feed(bytes.subarray(places[index], end))
  lines.flush()
  return received.map(each => decoder.decode(each)).join('')
}

const LONG = 'x'.repeat(70_000)

describe('lines that are removed', () => {
  it.each<readonly [title: string, sent: string, received: string]>([
    ['all three fields', 'id: 1\nevent: message\nretry: 5\ndata: a\n\n', 'data: a\n\n'],
    ['after the data', 'data: a\nid: 1\n\ndata: b\n\n', 'data: a\n\ndata: b\n\n'],
    ['without a value', 'event\ndata: a\nid\n\n', 'data: a\n\n'],
    ['with CRLF', 'event: m\r\ndata: a\r\nid: 1\r\n\r\n', 'data: a\r\n\r\n'],
    ['with CR', 'event: m\rdata: a\rid: 1\r\r', 'data: a\r\r'],
    ['without an end', 'data: a\n\nid: 1', 'data: a\n\n'],
    ['of any length', `data: a\nid: ${LONG}\n\ndata: b\n\n`, 'data: a\n\ndata: b\n\n'],
  ])('%s', (_title, sent, received) => {
    expect(filtered(sent)).toBe(received)
  })
})

describe('lines that stay', () => {
  it.each([
    'data: {"content":"event: a"}\n\n: a comment\n\ndata:b\n\n',
    'data: a\n\n\ndata: b\r\n\r\n',
    'events: a\nidentity: b\nretrying\nerror: c\n\n',
    `data: ${LONG}id: 1\n\n`,
  ])('%j', text => {
    expect(filtered(text)).toBe(text)
  })

  it('a block without such lines is not copied', () => {
    const block = encoder.encode('data: a\n\ndata: b\n\n')
    expect(createUnnamedEventsFilter().pass(block)).toBe(block)
  })
})

test('the same bytes arrive however the stream is cut', () => {
  const line = fc.constantFrom(
    'data: a',
    'data: é',
    'event: m',
    'id: 1',
    'id',
    'retry: 5',
    ': ping',
    '',
    'idx: 1',
  )
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(line), lineEnd, fc.array(fc.nat()), (lines, end, cuts) => {
      const kept = lines.filter(each => !/^(?:event|id|retry)(?::|$)/.test(each))
      const text = (all: readonly string[]): string => all.map(each => each + end).join('')
      expect(filtered(text(lines), cuts)).toBe(text(kept))
    }),
  )
})

describe('a stream of a provider', () => {
  const pieces = [chunk({ role: 'assistant', content: 'Hi' }), chunk({}, 'stop'), DONE]
  const named = (name: string) => (piece: string, at: number) =>
    `id: ${at}\nevent: ${name}\nretry: 1\n${piece}`
  const relayed = async (events: readonly string[]) => {
    const here = createHarness({ script: [{ events }] })
    const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] }
    return here.call({ headers: { 'x-gateway-provider': '@main' }, body })
  }

  it('has data alone', async () => {
    expect((await relayed(pieces.map(named('message')))).text).toBe(pieces.join(''))
  })

  it.each([
    ['', pieces],
    [', also where the body ends within it', pieces.slice(0, 1)],
  ])('has the error that only the name of an event told%s', async (_title, later) => {
    const error = named('error')('data: {"message":"Overloaded."}', 1)
    const { text, outcome } = await relayed([
      pieces[0] ?? '',
      `${error}${later === pieces ? '\n\n' : ''}`,
      ...later.slice(1),
    ])
    expect(text).toBe(
      `${pieces[0]}data: {"error":{"type":"server_error","param":null,"message":"Overloaded.","code":null}}\n\n`,
    )
    expect(outcome?.record.streamError?.message).toBe('The provider sent an error (server_error).')
  })
})

test('typed events keep their names', async () => {
  const completed = { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } }
  const events = [`event: response.completed\nid: 1\ndata: ${JSON.stringify(completed)}\n\n`]
  const here = createHarness({ script: [{ events }] })
  const body = { model: 'm', stream: true, input: 'Hello' }
  const reply = await here.call({ path: '/responses', headers: { 'x-gateway-provider': '@main' }, body })
  expect(reply.text).toBe(events.join(''))
})
