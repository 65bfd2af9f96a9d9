// Messages of the protocol in bytes, however they are cut, and how reading goes on after a client has miscounted.
import { expect, it } from 'vitest'
import { MAX_BODY, readFrames } from '../../../../compiler/cli/language-server/protocol/read-frames.ts'

const frame = (body: string, length = Buffer.byteLength(body)): string =>
  `Content-Length: ${length}\r\n\r\n${body}`

/** The bodies in a text, and the sentences about what is between them in brackets. */
function bodiesOf(text: string, size = text.length): readonly string[] {
  const found: string[] = []
  const feed = readFrames(
    body => found.push(body.toString()),
    sentence => found.push(`[${sentence}]`),
  )
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) feed(bytes.subarray(at, at + size))
  return found
}

const NO_LENGTH = '[A header has no valid Content-Length.]'

const STREAMS: readonly (readonly [title: string, text: string, found: readonly string[]])[] = [
  ['messages one after the other', frame('{"a":"é💥"}') + frame('') + frame('{}'), ['{"a":"é💥"}', '', '{}']],
  ['a header with a type, in small letters', `content-type: x\r\ncontent-length:2\r\n\r\n{}`, ['{}']],
  ['a header without a length', `Length: 2\r\n\r\n{}${frame('[]')}`, [NO_LENGTH, '[]']],
  ['a negative length', `Content-Length: -2\r\n\r\n${frame('[]')}`, [NO_LENGTH, '[]']],
  ['a length that is no number', `Content-Length: 2x\r\n\r\n${frame('[]')}`, [NO_LENGTH, '[]']],
  ['a length that is too small', frame('{"a":1}', 3) + frame('[]'), ['{"a', '[]']],
  ['a length that is too large', frame('{}', 5) + frame('[1]') + frame('[]'), ['{}Con', NO_LENGTH, '[]']],
  [
    'a length above the limit',
    frame('{}', MAX_BODY + 1) + frame('[]'),
    [`[A message is longer than ${MAX_BODY} bytes.]`, '[]'],
  ],
  [
    'a header that does not end',
    `${'x'.repeat(5000)}\r\n\r\n${frame('[]')}`,
    ['[A header is longer than 4096 bytes.]', '[]'],
  ],
  [
    'a length behind a header that does not end',
    `${'x'.repeat(9000)}${frame('[]')}`,
    ['[A header is longer than 4096 bytes.]', '[]'],
  ],
  ['half a message', 'Content-Length: 9\r\n\r\n{"a"', []],
]

it.each(STREAMS)('reads %s', (_, text, found) => {
  for (const size of [1, 5, 7, 4096, text.length]) expect(bodiesOf(text, size), `${size}`).toEqual(found)
})
