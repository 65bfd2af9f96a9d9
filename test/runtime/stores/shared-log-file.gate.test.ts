// Several processes write one log file: every acknowledged line is there once, and none is broken, whatever happens to a process.
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../support/drawn-records.ts'
import { COMPILE_CACHE, ROOT } from '../../support/folder.ts'
import { findLines } from '../../support/numbered-lines.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

interface Writer {
  readonly run: string
  readonly path: string
  readonly batches: number
  readonly lines: number
  readonly maxBytes: number
  /** Kills the process after so many acknowledgements, and some milliseconds. */
  readonly kill?: { readonly after: number; readonly delay: number }
  /** Blocks of 512 bytes or 1 KB, by the shell, beyond which the system writes no file. */
  readonly fileLimit?: number
}

/** What a process has printed when it ended. */
function write({ run, path, batches, lines, maxBytes, kill, fileLimit }: Writer): Promise<readonly string[]> {
  const options = JSON.stringify({ path, maxBytes, keep: 10_000 })
  const program = [
    process.execPath,
    `${ROOT}test/support/log-file-loop.ts`,
    run,
    `${batches}`,
    `${lines}`,
    options,
  ]
  const limit = fileLimit === undefined ? '' : `ulimit -f ${fileLimit}; `
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
      env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (kill !== undefined && text.split('\n').length > kill.after)
        setTimeout(() => child.kill('SIGKILL'), kill.delay)
    })
    child.once('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(text.split('\n').slice(1, -1))
      else reject(new Error(`The process ended with ${code}.`))
    })
  })
}

const idsOf = (batches: readonly string[], lines: number): readonly string[] =>
  batches.flatMap(batch => Array.from({ length: lines }, (_, line) => `${batch}.${line}`))

describe.skipIf(process.platform === 'win32')('A log file of several processes', () => {
  it('has every line of four processes once, through many rotations', async () => {
    const folder = temporaryFolder()
    const file = { path: join(folder, 'requests.jsonl'), batches: 150, lines: 6, maxBytes: 65_536 }
    const printed = await Promise.all(['a', 'b', 'c', 'd'].map(run => write({ ...file, run })))
    const { ids, broken } = findLines(folder)
    expect(broken).toEqual([])
    expect([...ids.values()].filter(times => times !== 1)).toEqual([])
    expect(ids.size).toBe(4 * 150 * 6)
    expect(idsOf(printed.flat(), 6).filter(id => !ids.has(id))).toEqual([])
  })

  it('loses no acknowledged line when processes are killed and replaced, and has no broken one', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'requests.jsonl')
    const random = seededRandom(20_270_114)
    const file = { path, lines: 200, maxBytes: 1_048_576 }
    const killed = async (name: string): Promise<readonly string[]> => {
      const printed: string[] = []
      for (let run = 0; run < 4; run += 1) {
        const kill = { after: 1 + Math.floor(random() * 20), delay: random() * 10 }
        printed.push(...(await write({ ...file, run: `${name}${run}`, batches: 1_000_000, kill })))
      }
      return printed
    }
    const printed = await Promise.all([
      ...['a', 'b', 'c'].map(killed),
      write({ ...file, run: 'whole', batches: 60 }),
    ])
    await write({ ...file, run: 'last', batches: 1 })
    const { ids, broken } = findLines(folder)
    expect(broken).toEqual([])
    expect([...ids.values()].filter(times => times !== 1)).toEqual([])
    expect(idsOf(printed.flat(), 200).filter(id => !ids.has(id))).toEqual([])
  })

  it('is cut back where a write fails in the middle, so that the line of the next process is whole', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'requests.jsonl')
    const file = { path, lines: 20, maxBytes: 10_000_000 }
    const limited = await write({ ...file, run: 'limited', batches: 100, fileLimit: 100 })
    const accepted = limited.filter(each => !each.startsWith('failed'))
    expect(limited.at(-1)).toBe(`failed: The log file ${path} cannot be written (EFBIG).`)
    expect(accepted.length).toBeGreaterThan(3)
    const { size } = statSync(path)
    const next = await write({ ...file, run: 'next', batches: 5 })
    expect(statSync(path).size).toBeGreaterThan(size)
    const { ids, broken } = findLines(folder)
    expect(broken).toEqual([])
    expect([...ids.keys()]).toEqual(idsOf([...accepted, ...next], 20))
  })
})
