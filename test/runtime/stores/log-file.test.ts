// The file of the request log: whole lines, renamed when full.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { openLogFile } from '../../../runtime/stores/log-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter(name => !name.startsWith('.'))
    .sort()

const line = (text: string): string => `{"text":"${text}"}\n`

describe('The file of the log', () => {
  it('is made with its folder, and appended to by the next process', async () => {
    const path = join(temporaryFolder(), 'logs', 'requests.jsonl')
    for (const text of ['a', 'b']) {
      const file = await openLogFile({ path, maxBytes: 1000, keep: 2 })
      await file.append(line(text))
      await file.close()
    }
    expect(readFileSync(path, 'utf8')).toBe(line('a') + line('b'))
  })

  it('is renamed when it is full, and as many are kept as the manifest says', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'requests.jsonl')
    const file = await openLogFile({ path, maxBytes: 30, keep: 2 })
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await file.append(line(text))
    await file.close()
    expect(filesOf(folder)).toEqual(['requests.1.jsonl', 'requests.2.jsonl', 'requests.jsonl'])
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    expect(read('requests.2.jsonl')).toBe(line('c') + line('d'))
    expect(read('requests.1.jsonl')).toBe(line('e') + line('f'))
    expect(read('requests.jsonl')).toBe(line('g') + line('h'))
  })

  it('starts empty where no full files are retained', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'requests.jsonl')
    const file = await openLogFile({ path, maxBytes: 20, keep: 0 })
    for (const text of ['a', 'b']) await file.append(line(text))
    await file.close()
    expect(filesOf(folder)).toEqual(['requests.jsonl'])
    expect(readFileSync(path, 'utf8')).toBe(line('b'))
  })

  it.each([
    ['a short file', line('a'), '{"text":"ha', ''],
    ['a file of 3 MB', line('a'.repeat(1000)).repeat(3000), '{"text":"ha', ''],
    ['a file without a whole line', '', '{"text":"ha', ''],
    ['a longer line than is searched for: it is ended', line('a'), `{"text":"${'x'.repeat(2_000_000)}`, '\n'],
  ])(
    'loses the half line that a killed process left, and nothing else: %s',
    async (_, whole, half, ending) => {
      const path = join(temporaryFolder(), 'requests.jsonl')
      writeFileSync(path, whole + half)
      const file = await openLogFile({ path, maxBytes: 10_000_000, keep: 1 })
      await file.append(line('b'))
      // Another one is killed while this one runs.
      writeFileSync(path, half, { flag: 'a' })
      await file.append(line('c'))
      await file.close()
      const left = ending === '' ? '' : half + ending
      const text = readFileSync(path, 'utf8')
      expect(text === whole + left + line('b') + left + line('c')).toBe(true)
    },
  )

  it('renames no more files than there are, up to the first number that is free', async () => {
    const folder = temporaryFolder({
      'requests.1.jsonl': 'one',
      'requests.2.jsonl': 'two',
      'requests.4.jsonl': 'four',
    })
    const file = await openLogFile({ path: join(folder, 'requests.jsonl'), maxBytes: 20, keep: 10_000 })
    for (const text of ['a', 'b']) await file.append(line(text))
    await file.close()
    const read = (number: number): string => readFileSync(join(folder, `requests.${number}.jsonl`), 'utf8')
    expect([1, 2, 3, 4].map(read)).toEqual([line('a'), 'one', 'two', 'four'])
  })

  it('cannot be a folder', async () => {
    const path = temporaryFolder()
    await expect(openLogFile({ path, maxBytes: 1000, keep: 1 })).rejects.toThrow(
      `The log file ${path} cannot be written (EISDIR).`,
    )
    expect(readdirSync(join(path, '..'))).not.toContain(`.${basename(path)}.lock`)
  })
})

/** What a program that rotates logs does between two records, and what is in the file at the path afterwards. */
const ROTATIONS: readonly (readonly [name: string, rotate: (path: string) => void, present: string])[] = [
  ['moved', path => renameSync(path, `${path}.1`), line('b')],
  [
    'moved, with a new one in its place',
    path => {
      renameSync(path, `${path}.1`)
      writeFileSync(path, '')
    },
    line('b'),
  ],
  [
    'copied and truncated',
    path => {
      copyFileSync(path, `${path}.1`)
      truncateSync(path)
    },
    line('b'),
  ],
  ['removed', path => rmSync(path), line('b')],
  ['replaced', path => writeFileSync(path, line('z')), line('z') + line('b')],
  ['removed with its folder', path => rmSync(join(path, '..'), { recursive: true }), line('b')],
  [
    'separated from its lock',
    path => rmSync(join(path, '..', '.requests.jsonl.lock')),
    line('a') + line('b'),
  ],
]

describe('A log file that another program rotates', () => {
  it.each(ROTATIONS)('receives the next record: %s', async (_, rotate, present) => {
    const path = join(temporaryFolder(), 'logs', 'requests.jsonl')
    const file = await openLogFile({ path, maxBytes: 1000, keep: 2 })
    const other = await openLogFile({ path, maxBytes: 1000, keep: 2 })
    await file.append(line('a'))
    rotate(path)
    await file.append(line('b'))
    expect(readFileSync(path, 'utf8')).toBe(present)
    await other.append(line('c'))
    expect(readFileSync(path, 'utf8')).toBe(present + line('c'))
    await Promise.all([file.close(), other.close()])
  })

  it('is closed when it is released, and opened again by the next record', async () => {
    const path = join(temporaryFolder(), 'requests.jsonl')
    const file = await openLogFile({ path, maxBytes: 1000, keep: 2 })
    const opened = (): number =>
      readdirSync('/proc/self/fd').filter(fd => linkOf(`/proc/self/fd/${fd}`).startsWith(path)).length
    await file.append(line('a'))
    const before = opened()
    await file.release()
    expect(before - opened()).toBe(process.platform === 'linux' ? 1 : 0)
    await Promise.all([file.append(line('b')), file.release(), file.append(line('c'))])
    await file.close()
    expect(readFileSync(path, 'utf8')).toBe(line('a') + line('b') + line('c'))
  })
})

describe('The lock of a log file', () => {
  it('is waited for, and the batch may be repeated after another process had it for too long', async () => {
    const path = join(temporaryFolder(), 'requests.jsonl')
    const file = await openLogFile({ path, maxBytes: 1000, keep: 2, maxLockWait: 20 })
    const other = new DatabaseSync(join(path, '..', '.requests.jsonl.lock'))
    other.exec('BEGIN EXCLUSIVE')
    await expect(file.append(line('a'))).rejects.toThrow(
      `The log file ${path} cannot be written: another process has been writing to it for 20 ms.`,
    )
    other.close()
    await file.append(line('a'))
    await file.close()
    expect(readFileSync(path, 'utf8')).toBe(line('a'))
  })

  it('refuses the start where it cannot be created', async () => {
    const path = join(temporaryFolder(), 'requests.jsonl')
    mkdirSync(join(path, '..', '.requests.jsonl.lock'))
    await expect(openLogFile({ path, maxBytes: 1000, keep: 1 })).rejects.toThrow(
      /^The log file \S+ cannot be locked: \S+ must be a file that can be created and locked \(/,
    )
  })
})

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
