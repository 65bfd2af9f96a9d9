// The TLS certificate of the listener: two PEM files, read again while the gateway runs, so that a renewed certificate
// is served without a restart. Polled and compared by content: renewals replace files, links or whole folders.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { PlanTls } from '../../schemas/generated/types.ts'
import type { Clock } from '../values/ports.ts'

/** A certificate chain and its private key, as PEM. */
export interface KeyPair {
  readonly cert: Buffer
  readonly key: Buffer
}

export interface CertificateWatch {
  /** The pair in the files when they were opened. */
  readonly first: KeyPair
  /** Reads the files now, and from then on every few seconds; `onRenewed` receives a valid new pair. */
  readonly watch: (onRenewed: (pair: KeyPair) => void) => void
  readonly refresh: () => void
  readonly stop: () => void
}

export interface CertificateOptions {
  /** The folder that the paths are relative to. */
  readonly folder: string
  /** The setting that names the files, for messages; default: `listen.tls`. */
  readonly setting?: string
  readonly clock: Pick<Clock, 'after'>
  /** Told once for each state of the files, good or bad. */
  readonly writeLog: (level: 'info' | 'error', message: string) => void
}

/** Milliseconds between two looks at the files. */
const POLL = 10_000

/** Opens the files, or returns the reason why they cannot be served. */
export function openCertificate(
  files: PlanTls,
  { folder, setting = 'listen.tls', clock, writeLog }: CertificateOptions,
): CertificateWatch | string {
  const first = readPair(files, folder, setting)
  if (typeof first === 'string') return first
  let current = first
  let lastFault: string | undefined
  let listener: ((pair: KeyPair) => void) | undefined
  let stopTimer = (): void => {}
  const refresh = (): void => {
    const next = readPair(files, folder, setting)
    if (typeof next === 'string') {
      if (next !== lastFault) writeLog('error', `${next} The previous certificate stays in use.`)
      lastFault = next
      return
    }
    lastFault = undefined
    if (next.cert.equals(current.cert) && next.key.equals(current.key)) return
    current = next
    listener?.(next)
    writeLog('info', `The certificate in ${files.certificate} was replaced and is now in use.`)
  }
  const poll = (): void => {
    stopTimer = clock.after(POLL, () => {
      refresh()
      poll()
    })
  }
  return {
    first,
    watch: onRenewed => {
      listener = onRenewed
      poll()
    },
    refresh,
    stop: () => stopTimer(),
  }
}

function readPair({ certificate, key }: PlanTls, folder: string, setting: string): KeyPair | string {
  const cert = readFile(`${setting}.certificate`, resolve(folder, certificate))
  if (typeof cert === 'string') return cert
  const privateKey = readFile(`${setting}.key`, resolve(folder, key))
  if (typeof privateKey === 'string') return privateKey
  return (
    rejection(
      () => createSecureContext({ cert }),
      `The file ${certificate} of ${setting}.certificate is not`,
    ) ??
    rejection(() => createSecureContext({ key: privateKey }), `The file ${key} of ${setting}.key is not`) ??
    mismatch(() => createSecureContext({ cert, key: privateKey }), certificate, key) ?? {
      cert,
      key: privateKey,
    }
  )
}

function readFile(property: string, path: string): Buffer | string {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return `The file ${path} of ${property} cannot be read (${code}).`
  }
}

const throws = (action: () => unknown): boolean => {
  try {
    action()
    return false
  } catch {
    return true
  }
}

/** The error of the library is not quoted: it names routines, and could quote the file. */
const rejection = (action: () => unknown, beginning: string): string | undefined =>
  throws(action) ? `${beginning} an unencrypted PEM file that can be used.` : undefined

const mismatch = (action: () => unknown, certificate: string, key: string): string | undefined =>
  throws(action)
    ? `The private key in ${key} does not belong to the certificate in ${certificate}.`
    : undefined
