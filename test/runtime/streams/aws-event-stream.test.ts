// AWS event stream frames, for any chunking.
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ServerSentEvent } from '../../../runtime/values/server-sent-event.ts'
import { expectRecordings } from '../providers/expect-recordings.ts'
import {
  areRecorded,
  isRecorded,
  recordedBytes,
  recordedFolders,
  recordedJson,
} from '../providers/recordings.ts'
import { eventFrame, exceptionFrame, type FrameHeader, frameBytes } from './aws-event-bytes.ts'
import { expectFrames, frameVectors, readEveryWay } from './aws-event-vectors.ts'

const joined = (...frames: readonly Uint8Array[]): Uint8Array => Buffer.concat(frames)
const event = (more: FrameHeader): readonly FrameHeader[] => [
  more,
  [':event-type', 'e'],
  [':message-type', 'event'],
]

describe('frames, for any chunking', () => {
  const cases: readonly [title: string, bytes: Uint8Array, events: readonly ServerSentEvent[]][] = [
    ['nothing', Buffer.alloc(0), []],
    [
      'an event',
      eventFrame('messageStart', { role: 'assistant' }),
      [{ event: 'messageStart', data: '{"role":"assistant"}' }],
    ],
    [
      'several, with characters of several bytes',
      joined(eventFrame('a', 'üñ→🌦'), eventFrame('b', 1)),
      [
        { event: 'a', data: '"üñ→🌦"' },
        { event: 'b', data: '1' },
      ],
    ],
    [
      'an exception',
      exceptionFrame('throttlingException', { message: 'm' }),
      [{ event: 'throttlingException', data: '{"message":"m"}' }],
    ],
    [
      'an exception without a type',
      frameBytes([[':message-type', 'exception']], 'x'),
      [{ event: 'error', data: 'x' }],
    ],
    [
      'an unmodeled error',
      frameBytes(
        [
          [':message-type', 'error'],
          [':error-code', 'InternalFailure'],
          [':error-message', 'broken'],
        ],
        '',
      ),
      [{ event: 'error', data: '{"code":"InternalFailure","message":"broken"}' }],
    ],
    ['no headers', frameBytes([], 'x'), [{ event: undefined, data: 'x' }]],
    ['no payload', frameBytes(event(['a', 'b']), ''), [{ event: 'e', data: '' }]],
    ['neither', frameBytes([], ''), [{ event: undefined, data: '' }]],
    [
      'a frame truncated by the end of the body',
      joined(eventFrame('a', 1), eventFrame('b', 2).subarray(0, -1)),
      [{ event: 'a', data: '1' }],
    ],
  ]
  test.each(cases)('%s', (_, bytes, events) => {
    expect(readEveryWay(bytes)).toEqual({ events, faults: [] })
  })

  const types: readonly [title: string, type: number, value: readonly number[]][] = [
    ['yes', 0, []],
    ['no', 1, []],
    ['a byte', 2, [7]],
    ['a short integer', 3, [7, 7]],
    ['an integer', 4, [7, 7, 7, 7]],
    ['a long integer', 5, [7, 7, 7, 7, 7, 7, 7, 7]],
    ['bytes', 6, [0, 3, 7, 7, 7]],
    ['text', 7, [0, 2, 0xc3, 0xbc]],
    ['a timestamp', 8, [7, 7, 7, 7, 7, 7, 7, 7]],
    ['a UUID', 9, [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]],
  ]
  test.each(types)('a header of another type before the relevant one: %s', (_, type, value) => {
    expect(readEveryWay(frameBytes(event(['x', type, value]), 'p'))).toEqual({
      events: [{ event: 'e', data: 'p' }],
      faults: [],
    })
  })
})

describe('invalid frames', () => {
  const good = eventFrame('a', 1)
  const changed = (at: number, value: number): Uint8Array => {
    const copy = Buffer.from(good)
    copy[at < 0 ? copy.length + at : at] = value
    return copy
  }
  const lengths = (total: number, headers: number): Uint8Array => {
    const frame = Buffer.alloc(64)
    frame.writeUInt32BE(total, 0)
    frame.writeUInt32BE(headers, 4)
    frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8)
    return frame
  }
  const cases: readonly [title: string, bytes: Uint8Array, fault: RegExp][] = [
    ['a changed length', changed(3, 255), /lengths/],
    ['a changed checksum of the lengths', changed(8, 0), /lengths/],
    ['a changed payload', changed(-5, 0x32), /checksum/],
    ['a changed checksum of the frame', changed(-1, 0), /checksum/],
    ['headers longer than the frame', lengths(20, 60), /invalid lengths/],
    ['a frame shorter than its own lengths', lengths(12, 0), /invalid lengths/],
    ['a frame that would fill the memory', lengths(0xfffffff0, 0), /invalid lengths/],
    ['a header of an unknown type', frameBytes([['x', 10, []]], 'p'), /headers/],
    ['a value longer than the headers', frameBytes([['x', 5, [1]]], 'p'), /headers/],
    ['a string longer than the headers', frameBytes([['x', 7, [0xff, 0xff, 1]]], 'p'), /headers/],
    ['a length without its value', frameBytes([['x', 7, [0]]], 'p'), /headers/],
    ['an empty name', frameBytes([['', 'x']], 'p'), /headers/],
    ['an HTML page', Buffer.from('<html><body>Bad gateway</body></html>'), /lengths/],
  ]
  test.each(cases)('%s', (_, bytes, fault) => {
    const { events, faults } = readEveryWay(joined(good, bytes, good))
    expect(events).toEqual([{ event: 'a', data: '1' }])
    expect(faults).toEqual([expect.stringMatching(fault)])
  })
})

describe('any bytes', () => {
  test('nothing throws, and any chunking gives the same result', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.string(), fc.string({ unit: 'grapheme' }))
        .map(([name, payload]) => eventFrame(name, payload)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), pieces => {
        readEveryWay(Buffer.concat(pieces))
      }),
      { numRuns: 300 },
    )
  })
})

describe('recorded frames', () => {
  test.runIf(areRecorded).each(frameVectors)('%s', expectFrames)

  const streams = ['converse-stream', 'invoke-stream'].flatMap(route =>
    recordedFolders(`aws-bedrock/${route}`)
      .map(name => `aws-bedrock/${route}/${name}`)
      .filter(path => isRecorded(`${path}/stream.bin`)),
  )
  expectRecordings([{ found: streams.length, atLeast: 16 }])

  test.runIf(areRecorded).each(streams)('%s', path => {
    const observed = recordedJson(`${path}/observed.json`) as { frames: number }
    const { events, faults } = readEveryWay(recordedBytes(`${path}/stream.bin`))
    expect(faults).toEqual([])
    expect(events).toHaveLength(observed.frames)
    for (const { data } of events) expect(() => JSON.parse(data)).not.toThrow()
  })
})
