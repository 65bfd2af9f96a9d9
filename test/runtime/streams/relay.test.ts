// The relay of event streams (semantics, sections 4, 8 and 15): the same output however the bytes are cut, late
// commitment, backpressure, the idle limit, and how a stream ends.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Failure, failure } from '../../../runtime/failures.ts'
import type { StreamMapper, VendorError } from '../../../runtime/providers/adapter.ts'
import type { ByteSink, ByteStream } from '../../../runtime/streams/byte-stream.ts'
import { relay } from '../../../runtime/streams/relay.ts'
import type { CreateStage } from '../../../runtime/streams/stage.ts'
import { translatedStage } from '../../../runtime/streams/translated-stage.ts'
import { untouchedStage } from '../../../runtime/streams/untouched-stage.ts'
import { chunk, DONE } from '../../support/scene.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { cuttings } from '../providers/cuttings.ts'

const encoder = new TextEncoder()
const IDLE = 1000
const MOST = 100_000

/** A body that a test pushes into by hand. */
function handBody() {
  let sink: ByteSink | undefined
  const events: string[] = []
  const body: ByteStream = {
    start: given => {
      sink = given
    },
    pause: () => void events.push('pause'),
    resume: () => void events.push('resume'),
    cancel: () => void events.push('cancel'),
  }
  return {
    body,
    events,
    chunk: (bytes: Uint8Array | string): void => {
      sink?.chunk(typeof bytes === 'string' ? encoder.encode(bytes) : bytes)
    },
    end: (): void => sink?.end(),
    fail: (): void => sink?.fail(failure('invalid_upstream_reply', 'It broke off.', { cause: 'cut' })),
  }
}

function relayed(stage: CreateStage) {
  const source = handBody()
  const clock = virtualClock()
  let text = ''
  let over: string | undefined
  const said: { dead?: Failure | VendorError; broken?: string; usage?: unknown; committed?: ByteStream } = {}
  const decoder = new TextDecoder()
  relay(source.body, stage, clock, IDLE, MOST, {
    commit: body => {
      said.committed = body
      body.start({
        chunk: bytes => {
          if (over !== undefined) throw new Error('A chunk came after the end.')
          text += decoder.decode(bytes, { stream: true })
        },
        end: () => {
          over = over === undefined ? 'end' : 'twice'
        },
        fail: () => {
          over = over === undefined ? 'fail' : 'twice'
        },
      })
    },
    dead: reason => {
      said.dead = reason
    },
    broken: reason => {
      said.broken = reason
    },
    usage: usage => {
      said.usage = usage
    },
  })
  return { ...source, clock, said, text: () => text, over: () => over }
}

const untouched = (closes = false): CreateStage =>
  untouchedStage(
    event =>
      typeof event === 'object' && event !== null && 'error' in event
        ? { message: 'An error event.' }
        : undefined,
    closes,
  )

/** A dialect whose events are words, and whose end is the event `stop`. */
const words = (): StreamMapper => ({
  event: ({ data }) =>
    data === 'stop'
      ? ['done']
      : data === 'bad'
        ? [{ error: { message: 'Bad.' } }]
        : [{ chunk: { choices: [{ index: 0, delta: { content: data } }] } }],
  end: () => [{ error: { message: 'Cut.' } }],
})

const ROLE = chunk({ role: 'assistant', content: '' })
const SOUND = `: comment\n\n${ROLE}${chunk({ content: 'Grüße 🌦 → 日本' })}${chunk({ content: '"data: [DONE]"' })}${chunk({}, 'stop')}data: {"choices":[],"usage":{"total_tokens":7}}\n\n${DONE}`
const CRLF = SOUND.replaceAll('\n', '\r\n')
const CR = SOUND.replaceAll('\n', '\r')

describe('However the bytes are cut', () => {
  it.each<readonly [string, string]>([
    ['LF', SOUND],
    ['CRLF', CRLF],
    ['CR', CR],
    ['a last line without its end', SOUND.trimEnd()],
  ])('an untouched stream passes byte for byte: %s', (_title, text) => {
    const bytes = encoder.encode(text)
    for (const [name, cut] of Object.entries(cuttings)) {
      const stage = relayed(untouched())
      for (const piece of cut(bytes)) stage.chunk(piece)
      stage.end()
      expect(stage.text(), name).toBe(text)
      expect([stage.over(), stage.said.usage, stage.said.broken], name).toEqual([
        'end',
        { total_tokens: 7 },
        undefined,
      ])
    }
  })

  it('and at random places', () => {
    const cuts = fc.array(fc.nat({ max: encoder.encode(SOUND).length }), { maxLength: 20 })
    fc.assert(
      fc.property(fc.constantFrom(SOUND, CRLF, CR), cuts, (text, places) => {
        const bytes = encoder.encode(text)
        const stage = relayed(untouched())
        let from = 0
        for (const place of [...places.toSorted((a, b) => a - b), bytes.length]) {
          if (place > from) stage.chunk(bytes.subarray(from, place))
          from = Math.max(from, place)
        }
        stage.end()
        expect([stage.text(), stage.over()]).toEqual([text, 'end'])
      }),
    )
  })

  it('a translated stream is the same', () => {
    const bytes = encoder.encode('data: Grüße\n\ndata: 🌦\r\n\r\ndata: stop\n\n')
    const texts = Object.values(cuttings).map(cut => {
      const stage = relayed(translatedStage(words()))
      for (const piece of cut(bytes)) stage.chunk(piece)
      stage.end()
      return `${stage.text()}${stage.over()}`
    })
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toMatch(/Grüße.*🌦.*data: \[DONE\]\n\nend$/s)
  })

  it('a broken stream ends with one whole error event and without [DONE]', () => {
    const bytes = encoder.encode(`${ROLE}${chunk({ content: 'Hi' })}${chunk({ content: 'there' })}`)
    for (let length = encoder.encode(ROLE).length + 1; length <= bytes.length; length += 1) {
      const stage = relayed(untouched())
      stage.chunk(bytes.subarray(0, length))
      stage.fail()
      if (stage.said.dead !== undefined) continue
      const events = stage
        .text()
        .split(/\n{2,}/)
        .filter(Boolean)
      expect(events.map(event => JSON.parse(event.replace(/^data: /, ''))).at(-1)).toMatchObject({
        error: { message: 'It broke off.', code: 'invalid_upstream_reply' },
      })
      expect([stage.over(), stage.text().includes('[DONE]')]).toEqual(['end', false])
    }
  })
})

describe('The commitment', () => {
  it('comes with the first content, and gives what came before it', () => {
    const stage = relayed(untouched())
    stage.chunk(ROLE)
    expect(stage.said.committed).toBeUndefined()
    stage.chunk(chunk({ content: 'Hi' }))
    expect(stage.text()).toBe(ROLE + chunk({ content: 'Hi' }))
  })

  it.each<readonly [string, string]>([
    ['a text', chunk({ content: 'x' })],
    ['reasoning', chunk({ reasoning_content: 'x' })],
    ['a call', chunk({ tool_calls: [{ index: 0 }] })],
    ['a finish', chunk({}, 'stop')],
    ['a legacy text', 'data: {"choices":[{"text":"x"}]}\n\n'],
    ['the end', DONE],
  ])('%s is worth it', (_title, event) => {
    const stage = relayed(untouched())
    stage.chunk(event)
    expect(stage.said.committed).toBeDefined()
  })

  it.each<readonly [string, string]>([
    ['a comment', ': hello\n\n'],
    ['a role', ROLE],
    ['an empty list of calls', chunk({ tool_calls: [] })],
    ['no choice', 'data: {"choices":[]}\n\n'],
    ['garbage', 'data: x\n\n'],
    ['half an event', chunk({ content: 'x' }).slice(0, -4)],
    ['the end within a text', 'data: {"x":"data: [DONE]"}\n\n'],
  ])('%s is not, and a stream that ends after it is dead', (_title, event) => {
    const stage = relayed(untouched())
    stage.chunk(event)
    expect(stage.said).toEqual({})
    stage.end()
    expect(stage.said.committed === undefined || _title === 'half an event').toBe(true)
    expect(stage.said.dead !== undefined || _title === 'half an event').toBe(true)
  })

  it('never comes when too much is held back', () => {
    const stage = relayed(untouched())
    for (let index = 0; index < 200; index += 1) stage.chunk(`: ${'x'.repeat(1000)}\n\n`)
    expect(stage.said.dead).toMatchObject({ cause: 'too-large' })
    expect(stage.events).toContain('cancel')
  })

  it('a mapper that ends without saying so is dead, not waited for', () => {
    const stage = relayed(translatedStage({ event: () => [], end: () => [] }))
    stage.end()
    expect(stage.said.dead).toMatchObject({ cause: 'cut' })
  })
})

describe('The end', () => {
  it('[DONE] is added for a provider that ends its streams with the body', () => {
    for (const rest of ['', '\n', '\n\n']) {
      const stage = relayed(untouched(true))
      stage.chunk(chunk({ content: 'Hi' }).trimEnd() + rest)
      stage.end()
      expect(
        stage
          .text()
          .trimEnd()
          .split(/\n{2,}/),
      ).toEqual([chunk({ content: 'Hi' }).trimEnd(), 'data: [DONE]'])
      expect(stage.over()).toBe('end')
    }
  })

  it('[DONE] is not added twice', () => {
    const stage = relayed(untouched(true))
    stage.chunk(chunk({ content: 'Hi' }) + DONE)
    stage.end()
    expect(stage.text().split('[DONE]')).toHaveLength(2)
  })

  it("the provider's own error event is not told twice", () => {
    const stage = relayed(untouched())
    stage.chunk(chunk({ content: 'Hi' }))
    stage.chunk('data: {"error":{"message":"no"}}\n\n')
    stage.end()
    expect(stage.text().split('"error"')).toHaveLength(2)
    expect(stage.said.broken).toBeDefined()
  })

  it.each<readonly [string, (stage: ReturnType<typeof relayed>) => unknown]>([
    ['the connection breaks', stage => stage.fail()],
    ['nothing more comes', async stage => await stage.clock.advance(IDLE)],
  ])('after [DONE] it does not matter that %s', async (_title, happens) => {
    for (const [stage, text] of [
      [relayed(untouched()), chunk({ content: 'Hi' }) + DONE],
      [relayed(translatedStage(words())), 'data: Hi\n\ndata: stop\n\n'],
    ] as const) {
      stage.chunk(text)
      await happens(stage)
      expect([stage.over(), stage.said.broken, stage.text().includes('error')]).toEqual([
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
    stage.said.committed?.pause()
    stage.said.committed?.resume()
    expect(stage.events).toEqual(['pause', 'resume'])
  })

  it('a client that leaves gives the provider up, and no timer is left', async () => {
    const stage = flowing()
    stage.said.committed?.cancel()
    expect(stage.events).toEqual(['cancel'])
    expect(await stage.clock.next()).toBe(false)
    stage.chunk(chunk({ content: 'late' }))
    expect(stage.text()).not.toContain('late')
  })

  it('the idle limit does not count while the client is slow, and no timer spins', async () => {
    const stage = flowing()
    stage.said.committed?.pause()
    await stage.clock.advance(IDLE * 10)
    expect(stage.over()).toBeUndefined()
    expect(stage.clock.waits.length).toBeLessThan(15)
    stage.said.committed?.resume()
    await stage.clock.advance(IDLE - 1)
    expect(stage.over()).toBeUndefined()
    await stage.clock.advance(IDLE)
    expect([stage.over(), stage.said.broken]).toEqual(['end', expect.stringContaining('1000 ms')])
  })

  it('every chunk begins the limit anew', async () => {
    const stage = flowing()
    for (let time = 0; time < 5; time += 1) {
      await stage.clock.advance(IDLE - 1)
      stage.chunk(chunk({ content: 'more' }))
    }
    expect(stage.over()).toBeUndefined()
  })
})
