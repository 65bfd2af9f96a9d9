// `portolan diff --live`, `drift` and `promote --plan` against stores in files and a running gateway.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runGateway } from '../../support/running-gateway.ts'
import { change, MANIFEST, project, said } from '../../support/stored-project.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
const commit = (folder: string): string => {
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '-m', 'Change')
  return git(folder, 'rev-parse', 'HEAD')
}
const repository = (): string => {
  const folder = project()
  git(folder, 'init', '--quiet')
  commit(folder)
  return folder
}

describe('diff --live', () => {
  it('compares what a store serves with the project, at the same levels and exit codes', async () => {
    const folder = project()
    expect(await said(folder, 'diff', '--live')).toMatch(/^2: .*does not exist; portolan push makes it\./)
    await said(folder, 'push')
    expect(await said(folder, 'diff', '--live')).toMatch(/^2: .*has no label "live"/)
    await said(folder, 'promote')
    expect(await said(folder, 'diff', '--live')).toMatch(/^equivalent\n/)
    change(folder, 'other')
    expect(await said(folder, 'diff', '--live', '--fail-on', 'security')).toMatch(/^differences: cost\n/)
    expect(await said(folder, 'diff', '--live', '.')).toMatch(
      /^1: differences: cost\n[\s\S]*first @mock other/,
    )
    // The canary is not what the label serves.
    await said(folder, 'push')
    await said(folder, 'promote', '2', '--percent', '10')
    expect(await said(folder, 'diff', '--live')).toMatch(/^1: differences: cost\n/)
    const flat = JSON.parse(await said(folder, 'diff', '--live', '--format', 'terraform'))
    expect(flat).toMatchObject({ differs: 'true', level: 'cost', configs: 'chat', live_release: '1' })
    expect(Object.values(flat).every(value => typeof value === 'string')).toBe(true)
  })

  it.each([
    [['diff', 'a', 'b', '--plan', 'p.json'], '--plan needs --live.'],
    [['diff', 'a', 'b', '--store', 'folder:x'], '--store needs --live or --log.'],
    [['diff', 'a', 'b', '--format', 'terraform'], '--format terraform needs --live.'],
    [['diff', '--live', 'a', 'b'], 'Name one version to compare with what runs.'],
    [['promote', 'chat@1', '--plan', 'p.json'], '--plan promotes a whole release, to all of the traffic.'],
  ])('%j is a usage error', async (args, sentence) => {
    expect(await said(project(), ...args)).toContain(`64: ${sentence}`)
  })

  it('reads from a running gateway', async () => {
    const store = `sqlite:${join(temporaryFolder(), 'store.db')}`
    const gateway = await runGateway({ store })
    onTestFinished(() => gateway.stop())
    const folder = project()
    await said(folder, 'push', '--promote', '--store', store)
    change(folder, 'other')
    expect(await said(folder, 'diff', '--live', '--gateway', gateway.url)).toMatch(/^1: differences: cost/)
    expect(await said(folder, 'drift', '--gateway', gateway.url, '--commit', 'abc')).toMatch(
      /^1: [\s\S]*live-without-commit[\s\S]*by ann, was pushed from no commit/,
    )
  })
})

describe('promote --plan', () => {
  /** Release 1 is live, and the plan is of another model. */
  const reviewed = async (): Promise<string> => {
    const folder = project()
    await said(folder, 'push', '--promote')
    change(folder, 'other')
    expect(await said(folder, 'diff', '--live', '--plan', 'review.json', '--fail-on', 'never')).toContain(
      'cost',
    )
    return folder
  }

  it('promotes the release that was reviewed, and nothing else', async () => {
    const folder = await reviewed()
    expect(await said(folder, 'promote', '--plan', 'review.json')).toMatch(
      /^1: Nothing was moved: no release of "main" is the reviewed [0-9a-f]{12}\./,
    )
    change(folder, 'third')
    await said(folder, 'push')
    expect(await said(folder, 'promote', '2', '--plan', 'review.json')).toMatch(
      /^1: Nothing was moved: release 2 is [0-9a-f]{12}, and [0-9a-f]{12} was reviewed\.$/,
    )
    change(folder, 'other')
    await said(folder, 'push')
    expect(await said(folder, 'promote', '--plan', 'review.json')).toBe(
      'The label live points at release 3; before: release 1.',
    )
  })

  it.each<readonly [string, readonly string[]]>([
    ['another release', ['promote', '2']],
    ['a version of one config', ['promote', 'chat@2']],
    ['a canary', ['promote', '2', '--percent', '10']],
  ])('is refused where the label was moved meanwhile: %s', async (_, move) => {
    const folder = await reviewed()
    change(folder, 'third')
    await said(folder, 'push')
    change(folder, 'other')
    await said(folder, 'push')
    await said(folder, ...move)
    expect(await said(folder, 'promote', '--plan', 'review.json')).toMatch(
      /^1: Nothing was moved: [0-9a-f]{12} was live in review, and now the label live points at release/,
    )
  })

  it('of two at once, one moves the label and the other is refused', async () => {
    const folder = await reviewed()
    await said(folder, 'push')
    const promote = () => said(folder, 'promote', '--plan', 'review.json')
    const both = await Promise.all([promote(), promote()])
    expect(both.toSorted()[0]).toMatch(/^1: Nothing was moved: /)
    expect(both.toSorted()[1]).toBe('The label live points at release 2; before: release 1.')
  })

  it('takes no other file', async () => {
    const folder = await reviewed()
    await said(folder, 'compile', '-o', 'gateway.plan.json')
    expect(await said(folder, 'promote', '--plan', 'gateway.plan.json')).toMatch(
      /^1: .*is not a plan of a promotion/,
    )
    expect(await said(folder, 'promote', '--plan', 'none.json')).toMatch(/^1: none\.json: /)
    expect(await said(folder, 'diff', '--live', 'configs/chat.yaml', '--plan', 'p.json')).toMatch(
      /^2: A plan is of one whole project/,
    )
    expect(JSON.parse(readFileSync(join(folder, 'review.json'), 'utf8'))).toMatchObject({
      ...{ kind: 'portolan-promotion', format: '1', project: 'main', label: 'live', canary: '' },
      ...{ reviewed: expect.stringMatching(/^[0-9a-f]{64}$/), live: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })
})

describe('drift', () => {
  it('is none where the release is of this commit, or of one with the same plan', async () => {
    const folder = repository()
    await said(folder, 'push', '--promote')
    expect(await said(folder, 'drift')).toMatch(
      /^Nothing has drifted: release 1 in sqlite:.* is of the commit [0-9a-f]{12}\.$/,
    )
    writeFileSync(join(folder, 'NOTES'), 'No plan changes.')
    commit(folder)
    expect(await said(folder, 'drift')).toMatch(/^Nothing has drifted/)
    expect(JSON.parse(await said(folder, 'drift', '--format', 'json'))).toEqual({
      diagnostics: [],
      configs: 1,
    })
  })

  it('counts sources of the project only: not what commands write, nor other files', async () => {
    const folder = repository()
    for (const [name, text] of [
      ['gateway.plan.json', '{}'],
      ['review.json', '{}'],
      ['README.md', 'Ours'],
      ['configs/chat.test.yaml', 'cases: []'],
      ['configs/chat.plan.json', '{}'],
    ] as const)
      writeFileSync(join(folder, name), text)
    await said(folder, 'push', '--promote')
    expect(await said(folder, 'drift')).toMatch(/^Nothing has drifted/)
  })

  it.each([
    ['a config', 'configs/other.yaml', 'provider: "@mock"\n'],
    ['a part of configs', 'configs/_part.ts', 'export const part = 1\n'],
    ['a prompt', 'prompts/hello.yaml', 'messages: [{ role: user, content: Hi }]\n'],
  ])('counts %s that is not committed', async (_, name, text) => {
    const folder = repository()
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
    await said(folder, 'push', '--promote')
    expect(await said(folder, 'drift')).toContain('live-of-uncommitted-changes')
  })

  it.each<readonly [string, (folder: string) => Promise<unknown>, string]>([
    ['nothing was promoted', folder => said(folder, 'push'), 'live-of-no-release'],
    [
      'another commit',
      async folder => {
        await said(folder, 'push', '--promote')
        change(folder, 'other')
        commit(folder)
      },
      'live-of-other-commit',
    ],
    [
      'one config of another commit',
      async folder => {
        await said(folder, 'push', '--promote')
        change(folder, 'other')
        commit(folder)
        await said(folder, 'push', '--promote')
        await said(folder, 'rollback', 'chat')
      },
      'live-of-other-commit',
    ],
    [
      'uncommitted changes',
      async folder => {
        change(folder, 'other')
        await said(folder, 'push', '--promote')
        git(folder, 'checkout', '.')
      },
      'live-of-uncommitted-changes',
    ],
  ])('is found: %s', async (_, prepare, code) => {
    const folder = repository()
    await prepare(folder)
    const found = JSON.parse((await said(folder, 'drift', '--format', 'json')).replace(/^1: /, ''))
    expect(found.diagnostics).toMatchObject([{ code, severity: 'error' }])
    const flat = JSON.parse(await said(folder, 'drift', '--format', 'terraform'))
    expect(flat).toMatchObject({ drifted: 'true', findings: '1', codes: code })
    expect(Object.values(flat).every(value => typeof value === 'string')).toBe(true)
  })

  it('is found in objects that were saved by API, unless the manifest expects them', async () => {
    const folder = repository()
    await said(folder, 'push', '--promote')
    const address = `sqlite:${join(folder, '.portolan/store.db')}`
    const gateway = await runGateway({ store: address, providers: { mock: { provider: 'mock' } } })
    onTestFinished(() => gateway.stop())
    const saved = await fetch(`${gateway.url}/configs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Night', workspace_id: 'default', config: { provider: '@mock' } }),
    })
    expect(saved.status, await saved.text()).toBe(200)
    const pattern =
      /^1: .* error saved-beside-git\n {2}The config "night" was saved by API, and last changed \d{4}-/
    expect(await said(folder, 'drift')).toMatch(pattern)
    expect(await said(folder, 'drift', '--gateway', gateway.url)).toMatch(pattern)
    writeFileSync(join(folder, 'gateway.yaml'), `${MANIFEST}external: [night]\n`)
    await said(folder, 'push', '--promote', '--commit', commit(folder))
    expect(await said(folder, 'drift')).toMatch(/^Nothing has drifted/)
  })

  it('needs a commit to compare with', async () => {
    expect(await said(project(), 'drift')).toMatch(/^64: The project is in no git repository/)
  })

  it('is compared with the repository that the project is in, wherever the command runs', async () => {
    const [folder, elsewhere] = [repository(), temporaryFolder()]
    const store = `sqlite:${join(elsewhere, 'store.db')}`
    expect(await said(elsewhere, 'push', folder, '--promote', '--store', store)).toMatch(/^0|Pushed|release/i)
    expect(await said(elsewhere, 'drift', folder, '--store', store)).toMatch(/^Nothing has drifted/)
    change(folder, 'other')
    expect(await said(elsewhere, 'push', folder, '--promote', '--store', store)).toMatch(/release/i)
    expect(await said(elsewhere, 'drift', folder, '--store', store)).toMatch(
      /^1: .*live-of-uncommitted-changes/s,
    )
    // A repository around the current folder is another one.
    git(elsewhere, 'init', '--quiet')
    commit(elsewhere)
    expect(await said(elsewhere, 'drift', folder, '--store', store)).toMatch(
      /^1: .*live-of-uncommitted-changes/s,
    )
  })
})
