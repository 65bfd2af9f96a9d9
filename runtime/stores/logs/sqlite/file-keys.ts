// The data keys of the file: one for each workspace and user. They are read from the file for each batch, so that a key that was
// erased is not used again by a process that remembers it.

import type { KeyRing } from '../../../control/core/sealing/key-ring.ts'
import type { LoggedBodies } from '../../../control/logs/log-store.ts'
import { DAY } from '../log-period.ts'
import type { LogRow } from '../log-row.ts'
import {
  type BodyKey,
  createBodyKey,
  hasKeyOf,
  openBody,
  openBodyKey,
  renewBodyKey,
  sealBody,
} from '../sealed-bodies.ts'
import type { LogConnection, LogFileRow } from './log-connection.ts'

export interface SealedBodies {
  readonly key: string
  readonly request?: Uint8Array
  readonly response?: Uint8Array
}

export interface FileKeys {
  /** Within a transaction. Undefined without a key of the operator. */
  readonly seal: (row: LogRow, bodies: LoggedBodies, now: number) => SealedBodies | undefined
  readonly open: (record: string, body: LogFileRow) => LoggedBodies
  /** Seals keys again that an older key of the operator has sealed. Within a transaction. */
  readonly renew: () => void
  /** The number of keys by the ids of those that have sealed them. */
  readonly sealedWith: () => Readonly<Record<string, number>>
  readonly clear: () => void
}

/** Keys that are remembered, opened. */
const MAX_OPENED = 1000

export function createFileKeys({ run, row, rows }: LogConnection, ring: KeyRing | undefined): FileKeys {
  const opened = new Map<string, BodyKey>()
  const remember = (key: BodyKey): BodyKey => {
    if (opened.size >= MAX_OPENED) opened.clear()
    opened.set(key.id, key)
    return key
  }
  const open = (id: string, workspace: string, sealed: string): BodyKey =>
    opened.get(id) ?? remember(openBodyKey({ id, workspace, sealed }, ring))

  const keyOf = (workspace: string, user: string, now: number): BodyKey | undefined => {
    if (ring === undefined) return undefined
    const found = row(
      'SELECT id, sealed, used FROM log_key WHERE workspace = ? AND user = ?',
      workspace,
      user,
    )
    if (found !== undefined) {
      if (Number(found['used']) < now - DAY / 2)
        run('UPDATE log_key SET used = ? WHERE id = ?', now, String(found['id']))
      const [id, sealed] = [String(found['id']), String(found['sealed'])]
      return opened.get(id) ?? (hasKeyOf({ sealed }, ring) ? open(id, workspace, sealed) : undefined)
    }
    const created = createBodyKey(workspace, ring)
    run('INSERT INTO log_key VALUES (?, ?, ?, ?, ?)', created.id, workspace, user, created.sealed, now)
    return remember(created)
  }

  return {
    seal: ({ workspace, record }, { user = '', request, response }, now) => {
      const key = keyOf(workspace, user, now)
      if (key === undefined) return undefined
      const place = { workspace, record }
      return {
        key: key.id,
        ...(request && { request: sealBody(key, { ...place, part: 'request' }, request) }),
        ...(response && { response: sealBody(key, { ...place, part: 'response' }, response) }),
      }
    },
    open: (record, { workspace, data_key, sealed, request, response }) => {
      const key = open(String(data_key), String(workspace), String(sealed))
      const place = { workspace: String(workspace), record }
      return {
        id: record,
        ...(request instanceof Uint8Array && {
          request: openBody(key, { ...place, part: 'request' }, request),
        }),
        ...(response instanceof Uint8Array && {
          response: openBody(key, { ...place, part: 'response' }, response),
        }),
      }
    },
    renew: () => {
      if (ring === undefined) return
      for (const { id, workspace, sealed } of rows('SELECT id, workspace, sealed FROM log_key')) {
        const stored = { id: String(id), workspace: String(workspace), sealed: String(sealed) }
        const renewed = renewBodyKey(stored, ring)
        if (renewed !== undefined) run('UPDATE log_key SET sealed = ? WHERE id = ?', renewed, stored.id)
      }
    },
    sealedWith: () =>
      Object.fromEntries(
        rows(`SELECT sealed ->> '$.key' AS key, count(*) AS count FROM log_key GROUP BY 1`).map(
          ({ key, count }) => [String(key), Number(count)],
        ),
      ),
    clear: () => opened.clear(),
  }
}
