// Unusual files, folders and streams: each gets an error message and the right exit code, and no stack trace.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMPILE_CACHE, PORTOLAN, portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = 'providers:\n  mock: { provider: mock }\n'
const GOOD = 'provider: "@mock"\n'
const ALONE = 'provider: mock\n'
const BAD = 'provider: mock\nretyr: 1\n'

interface Oddity {
  readonly title: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly words: readonly string[]
  readonly code: number
  /** Matches standard output and standard error together. */
  readonly says: RegExp
}

const ODDITIES: readonly Oddity[] = [
  {
    title: 'an empty folder',
    files: { 'a/b.txt': '' },
    words: ['check', 'a'],
    code: 64,
    says: /^No config or project found\./,
  },
  {
    title: 'printing an empty folder',
    files: { 'a/b.txt': '' },
    words: ['print', 'a'],
    code: 64,
    says: /^No config or project found/,
  },
  {
    title: 'an empty argument, as from an unset shell variable',
    files: { 'a.yaml': ALONE },
    words: ['check', ''],
    code: 64,
    says: /^No config, folder or glob matches ""\./,
  },
  {
    title: 'a source with CRLF and a byte order mark',
    files: { 'a.yaml': `\ufeff${BAD.replaceAll('\n', '\r\n')}` },
    words: ['check', 'a.yaml'],
    code: 1,
    says: /a\.yaml:2:1 error unknown-property/,
  },
  {
    title: 'a byte order mark before the error',
    files: { 'a.json': '\ufeff{"retyr":1}' },
    words: ['check', 'a.json'],
    code: 1,
    says: /a\.json:1:2 error unknown-property[\s\S]* 1 \| \{"retyr":1}\n {4}\| {2}~{7}/,
  },
  {
    title: 'tabs',
    files: { 'a.yaml': 'provider: mock\nretry:\n\tattempts: 1\n' },
    words: ['check', 'a.yaml'],
    code: 1,
    says: /a\.yaml:3:1 error malformed-yaml/,
  },
  {
    title: 'terminal control characters in a source',
    files: { 'a.json': '{"provider":"mock","x":"\x1b[2J\u009b2J\u202e"}' },
    words: ['check', 'a.json'],
    code: 1,
    says: /malformed-json/,
  },
  {
    title: 'a name with spaces and letters of many scripts',
    files: { 'my configs/ünï côdé 😀.yml': BAD },
    words: ['check', 'my configs'],
    code: 1,
    says: /my configs\/ünï côdé 😀\.yml:2:1 error/,
  },
  {
    title: 'a manifest in TypeScript',
    files: {
      'gateway.ts': `import { defineGateway } from 'portolan'\nexport default defineGateway({ configs: 'c', providers: { mock: { provider: 'mock' } } })\n`,
      'c/a.yml': GOOD,
    },
    words: ['check', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a manifest in JSON',
    files: { 'gateway.json': '{"providers":{"mock":{"provider":"mock"}}}', 'configs/a.yaml': GOOD },
    words: ['check', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a missing folder of configs',
    files: { 'gateway.yaml': `${MANIFEST}configs: nowhere\n` },
    words: ['check'],
    code: 1,
    says: /gateway\.yaml:3:10 error unreadable-file\n {2}The folder "nowhere" does not exist\./,
  },
  {
    title: 'a folder of configs that is a file',
    files: { 'gateway.yaml': `${MANIFEST}configs: gateway.yaml\n` },
    words: ['check'],
    code: 1,
    says: /The folder "gateway\.yaml" is a file\./,
  },
  {
    title: 'a folder of configs outside the project',
    files: { 'p/gateway.yaml': `${MANIFEST}configs: ../shared\n`, 'shared/a.yaml': GOOD },
    words: ['check', 'p', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a project nested in the configs of another',
    files: {
      'gateway.yaml': MANIFEST,
      'configs/a.yaml': GOOD,
      'configs/inner/gateway.yaml': '{}',
      'configs/inner/configs/a.yaml': BAD,
    },
    words: ['check'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'the folder of configs of a project, which is checked with its manifest',
    files: { 'gateway.yaml': MANIFEST, 'configs/a.yaml': 'provider: "@mok"\n' },
    words: ['check', 'configs'],
    code: 1,
    says: /No provider of the manifest has the slug "mok"\. Did you mean "mock"/,
  },
  {
    title: 'several projects for a command that takes one',
    files: {
      'a/gateway.yaml': MANIFEST,
      'a/configs/a.yaml': GOOD,
      'b/gateway.yaml': '{}',
      'b/configs/a.yaml': ALONE,
    },
    words: ['compile', '.'],
    code: 64,
    says: /^Several projects found/,
  },
  {
    title: 'the plans of several projects under different names',
    files: {
      'a/gateway.yaml': MANIFEST,
      'a/configs/c.yaml': GOOD,
      'b/gateway.yaml': '{}',
      'b/configs/c.yaml': ALONE,
    },
    words: ['print', '.'],
    code: 0,
    says: /^a\/c\n[\s\S]*\nb\/c\n/,
  },
  {
    title: 'packages and files of other tools',
    files: {
      'node_modules/x/a.yaml': BAD,
      'package.json': '{}',
      'tsconfig.json': '{}',
      '.hidden/a.yaml': BAD,
      'a.yaml': ALONE,
    },
    words: ['check', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a glob that matches packages and plans',
    files: { 'node_modules/x/a.json': '{}', 'gateway.plan.json': '{}', 'a.json': '{"provider":"mock"}' },
    words: ['check', '**/*.json', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'the same files several times',
    files: { 'a.yaml': ALONE },
    words: ['check', 'a.yaml', '.', '*.yaml', 'a.yaml'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a source of more than eight megabytes',
    files: { 'a.yaml': `${ALONE}#${'x'.repeat(8 * 1024 * 1024)}` },
    words: ['check', 'a.yaml'],
    code: 1,
    says: /error source-too-large/,
  },
  {
    title: 'a file that is too large for a config',
    files: { 'a.yaml': ' '.repeat(34 * 1024 * 1024) },
    words: ['check', 'a.yaml'],
    code: 1,
    says: /error unreadable-file\n {2}The file is too large for a config\./,
  },
  {
    title: 'thousands of errors in one large source',
    files: {
      'a.json': `{"provider":"mock",${Array.from({ length: 20_000 }, (_, index) => `\n"wrong${index}":1`)}}`,
    },
    words: ['check', 'a.json'],
    code: 1,
    says: /More like this follow[\s\S]*100 errors in 1 config/,
  },
  {
    title: 'a plan that is not JSON',
    files: { 'a.plan.json': '{"format":' },
    words: ['print', 'a.plan.json'],
    code: 1,
    says: /^a\.plan\.json: The bundle is not JSON\./,
  },
  {
    title: 'a plan that is not text',
    files: { 'a.plan.json': new Uint8Array([0xff, 0xfe]) },
    words: ['print', 'a.plan.json'],
    code: 1,
    says: /^a\.plan\.json: It is not UTF-8 text\./,
  },
  {
    title: 'an empty plan',
    files: { 'a.plan.json': '{}' },
    words: ['print', 'a.plan.json'],
    code: 1,
    says: /^a\.plan\.json: The bundle is missing "format"\./,
  },
  {
    title: 'two plans',
    files: { 'a.plan.json': '{}' },
    words: ['print', 'a.plan.json', 'a.plan.json'],
    code: 64,
    says: /^Name only one compiled plan\./,
  },
  {
    title: 'an output that is a folder',
    files: { 'gateway.yaml': MANIFEST, 'out/a.txt': '' },
    words: ['compile', '-o', 'out'],
    code: 1,
    says: /out cannot be written: it is a folder\./,
  },
  {
    title: 'an output inside a file',
    files: { 'gateway.yaml': MANIFEST },
    words: ['compile', '-o', 'gateway.yaml/x.json'],
    code: 1,
    says: /cannot be written: it is inside a path that is not a folder/,
  },
  {
    title: 'comparing with standard output',
    files: { 'gateway.yaml': MANIFEST },
    words: ['compile', '--check', '-o', '-'],
    code: 64,
    says: /^--check requires an output file/,
  },
  {
    title: 'a project inside a file',
    files: { 'a.txt': '' },
    words: ['init', 'a.txt/b'],
    code: 1,
    says: /cannot be created: it is inside a path that is not a folder/,
  },
]

describe('an error message and the right exit code', () => {
  for (const { title, files, words, code, says } of ODDITIES)
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
    expect(stderr).toMatch(/^400 errors in 400 configs\n/)
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
