// Opens the console of a process: what seals its sessions, how it reaches the issuer, and the server behind its page.
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { appendFileSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Gateway } from '../../schemas/generated/types.ts'
import { type ConsolePorts, createConsole } from '../console/serve-console.ts'
import { createCookieSeal, deriveKey } from '../console/session-cookie.ts'
import type { EndedSessions } from '../console/sessions.ts'
import type { EncryptionKey } from '../control/core/sealing/secret-cipher.ts'
import { type CallIssuer, linkIssuerCalls } from '../control/sign-in/call-issuer.ts'
import { createHttpServer, type HttpServer, type ServerLimits } from '../http/server.ts'
import type { ServeConsole, ServePorts } from '../http/serving-gateway.ts'
import { readEncryptionKeys } from '../stores/encryption-keys.ts'
import { PRIVATE_FILE } from '../stores/private-files.ts'
import { storeAddress } from '../stores/resources/store-address.ts'
import { nodeSecretCipher } from '../stores/secret-cipher.ts'
import { isFailure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'
import type { ConsoleAddress, ListenerAddress, ServedConsole } from './served-parts.ts'

/** The listener that has the console. */
export interface ConsoleListening extends Pick<ConsolePorts, 'host' | 'isSecure' | 'calls'> {
  readonly isAlone: boolean
  /** Of the server behind the page. */
  readonly ports: ServePorts
  readonly limits: ServerLimits
}

export interface ConsoleOptions extends Pick<ConsolePorts, 'shared' | 'loadControl'> {
  readonly ports: Pick<Ports, 'clock' | 'hash' | 'randomId' | 'upstream'>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly folder: string
  /** Of the threads of the process; absent if it has one. */
  readonly secret: string | undefined
}

export interface OpenConsole {
  readonly server: ServeConsole
  /** Where people open it, and the token that makes the first owner if there is none. */
  readonly address: (listener: ListenerAddress) => ConsoleAddress
  /** Undefined: the next bundle has no console. */
  readonly swap: (next: ServedConsole | undefined) => void
  readonly stop: HttpServer['stop']
}

export function openConsole(
  first: ServedConsole,
  { ports, environment, folder, secret, ...shared }: ConsoleOptions,
  { isAlone, ports: serverPorts, limits, ...listener }: ConsoleListening,
): OpenConsole {
  const ofProcess = secret === undefined ? randomBytes(32) : Buffer.from(secret, 'base64')
  const setupToken = Buffer.from(hkdfSync('sha256', ofProcess, '', 'portolan console setup', 24)).toString(
    'base64url',
  )
  let { gateway } = first.bundle
  const file = fileOfStore(gateway.store, { environment, folder })
  const behind = createHttpServer(first.api, serverPorts, limits)
  const console = createConsole(first.bundle, {
    ...shared,
    ...listener,
    ...ports,
    setupToken,
    ...(file !== undefined && { ended: endedBeside(`${file}-ended`, ports.clock.now()) }),
    memory: serverPorts.memory,
    serveApi: behind.serve,
    randomToken: () => randomBytes(32).toString('base64url'),
    seal: createCookieSeal(sessionKeys(gateway, { environment, folder }, ofProcess), nodeSecretCipher),
    loadCompiler: async () => await (await import('../console/compiler-script.ts')).loadCompiler(),
    loadPage: async () => await (await import('../console/page-files.ts')).loadPage(),
    fetch: (url, init) => fetchFromIssuer(linkIssuerCalls(gateway, ports), String(url), init),
  })
  return {
    server: { isAlone, serve: console.serve },
    address: ({ host, port, secure }) => {
      const setup = first.bundle.keys?.hasOwner() === false ? `#setup=${setupToken}` : ''
      return { url: `${secure ? 'https' : 'http'}://${reachableHost(host)}:${port}/console/${setup}` }
    },
    swap: next => {
      console.swap(next?.bundle)
      if (next === undefined) return
      gateway = next.bundle.gateway
      behind.swap(next.api)
    },
    stop: behind.stop,
  }
}

/** An address of this machine, where the console listens on all of them. */
const reachableHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

/** Under the guard of all calls of the issuer, for a library that expects `fetch`. */
async function fetchFromIssuer(call: CallIssuer, url: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', body } = init
  const reply = await call({
    ...{ method, url },
    headers: [...new Headers(init.headers)].flat(),
    ...(body !== undefined && body !== null && { body: Buffer.from(String(body)) }),
  })
  if (isFailure(reply)) throw new TypeError(reply.message)
  const headers = new Headers()
  for (let index = 0; index + 1 < reply.headers.length; index += 2)
    headers.append(reply.headers[index] ?? '', reply.headers[index + 1] ?? '')
  return new Response(new Uint8Array(reply.bytes), { status: reply.status, headers })
}

/**
 * Of the encryption keys, so that sessions outlive restarts and hold on every process of a fleet; else of a file beside a SQLite store; else
 * of the process.
 */
function sessionKeys(
  gateway: Gateway,
  { environment, folder }: Pick<ConsoleOptions, 'environment' | 'folder'>,
  ofProcess: Uint8Array,
): readonly EncryptionKey[] {
  const ring = readEncryptionKeys(gateway.encryptionKey, environment)
  if (ring !== undefined && typeof ring !== 'string')
    return [ring.current, ...ring.keys.values()].map(({ secret }) => keyOf(Buffer.from(secret, 'base64')))
  return [keyOf(secretIn(fileOfStore(gateway.store, { environment, folder })) ?? ofProcess)]
}

const ID_DIGITS = 16

function keyOf(secret: Uint8Array): EncryptionKey {
  const derived = deriveKey(secret, 'session')
  return {
    id: createHash('sha256').update(`portolan console key ${derived}`).digest('hex').slice(0, ID_DIGITS),
    secret: derived,
  }
}

const SECRET_BYTES = 32

/** The file of the console beside a SQLite store; undefined for stores that are not a file. */
function fileOfStore(
  store: Gateway['store'],
  { environment, folder }: Pick<ConsoleOptions, 'environment' | 'folder'>,
): string | undefined {
  const address = store && storeAddress(store, environment)
  if (!address?.startsWith('sqlite:') || address === 'sqlite::memory:') return undefined
  return `${resolve(folder, address.slice('sqlite:'.length))}-console`
}

/** Ended sessions as lines of a file, which all processes of the store read: an identifier and the end of its lifetime. */
function endedBeside(path: string, now: number): EndedSessions {
  removeLapsed(path, now)
  const known = new Set<string>()
  let size = 0
  return {
    add: (id, until) => {
      known.add(id)
      try {
        appendFileSync(path, `${id} ${until}\n`, { mode: PRIVATE_FILE, flush: true })
      } catch {
        // The disk is full, or the folder is read only: this process still knows.
      }
    },
    has: id => {
      // Files that only grow are read again when their size has changed.
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) !== size) {
        const lines = linesOf(path)
        size = Buffer.byteLength(lines.join('\n'))
        for (const line of lines) known.add(line.split(' ', 1)[0] ?? '')
      }
      return known.has(id)
    },
  }
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Lines beyond which the file is written again without those of lifetimes that are over. */
const MANY_ENDED = 1000

function removeLapsed(path: string, now: number): void {
  const lines = linesOf(path)
  if (lines.length < MANY_ENDED) return
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    const needed = lines.filter(line => Number(line.split(' ')[1]) > now)
    writeFileSync(draft, needed.map(line => `${line}\n`).join(''), { mode: PRIVATE_FILE, flag: 'wx' })
    renameSync(draft, path)
  } catch {
    rmSync(draft, { force: true })
  }
}

/** Undefined without a file, and if none can be written. */
function secretIn(path: string | undefined): Uint8Array | undefined {
  if (path === undefined) return undefined
  const read = (): Uint8Array | undefined => {
    const bytes = readFileSync(path)
    return bytes.length === SECRET_BYTES ? bytes : undefined
  }
  try {
    return read()
  } catch {
    // It is made: whole, and by one of the threads and processes that try at the same time.
  }
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(draft, randomBytes(SECRET_BYTES), { mode: PRIVATE_FILE, flag: 'wx' })
    try {
      linkSync(draft, path)
    } catch {
      // Another one was faster.
    }
    return read()
  } catch {
    return undefined
  } finally {
    rmSync(draft, { force: true })
  }
}
