// What a screen reads: loaded when it is shown or its address changes, read again in time, and again by itself once a gateway that
// could not be reached is back. What was read last stays visible meanwhile.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type ApiQuery, type ApiResult, api, type Refusal, searchOf } from './client.ts'

export interface Loaded<T> {
  /** What was read last, also while it is read again. */
  readonly data: T | undefined
  readonly etag: string | undefined
  /** Why the last attempt failed. */
  readonly refusal: Refusal | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

export interface ReadOptions {
  /** Milliseconds after which it is read again while the page is visible. */
  readonly every?: number | undefined
}

/** Milliseconds between attempts at a gateway that cannot be reached. */
const FIRST_RETRY = 1_000
const LAST_RETRY = 10_000

/** Reads a path of the interface; undefined reads nothing. */
export const useRead = <T>(
  path: string | undefined,
  query?: ApiQuery,
  options: ReadOptions = {},
): Loaded<T> =>
  useLoaded(
    path === undefined ? undefined : path + searchOf(query),
    signal => api.get<T>(path ?? '', query, signal),
    options,
  )

/** `key` names what is read: another one begins with no data. */
export function useLoaded<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<ApiResult<T>>,
  { every }: ReadOptions = {},
): Loaded<T> {
  const [state, setState] = useState<{
    readonly key: string | undefined
    readonly result?: ApiResult<T>
    readonly last?: ApiResult<T> & { ok: true }
  }>({ key: undefined })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    if (key === undefined) return
    const controller = new AbortController()
    let timer: number | undefined
    let pause = FIRST_RETRY
    const again = (milliseconds: number): void => {
      timer = window.setTimeout(read, milliseconds)
    }
    const read = async (): Promise<void> => {
      if (document.hidden && every !== undefined) return again(every)
      const result = await latest.current(controller.signal)
      if (controller.signal.aborted) return
      setState(before => ({
        key,
        result,
        ...(result.ok
          ? { last: result }
          : before.key === key && before.last !== undefined && { last: before.last }),
      }))
      if (!result.ok && (result.status === 0 || result.status === 503)) {
        again(pause)
        pause = Math.min(pause * 2, LAST_RETRY)
      } else if (every !== undefined) {
        pause = FIRST_RETRY
        again(every)
      }
    }
    void read()
    return () => {
      controller.abort()
      window.clearTimeout(timer)
    }
  }, [key, every, turn])
  const isCurrent = state.key === key
  return useMemo(
    () => ({
      data: isCurrent ? state.last?.data : undefined,
      etag: isCurrent ? state.last?.etag : undefined,
      refusal: isCurrent && state.result?.ok === false ? state.result : undefined,
      isLoading: key !== undefined && (!isCurrent || state.result === undefined),
      reload: () => setTurn(before => before + 1),
    }),
    [state, isCurrent, key],
  )
}
