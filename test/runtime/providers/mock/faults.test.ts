// The mock fails on demand: statuses, delays, truncated streams.
import { describe, expect, test } from 'vitest'
import { scriptedClock, settle } from '../scripted-clock.ts'
import { callMock, chatWith, eventsOf, requestFor, send, sinkOf, textOf } from './mock-client.ts'

const streamed = (model: string, more: object = {}) =>
  requestFor('/chat/completions', chatWith(model, { stream: true, ...more }))
const whole = (model: string) => requestFor('/chat/completions', chatWith(model))

const contents = (events: readonly string[]): readonly string[] =>
  events
    .filter(event => event.startsWith('{'))
    .flatMap(event => JSON.parse(event).choices ?? [])
    .map(choice => choice.delta.content ?? '')

describe('streams', () => {
  test('role first, words, end, [DONE]', async () => {
    const heard = send(streamed('echo'))
    await settle()
    const events = eventsOf(heard)
    expect(heard.ended).toBe(true)
    expect(events.at(-1)).toBe('[DONE]')
    const chunks = events.slice(0, -1).map(event => JSON.parse(event))
    expect(chunks.map(chunk => chunk.choices[0].delta)).toEqual([
      { role: 'assistant', content: '', refusal: null },
      { content: 'hello ' },
      { content: 'wide ' },
      { content: 'world' },
      {},
    ])
    expect(chunks.map(chunk => chunk.choices[0].finish_reason)).toEqual([null, null, null, null, 'stop'])
    expect(new Set(chunks.map(chunk => chunk.id)).size).toBe(1)
    expect(chunks.some(chunk => 'usage' in chunk)).toBe(false)
  })

  test('usage when requested, in a chunk without choices', async () => {
    const heard = send(streamed('echo', { stream_options: { include_usage: true } }))
    await settle()
    const chunks = eventsOf(heard)
      .slice(0, -1)
      .map(event => JSON.parse(event))
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 8 } })
    expect(chunks.slice(0, -1).every(chunk => chunk.usage === null)).toBe(true)
  })

  test('tool calls in pieces, each with its index', async () => {
    const tools = ['a', 'b'].map(name => ({ type: 'function', function: { name } }))
    const heard = send(streamed('tools', { tools }))
    await settle()
    const deltas = eventsOf(heard)
      .slice(0, -1)
      .flatMap(event => JSON.parse(event).choices[0].delta.tool_calls ?? [])
    expect(deltas.map(call => [call.index, call.function.name, call.function.arguments])).toEqual([
      [0, 'a', ''],
      [0, undefined, '{}'],
      [1, 'b', ''],
      [1, undefined, '{}'],
    ])
  })

  test('completions stream too', async () => {
    const heard = send(requestFor('/completions', { model: 'echo', prompt: 'one two', stream: true }))
    await settle()
    const texts = eventsOf(heard)
      .slice(0, -1)
      .map(event => JSON.parse(event).choices[0].text)
    expect(texts).toEqual(['one ', 'two', ''])
  })
})

describe('faults on demand', () => {
  test.each([400, 401, 404, 429, 500, 503])('status-%i, whole and streamed', async status => {
    for (const stream of [false, true]) {
      const reply = await callMock('/chat/completions', chatWith(`status-${status}`, { stream }))
      expect(reply.status).toBe(status)
      expect(reply.body.error.code).toBe(`mock_status_${status}`)
      expect(reply.header('retry-after')).toBeUndefined()
    }
  })

  test('status-429-after-7 sends retry-after', async () => {
    const reply = await callMock('/chat/completions', chatWith('status-429-after-7'))
    expect([reply.status, reply.header('retry-after')]).toEqual([429, '7'])
  })

  test.each([
    ['refuse', 'refused'],
    ['reset', 'reset'],
  ])('%s fails without a reply', async (model, cause) => {
    const heard = send(whole(model))
    await settle()
    expect(heard.reply).toBeUndefined()
    expect(heard.failure).toMatchObject({ code: 'upstream_unreachable', cause })
  })

  test('another origin is not the mock', async () => {
    const heard = send(requestFor('/models', '', { origin: 'mock://other' }))
    await settle()
    expect(heard.failure).toMatchObject({ code: 'upstream_unreachable', cause: 'dns' })
  })

  test('hang never answers', async () => {
    const heard = send(whole('hang'))
    await heard.clock.advance(1e9)
    expect([heard.reply, heard.failure]).toEqual([undefined, undefined])
  })

  test.each([
    ['cut', 1],
    ['cut-0', 0],
    ['cut-2', 2],
    ['cut-99', 3],
  ])('%s breaks a stream off after its words', async (model, words) => {
    const heard = send(streamed(model))
    await settle()
    expect(contents(eventsOf(heard)).filter(Boolean)).toHaveLength(words)
    expect([heard.ended, heard.broken?.cause]).toEqual([false, 'cut'])
  })

  test('cut truncates a whole reply in the middle', async () => {
    const heard = send(whole('cut'))
    await settle()
    expect(heard.broken?.cause).toBe('cut')
    expect(heard.chunks).toHaveLength(1)
    expect(() => JSON.parse(textOf(heard))).toThrow()
  })

  test('malformed is invalid JSON, and its stream is garbage', async () => {
    const body = send(whole('malformed'))
    const stream = send(streamed('malformed'))
    await settle()
    expect(body.reply?.status).toBe(200)
    expect(() => JSON.parse(textOf(body))).toThrow()
    expect(eventsOf(stream)).not.toContain('[DONE]')
    expect(stream.ended).toBe(true)
  })

  test('empty has no byte', async () => {
    const both = [send(whole('empty')), send(streamed('empty'))]
    await settle()
    expect(both.map(heard => [heard.reply?.status, heard.ended, textOf(heard)])).toEqual([
      [200, true, ''],
      [200, true, ''],
    ])
  })

  test('stream-error: an error event in mid-stream, and a whole reply that is an error with status 200', async () => {
    const heard = send(streamed('stream-error'))
    await settle()
    const events = eventsOf(heard)
    expect(JSON.parse(events.at(-1) ?? '').error.code).toBe('mock_stream_error')
    expect(contents(events.slice(0, -1))).toEqual(['', 'hello '])
    const reply = await callMock('/chat/completions', chatWith('stream-error'))
    expect([reply.status, reply.body.error.code]).toEqual([200, 'mock_stream_error'])
  })
})

describe('time', () => {
  test('a reply never comes before the call has returned', () => {
    expect(send(whole('echo')).reply).toBeUndefined()
  })

  test('delay-<ms> waits before the head', async () => {
    const heard = send(whole('delay-500'))
    await heard.clock.advance(499)
    expect(heard.reply).toBeUndefined()
    await heard.clock.advance(1)
    expect(heard.reply?.status).toBe(200)
    expect(JSON.parse(textOf(heard)).choices[0].message.content).toBe('hello wide world')
  })

  test('slow-<ms> waits between events', async () => {
    const heard = send(streamed('slow-100'))
    const counts: number[] = []
    for (const milliseconds of [0, 100, 100, 99, 1]) {
      await heard.clock.advance(milliseconds)
      counts.push(heard.chunks.length)
    }
    expect(counts).toEqual([1, 2, 3, 3, 4])
    await heard.clock.advance(1000)
    expect(heard.ended).toBe(true)
  })
})

describe('backpressure and cancellation', () => {
  test('nothing is sent while the body is paused', async () => {
    const heard = send(streamed('echo'), false)
    await settle()
    const body = heard.reply?.body
    const sink = sinkOf(heard)
    body?.start({
      ...sink,
      chunk: bytes => {
        sink.chunk(bytes)
        body.pause()
      },
    })
    const counts = [heard.chunks.length]
    for (let turn = 0; turn < 5; turn += 1) {
      body?.resume()
      counts.push(heard.chunks.length)
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6])
    expect(heard.ended).toBe(false)
    body?.resume()
    expect([heard.ended, eventsOf(heard).at(-1)]).toEqual([true, '[DONE]'])
  })

  test('a sink that resumes from within a chunk gets each chunk once and in order', async () => {
    const heard = send(streamed('echo'), false)
    await settle()
    const body = heard.reply?.body
    const sink = sinkOf(heard)
    body?.start({
      ...sink,
      chunk: bytes => {
        body.pause()
        body.resume()
        sink.chunk(bytes)
      },
    })
    expect(contents(eventsOf(heard)).join('')).toBe('hello wide world')
    expect(heard.ended).toBe(true)
  })

  test('a call cancelled before its head gets nothing', async () => {
    const clock = scriptedClock()
    const early = [send(whole('echo'), true, clock), send(whole('delay-5'), true, clock)]
    for (const heard of early) heard.cancel()
    await clock.advance(1000)
    expect(early.map(heard => heard.reply ?? heard.failure)).toEqual([undefined, undefined])
  })

  test.each(['body', 'call'])('after the %s is cancelled the sink gets nothing more', async which => {
    const heard = send(streamed('slow-10'))
    await heard.clock.advance(10)
    if (which === 'body') heard.reply?.body.cancel()
    else heard.cancel()
    const before = heard.chunks.length
    expect(heard.clock.pending()).toBe(0)
    await heard.clock.advance(1000)
    heard.reply?.body.resume()
    expect([heard.chunks.length, heard.ended, heard.broken]).toEqual([before, false, undefined])
  })
})
