// Faults below and in HTTP: connections, heads, lengths, chunks.
import { broken, error, type Fault, invalid, REPLY, TIMEOUT, unreachable } from './fault.ts'
import {
  BODY,
  CHUNKED,
  chunk,
  contentOf,
  EVENTS,
  FIRST,
  head,
  LAST_CHUNK,
  PIECES,
  ROLE,
  reply,
  sound,
  soundHead,
  typeOf,
} from './replies.ts'
import type { Step } from './scripted-provider.ts'

/** Milliseconds: limits of the gateway in the tests (`gateways.ts`). */
export const REQUEST_TIMEOUT = 1500
export const IDLE_TIMEOUT = 1000
const LATE = REQUEST_TIMEOUT + 500

const nothing = (): readonly Step[] => []
/** A stream up to its first content, in chunks. */
const BEGUN = soundHead('stream') + PIECES.slice(0, 2).join('')
const each = (bytes: string, size: number, milliseconds: number): Step[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => [
    bytes.slice(at * size, (at + 1) * size),
    milliseconds,
  ]).flat()

const CONNECTIONS: readonly Fault[] = [
  { name: 'sound', script: mode => [sound(mode)], whole: REPLY, stream: REPLY },
  {
    name: 'refuse',
    destination: 'refused',
    script: nothing,
    whole: unreachable('refused'),
    stream: unreachable('refused'),
  },
  {
    name: 'no answer to SYN',
    destination: 'unanswered',
    script: nothing,
    whole: unreachable('connect'),
    stream: unreachable('connect'),
  },
  {
    name: 'DNS fails',
    destination: 'unresolved',
    script: nothing,
    whole: unreachable('dns'),
    stream: unreachable('dns'),
  },
  {
    name: 'DNS leads to a private address',
    destination: 'rebound',
    script: nothing,
    whole: { kind: 'failure', code: 'blocked_host', cause: 'blocked' },
    stream: { kind: 'failure', code: 'blocked_host', cause: 'blocked' },
  },
  { name: 'reset', script: () => ['RESET'], whole: unreachable('reset'), stream: unreachable('reset') },
  { name: 'close', script: () => ['END'], whole: unreachable('reset'), stream: unreachable('reset') },
  {
    name: 'close late',
    script: () => [150, 'END'],
    whole: unreachable('reset'),
    stream: unreachable('reset'),
  },
  { name: 'blackhole', script: nothing, whole: TIMEOUT, stream: TIMEOUT },
  { name: 'delay', script: mode => [30, sound(mode)], whole: REPLY, stream: REPLY },
  {
    name: 'delay beyond the limit',
    script: mode => [LATE, sound(mode), 'END'],
    whole: TIMEOUT,
    stream: TIMEOUT,
  },
  { name: 'head and nothing more', script: mode => [soundHead(mode)], whole: TIMEOUT, stream: TIMEOUT },
  { name: 'trickle', script: mode => each(sound(mode), 40, 1), whole: REPLY, stream: REPLY },
  {
    name: 'trickle without end',
    script: mode => [
      soundHead(mode),
      ...each(
        (mode === 'whole' ? ' ' : chunk(': ping\n\n')).repeat(60),
        mode === 'whole' ? 1 : chunk(': ping\n\n').length,
        50,
      ),
      'END',
    ],
    whole: TIMEOUT,
    stream: TIMEOUT,
  },
  { name: 'close after the reply', script: mode => [sound(mode), 'END'], whole: REPLY, stream: REPLY },
]

const HEADS: readonly Fault[] = [
  ...(['100 Continue', '102 Processing', '103 Early Hints'] as const).map(
    (status): Fault => ({
      name: `${status} before the reply`,
      script: mode => [head(status), 5, sound(mode)],
      whole: REPLY,
      stream: REPLY,
    }),
  ),
  {
    name: '101',
    script: () => [head('101 Switching Protocols', 'upgrade: x', 'connection: upgrade')],
    whole: invalid('decode'),
    stream: invalid('decode'),
  },
  ...[302, 304, 307].map(
    (status): Fault => ({
      name: `redirect ${status}`,
      script: () => [
        head(`${status} Elsewhere`, 'location: https://elsewhere.example/', 'content-length: 0'),
      ],
      whole: invalid('decode'),
      stream: invalid('decode'),
      isLasting: true,
    }),
  ),
  ...[400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 501, 502, 503, 504, 529, 599].map(
    (status): Fault => ({
      name: `status ${status}`,
      script: () => [
        reply('{"error":{"message":"Not now.","type":"x","code":"y"}}', typeOf('whole'), `${status} Odd`),
      ],
      whole: error(status),
      stream: error(status),
    }),
  ),
  ...[600, 999].map(
    (status): Fault => ({
      name: `status ${status}`,
      script: mode => [reply(contentOf(mode), typeOf(mode), `${status} Odd`)],
      whole: invalid('decode'),
      stream: invalid('decode'),
      isLasting: true,
    }),
  ),
  {
    name: 'no HTTP',
    script: () => ['\x16\x03\x01 garbage \r\n\r\n', 'END'],
    whole: invalid('decode'),
    stream: invalid('decode'),
  },
  {
    name: 'a header with a control character',
    script: mode => [reply(contentOf(mode), typeOf(mode), '200 OK', 'x-bad: a\x01b')],
    whole: invalid('decode'),
    stream: invalid('decode'),
  },
  {
    name: 'headers that are too large',
    script: mode => [reply(contentOf(mode), typeOf(mode), '200 OK', `x-large: ${'x'.repeat(60_000)}`)],
    whole: invalid('decode'),
    stream: invalid('decode'),
    isLasting: true,
  },
]

const LENGTHS: readonly Fault[] = [
  {
    name: 'a length that is no number',
    script: mode => [head('200 OK', typeOf(mode), 'content-length: x') + contentOf(mode)],
    whole: invalid('decode'),
    stream: invalid('decode'),
  },
  {
    name: 'two lengths',
    script: mode => [reply(contentOf(mode), typeOf(mode), '200 OK', 'content-length: 1')],
    whole: invalid('decode'),
    stream: invalid('decode'),
  },
  {
    name: 'a length that is too great',
    script: mode => [head('200 OK', typeOf(mode), 'content-length: 5000') + contentOf(mode), 'END'],
    whole: invalid('cut'),
    stream: REPLY,
  },
  {
    name: 'a length that is too small',
    script: mode => [
      mode === 'whole'
        ? head('200 OK', typeOf(mode), `content-length: ${BODY.length - 10}`) + BODY
        : head('200 OK', typeOf(mode), `content-length: ${(ROLE + FIRST).length}`) + EVENTS,
    ],
    whole: invalid('decode'),
    stream: broken('cut'),
  },
  {
    name: 'no length, closed',
    script: mode => [head('200 OK', typeOf(mode), 'connection: close') + contentOf(mode), 'END'],
    whole: REPLY,
    stream: REPLY,
  },
  {
    name: 'no length, closed early',
    script: mode => [
      head('200 OK', typeOf(mode), 'connection: close') +
        (mode === 'whole' ? BODY.slice(0, -10) : ROLE + FIRST),
      'END',
    ],
    whole: invalid('decode'),
    stream: broken('cut'),
  },
  {
    name: 'a chunk size that is no number',
    script: mode => [head('200 OK', typeOf(mode), CHUNKED), 'zz\r\n', contentOf(mode), 'END'],
    whole: invalid('decode'),
    stream: invalid('decode'),
  },
  {
    name: 'a chunk size that is no number, later',
    script: mode => [
      mode === 'whole' ? head('200 OK', typeOf(mode), CHUNKED) + chunk(BODY.slice(0, 20)) : BEGUN,
      5,
      'zz\r\n',
      'END',
    ],
    whole: invalid('decode'),
    stream: broken('decode'),
  },
  {
    name: 'no last chunk',
    script: mode => [head('200 OK', typeOf(mode), CHUNKED) + chunk(contentOf(mode)), 'END'],
    whole: invalid('cut'),
    stream: REPLY,
  },
  {
    name: 'trailers',
    script: mode => [
      head('200 OK', typeOf(mode), CHUNKED, 'trailer: x-after') + chunk(contentOf(mode)),
      '0\r\nx-after: 1\r\n\r\n',
    ],
    whole: REPLY,
    stream: REPLY,
  },
  {
    name: 'a chunk of one byte each',
    script: mode => [
      head('200 OK', typeOf(mode), CHUNKED) + [...contentOf(mode)].map(chunk).join('') + LAST_CHUNK,
    ],
    whole: REPLY,
    stream: REPLY,
  },
]

const MIDWAY: readonly Fault[] = [
  {
    name: 'silent after the first content',
    script: mode => (mode === 'whole' ? [sound(mode).slice(0, -20)] : [BEGUN]),
    whole: TIMEOUT,
    stream: broken('timeout'),
  },
  {
    name: 'pings after the first content',
    script: mode =>
      mode === 'whole'
        ? [sound(mode).slice(0, -20)]
        : [BEGUN, ...Array.from({ length: 60 }, () => [chunk(': ping\n\n'), 50] as const).flat(), 'END'],
    whole: TIMEOUT,
    stream: broken('timeout'),
  },
  {
    name: 'reset after the first content',
    script: mode => (mode === 'whole' ? [sound(mode).slice(0, -20), 20, 'RESET'] : [BEGUN, 20, 'RESET']),
    whole: invalid('cut'),
    stream: broken('cut'),
  },
  {
    name: 'slow after the first content',
    script: mode =>
      mode === 'whole'
        ? [sound(mode)]
        : [BEGUN, 20, ...PIECES.slice(2).flatMap(piece => [piece, 20] as const), LAST_CHUNK],
    whole: REPLY,
    stream: REPLY,
  },
]

export const FAULTS_OF_CONNECTIONS = [...CONNECTIONS, ...HEADS, ...LENGTHS, ...MIDWAY]
