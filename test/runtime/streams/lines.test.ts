// JSON Lines, for any chunking.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLines } from '../../../runtime/streams/lines.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'

function read(pieces: readonly Uint8Array[], longest?: number): readonly string[] {
  const lines: string[] = []
  const parser = parseLines(event => void lines.push(event.data), {
    ...(longest !== undefined && { maxEvent: longest }),
    onTooLong: () => {},
  })
  for (const piece of pieces) parser.feed(piece)
  parser.end()
  return lines
}

describe('lines, for any chunking', () => {
  test.each([
    ['nothing', '', []],
    ['one', '{"a":1}\n', ['{"a":1}']],
    ['one without a line end', '{"a":1}', ['{"a":1}']],
    ['several, with multi-byte characters', '"üñ"\n"→🌦"\n', ['"üñ"', '"→🌦"']],
    ['CRLF line ends', '1\r\n2\r\n', ['1', '2']],
    ['blank ones', '\n\r\n1\n \n2\n\n', ['1', '2']],
    ['a byte order mark', '\u{feff}1\n', ['1']],
  ])('%s', (_, text, lines) => {
    for (const [name, cut] of Object.entries(chunkings))
      expect(read(cut(Buffer.from(text))), name).toEqual(lines)
  })

  test('any JSON values, one a line, round-trip', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.boolean(), (values, ended) => {
        const lines = values.map(value => JSON.stringify(value))
        const bytes = Buffer.from(lines.join('\n') + (ended ? '\n' : ''))
        for (const cut of Object.values(chunkings)) expect(read(cut(bytes))).toEqual(lines)
      }),
      { numRuns: 100 },
    )
  })
})

test('an endless line is not buffered, and complete lines before it are emitted', () => {
  const pieces = ['1\n22', '22222222', '2\n3\n'].map(piece => Buffer.from(piece))
  expect(read(pieces, 8)).toEqual(['1'])
})
