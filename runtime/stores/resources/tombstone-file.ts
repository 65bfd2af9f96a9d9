// Room for deletions in a file beside a store, which takes its place on the disk while there is some: a slot that is overwritten needs
// no more. File systems that never write in place may still refuse it.
import { appendFile, type FileHandle, open, stat } from 'node:fs/promises'
import { asObject, asText, parseJson } from '../../../schemas/values/json.ts'
import { StoreError } from '../../control/core/store-error.ts'
import type { Tombstone, TombstoneRoom } from '../../control/core/tombstones.ts'
import { PRIVATE_FILE } from '../private-files.ts'

const SLOT = 512
/** All keys of a request that revokes many, and those of others. */
const SLOTS = 640
const EMPTY = Buffer.from(`${' '.repeat(SLOT - 1)}\n`)

/** Milliseconds after a change in which another one may have the same time. */
const RECENT = 2_000

/** Times that slots are written again because another process wrote into them at the same time. */
const MAX_TRIES = 8

export interface TombstoneFile extends TombstoneRoom {
  /** Takes the place on the disk, as far as there is some. Never rejects. */
  readonly prepare: () => Promise<void>
}

/** `random`: a number in [0, 1), so that two processes seldom choose the same slot. */
export function createTombstoneFile(
  path: string,
  now: () => number = Date.now,
  random: () => number = Math.random,
): TombstoneFile {
  let known: readonly Tombstone[] = []
  let stamp = ''
  let waiting: Tombstone[] = []
  let nextWrite: Promise<readonly Tombstone[]> | undefined
  let lastWrite: Promise<unknown> = Promise.resolve()

  const readSlots = async (file: FileHandle): Promise<readonly (Tombstone | undefined)[]> => {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(size - (size % SLOT))
    await file.read(bytes, 0, bytes.length, 0)
    return Array.from({ length: bytes.length / SLOT }, (_, slot) =>
      readTombstone(bytes.toString('utf8', slot * SLOT, (slot + 1) * SLOT)),
    )
  }
  const withFile = async <Result>(
    flags: string,
    use: (file: FileHandle) => Promise<Result>,
  ): Promise<Result> => {
    let file: FileHandle | undefined
    try {
      file = await open(path, flags)
      return await use(file)
    } catch (error) {
      if (error instanceof StoreError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new StoreError('unavailable', `The reserved file ${path} cannot be used: ${reason}.`)
    } finally {
      await file?.close()
    }
  }
  /** Those for which there was no slot. */
  const writeAll = (tombstones: readonly Tombstone[]): Promise<readonly Tombstone[]> =>
    withFile('r+', async file => {
      let missing = tombstones
      for (let tries = 0; tries < MAX_TRIES && missing.length > 0; tries += 1) {
        const slots = await readSlots(file)
        const free = [...slots.keys()].filter(slot => slots[slot] === undefined)
        if (free.length === 0) break
        for (const tombstone of missing) {
          const [slot] = free.splice(Math.floor(random() * free.length), 1)
          if (slot === undefined) break
          await file.write(bytesOf(tombstone), 0, SLOT, slot * SLOT)
        }
        await file.datasync()
        const written = new Set((await readSlots(file)).map(nameOf))
        missing = missing.filter(each => !written.has(nameOf(each)))
      }
      return missing
    })
  /** In this process, those that come while others are written are written together after them, so that none overwrites another. */
  const writeNext = (): Promise<readonly Tombstone[]> => {
    const written = lastWrite.then(() => {
      const tombstones = waiting
      waiting = []
      nextWrite = undefined
      return writeAll(tombstones)
    })
    lastWrite = written.catch(() => {})
    return written
  }
  return {
    prepare: async () => {
      try {
        const size = (await stat(path).catch(() => undefined))?.size ?? 0
        const missing = SLOTS - Math.floor(size / SLOT)
        if (missing > 0)
          await appendFile(path, Buffer.concat(Array.from({ length: missing }, () => EMPTY)), {
            mode: PRIVATE_FILE,
            flush: true,
          })
      } catch {
        // The disk is full, or the folder is read only: there is no room, which is reported when it is needed.
      }
    },
    read: async () => {
      const found = await stat(path, { bigint: true }).catch(() => undefined)
      if (found === undefined) return []
      const next = `${found.ino} ${found.mtimeNs}`
      if (next === stamp) return known
      known = await withFile('r', async file => (await readSlots(file)).filter(each => each !== undefined))
      stamp = now() - Number(found.mtimeMs) < RECENT ? '' : next
      return known
    },
    write: async tombstone => {
      // Before it is with others, which must not fail because it is too long.
      bytesOf(tombstone)
      waiting.push(tombstone)
      nextWrite ??= writeNext()
      if ((await nextWrite).includes(tombstone))
        throw new StoreError('unavailable', `The reserved file ${path} is full.`)
    },
    clear: async tombstone =>
      await withFile('r+', async file => {
        const slots = await readSlots(file)
        for (const slot of slots.keys())
          if (nameOf(slots[slot]) === nameOf(tombstone)) {
            await file.write(EMPTY, 0, SLOT, slot * SLOT)
            await file.datasync()
          }
      }),
  }
}

const nameOf = (tombstone: Tombstone | undefined): string | undefined =>
  tombstone && `${tombstone.kind}/${tombstone.id}`

/** A line of JSON that fills a slot. Names of callers that are too long are cut: what is deleted matters more. */
function bytesOf(tombstone: Tombstone): Buffer {
  for (const length of [200, 40, 0]) {
    const { by, uri, ...rest } = tombstone
    const text = JSON.stringify({ ...rest, by: by.slice(0, length), uri: uri.slice(0, length) })
    const bytes = Buffer.alloc(SLOT, ' ')
    if (Buffer.byteLength(text) < SLOT) {
      bytes.write(text)
      bytes.write('\n', SLOT - 1)
      return bytes
    }
  }
  throw new StoreError(
    'unsupported',
    `The ${tombstone.kind} "${tombstone.id}" does not fit into reserved room.`,
  )
}

function readTombstone(text: string): Tombstone | undefined {
  const read = asObject(text.trim() === '' ? undefined : parseJson(text.trim()))
  const [kind, id] = [asText(read['kind']), asText(read['id'])]
  if (kind === undefined || id === undefined) return undefined
  return {
    kind,
    id,
    workspace: asText(read['workspace']) ?? null,
    by: asText(read['by']) ?? '',
    byType: asText(read['byType']) ?? '',
    uri: asText(read['uri']) ?? '',
    at: typeof read['at'] === 'number' ? read['at'] : 0,
  }
}
