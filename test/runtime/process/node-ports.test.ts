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

/** The names of what ran in each of some turns. */
async function runTurns(start: (add: (name: string, owner?: string, bytes?: number) => void) => void) {
  const { nextTurn, fitsTurn } = nodePorts()
  const ran: string[] = []
  start((name, owner, bytes) => nextTurn(() => void ran.push(name), owner, bytes))
  const turns: string[] = []
  while (!fitsTurn(0)) {
    await new Promise(setImmediate)
    turns.push(ran.splice(0).join(' '))
  }
  return turns.filter(names => names !== '')
}

it('serves owners by turns, however much one of them has sent', async () => {
  const turns = await runTurns(add => {
    for (let index = 0; index < 50; index += 1) add(`hog ${index}`, 'hog')
    add('other 0', 'other')
    add('other 1', 'other')
    add('third', 'third')
  })
  expect(turns.slice(0, 7)).toEqual(['hog 0', 'other 0', 'third', 'hog 1', 'other 1', 'hog 2', 'hog 3'])
  expect(turns).toHaveLength(53)
})

it('runs what is over few bytes together, up to 16 KiB in a turn', async () => {
  const turns = await runTurns(add => {
    for (let index = 0; index < 40; index += 1) add(`small ${index}`, 'hog', 1024)
    for (let index = 0; index < 3; index += 1) add(`large ${index}`, 'other', 12 * 1024)
  })
  expect(turns.map(names => names.split(' ').length / 2)).toEqual([4, 5, 16, 16, 2])
})

it('lets work begin at once while it is little, and nothing waits', async () => {
  const { nextTurn, fitsTurn } = nodePorts()
  await new Promise(setImmediate)
  expect([1, 2, 3, 4].map(() => fitsTurn(8 * 1024))).toEqual([true, true, false, false])
  await new Promise(setImmediate)
  expect(fitsTurn(64 * 1024)).toBe(true)
  await new Promise(setImmediate)
  nextTurn(() => {}, 'a')
  expect(fitsTurn(1)).toBe(false)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(fitsTurn(1)).toBe(true)
})
