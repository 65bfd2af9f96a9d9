// The relay of event streams (semantics, sections 8 and 15): the end of a stream, the idle timeout, and backpressure.
import { describe, expect, it } from 'vitest'
import { mappedTransform } from '../../../runtime/streams/mapped-transform.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'
import { encoder, IDLE, relayed, SOUND, untouched, wordMapper } from './relay-harness.ts'

describe('The end', () => {
  const WHOLE = chunk({ content: 'Hi' }) + chunk({}, 'stop')

  it('[DONE] is added for a provider that ends its streams without it', () => {
    for (const remainder of ['', '\n', '\n\n']) {
      const stage = relayed(untouched())
      stage.chunk(WHOLE.trimEnd() + remainder)
      stage.end()
      expect(
        stage
          .text()
          .trimEnd()
          .split(/\n{2,}/),
      ).toEqual([...WHOLE.trimEnd().split('\n\n'), 'data: [DONE]'])
      expect(stage.over()).toBe('end')
    }
  })

  it('[DONE] is added after the same bytes, for any chunking', () => {
    const bytes = encoder.encode(WHOLE)
    for (const [name, cut] of Object.entries(chunkings)) {
      const stage = relayed(untouched())
      for (const piece of cut(bytes)) stage.chunk(piece)
      stage.end()
      expect(stage.text(), name).toBe(WHOLE + DONE)
    }
  })

  it.each([
    ['no choice was finished', ''],
    ['the last content is long', chunk({ content: 'x'.repeat(5000) })],
    ['the last content is reasoning', chunk({ reasoning_content: 'Hm.' })],
    [
      'the last content is part of the arguments of a tool',
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a' } }] }).repeat(50),
    ],
    ['a reason is null', chunk({}, null)],
    ['a reason is empty', chunk({}, '')],
    ['a reason is within a text', chunk({ content: '"finish_reason":"stop"' })],
    ['the name of another field ends so', 'data: {"choices":[],"no_finish_reason":"stop"}\n\n'],
  ])('is not reached by [DONE] where %s', (_title, last) => {
    const bytes = encoder.encode(chunk({ content: 'Hi' }) + last + DONE)
    for (const [name, cut] of Object.entries(chunkings))
      for (const breaks of [(stage: ReturnType<typeof relayed>) => stage.end(), () => {}]) {
        const stage = relayed(untouched())
        for (const piece of cut(bytes)) stage.chunk(piece)
        breaks(stage)
        expect([stage.over(), stage.text().includes('[DONE]')], name).toEqual(['end', false])
        expect(stage.text(), name).toContain('"error"')
        expect(stage.received.broken, name).toBeDefined()
      }
  })

  it.each(['"finish_reason": "', '"finish_reason" :\t"', '"finish_reason":"'])(
    'is whole with %s',
    spelling => {
      const whole = WHOLE.replace('"finish_reason":"', spelling) + DONE
      for (const [name, cut] of Object.entries(chunkings)) {
        const stage = relayed(untouched())
        for (const piece of cut(encoder.encode(whole))) stage.chunk(piece)
        stage.end()
        expect([stage.text(), stage.received.broken], name).toEqual([whole, undefined])
      }
    },
  )

  it('is whole however far the finish reason is from it, and in lines however long', () => {
    const far = chunk({ content: 'x'.repeat(70_000) }, 'stop') + chunk({ content: '' }).repeat(100) + DONE
    for (const [name, cut] of Object.entries(chunkings)) {
      if (name.includes('byte')) continue
      const stage = relayed(untouched())
      for (const piece of cut(encoder.encode(far))) stage.chunk(piece)
      stage.end()
      expect(stage.received.broken, name).toBeUndefined()
      expect(stage.text(), name).toBe(far)
    }
  })

  it('an error has a code as the vendor’s: a string, never a number', () => {
    const stage = relayed(
      mappedTransform({
        event: ({ data }) =>
          data === 'bad'
            ? [{ error: { message: 'No.', code: 429 } }]
            : [{ chunk: { choices: [{ index: 0, delta: { content: data } }] } }],
        end: () => [],
      }),
    )
    stage.chunk('data: Hi\n\ndata: bad\n\n')
    expect(stage.text()).toContain('"code":"429"')
  })

  it('[DONE] is not added twice', () => {
    const stage = relayed(untouched())
    stage.chunk(WHOLE + DONE)
    stage.end()
    expect(stage.text().split('[DONE]')).toHaveLength(2)
  })

  it("the provider's own error event is not reported twice", () => {
    const stage = relayed(untouched())
    stage.chunk(chunk({ content: 'Hi' }))
    stage.chunk('data: {"error":{"message":"no"}}\n\n')
    stage.end()
    expect(stage.text().split('"error"')).toHaveLength(2)
    expect(stage.received.broken).toBeDefined()
  })

  it.each<readonly [string, (stage: ReturnType<typeof relayed>) => unknown]>([
    ['the connection fails', stage => stage.fail()],
    ['nothing more arrives', async stage => await stage.clock.advance(IDLE)],
  ])('after [DONE] it does not matter that %s', async (_title, happens) => {
    for (const [stage, text] of [
      [relayed(untouched()), WHOLE + DONE],
      [relayed(mappedTransform(wordMapper())), 'data: Hi\n\ndata: stop\n\n'],
    ] as const) {
      stage.chunk(text)
      await happens(stage)
      expect([stage.over(), stage.received.broken, stage.text().includes('error')]).toEqual([
        'end',
        undefined,
        false,
      ])
      expect(await stage.clock.next()).toBe(false)
    }
  })

  it('leaves no timer', async () => {
    const stage = relayed(untouched())
    stage.chunk(SOUND)
    stage.end()
    expect(await stage.clock.next()).toBe(false)
  })
})

describe('Backpressure', () => {
  const flowing = () => {
    const stage = relayed(untouched())
    stage.chunk(chunk({ content: 'Hi' }))
    return stage
  }

  it('reaches the provider', () => {
    const stage = flowing()
    stage.received.committed?.pause()
    stage.received.committed?.resume()
    expect(stage.events).toEqual(['pause', 'resume'])
  })

  it('a client that disconnects cancels the provider’s stream, and no timer is left', async () => {
    const stage = flowing()
    stage.received.committed?.cancel()
    expect(stage.events).toEqual(['cancel'])
    expect(await stage.clock.next()).toBe(false)
    stage.chunk(chunk({ content: 'late' }))
    expect(stage.text()).not.toContain('late')
  })

  it('the idle timeout does not run while the client is slow, and no timer spins', async () => {
    const stage = flowing()
    stage.received.committed?.pause()
    await stage.clock.advance(IDLE * 10)
    expect(stage.over()).toBeUndefined()
    expect(stage.clock.waits.length).toBeLessThan(15)
    stage.received.committed?.resume()
    await stage.clock.advance(IDLE - 1)
    expect(stage.over()).toBeUndefined()
    await stage.clock.advance(IDLE)
    expect([stage.over(), stage.received.broken]).toEqual(['end', expect.stringContaining('1000 ms')])
  })

  it('every chunk restarts the timeout', async () => {
    const stage = flowing()
    for (let time = 0; time < 5; time += 1) {
      await stage.clock.advance(IDLE - 1)
      stage.chunk(chunk({ content: 'more' }))
    }
    expect(stage.over()).toBeUndefined()
  })
})
