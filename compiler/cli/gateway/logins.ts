// The sign-ins of this machine's user by gateway, in a file that only the user can read. Processes that renew one at the same time wait for
// each other: an issuer may accept each refresh token once.
import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createFolder } from '../../../runtime/stores/create-folder.ts'
import { asObject, asText, isObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { describeFileError } from '../files/read-file.ts'
import type { Terminal } from '../terminal.ts'

/** A sign-in at a gateway. Times are milliseconds since 1970. */
export interface Login {
  readonly issuer: string
  readonly clientId: string
  readonly user: string
  readonly workspace: string
  readonly device: string
  readonly token: string
  readonly since: number
  readonly expiresAt: number
  /** Absent if the issuer gives none: the token is not renewed. */
  readonly refreshToken?: string
}

/** The file of the user. */
export const loginsFile = (environment: Terminal['environment'], home: string): string =>
  join(
    environment['XDG_CONFIG_HOME'] || environment['APPDATA'] || join(home, '.config'),
    'portolan',
    'logins.json',
  )

/** The sign-ins by the origins of gateways; none if the file cannot be read. */
export function readLogins(file: string): ReadonlyMap<string, Login> {
  const written = asObject(parseJson(textOf(file)))
  return new Map(
    Object.entries(written).flatMap(([origin, value]): readonly (readonly [string, Login])[] => {
      const login = isObject(value) ? readLogin(value) : undefined
      return login === undefined ? [] : [[origin, login]]
    }),
  )
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Why the sign-ins cannot be stored, as a sentence. */
export class LoginsError extends Error {}

/** What writes files, with a sentence for what the machine refuses. */
function write<T>(file: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new LoginsError(`The sign-in cannot be stored: ${file} ${describeFileError(error)}.`)
  }
}

function readLogin(value: JsonObject): Login | undefined {
  const text = (name: string): string => asText(value[name]) ?? ''
  const time = (name: string): number => (typeof value[name] === 'number' ? value[name] : 0)
  if (text('token') === '') return undefined
  const refreshToken = asText(value['refresh_token'])
  return {
    ...{ issuer: text('issuer'), clientId: text('client_id'), user: text('user') },
    ...{ workspace: text('workspace'), device: text('device'), token: text('token') },
    ...{ since: time('since'), expiresAt: time('expires_at') },
    ...(refreshToken !== undefined && { refreshToken }),
  }
}

/** Replaces the sign-in at a gateway, or removes it. Other users cannot read the file at any moment. */
export function writeLogin(file: string, origin: string, login: Login | undefined): void {
  const logins = new Map(readLogins(file))
  if (login === undefined) logins.delete(origin)
  else logins.set(origin, login)
  const written = Object.fromEntries(
    Array.from(logins, ([name, { clientId, refreshToken, expiresAt, ...rest }]) => [
      name,
      { ...rest, client_id: clientId, expires_at: expiresAt, refresh_token: refreshToken },
    ]),
  )
  const temporary = `${file}.${process.pid}.tmp`
  write(file, () => {
    createFolder(dirname(file))
    writeFileSync(temporary, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 })
    chmodSync(temporary, 0o600)
    renameSync(temporary, file)
  })
}

/** Milliseconds after which a lock belongs to a process that was killed. */
const STALE = 60_000
const PAUSE = 50

/** Runs an action while no other process does so for this file. */
export async function whileLocked<T>(file: string, action: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`
  write(file, () => createFolder(dirname(file)))
  while (!write(lock, () => takeLock(lock))) {
    const taken = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    const age = Date.now() - taken
    if (age > STALE) rmSync(lock, { force: true })
    else await wait(PAUSE)
  }
  try {
    return await action()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
