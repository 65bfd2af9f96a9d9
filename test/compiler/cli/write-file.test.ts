// A file that is written stays what it is: a link leads where it led, permissions are the same, and a pipe is not replaced by a file.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { describe, expect, it } from 'vitest'
import { writeAtomic } from '../../../compiler/cli/files/write-file.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('a file that is written', () => {
  it('has the text, and nothing is left beside it', () => {
    const folder = temporaryFolder({ 'a.yaml': 'before' })
    expect(writeAtomic(`${folder}/a.yaml`, 'after')).toBeUndefined()
    expect(writeAtomic(`${folder}/b.yaml`, 'new')).toBeUndefined()
    expect(readFileSync(`${folder}/a.yaml`, 'utf8')).toBe('after')
    expect(readdirSync(folder).toSorted()).toEqual(['a.yaml', 'b.yaml'])
  })

  it('keeps its permissions', () => {
    const folder = temporaryFolder({ 'a.yaml': 'before' })
    chmodSync(`${folder}/a.yaml`, 0o600)
    expect(writeAtomic(`${folder}/a.yaml`, 'after')).toBeUndefined()
    expect(statSync(`${folder}/a.yaml`).mode & 0o777).toBe(0o600)
  })

  it('is the one behind a link, which stays', () => {
    const folder = temporaryFolder({ 'shared/a.yaml': 'before' })
    symlinkSync('shared/a.yaml', `${folder}/a.yaml`)
    expect(writeAtomic(`${folder}/a.yaml`, 'after')).toBeUndefined()
    expect(lstatSync(`${folder}/a.yaml`).isSymbolicLink()).toBe(true)
    expect(readFileSync(`${folder}/shared/a.yaml`, 'utf8')).toBe('after')
  })

  it('is a pipe that stays one', () => {
    const folder = temporaryFolder({})
    execFileSync('mkfifo', [`${folder}/pipe`])
    const reader = openSync(`${folder}/pipe`, constants.O_RDONLY | constants.O_NONBLOCK)
    expect(writeAtomic(`${folder}/pipe`, 'text')).toBeUndefined()
    const bytes = Buffer.alloc(10)
    expect(bytes.toString('utf8', 0, readSync(reader, bytes))).toBe('text')
    closeSync(reader)
    expect(statSync(`${folder}/pipe`).isFIFO()).toBe(true)
  })

  it('is a plan in a pipe, without its map beside it', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': 'providers: { mock: { provider: mock } }\n' })
    execFileSync('mkfifo', [`${folder}/pipe`])
    const reader = openSync(`${folder}/pipe`, constants.O_RDONLY | constants.O_NONBLOCK)
    expect((await portolan(['compile', '-o', 'pipe'], folder)).code).toBe(0)
    closeSync(reader)
    expect(readdirSync(folder).toSorted()).toEqual(['gateway.yaml', 'pipe'])
  })

  it('is not a link to itself', () => {
    const folder = temporaryFolder({})
    symlinkSync('a.yaml', `${folder}/a.yaml`)
    expect(writeAtomic(`${folder}/a.yaml`, 'after')).toMatch(
      /cannot be written: it is a symbolic link to itself/,
    )
  })

  it('is formatted behind its link', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': 'providers: { mock: { provider: mock } }\n',
      'shared.yaml': 'override_params: { model: echo }\nprovider: "@mock"\n',
      'configs/b.yaml': 'provider: "@mock"\n',
    })
    symlinkSync('../shared.yaml', `${folder}/configs/a.yaml`)
    expect((await portolan(['fmt'], folder)).code).toBe(0)
    expect(lstatSync(`${folder}/configs/a.yaml`).isSymbolicLink()).toBe(true)
    expect(readFileSync(`${folder}/shared.yaml`, 'utf8')).toMatch(/^provider/)
  })
})
