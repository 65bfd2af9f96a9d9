// backup and restore of a SQLite store: what is copied, what is refused, and which key a copy needs.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { readKeyRing } from '../../../runtime/control/core/sealing/key-ring.ts'
import { placeOf } from '../../../runtime/control/core/sealing/rotate-secrets.ts'
import { sealSecret } from '../../../runtime/control/core/sealing/sealed-secret.ts'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { openSqliteStore } from '../../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { nodeSecretCipher } from '../../../runtime/stores/secret-cipher.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { batchOf, everything, recordOf } from '../../runtime/stores/logs/contract.ts'
import { sha256 } from '../../support/bundle.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [KEY = '', OTHER = ''] = ['a', 'b'].map(letter => Buffer.from(letter.repeat(32)).toString('base64'))
const ringOf = (text: string) => {
  const ring = readKeyRing(text, sha256)
  if (typeof ring === 'string') throw new Error(ring)
  return ring
}
const ID = ringOf(KEY).current.id

/** The project, with a store that has one secret, and a record in its log. */
async function project() {
  const folder = temporaryFolder({ 'gateway.yaml': 'store: sqlite:data/store.db\n' })
  const store = await openSqliteStore(join(folder, 'data/store.db'))
  const place = placeOf({ kind: 'integration', id: 'a', value: {} }, '/key')
  const key = sealSecret('secret', place, ringOf(KEY), nodeSecretCipher)
  await store.commit({ writes: [{ kind: 'integration', id: 'a', value: { key } }] })
  await store.heartbeat({ id: 'host:1', value: { project: 'main' }, at: 1 })
  await store.close()
  const logs = await openLogStore('sqlite:data/store.db', { folder, ring: ringOf(KEY) })
  const bodies = [{ id: recordOf(1).id, request: new Uint8Array([1]) }]
  await logs.append({ ...batchOf('one', [recordOf(1)]), bodies })
  await logs.close()
  return folder
}

const run = (folder: string, args: readonly string[], key?: string) =>
  portolan(args, folder, key === undefined ? {} : { PORTOLAN_ENCRYPTION_KEY: key })

const change = async (folder: string): Promise<void> => {
  const store = await openSqliteStore(join(folder, 'data/store.db'))
  await store.commit({ writes: [{ kind: 'integration', id: 'b', value: {} }] })
  await store.close()
}

const idsIn = async (path: string): Promise<readonly string[]> => {
  const store = await openSqliteStore(path)
  const found = await store.list('integration', { limit: 10 })
  await store.close()
  return found.map(({ id }) => id)
}

describe('backup', () => {
  it('copies the store and its logs into private files, and says which encryption key they need', async () => {
    const folder = await project()
    const { code, out, complaints } = await run(folder, ['backup', 'copy.db'])
    expect([code, complaints]).toEqual([0, ''])
    expect(out.trim().split('\n')).toEqual([
      `Copied sqlite:${folder}/data/store.db at revision 1 to ${folder}/copy.db, and its logs to ${folder}/copy.logs.db.`,
      `The copy needs the encryption key ${ID}, which is not in it.`,
    ])
    for (const name of ['copy.db', 'copy.logs.db'])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['copy.db', 'copy.logs.db', 'data', 'gateway.yaml'])
  })

  it('of the store alone, as JSON', async () => {
    const folder = await project()
    const { out } = await run(folder, ['backup', 'copy.db', '--without-logs', '--format', 'json'])
    expect(parseJson(out)).toEqual({
      store: `sqlite:${folder}/data/store.db`,
      file: `${folder}/copy.db`,
      revision: 1,
      encryptionKeys: [ID],
    })
    expect(existsSync(join(folder, 'copy.logs.db'))).toBe(false)
  })

  it('overwrites nothing, and leaves nothing behind where it fails', async () => {
    const folder = await project()
    writeFileSync(join(folder, 'copy.logs.db'), 'mine')
    const { code, complaints } = await run(folder, ['backup', 'copy.db'])
    expect([code, complaints]).toEqual([1, `The file ${folder}/copy.logs.db exists already.\n`])
    expect(readFileSync(join(folder, 'copy.logs.db'), 'utf8')).toBe('mine')
    expect((await run(folder, ['backup', 'nowhere/copy.db'])).code).toBe(1)
    expect(readdirSync(folder).sort()).toEqual(['copy.logs.db', 'data', 'gateway.yaml'])
  })

  it.each([
    ['postgres://127.0.0.1:9/x', 'Copy a PostgreSQL store with pg_dump'],
    ['folder:saved', 'A folder store is copied by git'],
    ['s3:bucket/x', 'turn on versions of the bucket'],
    ['https://gateway.example/v1', 'run the command on the machine of its store'],
    ['sqlite::memory:', 'A store in memory cannot be copied.'],
  ])('of %s says how that is copied', async (store, how) => {
    for (const command of ['backup', 'restore']) {
      const { code, complaints } = await run(temporaryFolder(), [command, 'copy.db', '--store', store])
      expect(code).toBe(64)
      expect(complaints).toContain(`portolan ${command} is for SQLite stores. `)
      expect(complaints).toContain(how)
    }
  })

  it('of a store that does not exist makes none', async () => {
    const folder = temporaryFolder()
    const { code, complaints } = await run(folder, ['backup', 'copy.db', '--store', 'sqlite:store.db'])
    expect([code, complaints]).toEqual([1, `The store sqlite:${folder}/store.db does not exist.\n`])
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('restore', () => {
  it('puts the copy back, with its logs, and renames what was there', async () => {
    const folder = await project()
    await run(folder, ['backup', 'copy.db'])
    await change(folder)
    const { code, out, complaints } = await run(folder, ['restore', 'copy.db'], KEY)
    expect([code, complaints]).toEqual([0, ''])
    const data = join(folder, 'data')
    expect(out.trim().split('\n')).toEqual([
      `Restored sqlite:${data}/store.db at revision 1, and its logs ${data}/store.logs.db.`,
      `The previous database is ${data}/store.db.replaced-1.`,
      `The previous database is ${data}/store.logs.db.replaced-1.`,
      `Its secrets are encrypted with ${ID}, which this project has.`,
    ])
    expect(await idsIn(join(data, 'store.db'))).toEqual(['a'])
    expect(await idsIn(join(data, 'store.db.replaced-1'))).toEqual(['a', 'b'])
    const logs = await openLogStore('sqlite:data/store.db', { folder, ring: ringOf(KEY) })
    expect(await logs.count(everything)).toBe(1)
    expect(await logs.bodies(recordOf(1).id, 'all')).toMatchObject({ request: new Uint8Array([1]) })
    await logs.close()
    // Processes of then are none of now, and the copy can be restored again.
    expect((await run(folder, ['status', '--format', 'json'])).out).toContain('"runtimes":[]')
    expect((await run(folder, ['restore', 'copy.db'], KEY)).code).toBe(0)
    for (const name of readdirSync(data)) expect([name, name.includes('restoring')]).toEqual([name, false])
  })

  it('into an empty project, as JSON', async () => {
    const folder = await project()
    await run(folder, ['backup', 'copy.db'])
    const { code, out } = await run(folder, [
      ...['restore', 'copy.db', '--store', 'sqlite:other/new.db', '--format', 'json'],
    ])
    expect(code).toBe(0)
    expect(parseJson(out)).toEqual({
      store: `sqlite:${folder}/other/new.db`,
      revision: 1,
      logs: `${folder}/other/new.logs.db`,
      replaced: [],
      encryption_keys: [ID],
      missing_encryption_keys: [ID],
    })
    expect(statSync(join(folder, 'other/new.db')).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['another key', OTHER, `the encryption keys are ${ringOf(OTHER).current.id}`],
    ['no key', undefined, 'there is no encryption key'],
  ])('with %s says which one is missing', async (_name, key, says) => {
    const folder = await project()
    await run(folder, ['backup', 'copy.db'])
    const { code, complaints } = await run(folder, ['restore', 'copy.db'], key)
    expect(code).toBe(0)
    expect(complaints).toContain(`They were encrypted with the key ${ID}`)
    expect(complaints).toContain(says)
    expect(complaints).not.toContain(KEY)
  })

  it('refuses a store or a log store that is in use, also by one that only waits', async () => {
    const folder = await project()
    await run(folder, ['backup', 'copy.db'])
    const before = await idsIn(join(folder, 'data/store.db'))
    const users = [
      () => openSqliteStore(join(folder, 'data/store.db')),
      () => openLogStore('sqlite:data/store.db', { folder }),
    ]
    for (const [at, open] of users.entries()) {
      const user = await open()
      const { code, complaints } = await run(folder, ['restore', 'copy.db'], KEY)
      const name = at === 0 ? 'store.db' : 'store.logs.db'
      expect([code, complaints]).toEqual([
        1,
        `The store ${folder}/data/${name} is in use: stop the gateways and commands that use it, then restore it.\n`,
      ])
      await user.close()
    }
    expect(await idsIn(join(folder, 'data/store.db'))).toEqual(before)
    expect(
      readdirSync(join(folder, 'data'))
        .filter(name => name.includes('re'))
        .sort(),
    ).toEqual(
      readdirSync(join(folder, 'data'))
        .filter(name => name.startsWith('store.'))
        .sort(),
    )
    expect((await run(folder, ['restore', 'copy.db'], KEY)).code).toBe(0)
  })

  it('refuses what is no copy, what is damaged, and what is newer', async () => {
    const folder = await project()
    await run(folder, ['backup', 'copy.db', '--without-logs'])
    const refused = async (name: string) => {
      const { code, complaints } = await run(folder, ['restore', name], KEY)
      expect(code).toBe(1)
      return complaints
    }
    expect(await refused('none.db')).toContain('does not exist')
    expect(existsSync(join(folder, 'none.db'))).toBe(false)
    writeFileSync(join(folder, 'notes.db'), 'These are notes. '.repeat(100))
    expect(await refused('notes.db')).toContain('file is not a database')
    new DatabaseSync(join(folder, 'other.db')).exec('CREATE TABLE x (a)')
    expect(await refused('other.db')).toContain('is not a copy of a store')
    const bytes = readFileSync(join(folder, 'copy.db'))
    writeFileSync(join(folder, 'broken.db'), bytes.fill(0x5a, bytes.length - 4096))
    expect(await refused('broken.db')).toMatch(/is damaged|malformed/)
    const newer = new DatabaseSync(join(folder, 'copy.db'))
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    expect(await refused('copy.db')).toContain('has the schema 99')
    expect(await idsIn(join(folder, 'data/store.db'))).toEqual(['a'])
  })
})

it('a copy has the text of no secret', async () => {
  const folder = await project()
  await run(folder, ['backup', 'copy.db'])
  const contents = ['copy.db', 'copy.logs.db']
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join('')
  expect(contents).not.toContain(KEY)
  expect(asObject(parseJson((await run(folder, ['backup', 'b.db', '--format', 'json'])).out))['file']).toBe(
    join(folder, 'b.db'),
  )
})
