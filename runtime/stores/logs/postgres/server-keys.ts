// The data keys of the log store in PostgreSQL: one for each workspace and user. They are looked up for each batch, so that a key
// that another process has erased is not used again.

import type { KeyRing } from '../../../control/core/sealing/key-ring.ts'
import type { LoggedBodies } from '../../../control/logs/log-store.ts'
import type { PostgresRow } from '../../resources/postgres/postgres-connection.ts'
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
import type { RunStatement } from './server-tables.ts'

/** A body as it is written: base64. */
interface WrittenBody {
  readonly time: number
  readonly record: string
  readonly data_key: string
  readonly request?: string
  readonly response?: string
}

export interface ServerKeys {
  /** Without a key of the operator: none. */
  readonly seal: (
    rows: readonly LogRow[],
    bodies: readonly LoggedBodies[],
    now: number,
  ) => Promise<readonly WrittenBody[]>
  readonly open: (record: string, body: PostgresRow) => LoggedBodies
  /** Seals keys again that an older key of the operator has sealed. */
  readonly renew: () => Promise<void>
  /** The number of keys by the ids of those that have sealed them. */
  readonly sealedWith: () => Promise<Readonly<Record<string, number>>>
  readonly clear: () => void
}

/** Keys that are remembered, opened. */
const MAX_OPENED = 1000

interface Owned extends Pick<LogRow, 'workspace'> {
  /** The identity of the user; empty for bodies of none. */
  readonly owner: string
}

export function createServerKeys(run: RunStatement, ring: KeyRing | undefined): ServerKeys {
  const opened = new Map<string, BodyKey>()
  const open = (id: string, workspace: string, sealed: string): BodyKey => {
    const key = opened.get(id) ?? openBodyKey({ id, workspace, sealed }, ring)
    if (opened.size >= MAX_OPENED) opened.clear()
    opened.set(id, key)
    return key
  }

  /** The keys of these owners, by workspace and owner. Those that are missing are made; of two that make one, the first counts. */
  const keysOf = async (
    owned: readonly Owned[],
    keyRing: KeyRing,
    now: number,
  ): Promise<ReadonlyMap<string, BodyKey>> => {
    const owners = new Map(owned.map(each => [`${each.workspace}\0${each.owner}`, each]))
    const created = [...owners.values()].map(({ workspace, owner }) => {
      const { id, sealed } = createBodyKey(workspace, keyRing)
      return { id, workspace, owner, sealed, used: now }
    })
    const columns = 'id text, workspace text, owner text, sealed text, used bigint'
    const find = (): Promise<readonly PostgresRow[]> =>
      run({
        text: `SELECT id, workspace, owner, sealed, used FROM s.log_key WHERE (workspace, owner) IN (
               SELECT workspace, owner FROM json_to_recordset(?::text::json) AS given (${columns}))`,
        values: [JSON.stringify(created)],
      })
    let found = await find()
    if (found.length < owners.size || found.some(({ used }) => Number(used) < now - DAY / 2)) {
      await run({
        text: `INSERT INTO s.log_key (id, workspace, owner, sealed, used)
               SELECT given.* FROM json_to_recordset(?::text::json) AS given (${columns}) ORDER BY workspace COLLATE "C", owner COLLATE "C"
               ON CONFLICT (workspace, owner) DO UPDATE SET used = greatest(log_key.used, excluded.used)`,
        values: [JSON.stringify(created)],
      })
      found = await find()
    }
    return new Map(
      found
        .filter(({ id, sealed }) => opened.has(String(id)) || hasKeyOf({ sealed: String(sealed) }, keyRing))
        .map(({ id, workspace, owner, sealed }) => [
          `${String(workspace)}\0${String(owner)}`,
          open(String(id), String(workspace), String(sealed)),
        ]),
    )
  }

  return {
    seal: async (rows, bodies, now) => {
      if (ring === undefined || bodies.length === 0) return []
      const byRecord = new Map(rows.map(row => [row.record, row]))
      const owned = bodies.flatMap(each => {
        const row = byRecord.get(each.id)
        return row === undefined ? [] : [[row, each] as const]
      })
      const keys = await keysOf(
        owned.map(([{ workspace }, { user = '' }]) => ({ workspace, owner: user })),
        ring,
        now,
      )
      return owned.flatMap(([row, { user = '', request, response }]): readonly WrittenBody[] => {
        const { workspace, record, time } = row
        const key = keys.get(`${workspace}\0${user}`)
        if (key === undefined) return []
        const sealed = (part: 'request' | 'response', body: Uint8Array): string =>
          sealBody(key, { workspace, record, part }, body).toString('base64')
        return [
          {
            time,
            record,
            data_key: key.id,
            ...(request && { request: sealed('request', request) }),
            ...(response && { response: sealed('response', response) }),
          },
        ]
      })
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
    renew: async () => {
      if (ring === undefined) return
      for (const { id, workspace, sealed } of await run({
        text: `SELECT id, workspace, sealed FROM s.log_key WHERE sealed NOT LIKE ?`,
        values: [`%"${ring.current.id}"%`],
      })) {
        const stored = { id: String(id), workspace: String(workspace), sealed: String(sealed) }
        const renewed = renewBodyKey(stored, ring)
        if (renewed !== undefined)
          await run({ text: 'UPDATE s.log_key SET sealed = ? WHERE id = ?', values: [renewed, stored.id] })
      }
    },
    sealedWith: async () =>
      Object.fromEntries(
        (
          await run({
            text: `SELECT sealed::json ->> 'key' AS key, count(*) AS count FROM s.log_key GROUP BY 1`,
            values: [],
          })
        ).map(({ key, count }) => [String(key), Number(count)]),
      ),
    clear: () => opened.clear(),
  }
}
