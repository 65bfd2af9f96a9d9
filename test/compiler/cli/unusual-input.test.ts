// Unusual files, folders and streams: each gets an error message and the right exit code, and no stack trace.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PORTOLAN, portolan } from '../../support/command.ts'
import { COMPILE_CACHE } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { ALONE, BAD, CASES, MANIFEST } from './unusual-input-cases.ts'

describe('an error message and the right exit code', () => {
  for (const { title, files, words, code, says } of CASES)
    it(title, async () => {
      const finished = await portolan(words, temporaryFolder(files))
      const said = finished.out + finished.complaints
      expect(said).toMatch(says)
      expect(said).not.toMatch(/\n\s+at |has a bug/)
      expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
      expect(finished.code).toBe(code)
    })

  it('dangling, self-referencing and cyclic links', async () => {
    const folder = temporaryFolder({ 'a.yaml': ALONE })
    symlinkSync(folder, join(folder, 'circle'))
    symlinkSync('missing', join(folder, 'dangling.yaml'))
    symlinkSync('self.yaml', join(folder, 'self.yaml'))
    const { code, out, complaints } = await portolan(['check'], folder)
    expect([code, complaints]).toEqual([1, expect.stringMatching(/^2 errors in 1 config\n/)])
    expect(out).toMatch(/dangling\.yaml:1:1 error unreadable-file\n {2}It does not exist\./)
    expect(out).toMatch(/self\.yaml:1:1 error unreadable-file\n {2}It is a symbolic link to itself\./)
  })

  it('a deleted working folder', async () => {
    const folder = temporaryFolder()
    const { stderr, code } = await shell(`cd "${folder}" && rmdir "${folder}" && PORTOLAN check`)
    expect(stderr).toMatch(/^The working folder no longer exists\./)
    expect(code).toBe(64)
  })

  it('a failed compilation leaves no files', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'out/a.txt': '' })
    await portolan(['compile', '-o', 'out'], folder)
    expect(readdirSync(folder).sort()).toEqual(['gateway.yaml', 'out'])
  })
})

/** The superuser can read and write everything. */
describe.runIf(process.getuid?.() !== 0)('what this user cannot access', () => {
  it('files and folders', async () => {
    const folder = temporaryFolder({ 'a.yaml': ALONE, 'b.yaml': ALONE, 'sub/c.yaml': ALONE })
    chmodSync(join(folder, 'b.yaml'), 0)
    chmodSync(join(folder, 'sub'), 0)
    const { code, out } = await portolan(['check'], folder)
    chmodSync(join(folder, 'sub'), 0o755)
    expect(code).toBe(1)
    for (const name of ['b.yaml', 'sub'])
      expect(out).toContain(`${name}:1:1 error unreadable-file\n  It is not accessible to this user.`)
  })

  it('a folder to write into', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST })
    mkdirSync(join(folder, 'closed'), { mode: 0o555 })
    const { code, complaints } = await portolan(['compile', '-o', 'closed/a.json'], folder)
    expect([code, complaints]).toEqual([1, expect.stringContaining('it is not accessible to this user.')])
    rmSync(join(folder, 'closed'), { recursive: true })
  })
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a shell command line in which PORTOLAN is replaced by the command. */
function shell(line: string, folder = '/'): Promise<Ended> {
  const command = `"${process.execPath}" "${PORTOLAN}"`
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }
  const script = `set -o pipefail; ${line.replaceAll('PORTOLAN', command)}`
  return new Promise(resolve =>
    execFile('bash', ['-c', script], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    ),
  )
}

describe('streams', () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`c${index}.yaml`, BAD]))

  it('a closed pipe does not change the exit code', async () => {
    const { code, stdout, stderr } = await shell('PORTOLAN check . | head -n 1', temporaryFolder(many))
    expect([code, stdout]).toEqual([1, 'c0.yaml:2:1 error unknown-property\n'])
    // On a slow machine it says what it is doing, too.
    expect(stderr).toMatch(/^(?:Compiling \d+ of 400 configs\.\n)?400 errors in 400 configs\n/)
  })

  it('closed standard input and output', async () => {
    const folder = temporaryFolder({ 'a.yaml': BAD })
    expect((await shell('PORTOLAN check a.yaml <&-', folder)).code).toBe(1)
    expect((await shell('PORTOLAN check a.yaml >&-', folder)).code).toBe(1)
  })

  it('a full disk', async () => {
    const { code, stderr } = await shell(
      'PORTOLAN check a.yaml > /dev/full',
      temporaryFolder({ 'a.yaml': BAD }),
    )
    expect([code, stderr]).toEqual([1, expect.stringContaining('The output cannot be written (ENOSPC).')])
  })

  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
  ])('a pipe with %o has colours: %s', async (environment, isColoured) => {
    const { out } = await portolan(['check', 'a.yaml'], temporaryFolder({ 'a.yaml': BAD }), environment)
    expect(out.includes('\x1b[31m')).toBe(isColoured)
  })

  it('with a plan on standard output, diagnostics go to standard error', async () => {
    const warned = `${ALONE}name: a\n`
    const { code, stdout, stderr } = await shell(
      'PORTOLAN compile . -o -',
      temporaryFolder({ 'a.yaml': warned }),
    )
    expect([code, Object.keys(JSON.parse(stdout).plans)]).toEqual([0, ['a']])
    expect(stderr).toMatch(/warning setting-without-effect/)
  })

  it('another working folder: locations are relative to it', async () => {
    const folder = temporaryFolder({
      'p/gateway.yaml': MANIFEST,
      'p/configs/a.yaml': BAD,
      'elsewhere/x.txt': '',
    })
    const { out } = await portolan(['check', '../p'], join(folder, 'elsewhere'))
    expect(out).toMatch(/^\.\.\/p\/configs\/a\.yaml:2:1 error/)
  })
})
