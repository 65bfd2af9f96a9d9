// The secrets of managers in memory: read when the gateway starts, read again before they are too old, and used for a
// bounded time while their manager is unavailable. Calls look them up and never wait.
import type { Clock } from '../../../values/ports.ts'
import type { ReadSecret, SecretFault, SecretSource } from './secret-source.ts'

export interface CachedSecret {
  readonly read: SecretSource
  /** Milliseconds after which it has been read again. */
  readonly maxAge: number
  /** Milliseconds for which it is used while it cannot be read. */
  readonly maxStale: number
}

/** A value with the time by the monotonic clock at which it was requested. */
export interface SecretValue {
  readonly text: string
  readonly readAt: number
}

export interface SecretCacheOptions {
  readonly clock: Clock
  readonly random: () => number
  /** What was known before, by slug: it is not read until it is due. */
  readonly known?: ReadonlyMap<string, SecretValue>
  /** Told when a secret cannot be read, and when it can again; `failing` counts those that cannot. */
  readonly onChange: (slug: string, fault: SecretFault | undefined, failing: number) => void
}

export interface SecretCache {
  /** The value; undefined if there is none, or none that may still be used. */
  readonly lookUp: (slug: string) => string | undefined
  /** Reads all; resolves to the faults by slug. A manager that is slow goes on being waited for, and counts as unreachable. */
  readonly load: () => Promise<ReadonlyMap<string, SecretFault>>
  readonly values: () => ReadonlyMap<string, SecretValue>
  /** Reads no more. What is known is used until it is too old. */
  readonly stop: () => void
}

/** Secrets that are read at the same time. */
const MAX_READS = 16
/** Milliseconds that a start waits for managers. */
const LOAD_TIMEOUT = 10_000
/** The part of the maximum age after which a secret is read again; at random up to the second, so that many are not read at once. */
const [EARLIEST, LATEST] = [0.6, 0.8]
const [FIRST_RETRY, LAST_RETRY] = [1000, 30_000]

interface Entry extends CachedSecret {
  readonly slug: string
  value: SecretValue | undefined
  fault: SecretFault | undefined
  failures: number
  cancel: () => void
}

export function createSecretCache(
  secrets: ReadonlyMap<string, CachedSecret>,
  { clock, random, known, onChange }: SecretCacheOptions,
): SecretCache {
  let stopped = false
  const entries = new Map<string, Entry>(
    Array.from(secrets, ([slug, secret]) => [
      slug,
      { ...secret, slug, value: known?.get(slug), fault: undefined, failures: 0, cancel: () => {} },
    ]),
  )
  const failing = (): number => [...entries.values()].filter(({ fault }) => fault !== undefined).length

  const schedule = (entry: Entry, milliseconds: number): void => {
    if (!stopped) entry.cancel = clock.after(milliseconds, () => void refresh(entry))
  }
  const scheduleNext = (entry: Entry): void => {
    const jitter = EARLIEST + (LATEST - EARLIEST) * random()
    if (entry.fault === undefined) {
      const age = clock.monotonic() - (entry.value?.readAt ?? clock.monotonic())
      schedule(entry, Math.max(0, entry.maxAge * jitter - age))
    } else schedule(entry, Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (entry.failures - 1)) * jitter)
  }
  const settle = (entry: Entry, result: ReadSecret, readAt: number): void => {
    const before = entry.fault
    if (result.fault === undefined) {
      entry.value = { text: result.text, readAt }
      entry.fault = undefined
      entry.failures = 0
    } else {
      // What was deleted is not used any longer; what cannot be read may be.
      if (result.fault === 'absent') entry.value = undefined
      entry.fault = result
      entry.failures += 1
    }
    if (before?.fault !== entry.fault?.fault) onChange(entry.slug, entry.fault, failing())
  }
  const refresh = async (entry: Entry): Promise<void> => {
    // The age counts from the question: the answer may be as old.
    const readAt = clock.monotonic()
    const result = await entry.read()
    if (stopped) return
    settle(entry, result, readAt)
    scheduleNext(entry)
  }

  return {
    lookUp: slug => {
      const entry = entries.get(slug)
      if (entry?.value === undefined) return undefined
      return clock.monotonic() - entry.value.readAt <= entry.maxStale ? entry.value.text : undefined
    },
    load: async () => {
      const due = [...entries.values()].filter(entry => {
        if (entry.value !== undefined) scheduleNext(entry)
        return entry.value === undefined
      })
      const pending = new Set(due)
      const readAll = runBounded(MAX_READS, due, async entry => {
        await refresh(entry)
        pending.delete(entry)
      })
      await new Promise<void>(resolve => {
        const cancel = clock.after(LOAD_TIMEOUT, resolve)
        void readAll.then(() => {
          cancel()
          resolve()
        })
      })
      const faults = new Map<string, SecretFault>()
      for (const entry of due)
        if (pending.has(entry)) faults.set(entry.slug, UNANSWERED)
        else if (entry.fault !== undefined) faults.set(entry.slug, entry.fault)
      return faults
    },
    values: () =>
      new Map(
        Array.from(entries).flatMap(([slug, { value }]) =>
          value === undefined ? [] : [[slug, value] as const],
        ),
      ),
    stop: () => {
      stopped = true
      for (const entry of entries.values()) entry.cancel()
    },
  }
}

const UNANSWERED: SecretFault = {
  fault: 'unreachable',
  message: `The secret manager has not responded within ${LOAD_TIMEOUT / 1000} seconds.`,
}

export async function runBounded<T>(
  limit: number,
  items: readonly T[],
  action: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const runNext = async (): Promise<void> => {
    for (const item of waiting) await action(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runNext))
}
