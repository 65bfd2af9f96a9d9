// The file of the request log while another program rotates it too, at the worst moment: just before the gateway renames a full file.
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createLogFileWriter } from '../../../runtime/stores/log-file-writer.ts'
import { createWorkerClock } from '../../../runtime/stores/worker-clock.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const other: { before?: (from: string) => void } = {}
vi.mock('node:fs', async importOriginal => {
  const real = await importOriginal<typeof import('node:fs')>()
  const rename: typeof real.renameSync = (from, to) => {
    const act = other.before
    delete other.before
    act?.(String(from))
    real.renameSync(from, to)
  }
  return { ...real, renameSync: rename }
})

const read = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(name => !name.startsWith('.'))
      .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
  )

const move = (from: string): void => renameSync(from, `${from}.moved`)

it.each([
  ['moves the full file', 1, move, { 'log.jsonl': 'next\n', 'log.jsonl.moved': '0\n' }],
  [
    'moves a file that was full before',
    2,
    move,
    { 'log.jsonl': 'next\n', 'log.1.jsonl': '1\n', 'log.1.jsonl.moved': '0\n' },
  ],
  ['removes a file that was full before', 2, rmSync, { 'log.jsonl': 'next\n', 'log.1.jsonl': '1\n' }],
])('loses no line where another program %s', async (_case, full, act, files) => {
  const folder = temporaryFolder()
  const path = join(folder, 'log.jsonl')
  const writer = createLogFileWriter({ path, maxBytes: 3, keep: 9 }, createWorkerClock())
  for (let line = 0; line < full; line += 1) await writer.append(`${line}\n`)
  other.before = act
  await writer.append('next\n')
  writer.close()
  expect(other.before).toBeUndefined()
  expect(read(folder)).toEqual(files)
})
