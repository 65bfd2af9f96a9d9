// A body in portions whose source does not stop while it is paused: any number of short chunks is held, and each is moved once.
import { expect, it } from 'vitest'
import { inPortions } from '../../../runtime/streams/in-portions.ts'
import type { ByteSink } from '../../../runtime/values/byte-stream.ts'
import { effort } from '../../support/effort.ts'

const CHUNKS = 400_000

it('Many short chunks that are held cost as much as they are', () => {
  const cost = effort(() => {
    let sink: ByteSink | undefined
    let turn = 0
    let received = 0
    const waiting: (() => void)[] = []
    const nothing = (): void => {}
    const source = {
      start: (given: ByteSink) => {
        sink = given
      },
      pause: nothing,
      resume: nothing,
      cancel: nothing,
    }
    const body = inPortions(source, 1_000, {
      turn: () => turn,
      endOfTurn: action => void waiting.push(action),
    })
    const chunk: ByteSink['chunk'] = ({ length }) => {
      received += length
    }
    body.start({ chunk, end: nothing, fail: nothing })
    const bytes = Uint8Array.of(1)
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) sink?.chunk(bytes)
    for (let action = waiting.shift(); action !== undefined; action = waiting.shift()) {
      turn += 1
      action()
    }
    expect(received).toBe(CHUNKS)
  })
  // One after the other from the front of all is 80 thousand million moves.
  expect(cost).toBeLessThan(100)
})
