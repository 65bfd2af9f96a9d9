// Reloads of `serve`: one compilation at a time, and the newest state of the files is compiled last.
import { expect, it } from 'vitest'
import { runLatest } from '../../../compiler/cli/watch.ts'
import { settle } from '../../support/virtual-clock.ts'

it('runs once at a time, and once more for all requests during a run', async () => {
  const ends: (() => void)[] = []
  const request = runLatest(() => new Promise<void>(resolve => void ends.push(resolve)))
  for (let count = 0; count < 60; count += 1) request()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await settle()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await settle()
  expect(ends).toHaveLength(2)
  request()
  expect(ends).toHaveLength(3)
})
