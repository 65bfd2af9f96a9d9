// The last moves of labels outlive the process: one that starts takes no earlier signed state, and says where the file cannot be used.
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSelected } from '../../../runtime/control/releases/follow-label.ts'
import { openSeenMoves, type SeenMovesFile } from '../../../runtime/stores/seen-moves-file.ts'
import { createSigner, createVerifier } from '../../../runtime/stores/signing-keys.ts'
import { sha256 } from '../../support/bundle.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { bundleWith, newStore, push } from '../control/releases/release-harness.ts'

const place = { project: 'main', label: 'live' }

function open(path: string, more: { readonly store?: string; readonly project?: string } = {}) {
  const log: string[] = []
  const moves = openSeenMoves({
    path,
    store: 'sqlite:store.db',
    project: 'main',
    writeLog: (level, message) => void log.push(`${level}: ${message}`),
    ...more,
  })
  if (typeof moves !== 'string') onTestFinished(moves.close)
  return { moves, log }
}

function opened(...given: Parameters<typeof open>): SeenMovesFile {
  const { moves } = open(...given)
  if (typeof moves === 'string') throw new Error(moves)
  return moves
}

test('A process that starts takes no state before the last move of another', async () => {
  const path = join(temporaryFolder(), '.portolan', 'moves.db')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signer = createSigner(String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
  const verifier = createVerifier([String(publicKey.export({ format: 'pem', type: 'spki' }))])
  const store = await newStore()
  const start = (file = path) =>
    readSelected(store, { ...place, verifier, moves: opened(file), hash: sha256 })
  await push(store, bundleWith({ chat: 'a' }), { signer })
  const earlier = (await store.read('label', 'main/live'))?.value ?? {}
  await push(store, bundleWith({ chat: 'b' }), { signer })
  expect(await start()).toMatchObject({ move: 2 })
  await store.commit({ writes: [{ kind: 'label', id: 'main/live', value: earlier }] })
  expect(await start()).toEqual({
    errors: [
      `The label "live" is back in an earlier state, after move 1 of 2: its signature is valid, but a label only moves on. Move it again (portolan promote, portolan rollback), or delete ${path} and restart the runtime if the store was restored from a backup.`,
    ],
  })
  // A forged number has no signature, and raises nothing.
  await store.commit({ writes: [{ kind: 'label', id: 'main/live', value: { ...earlier, move: 9 } }] })
  expect(await start()).toMatchObject({ errors: [expect.stringContaining('no signature of a trusted key')] })
  expect(opened(path).last('live')).toBe(2)
  // Where the file is lost, the first state that is seen counts.
  await store.commit({ writes: [{ kind: 'label', id: 'main/live', value: earlier }] })
  expect(await start(join(temporaryFolder(), 'moves.db'))).toMatchObject({ move: 1 })
  // Without signatures a label may be put back.
  expect(await readSelected(store, { ...place, moves: opened(path), hash: sha256 })).toMatchObject({
    move: 1,
  })
})

test('Processes share the file, and a late one lowers nothing', () => {
  const path = join(temporaryFolder(), 'moves.db')
  const [one, other] = [opened(path), opened(path)]
  one.note('live', 5)
  other.note('live', 3)
  expect([one.last('live'), other.last('live'), opened(path).last('live')]).toEqual([5, 5, 5])
  expect(other.last('next')).toBe(0)
  expect(opened(path, { store: 'sqlite:staging.db' }).last('live')).toBe(0)
  expect(opened(path, { project: 'other' }).last('live')).toBe(0)
})

describe('The log says', () => {
  test('which move is the first of a file', () => {
    const path = join(temporaryFolder(), 'moves.db')
    const { moves, log } = open(path)
    if (typeof moves === 'string') throw new Error(moves)
    moves.note('live', 7)
    moves.note('live', 8)
    expect(log).toEqual([expect.stringMatching(/^info: Move 7 of the label "live" is the first that .* has/)])
  })

  test('that a file cannot be written: the process still knows its own moves', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    const { moves, log } = open(join(folder, 'file', 'moves.db'))
    if (typeof moves === 'string') throw new Error(moves)
    expect(log).toEqual([
      expect.stringMatching(/^warning: The moves of labels cannot be stored in .*--moves\.$/),
    ])
    moves.note('live', 7)
    expect(moves.last('live')).toBe(7)
  })
})

test.each([
  ['is not a database', (path: string) => writeFileSync(path, 'moves'.repeat(500))],
  ['is a folder', (path: string) => mkdirSync(path)],
  ['was overwritten', (path: string) => writeFileSync(path, 'SQLite format 3\0'.padEnd(4096, 'x'))],
])('A file that %s refuses the start, with what helps', (_title, spoil) => {
  const path = join(temporaryFolder(), 'moves.db')
  spoil(path)
  const { moves } = open(path)
  expect(moves).toMatch(/cannot be used: .* Repair or delete it, or name another one with --moves\.$/)
})
