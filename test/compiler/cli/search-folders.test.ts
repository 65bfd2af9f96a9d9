// Which folders a search enters: never packages, nor what git ignores, and no link back to where it came from.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFiles } from '../../../compiler/cli/files/find-files.ts'
import { findTestFiles } from '../../../compiler/cli/files/find-test-files.ts'
import { watchFiles } from '../../../compiler/cli/watch.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

const CONFIG = 'provider: "@mock"\n'
const MANIFEST = 'providers: { mock: { provider: mock } }\n'

/** Configs in folders of many kinds, without a manifest. */
const FILES = {
  '.gitignore': 'build/\n/generated/\n*.ignored.yaml\n',
  'a.yaml': CONFIG,
  'src/b.yaml': CONFIG,
  'src/generated/c.yaml': CONFIG,
  'src/b.test.yaml': 'cases: []\n',
  'src/program.ts': 'export const x = 1\n',
  'src/config.ts': 'export default { provider: "openai" }\n',
  'build/d.yaml': CONFIG,
  'build/d.test.yaml': 'cases: []\n',
  'src/build/deep/e.yaml': CONFIG,
  'generated/f.yaml': CONFIG,
  'dist/g.yaml': CONFIG,
  'node_modules/h/gateway.yaml': MANIFEST,
  'src/node_modules/i.yaml': CONFIG,
  'src/node_modules/i.test.yaml': 'cases: []\n',
  'app/gateway.yaml': MANIFEST,
  'app/configs/j.yaml': CONFIG,
}

function folderOf(isWorkingCopy: boolean): string {
  const folder = temporaryFolder(FILES)
  symlinkSync('..', join(folder, 'src/loop'))
  if (isWorkingCopy) execFileSync('git', ['init', '--quiet'], { cwd: folder })
  return folder
}

/** Projects and configs, relative to the folder. */
const found = (folder: string, ...patterns: readonly string[]): readonly string[] =>
  findFiles(folder, patterns)
    .groups.flatMap(({ root, configs }) => configs ?? [root])
    .map(path => relative(folder, path))
    .sort()

const TRACKED = ['a.yaml', 'app', 'src/b.yaml', 'src/config.ts', 'src/generated/c.yaml']

describe('a search', () => {
  it('in a working copy enters what git does not ignore', () => {
    expect(found(folderOf(true), '.')).toEqual([...TRACKED, 'dist/g.yaml'].sort())
  })

  it('elsewhere enters all but packages and dist', () => {
    const ignored = ['build/d.yaml', 'generated/f.yaml', 'src/build/deep/e.yaml']
    expect(found(folderOf(false), '.')).toEqual([...TRACKED, ...ignored].sort())
  })

  it.each([true, false])('starts in any folder that is named (working copy: %s)', isWorkingCopy => {
    const folder = folderOf(isWorkingCopy)
    expect(found(folder, 'build')).toEqual(['build/d.yaml'])
    expect(found(folder, 'dist')).toEqual(['dist/g.yaml'])
    expect(found(folder, 'src/build/deep')).toEqual(['src/build/deep/e.yaml'])
    expect(found(folder, 'node_modules/h')).toEqual(['node_modules/h'])
    expect(found(folder, 'build/*.yaml')).toEqual(['build/d.yaml'])
    expect(found(folder, 'src/program.ts')).toEqual(['src/program.ts'])
  })

  it('finds projects that have a manifest alone', () => {
    const folder = temporaryFolder({ 'agents/gateway.yaml': MANIFEST, 'a/b/gateway.json': '{}' })
    expect(found(folder, '.')).toEqual(['a/b', 'agents'])
  })

  it('for the matches of a glob enters the same folders', () => {
    const folder = folderOf(true)
    expect(found(folder, '**/*.yaml')).toEqual([
      'a.yaml',
      'app',
      'app/configs/j.yaml',
      'dist/g.yaml',
      'src/b.yaml',
      'src/generated/c.yaml',
    ])
  })

  it('for tests enters the same folders', () => {
    const tests = (pattern: string): readonly string[] => {
      const folder = folderOf(true)
      return findTestFiles(folder, [pattern]).groups.flatMap(({ files }) =>
        files.map(path => relative(folder, path)),
      )
    }
    expect(tests('.')).toEqual(['src/b.test.yaml'])
    expect(tests('**/*.test.yaml')).toEqual(['src/b.test.yaml'])
    expect(tests('build')).toEqual(['build/d.test.yaml'])
  })

  it('reads the whole folder of configs that a manifest names, also what git ignores', async () => {
    const folder = temporaryFolder({
      '.gitignore': 'configs/generated/\n',
      'gateway.yaml': MANIFEST,
      'configs/generated/a.yaml': CONFIG,
      'configs/node_modules/b.yaml': CONFIG,
    })
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    expect((await portolan(['check'], folder)).complaints).toBe('0 errors in 1 config\n')
  })
})

describe('what takes longer than a second', () => {
  /** A clock that moves by so much whenever it is read. */
  const ticking = (step: number): (() => number) => {
    let now = 0
    return () => {
      now += step
      return now
    }
  }

  it('is named on standard error, once each for the search and the compilation', async () => {
    const folder = folderOf(true)
    const { complaints } = await portolan(['check', '.'], folder, {}, ticking(400))
    expect(complaints).toMatch(/^Searching dist for projects and configs\.$/m)
    expect(complaints).toMatch(/^Compiling 3 of 5 configs\.$/m)
    expect(complaints.match(/^(?:Searching|Compiling) /gm)).toHaveLength(2)
  })

  it('is not, where it takes less', async () => {
    const { complaints } = await portolan(['check', '.'], folderOf(true), {}, ticking(1))
    expect(complaints).not.toMatch(/Searching|Compiling/)
  })
})

describe('watching', () => {
  const watchers = (): number =>
    process.getActiveResourcesInfo().filter(name => name === 'FSEventWrap').length

  it('enters the folders of a search, and those that are named', async () => {
    const folder = folderOf(true)
    const before = watchers()
    const stop = watchFiles(folder, () => {})
    // The folder, app, app/configs, dist, src and src/generated.
    expect(watchers() - before).toBe(6)
    stop()
    await until(() => watchers() === before)
    const stopNamed = watchFiles(folder, () => {}, [join(folder, 'src'), join(folder, 'generated')])
    // Also generated, src/build and src/build/deep.
    expect(watchers() - before).toBe(9)
    stopNamed()
    await until(() => watchers() === before)
  })

  it('notices files in folders that are made, removed and made again, and the targets of links', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST })
    const elsewhere = temporaryFolder({ 'target.yaml': CONFIG })
    symlinkSync(join(elsewhere, 'target.yaml'), join(folder, 'linked.yaml'))
    let changes = 0
    const stop = watchFiles(folder, () => {
      changes += 1
    })
    const changed = async (change: () => void): Promise<void> => {
      const before = changes
      change()
      await until(() => changes > before)
    }
    try {
      for (const text of ['1', '2']) {
        await changed(() => {
          mkdirSync(join(folder, 'configs/deep'), { recursive: true })
          writeFileSync(join(folder, 'configs/deep/chat.yaml'), CONFIG)
        })
        await changed(() => writeFileSync(join(folder, 'configs/deep/chat.yaml'), `${CONFIG}# ${text}\n`))
        await changed(() => rmSync(join(folder, 'configs'), { recursive: true }))
      }
      await changed(() => writeFileSync(join(elsewhere, 'target.yaml'), `${CONFIG}# changed\n`))
    } finally {
      stop()
    }
  })
})
