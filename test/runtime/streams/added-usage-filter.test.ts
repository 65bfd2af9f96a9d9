// Usage that the gateway asked for, of a stream whose client did not: the client gets the bytes of the provider without it.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createAddedUsageFilter } from '../../../runtime/streams/added-usage-filter.ts'
import { createLineBuffer } from '../../../runtime/streams/line-buffer.ts'
import { readEvents } from '../../../runtime/streams/server-sent-events.ts'
import { createUsageSearch } from '../../../runtime/streams/usage-search.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What a client gets when the text arrives in these pieces, and the usage that is found before it is removed. */
function filtered(text: string, cuts: readonly number[] = []): { text: string; usage: object | undefined } {
  let usage: object | undefined
  const filter = createAddedUsageFilter()
  const search = createUsageSearch(total => {
    usage = total
  })
  const received: Uint8Array[] = []
  const lines = createLineBuffer(block => {
    search.feed(block)
    received.push(filter(block))
  })
  const bytes = encoder.encode(text)
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [index, end] of places.slice(1).entries()) lines.feed(bytes.subarray(places[index], end))
  lines.flush()
  search.report()
  return { text: received.map(each => decoder.decode(each)).join(''), usage }
}

const HI = '"choices":[{"delta":{"content":"Hi"}}]'
const TOKENS = '{"total_tokens":3}'

describe('usage is removed', () => {
  it.each<readonly [title: string, sent: string, received: string]>([
    ['as the last field', `data: {${HI},"usage":null}\n\n`, `data: {${HI}}\n\n`],
    ['as the first field', `data: {"usage":null,${HI}}\n\n`, `data: {${HI}}\n\n`],
    ['between others', `data: {"id":"a","usage":null,${HI}}\n\n`, `data: {"id":"a",${HI}}\n\n`],
    ['with spaces', `data:{ "usage" : null , ${HI} }\n\n`, `data:{  ${HI} }\n\n`],
    ['with spaces at the end', `data: { ${HI} , "usage" : null }\n\n`, `data: { ${HI}  }\n\n`],
    ['alone', 'data: {"usage":null}\n\n', 'data: {}\n\n'],
    ['with CRLF', `data: {${HI},"usage":null}\r\n\r\n`, `data: {${HI}}\r\n\r\n`],
    ['from a chunk with content', `data: {${HI},"usage":${TOKENS}}\n\n`, `data: {${HI}}\n\n`],
    [
      'from several chunks of a block',
      `data: {${HI},"usage":null}\n\n`.repeat(3),
      `data: {${HI}}\n\n`.repeat(3),
    ],
    [
      'with the chunk that has nothing else',
      `data: {"choices":[],"usage":${TOKENS}}\n\ndata: [DONE]\n\n`,
      'data: [DONE]\n\n',
    ],
    ['with a chunk without choices', `data: {"usage":${TOKENS}}\n\ndata: [DONE]\n\n`, 'data: [DONE]\n\n'],
    [
      'with a chunk that ends with CRLF',
      `data: {"usage":${TOKENS}}\r\n\r\ndata: [DONE]\r\n\r\n`,
      'data: [DONE]\r\n\r\n',
    ],
  ])('%s', (_title, sent, received) => {
    const { text, usage } = filtered(sent)
    expect(text).toBe(received)
    expect(usage).toEqual(sent.includes(TOKENS) ? { total_tokens: 3 } : undefined)
  })
})

describe('everything else stays', () => {
  it.each([
    `data: {"choices":[{"delta":{"content":"\\"usage\\":null"}}]}\n\n`,
    `data: {${HI},"x_groq":{"usage":${TOKENS}}}\n\n`,
    `data: {"choices":[],"usages":${TOKENS}}\n\n`,
    `data: {${HI},"more":{"id":"a","usage":null}}\n\n`,
    `data: {"more":{"id":"a","usage":null},${HI}}\n\n`,
    ': "usage": a comment\n\n',
    'data: "usage"\n\n',
    'data: {"usage": and no JSON\n\n',
  ])('%j', sent => {
    // Some providers report usage within an extension, which is not what the gateway asked for.
    const usage = sent.includes('x_groq') ? { total_tokens: 3 } : undefined
    expect(filtered(sent)).toEqual({ text: sent, usage })
  })

  it('a block that does not mention usage is not copied', () => {
    const block = encoder.encode(`data: {${HI}}\n\n`)
    expect(createAddedUsageFilter()(block)).toBe(block)
  })
})

test('a client reads the same chunks without usage however the stream is cut', () => {
  const usage = fc.constantFrom(undefined, null, { total_tokens: 3 })
  const chunk = fc.record(
    {
      id: fc.constantFrom('a', '"usage"', '\n'),
      choices: fc.constantFrom([], [{ delta: { content: 'é, "usage":null}' } }]),
      usage,
      obfuscation: fc.constant('x'),
    },
    { requiredKeys: ['choices'] },
  )
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(chunk), lineEnd, fc.array(fc.nat()), (chunks, end, cuts) => {
      const sent = [...chunks.map(each => JSON.stringify(each)), '[DONE]']
      const received = filtered(sent.map(data => `data: ${data}${end}${end}`).join(''), cuts)
      const read = readEvents(encoder.encode(received.text)).map(({ data }) => data)
      const kept = chunks
        .filter(each => each.choices.length > 0 || (each.usage ?? null) === null)
        .map(({ usage: _usage, ...rest }) => JSON.stringify(rest))
      expect(read).toEqual([...kept, '[DONE]'])
      expect(received.usage).toEqual(chunks.find(each => each.usage)?.usage ?? undefined)
    }),
  )
})
