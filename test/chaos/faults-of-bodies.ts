// Faults in the bodies of replies: their types, their encodings, their events.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { broken, error, type Fault, invalid, REPLY } from './fault.ts'
import {
  BODY,
  contentOf,
  DONE,
  EVENTS,
  FINISH,
  FIRST,
  head,
  lengthOf,
  ROLE,
  reply,
  SECOND,
  typeOf,
} from './replies.ts'
import type { Mode, Step } from './scripted-provider.ts'

const JSON_TYPE = typeOf('whole')
const EVENT_TYPE = typeOf('stream')

/** A reply that is the same for both modes. */
const same = (name: string, body: string, type: string, effect: Fault['whole']): Fault => ({
  name,
  script: () => [reply(body, type)],
  whole: effect,
  stream: effect,
})

/** Broken JSON between sound ends: it passes unread, unless it has to be parsed. */
const unread = (name: string, body: string): Fault => ({
  ...same(name, body, JSON_TYPE, REPLY),
  parsedWhole: invalid('decode'),
  parsedStream: invalid('decode'),
  cachedStream: invalid('decode'),
})

const TYPES: readonly Fault[] = [
  same('empty', '', JSON_TYPE, invalid('decode')),
  same('HTML', '<!doctype html><p>Welcome</p>', 'content-type: text/html', invalid('decode')),
  same('a list', '[]', JSON_TYPE, invalid('decode')),
  same('null', 'null', JSON_TYPE, invalid('decode')),
  same('a number', '17', JSON_TYPE, invalid('decode')),
  same('a string', '"choices"', JSON_TYPE, invalid('decode')),
  same('an empty object', '{}', JSON_TYPE, invalid('decode')),
  same('an object of another API', '{"status":"ok"}', JSON_TYPE, invalid('decode')),
  unread('half an object', BODY.slice(0, -1)),
  same('an error as 200', '{"error":{"message":"Full.","code":"server_error"}}', JSON_TYPE, error(502)),
  unread('broken JSON inside', BODY.replace('"index":0', '"index":')),
  {
    name: 'another content type',
    script: mode => [
      reply(
        contentOf(mode),
        mode === 'whole' ? 'content-type: text/plain' : 'content-type: text/event-stream; charset=utf-8',
      ),
    ],
    whole: REPLY,
    stream: REPLY,
  },
  {
    name: 'an event stream for all',
    script: () => [reply(EVENTS, EVENT_TYPE)],
    whole: invalid('decode'),
    stream: REPLY,
  },
  { name: 'JSON for all', script: () => [reply(BODY, JSON_TYPE)], whole: REPLY, stream: REPLY },
  {
    name: 'no content',
    script: () => [head('204 No Content')],
    whole: invalid('decode'),
    stream: invalid('decode'),
  },
  same(
    'more than limits.reply_bytes',
    JSON.stringify({ choices: [], more: 'x'.repeat(1_100_000) }),
    JSON_TYPE,
    invalid('too-large'),
  ),
]

const encoded = (mode: Mode, encoding: string, body: Uint8Array): readonly Step[] => [
  head('200 OK', typeOf(mode), `content-encoding: ${encoding}`, lengthOf(body)),
  body,
]
const BOMB = gzipSync(Buffer.alloc(30_000_000, 0x20))
const EVENT_BOMB = gzipSync(Buffer.alloc(30_000_000, `: ${'x'.repeat(1000)}\n`))

const ENCODINGS: readonly Fault[] = [
  {
    name: 'gzip',
    script: mode => encoded(mode, 'gzip', gzipSync(contentOf(mode))),
    whole: REPLY,
    stream: REPLY,
  },
  {
    name: 'deflate',
    script: mode => encoded(mode, 'deflate', deflateSync(contentOf(mode))),
    whole: REPLY,
    stream: REPLY,
  },
  {
    name: 'br',
    script: mode => encoded(mode, 'br', brotliCompressSync(contentOf(mode))),
    whole: REPLY,
    stream: REPLY,
  },
  {
    name: 'gzip twice',
    script: mode => encoded(mode, 'gzip, gzip', gzipSync(gzipSync(contentOf(mode)))),
    whole: REPLY,
    stream: REPLY,
  },
  {
    name: 'not gzip',
    script: mode => encoded(mode, 'gzip', Buffer.from(contentOf(mode))),
    whole: invalid('decode'),
    stream: invalid('decode'),
  },
  {
    name: 'an unknown encoding',
    script: mode => encoded(mode, 'zz', Buffer.from(contentOf(mode))),
    whole: invalid('decode'),
    stream: invalid('decode'),
    isLasting: true,
  },
  {
    name: 'gzip, truncated',
    script: mode => encoded(mode, 'gzip', gzipSync(contentOf(mode)).subarray(0, 30)),
    whole: invalid('cut'),
    stream: invalid('cut'),
  },
  {
    name: 'a decompression bomb',
    script: mode => encoded(mode, 'gzip', mode === 'whole' ? BOMB : EVENT_BOMB),
    whole: invalid('too-large'),
    stream: invalid('too-large'),
  },
]

/** A stream with these events; a whole reply is sound. */
const events = (
  name: string,
  body: string,
  stream: Fault['stream'],
  parsedStream?: Fault['stream'],
): Fault => ({
  name,
  script: mode => [mode === 'whole' ? reply(BODY, JSON_TYPE) : reply(body, EVENT_TYPE)],
  whole: REPLY,
  stream,
  ...(parsedStream && { parsedStream }),
})
const ERROR_EVENT = 'data: {"error":{"message":"Full.","code":"server_error"}}\n\n'
const BROKEN_EVENT = 'data: {"choices":[{"index":0,"delta":{"content":"x"\n\n'

const EMPTY_EVENT = `data: {"choices":[],"more":"${'x'.repeat(1000)}"}\n\n`

const EVENT_FAULTS: readonly Fault[] = [
  events('events with CRLF', EVENTS.replaceAll('\n', '\r\n'), REPLY),
  events('events with CR', EVENTS.replaceAll('\n', '\r'), REPLY),
  events('events behind a byte order mark', `\xef\xbb\xbf${EVENTS}`, REPLY),
  events('events with comments and unknown fields', `: hello\n\nretry: 10\nid: 1\n${EVENTS}`, REPLY),
  {
    name: 'a long reply',
    script: mode => [
      mode === 'whole'
        ? reply(BODY.replace('Words', 'Words '.repeat(30_000)), JSON_TYPE)
        : reply(ROLE + FIRST.repeat(1500) + FINISH + DONE, EVENT_TYPE),
    ],
    whole: REPLY,
    stream: REPLY,
  },
  events('an end without [DONE]', ROLE + FIRST + FINISH, REPLY),
  events('an end without a finish reason', ROLE + FIRST + SECOND, broken('cut')),
  events('only [DONE]', DONE, invalid('decode')),
  events('no event', ': nothing\n\n', invalid('cut')),
  events('half an event', FIRST.slice(0, 30), invalid('cut')),
  events('half an event, later', ROLE + FIRST + SECOND.slice(0, 30), broken('cut')),
  events('a first event that is broken JSON', BROKEN_EVENT + EVENTS, invalid('decode')),
  events('a first event that is a list', `data: []\n\n${EVENTS}`, invalid('decode')),
  events('a first event that is an error', ERROR_EVENT, error(502)),
  events('an error after the first content', ROLE + FIRST + ERROR_EVENT, broken()),
  {
    ...events(
      'broken JSON after the first content',
      ROLE + FIRST + BROKEN_EVENT + FINISH + DONE,
      REPLY,
      broken('decode'),
    ),
    isStored: false,
  },
  events('events of another API', 'event: ping\ndata: {"type":"ping"}\n\n', invalid('cut')),
  events(
    'events without content that exceed limits.reply_bytes',
    EMPTY_EVENT.repeat(1200) + EVENTS,
    invalid('too-large'),
  ),
]

export const FAULTS_OF_BODIES = [...TYPES, ...ENCODINGS, ...EVENT_FAULTS]
