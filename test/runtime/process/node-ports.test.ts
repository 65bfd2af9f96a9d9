// Turns of the event loop: work in steps lets everything else be served between two of them.
import { expect, it } from 'vitest'
import { nodePorts } from '../../../runtime/process/node-ports.ts'

it('runs one action in each turn, in order, so that the steps of several requests do not add up', async () => {
  const { nextTurn } = nodePorts()
  const order: string[] = []
  await new Promise<void>(resolve => {
    let turns = 0
    const watch = (): void => {
      turns += 1
      order.push(`turn ${turns}`)
      if (turns < 4) setImmediate(watch)
      else resolve()
    }
    setImmediate(watch)
    for (const name of ['a', 'b', 'c'])
      nextTurn(() => {
        order.push(name)
        if (name === 'a') nextTurn(() => order.push('a again'))
      })
  })
  expect(order).toEqual(['turn 1', 'a', 'turn 2', 'b', 'turn 3', 'c', 'turn 4'])
})

it('starts again after it had nothing to do', async () => {
  const { nextTurn } = nodePorts()
  const seen = await new Promise(resolve => {
    nextTurn(() => {})
    nextTurn(() => resolve('next'))
  })
  expect(seen).toBe('next')
  expect(await new Promise(resolve => nextTurn(() => resolve('later')))).toBe('later')
})
