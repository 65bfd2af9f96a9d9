// The store in a folder: its files, the changes of others, and what is left when a process ends in the middle.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import { openFolderStore } from '../../../../runtime/stores/resources/folder/folder-store.ts'
import { pathOfResource, resourceOfPath } from '../../../../runtime/stores/resources/folder/resource-path.ts'
import { openResourceStore } from '../../../../runtime/stores/resources/open-resource-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { digestOf, storeContract, write } from './contract.ts'

const { clock } = nodePorts()

const opened = async (folder: string, maxLockWait?: number): Promise<ResourceStore> => {
  const store = await openFolderStore(folder, clock, maxLockWait)
  onTestFinished(() => store.close())
  return store
}

const idsOf = (changed: readonly { readonly id: string }[] | undefined): unknown =>
  changed?.map(({ id }) => id).sort()

describe('a folder', () =>
  storeContract(async () => {
    const folder = temporaryFolder()
    return { open: () => openFolderStore(folder, clock) }
  }))

describe('the path of a resource', () => {
  it.each([
    ['prod', 'label/prod.json'],
    ['team/prod', 'label/team/prod.json'],
    ['Team/v1.json', 'label/%54eam/v1%2Ejson.json'],
    ['../../etc/passwd', 'label/%2E%2E/%2E%2E/etc/passwd.json'],
    ['/a//b/', 'label/%/a/%/b/%.json'],
    ['a.json/b', 'label/a%2Ejson/b.json'],
    ['ä\\ \u0000', 'label/%C3%A4%5C%20%00.json'],
  ])('of %j is %s', (id, path) => {
    expect(pathOfResource('label', id)).toBe(path)
    expect(resourceOfPath(path)).toEqual({ kind: 'label', id })
  })

  it('leads back to the resource, is below the folder, and differs from those of others without regard to case', () => {
    const part = fc.oneof(
      fc.constantFrom('', '.', '..', '%', '%2E', 'a', 'A', '.json', 'a.json', '~', ':', '*'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    const id = fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => parts.join('/'))
    fc.assert(
      fc.property(id, id, (one, other) => {
        const path = pathOfResource('label', one)
        expect(resourceOfPath(path)).toEqual({ kind: 'label', id: one })
        expect(resolve('/root', path).startsWith('/root/label/')).toBe(true)
        const otherPath = pathOfResource('label', other)
        if (one !== other) expect(path.toLowerCase()).not.toBe(otherPath.toLowerCase())
        // The file of the one is never a folder of the other.
        expect(otherPath.startsWith(`${path}/`)).toBe(false)
      }),
    )
  })

  it('that is too long for a file system is refused', async () => {
    const store = await opened(temporaryFolder())
    await expect(store.commit({ writes: [write('x'.repeat(300), {})] })).rejects.toMatchObject({
      code: 'unsupported',
    })
    await expect(store.read('label', '\ud800')).rejects.toMatchObject({ code: 'unsupported' })
    expect(await store.revision()).toBe(0)
  })
})

describe('files', () => {
  it('are readable, and what belongs to this machine is not for git', async () => {
    const folder = temporaryFolder()
    const store = await openResourceStore('folder:saved', { folder, environment: {}, clock })
    const bytes = Buffer.from('blob')
    await store.commit({
      writes: [write('team/prod', { slug: 'prod' }), write('old', {})],
      blobs: new Map([[digestOf(bytes), bytes]]),
    })
    await store.commit({ writes: [write('old', undefined)] })
    const textOf = (...names: readonly string[]): string =>
      readFileSync(join(folder, 'saved', ...names), 'utf8')
    expect(textOf('resources', 'label', 'team', 'prod.json')).toBe(
      '{\n  "revision": 1,\n  "value": {\n    "slug": "prod"\n  }\n}\n',
    )
    expect(JSON.parse(textOf('revision.json'))).toEqual({
      revision: 2,
      deleted: [{ kind: 'label', id: 'old', revision: 2 }],
      forgotten: 0,
    })
    expect(textOf('blobs', digestOf(bytes).slice(0, 2), digestOf(bytes))).toBe('blob')
    expect(existsSync(join(folder, 'saved', 'resources', 'label', 'old.json'))).toBe(false)
    expect(textOf('.local', '.gitignore')).toBe('*\n')
    await store.close()
  })

  it('opening a folder writes nothing', async () => {
    const folder = join(temporaryFolder(), 'none')
    const store = await opened(folder)
    expect([await store.revision(), await store.list('label', { limit: 9 })]).toEqual([0, []])
    expect(existsSync(folder)).toBe(false)
  })

  it('that others add, change and remove are in the feed, each under a new revision', async () => {
    const folder = temporaryFolder()
    const store = await opened(folder)
    await store.commit({ writes: [write('a', { n: 1 }), write('b', { n: 1 })] })
    expect(await store.revision()).toBe(1)
    const place = (id: string): string => join(folder, 'resources', 'label', `${id}.json`)
    writeFileSync(place('c'), '{ "value": { "n": 1 } }')
    expect(await store.changesSince(1)).toEqual({ revision: 2, changed: [{ kind: 'label', id: 'c' }] })
    writeFileSync(place('a'), '{ "revision": 1, "value": { "n": 2 } }')
    expect(idsOf((await store.changesSince(2)).changed)).toEqual(['a'])
    expect(await store.read('label', 'a')).toMatchObject({ value: { n: 2 }, revision: 3 })
    rmSync(place('b'))
    expect(await store.changesSince(3)).toEqual({ revision: 4, changed: [{ kind: 'label', id: 'b' }] })
    expect(idsOf((await store.changesSince(1)).changed)).toEqual(['a', 'b', 'c'])
    // What was read is the base of the next write, and revisions go on from there.
    expect(await store.commit({ writes: [write('a', { n: 3 }, 3)] })).toEqual({ revision: 5 })
    const other = await opened(folder)
    expect([await other.revision(), (await other.read('label', 'a'))?.revision]).toEqual([5, 5])
  })

  it('that were changed twice within the resolution of time stamps are noticed', async () => {
    const folder = temporaryFolder()
    const store = await opened(folder)
    await store.commit({ writes: [write('a', { n: 0 })] })
    for (let n = 1; n < 40; n += 1) {
      writeFileSync(join(folder, 'resources', 'label', 'a.json'), `{"value":{"n":${n % 10}}}`)
      expect((await store.read('label', 'a'))?.value).toEqual({ n: n % 10 })
    }
  })

  it('deletions are remembered, up to a number; who is further behind reads everything anew', async () => {
    const folder = temporaryFolder()
    const store = await opened(folder)
    const many = Array.from({ length: 1000 }, (_, at) => `many/${at}`)
    await store.commit({ writes: [write('first', undefined)] })
    await store.commit({ writes: many.map(id => write(id, undefined)) })
    const other = await opened(folder)
    expect((await other.changesSince(0)).changed).toBeUndefined()
    expect((await other.changesSince(1)).changed).toHaveLength(1000)
  })

  it('that are no resources are refused by their path', async () => {
    const folder = temporaryFolder({ 'resources/label/a.json': '<<<<<<< HEAD\n{}' })
    await expect(openFolderStore(folder, clock)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('label/a.json'),
    })
    const merged = temporaryFolder({ 'revision.json': '<<<<<<< HEAD\n{}' })
    await expect(openFolderStore(merged, clock)).rejects.toMatchObject({
      message: expect.stringContaining('revision.json'),
    })
  })

  it('a blob with other contents is refused', async () => {
    const folder = temporaryFolder()
    const store = await opened(folder)
    const digest = digestOf(Buffer.from('a\r\n'))
    await store.commit({ writes: [], blobs: new Map([[digest, Buffer.from('a\r\n')]]) })
    writeFileSync(join(folder, 'blobs', digest.slice(0, 2), digest), 'a\n')
    await expect(store.readBlob(digest)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.readBlob('../../revision.json')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('links lead neither reads nor writes out of the folder', async () => {
    const [folder, outside] = [temporaryFolder(), temporaryFolder({ 'a.json': '{"value":{}}' })]
    mkdirSync(join(folder, 'resources'))
    symlinkSync(outside, join(folder, 'resources', 'label'))
    const store = await opened(folder)
    expect(await store.read('label', 'a')).toBeUndefined()
    await expect(store.commit({ writes: [write('b', {})] })).rejects.toMatchObject({ code: 'unsupported' })
    expect(existsSync(join(outside, 'b.json'))).toBe(false)
    expect(await store.revision()).toBe(0)
  })
})

const git = (folder: string, ...args: readonly string[]): void => {
  const { status, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-C', folder, ...args],
    { encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
}

it.skipIf(spawnSync('git', ['--version']).error !== undefined)(
  'a checkout follows its origin: the feed names what a pull has changed',
  async () => {
    const [origin, parent] = [temporaryFolder(), temporaryFolder()]
    const writer = await opened(origin)
    const bytes = Uint8Array.from({ length: 512 }, (_, at) => at % 256)
    await writer.commit({
      writes: [write('a', { n: 1 }), write('b', { n: 1 })],
      blobs: new Map([[digestOf(bytes), bytes]]),
    })
    git(origin, 'init', '--quiet')
    const save = (): void => {
      git(origin, 'add', '--all')
      git(origin, 'commit', '--quiet', '--message', 'Save')
    }
    save()
    git(parent, 'clone', '--quiet', origin, 'copy')
    const copy = join(parent, 'copy')
    expect(existsSync(join(copy, '.local'))).toBe(false)
    const reader = await opened(copy)
    expect(await reader.revision()).toBe(1)
    expect(digestOf((await reader.readBlob(digestOf(bytes))) ?? new Uint8Array())).toBe(digestOf(bytes))
    await writer.commit({ writes: [write('b', undefined), write('c', { n: 1 })] })
    await writer.commit({ writes: [write('c', { n: 2 })] })
    save()
    git(copy, 'pull', '--quiet')
    const changes = await reader.changesSince(1)
    expect([changes.revision, idsOf(changes.changed)]).toEqual([3, ['b', 'c']])
    // Back to what was before: the number goes on.
    git(copy, 'checkout', '--quiet', 'HEAD~1')
    const back = await reader.changesSince(3)
    expect([back.revision, idsOf(back.changed)]).toEqual([4, ['b', 'c']])
    expect((await reader.read('label', 'b'))?.value).toEqual({ n: 1 })
  },
)

describe('writers', () => {
  it('a writer that another process keeps out is refused with a sentence; readers go on', async () => {
    const folder = temporaryFolder()
    const store = await opened(folder, 20)
    await store.commit({ writes: [write('a', { n: 1 })] })
    const other = new DatabaseSync(join(folder, '.local', 'lock'))
    other.exec('BEGIN EXCLUSIVE')
    await expect(store.commit({ writes: [write('a', { n: 2 })] })).rejects.toMatchObject({
      code: 'unavailable',
      message: `The store folder:${folder} cannot be written: another process has been writing to it for 20 ms.`,
    })
    expect((await store.read('label', 'a'))?.value).toEqual({ n: 1 })
    other.close()
    expect(await store.commit({ writes: [write('a', { n: 2 })] })).toEqual({ revision: 2 })
  })

  it('a transaction that fails in the middle of its files is visible as a whole, and finished by the next writer', async () => {
    const folder = temporaryFolder()
    const obstacle = join(folder, 'resources', 'label', 'b.json')
    mkdirSync(obstacle, { recursive: true })
    const store = await opened(folder)
    const all = ['a', 'b', 'c']
    await expect(store.commit({ writes: all.map(id => write(id, {})) })).rejects.toMatchObject({
      code: 'unavailable',
    })
    for (const reader of [store, await opened(folder)]) {
      expect(await reader.revision()).toBe(1)
      expect((await reader.list('label', { limit: 9 })).map(({ id }) => id)).toEqual(all)
    }
    rmSync(obstacle, { recursive: true })
    expect(await store.commit({ writes: [write('d', {})] })).toEqual({ revision: 2 })
    expect(existsSync(obstacle)).toBe(true)
  })

  it('what a process had committed when it ended is visible as a whole, and finished by the next writer', async () => {
    const folder = temporaryFolder()
    const store = await opened(folder)
    await store.commit({ writes: [write('a', { n: 1 }), write('b', { n: 1 })] })
    const journal = join(folder, '.local', 'transaction.json')
    const state = { revision: 2, deleted: [{ kind: 'label', id: 'b', revision: 2 }], forgotten: 0 }
    const text = '{"revision":2,"value":{"n":2}}'
    writeFileSync(
      journal,
      JSON.stringify({
        state: JSON.stringify(state),
        writes: [
          ['label/a.json', text],
          ['label/c.json', text],
          ['label/b.json', null],
        ],
      }),
    )
    // As far as it came.
    writeFileSync(join(folder, 'resources', 'label', 'c.json'), text)
    for (const reader of [store, await opened(folder)]) {
      expect(await reader.revision()).toBe(2)
      const found = await reader.list('label', { limit: 9 })
      expect(found.map(({ id, value }) => [id, value])).toEqual([
        ['a', { n: 2 }],
        ['c', { n: 2 }],
      ])
      expect(idsOf((await reader.changesSince(1)).changed)).toEqual(['a', 'b', 'c'])
    }
    expect(await store.commit({ writes: [write('d', {})] })).toEqual({ revision: 3 })
    expect([existsSync(journal), existsSync(join(folder, 'resources', 'label', 'b.json'))]).toEqual([
      false,
      false,
    ])
    expect(readFileSync(join(folder, 'resources', 'label', 'a.json'), 'utf8')).toBe(text)
    expect(await store.list('label', { limit: 9 })).toHaveLength(3)
  })
})
