// Messages of a WebSocket read as its bytes pass, for any chunking; the frames are those of the package `ws`.
import { describe, expect, it } from 'vitest'
import * as ws from 'ws'
import {
  clientFrame,
  closeFrame,
  readFirstMessage,
  readMessages,
  textFrame,
} from '../../../runtime/streams/socket-messages.ts'

type Frame = (data: Buffer, options: object) => Buffer[]
const frameOf = (text: string, options: object = {}): Buffer => {
  const { frame } = (ws as unknown as { readonly Sender: { readonly frame: Frame } }).Sender
  return Buffer.concat(
    frame(Buffer.from(text), { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true, ...options }),
  )
}
const decoder = new TextDecoder()

const STREAM = Buffer.concat([
  frameOf('one'),
  frameOf('', { opcode: 9 }),
  frameOf('x'.repeat(200)),
  frameOf('two ', { fin: false }),
  frameOf('ping', { opcode: 9 }),
  frameOf('parts', { opcode: 0 }),
  frameOf('y'.repeat(70_000), { opcode: 2 }),
  frameOf('end'),
])
const MESSAGES = ['one', 'x'.repeat(200), 'two parts', 'y'.repeat(70_000), 'end']

type FirstRead = ReturnType<ReturnType<typeof readFirstMessage>>
const textOf = (found: FirstRead): readonly string[] =>
  found !== undefined && 'message' in found
    ? [decoder.decode(found.message), decoder.decode(found.following)]
    : []

describe('the first message of a client', () => {
  const open = frameOf('set', { fin: false, mask: true })
  const part = frameOf('', { opcode: 0, fin: false, mask: true })
  const sent = Buffer.concat([
    frameOf('', { opcode: 9, mask: true }),
    frameOf('set', { fin: false, mask: true }),
    frameOf('up', { opcode: 0, mask: true }),
    Buffer.from('more'),
  ])

  it('is read once all of it has arrived', () => {
    const whole = sent.length - 4
    for (let length = 0; length < whole; length += 1)
      expect(readFirstMessage(100)(sent.subarray(0, length))).toBeUndefined()
    expect(textOf(readFirstMessage(100)(sent))).toEqual(['setup', 'more'])
  })

  it.each([1, 2, 3, 7, 13])('is read in chunks of %d bytes', size => {
    const read = readFirstMessage(100)
    let found: FirstRead
    let at = 0
    for (; found === undefined && at < sent.length; at += size) found = read(sent.subarray(at, at + size))
    const [message, following = ''] = textOf(found)
    expect([message, following + sent.subarray(at)]).toEqual(['setup', 'more'])
  })

  it.each<readonly [string, number, Buffer]>([
    ['a close', 1000, frameOf('', { opcode: 8, mask: true })],
    ['a frame without a mask', 1002, frameOf('setup')],
    ['a part of a message that has not begun', 1002, frameOf('up', { opcode: 0, mask: true })],
    ['a message within another', 1002, Buffer.concat([open, frameOf('x', { mask: true })])],
    ['a control frame in parts', 1002, frameOf('x', { opcode: 9, fin: false, mask: true })],
    ['a long control frame', 1002, frameOf('x'.repeat(126), { opcode: 9, mask: true })],
    ['a message above the limit', 1009, frameOf('x'.repeat(101), { mask: true })],
    [
      'parts that are above the limit',
      1009,
      Buffer.concat([open, frameOf('x'.repeat(100), { opcode: 0, mask: true })]),
    ],
    ['a length that no message has', 1009, Buffer.from([0x81, 0xff, ...Array(8).fill(255), 0, 0, 0, 0])],
    ['parts without end', 1009, Buffer.concat([open, ...Array<Buffer>(16_384).fill(part)])],
  ])('is not %s: the code is %d', (_title, code, bytes) => {
    expect(readFirstMessage(100)(bytes)).toMatchObject({ code })
  })
})

describe('messages of a WebSocket', () => {
  it.each([1, 2, 3, 7, 100, 65_536, STREAM.length])('are read in chunks of %d bytes', size => {
    const messages: string[] = []
    const reader = readMessages(message => messages.push(decoder.decode(message)), 100_000)
    for (let at = 0; at < STREAM.length; at += size) reader.feed(STREAM.subarray(at, at + size))
    expect(messages).toEqual(MESSAGES)
    expect(reader.isBetween()).toBe(true)
  })

  it('report where the last one ends, and that another has begun', () => {
    const reader = readMessages(() => {}, 100)
    const [first, second] = [frameOf('one'), frameOf('two')]
    expect(reader.feed(Buffer.concat([first, second.subarray(0, 3)]))).toBe(first.length)
    expect(reader.isBetween()).toBe(false)
    expect(reader.feed(second.subarray(3, 4))).toBe(-1)
    expect(reader.feed(second.subarray(4))).toBe(1)
    expect(reader.isBetween()).toBe(true)
  })

  it('are not read above the limit', () => {
    const messages: string[] = []
    const reader = readMessages(message => messages.push(decoder.decode(message)), 100)
    reader.feed(STREAM)
    expect(messages).toEqual(['one', 'two parts', 'end'])
  })

  it('are written as the package writes them', () => {
    for (const length of [0, 125, 126, 60_000])
      expect(Buffer.from(textFrame('x'.repeat(length))).equals(frameOf('x'.repeat(length)))).toBe(true)
    const mask = Buffer.from([1, 2, 3, 4])
    for (const length of [0, 125, 126, 70_000]) {
      const text = Buffer.from('x'.repeat(length))
      const written = Buffer.from(clientFrame(text, mask))
      expect(textOf(readFirstMessage(length)(written))[0]).toBe('x'.repeat(length))
      expect(written.length).toBe(frameOf('x'.repeat(length), { mask: true }).length)
    }
    expect([...closeFrame(1008, 'no')]).toEqual([0x88, 4, 0x03, 0xf0, 0x6e, 0x6f])
  })
})
