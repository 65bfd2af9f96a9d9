// The file of the request log: whole lines, renamed when full.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLogFile } from '../../../runtime/stores/log-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

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
    expect(readdirSync(folder).sort()).toEqual(['requests.1.jsonl', 'requests.2.jsonl', 'requests.jsonl'])
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    expect(read('requests.2.jsonl')).toBe(line('c') + line('d'))
    expect(read('requests.1.jsonl')).toBe(line('e') + line('f'))
    expect(read('requests.jsonl')).toBe(line('g') + line('h'))
  })

  it('begins anew where none are kept', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'requests.jsonl')
    const file = await openLogFile({ path, maxBytes: 20, keep: 0 })
    for (const text of ['a', 'b']) await file.append(line(text))
    await file.close()
    expect(readdirSync(folder)).toEqual(['requests.jsonl'])
    expect(readFileSync(path, 'utf8')).toBe(line('b'))
  })

  it('loses the half line that a killed process left, and nothing else', async () => {
    const path = join(temporaryFolder({ 'requests.jsonl': '' }), 'requests.jsonl')
    writeFileSync(path, `${line('a')}{"text":"ha`)
    const file = await openLogFile({ path, maxBytes: 1000, keep: 1 })
    await file.append(line('b'))
    await file.close()
    expect(readFileSync(path, 'utf8')).toBe(line('a') + line('b'))
  })

  it('cannot be a folder', async () => {
    await expect(openLogFile({ path: temporaryFolder(), maxBytes: 1000, keep: 1 })).rejects.toMatchObject({
      code: 'EISDIR',
    })
  })
})
