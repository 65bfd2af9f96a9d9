// Opens the sinks of records that the manifest names: a file, an HTTP service, the log store, a collector of OpenTelemetry. Only their
// modules are loaded.

import { resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { VERSION } from '../../compiler/facts/version.ts'
import type { Gateway } from '../../schemas/generated/types.ts'
import { StoreError } from '../control/core/store-error.ts'
import type { LogStore } from '../control/logs/log-store.ts'
import type { LookUpSecret } from '../stores/secrets.ts'
import type { CaptureBodies } from '../telemetry/capture-bodies.ts'
import type { RecordSink } from '../telemetry/sinks/record-sink.ts'
import { sinkAddress } from '../telemetry/sinks/sink-address.ts'
import type { StoreSinkOptions } from '../telemetry/sinks/store-sink.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'

export interface OpenSinks {
  readonly sinks: readonly RecordSink[]
  /** Absent if no bodies are logged. */
  readonly capture?: CaptureBodies
  /** Absent if the manifest has no `log_store`. */
  readonly logs?: LogStore
  /** Closes the log file: the next record opens what is at its path. */
  readonly reopen: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface SinkParts {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly secret: LookUpSecret
  readonly ports: Ports
  readonly onEvent: (event: GatewayEvent) => void
  readonly writeLog: (level: 'info' | 'warning' | 'error', message: string) => void
  /** What the process works without, in any of its threads: `sink NAME` for sinks. */
  readonly degraded: () => readonly string[]
}

/** Milliseconds that sinks have to write what waits when the gateway stops. */
const STOP_TIME = 5_000
/** And at least, those that are stopped after the others. */
const LEAST_STOP_TIME = 1_000
const HOUR = 3_600_000

/** Sentences where a sink cannot be opened: an operator who asks for a log must not run without it unintentionally. */
export async function openSinks(gateway: Gateway, parts: SinkParts): Promise<OpenSinks | readonly string[]> {
  const { telemetry = {} } = gateway
  const { file, http, store, bodies, otlp } = telemetry
  const { folder, environment, ports, onEvent, secret, writeLog, degraded } = parts
  const warn = (sentence: string): void => writeLog('warning', sentence)
  const { clock, randomId } = ports
  const timing = { clock, randomId, onEvent }
  const sinks: RecordSink[] = []
  let logs: LogStore | undefined
  let stopPruning = (): void => {}
  let reopen = async (): Promise<void> => {}
  const stop = async (): Promise<void> => {
    stopPruning()
    // The losses of the others are reported in the file.
    const isLast = ({ notice }: RecordSink): boolean => notice !== undefined
    const began = clock.monotonic()
    await Promise.all(sinks.filter(sink => !isLast(sink)).map(sink => sink.stop(STOP_TIME)))
    const left = Math.max(LEAST_STOP_TIME, STOP_TIME - (clock.monotonic() - began))
    await Promise.all(sinks.filter(isLast).map(sink => sink.stop(left)))
    await logs?.close().catch(() => {})
  }
  try {
    if (store !== undefined && gateway.store !== undefined) {
      const [
        { readEncryptionKeys },
        { openLogStore },
        { storeAddress },
        { createStoreSink },
        { checkBodyKeys },
        { mayLoseSecrets },
      ] = await Promise.all([
        import('../stores/encryption-keys.ts'),
        import('../stores/logs/open-log-store.ts'),
        import('../stores/resources/store-address.ts'),
        import('../telemetry/sinks/store-sink.ts'),
        import('../stores/logs/check-body-keys.ts'),
        import('../control/core/sealing/check-secrets.ts'),
      ])
      const ring = readEncryptionKeys(gateway.encryptionKey, environment)
      if (typeof ring === 'string') return [ring]
      if (bodies !== undefined && ring === undefined)
        return [
          'Bodies are stored encrypted: set encryption_key in gateway.yaml, or PORTOLAN_ENCRYPTION_KEY, or remove telemetry.bodies.',
        ]
      logs = await openLogStore(storeAddress(gateway.store, environment), { folder, ring, warn })
      // Who logs no bodies does not need those of before.
      const mayLose = bodies === undefined || mayLoseSecrets(environment)
      const unreadable = await checkBodyKeys(logs, ring, mayLose)
      if (unreadable?.isRefused === true) {
        await stop()
        return [unreadable.sentence]
      }
      if (unreadable !== undefined) warn(unreadable.sentence)
      const { prune } = logs
      const append = appendOnce(logs)
      const sink = createStoreSink({ ...timing, takesBodies: bodies !== undefined, append })
      sinks.push(sink)
      logs = { ...logs, isBehind: () => degraded().includes(`sink ${sink.name}`) }
      stopPruning = everyHour(clock, () => void prune(store, clock.now()).catch(() => {}))
    }
    if (file !== undefined) {
      const [{ openLogFile }, { createBatchingSink }] = await Promise.all([
        import('../stores/log-file.ts'),
        import('../telemetry/sinks/batching-sink.ts'),
      ])
      const opened = await openLogFile({ ...file, path: resolve(folder, file.path) }, warn)
      reopen = opened.release
      const write = async ({ lines }: { readonly lines: string }): Promise<undefined> => {
        await opened.append(lines)
      }
      sinks.push(
        createBatchingSink({
          ...{ ...timing, name: 'log_file', takesBodies: false, takesNotices: true },
          ...{ write, close: opened.close },
        }),
      )
    }
    if (http !== undefined) {
      const address = sinkAddress(http, secret)
      if (address === undefined) return ['A secret of telemetry.log_http is missing.']
      const { createHttpSink } = await import('../telemetry/sinks/http-sink.ts')
      const takesBodies = http.bodies && bodies !== undefined
      sinks.push(createHttpSink({ address, ports, takesBodies, onEvent }))
    }
    if (otlp !== undefined) {
      const address = sinkAddress(otlp, secret)
      if (address === undefined) return ['A secret of telemetry.otlp is missing.']
      const { createOtlpSinks } = await import('../telemetry/otlp/otlp-sinks.ts')
      const url = address.url.replace(/\/+$/, '')
      sinks.push(
        ...createOtlpSinks({
          settings: otlp,
          address: { ...address, url },
          version: VERSION,
          ports,
          onEvent,
        }),
      )
    }
  } catch (error) {
    await stop()
    if (error instanceof StoreError) return [error.message]
    throw error
  }
  const capture = bodies && (await linkCapture(bodies, ports))
  return { sinks, ...(capture && { capture }), ...(logs && { logs }), reopen, stop }
}

type LoggedBodies = NonNullable<NonNullable<Gateway['telemetry']>['bodies']>

async function linkCapture(bodies: LoggedBodies, { random, hash }: Ports): Promise<CaptureBodies> {
  const [{ linkBodyCapture }, { linkContentMask }] = await Promise.all([
    import('../telemetry/capture-bodies.ts'),
    import('../guardrails/mask-content.ts'),
  ])
  return linkBodyCapture(bodies, {
    random,
    hash,
    mask: linkContentMask(bodies.mask ?? []),
    decode: decodeContent,
  })
}

function everyHour({ after }: Ports['clock'], action: () => void): () => void {
  let cancel = (): void => {}
  const next = (): void => {
    action()
    cancel = after(HOUR, next)
  }
  next()
  return () => cancel()
}

const DECODERS: Readonly<
  Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer>
> = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

function decodeContent(bytes: Uint8Array, coding: string, maxBytes: number): Uint8Array | undefined {
  try {
    return DECODERS[coding.trim().toLowerCase()]?.(bytes, { maxOutputLength: maxBytes })
  } catch {
    return undefined
  }
}

/** A batch that the store refuses for good is not repeated, which would block all that follows. */
export const appendOnce =
  ({ append }: Pick<LogStore, 'append'>): StoreSinkOptions['append'] =>
  async batch => {
    try {
      await append(batch)
      return undefined
    } catch (error) {
      if (error instanceof StoreError && error.code === 'unsupported') return { reason: error.message }
      throw error
    }
  }
