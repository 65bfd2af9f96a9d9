// The relay of event streams (semantics, sections 4 and 15): the same output for any chunking, and late
// commitment.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mappedTransform } from '../../../runtime/streams/mapped-transform.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'
import { CR, CRLF, encoder, ROLE, relayed, SOUND, untouched, wordMapper } from './relay-harness.ts'

describe('For any chunking', () => {
  it.each<readonly [string, string]>([
    ['LF', SOUND],
    ['CRLF', CRLF],
    ['CR', CR],
    ['a last line without a line end', SOUND.trimEnd()],
  ])('a passthrough stream passes byte for byte: %s', (_title, text) => {
    const bytes = encoder.encode(text)
    for (const [name, cut] of Object.entries(chunkings)) {
      const stage = relayed(untouched())
      for (const piece of cut(bytes)) stage.chunk(piece)
      stage.end()
      expect(stage.text(), name).toBe(text)
      expect([stage.over(), stage.received.usage, stage.received.broken], name).toEqual([
        'end',
        { total_tokens: 7 },
        undefined,
      ])
    }
  })

  it('and at random positions', () => {
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

  it('a mapped stream is the same', () => {
    const bytes = encoder.encode('data: Grüße\n\ndata: 🌦\r\n\r\ndata: stop\n\n')
    const texts = Object.values(chunkings).map(cut => {
      const stage = relayed(mappedTransform(wordMapper()))
      for (const piece of cut(bytes)) stage.chunk(piece)
      stage.end()
      return `${stage.text()}${stage.over()}`
    })
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toMatch(/Grüße.*🌦.*data: \[DONE\]\n\nend$/s)
  })

  it('a truncated stream ends with one whole error event and without [DONE]', () => {
    const bytes = encoder.encode(`${ROLE}${chunk({ content: 'Hi' })}${chunk({ content: 'there' })}`)
    for (let length = encoder.encode(ROLE).length + 1; length <= bytes.length; length += 1) {
      const stage = relayed(untouched())
      stage.chunk(bytes.subarray(0, length))
      stage.fail()
      if (stage.received.dead !== undefined) continue
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

describe('The commit', () => {
  it('happens at the first content, and sends the buffered events before it', () => {
    const stage = relayed(untouched())
    stage.chunk(ROLE)
    expect(stage.received.committed).toBeUndefined()
    stage.chunk(chunk({ content: 'Hi' }))
    expect(stage.text()).toBe(ROLE + chunk({ content: 'Hi' }))
  })

  it.each<readonly [string, string]>([
    ['a text', chunk({ content: 'x' })],
    ['reasoning', chunk({ reasoning_content: 'x' })],
    ['a tool call', chunk({ tool_calls: [{ index: 0, function: { name: 'f' } }] })],
    ['a finish reason', chunk({}, 'stop')],
    ['a legacy text', 'data: {"choices":[{"text":"x"}]}\n\n'],
  ])('%s commits', (_title, event) => {
    const stage = relayed(untouched())
    stage.chunk(event)
    expect(stage.received.committed).toBeDefined()
  })

  it.each<readonly [string, string]>([
    ['a comment', ': hello\n\n'],
    ['a role', ROLE],
    ['an empty list of tool calls', chunk({ tool_calls: [] })],
    ['no choice', 'data: {"choices":[]}\n\n'],
    ['half an event', chunk({ content: 'x' }).slice(0, -4)],
    ['[DONE] within a text', 'data: {"x":"data: [DONE]"}\n\n'],
  ])('%s does not, and a stream that ends after it has failed', (_title, event) => {
    const stage = relayed(untouched())
    stage.chunk(event)
    const { model: _model, ...others } = stage.received
    expect(others).toEqual({})
    stage.end()
    expect(stage.received.committed === undefined || _title === 'half an event').toBe(true)
    expect(stage.received.dead !== undefined || _title === 'half an event').toBe(true)
  })

  it('happens at a finish reason without content, and not at an end without one', () => {
    const empty = relayed(untouched())
    empty.chunk(ROLE + chunk({}, 'stop') + DONE)
    expect(empty.received.committed).toBeDefined()
    for (const sent of ['', ROLE, 'data: {"choices":[]}\n\n', 'data: {"choices":null}\n\n']) {
      const nothing = relayed(untouched())
      nothing.chunk(sent + DONE)
      expect([nothing.received.committed, nothing.received.dead], sent).toMatchObject([
        undefined,
        { code: 'invalid_upstream_reply' },
      ])
    }
  })

  it('never happens for a first event that is not JSON', () => {
    const stage = relayed(untouched())
    stage.chunk('data: x\n\n')
    expect([stage.received.committed, stage.received.dead]).toMatchObject([
      undefined,
      { code: 'invalid_upstream_reply' },
    ])
  })

  it('never happens when too much is buffered', () => {
    const stage = relayed(untouched())
    for (let index = 0; index < 200; index += 1) stage.chunk(`: ${'x'.repeat(1000)}\n\n`)
    expect(stage.received.dead).toMatchObject({ cause: 'too-large' })
    expect(stage.events).toContain('cancel')
  })

  it('a mapper that ends without an end event has failed, and is not waited for', () => {
    const stage = relayed(mappedTransform({ event: () => [], end: () => [] }))
    stage.end()
    expect(stage.received.dead).toMatchObject({ cause: 'cut' })
  })
})
