// Ambiguous framing is refused: combinations of lengths and encodings are generated, each with a second request behind or within
// the body. What is not one unambiguous request (RFC 9112, section 6.3) gets at most one reply, a refusal, and its connection ends.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CHAT, hostileFixture, JSON_TYPE } from './hostile-fixture.ts'
import { exchangeRaw } from './raw-client.ts'

const fixture = hostileFixture()

const HIDDEN = 'GET /v1/models HTTP/1.1\r\nhost: hidden\r\nconnection: close\r\n\r\n'
const LENGTH = String(CHAT.length)
const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

/** Lines that state a length, and whether it is the one of the body. */
const LENGTHS: readonly (readonly [line: string, isValid: boolean])[] = [
  [`content-length: ${LENGTH}`, true],
  [`Content-Length:${LENGTH}`, true],
  [`content-length: 0${LENGTH}`, true],
  [`content-length: +${LENGTH}`, false],
  [`content-length: -${LENGTH}`, false],
  [`content-length: 0x${CHAT.length.toString(16)}`, false],
  [`content-length: ${LENGTH}, ${LENGTH}`, false],
  [`content-length: ${LENGTH} ${LENGTH}`, false],
  [`content-length: ${LENGTH}.0`, false],
  ['content-length: 1e2', false],
  ['content-length:', false],
  [`content-length: ${'9'.repeat(30)}`, false],
  [`content-length : ${LENGTH}`, false],
  [`content-length\t: ${LENGTH}`, false],
  [`content-length: \u000b${LENGTH}`, false],
  [` content-length: ${LENGTH}`, false],
]
/** Lines that state an encoding, and whether it is that of chunks. */
const ENCODINGS: readonly (readonly [line: string, isValid: boolean])[] = [
  ['transfer-encoding: chunked', true],
  ['Transfer-Encoding:Chunked', true],
  ['transfer-encoding: xchunked', false],
  ['transfer-encoding: chunked-x', false],
  ['transfer-encoding: identity', false],
  ['transfer-encoding: chunked, identity', false],
  ['transfer-encoding: chunked, chunked', false],
  ['transfer-encoding: chunked;q=1', false],
  ['transfer-encoding: "chunked"', false],
  ['transfer-encoding: \u000bchunked', false],
  ['transfer-encoding:', false],
  ['transfer-encoding : chunked', false],
  ['transfer-encoding\t: chunked', false],
  [' transfer-encoding: chunked', false],
  ['transfer-encoding: chun\r\n ked', false],
]

const linesOf = (table: typeof LENGTHS): fc.Arbitrary<typeof LENGTHS> =>
  fc.array(fc.constantFrom(...table), { maxLength: 2 })

interface Framing {
  readonly lengths: typeof LENGTHS
  readonly encodings: typeof ENCODINGS
  readonly body: string
}

const framings: fc.Arbitrary<Framing> = fc
  .record({
    lengths: linesOf(LENGTHS),
    encodings: linesOf(ENCODINGS),
    body: fc.constantFrom(
      CHAT + HIDDEN,
      chunked(CHAT) + HIDDEN,
      `0\r\n\r\n${HIDDEN}`,
      chunked(`${CHAT}${HIDDEN}`),
    ),
  })
  .filter(({ lengths, encodings }) => lengths.length + encodings.length > 0 && !isSound(lengths, encodings))

function isSound(lengths: typeof LENGTHS, encodings: typeof ENCODINGS): boolean {
  if (encodings.length === 0) return lengths.length === 1 && lengths[0]?.[1] === true
  return lengths.length === 0 && encodings.length === 1 && encodings[0]?.[1] === true
}

const request = ({ lengths, encodings, body }: Framing): string =>
  [
    'POST /v1/chat/completions HTTP/1.1',
    'host: localhost',
    JSON_TYPE,
    ...[...lengths, ...encodings].map(([line]) => line),
    '',
    body,
  ].join('\r\n')

it('of two readings is refused once', async () => {
  await fc.assert(
    fc.asyncProperty(framings, async framing => {
      const text = await exchangeRaw(fixture.gateway.port, request(framing))
      const replies = text.match(/HTTP\/1\.1 \d\d\d/g) ?? []
      expect(replies.length).toBeLessThanOrEqual(1)
      expect(replies[0] ?? 'HTTP/1.1 400').toMatch(/ 4\d\d$| 501$/)
    }),
    { numRuns: 400 },
  )
})

it.each<readonly [string, readonly string[], string]>([
  ['a length', [`content-length: ${LENGTH}`], CHAT],
  ['chunks', ['transfer-encoding: chunked'], chunked(CHAT)],
])('of one reading is served: %s', async (_title, lines, body) => {
  const sound = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${[JSON_TYPE, ...lines].join('\r\n')}\r\n\r\n${body}`
  expect(await exchangeRaw(fixture.gateway.port, sound)).toMatch(/^HTTP\/1\.1 200 /)
})
