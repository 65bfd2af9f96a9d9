// What a screen reads: loaded when it is shown or its address changes, read again in time, and again by itself once a gateway that
// could not be reached is back. What was read last stays visible meanwhile.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type ApiQuery, type ApiRefusal, type ApiResult, api, searchOf } from './client.ts'

export interface Loaded<T> {
  /** What was read last, also while it is read again. */
  readonly data: T | undefined
  readonly etag: string | undefined
  /** Why the last attempt failed. */
  readonly refusal: ApiRefusal | undefined
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

/**
 * `key` names what is read, as a path with its query. With another query of the same path, what was read before stays visible until the
 * next is there, so that filters, pages and moving periods do not flicker; another path begins with no data.
 */
export function useLoaded<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<ApiResult<T>>,
  { every }: ReadOptions = {},
): Loaded<T> {
  const [state, setState] = useState<ReadState<T>>({})
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
      setState(({ key: before, good }) => ({
        key,
        result,
        ...(result.ok
          ? { good: result }
          : good !== undefined && before !== undefined && isAbout(before, key) && isLost(result)
            ? { good }
            : {}),
      }))
      if (!result.ok && isLost(result)) {
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
  const reload = useMemo(() => () => setTurn(before => before + 1), [])
  return useMemo(() => {
    const isCurrent = state.key === key
    const isShown = isCurrent || (key !== undefined && state.key !== undefined && isAbout(state.key, key))
    return {
      data: isShown ? state.good?.data : undefined,
      etag: isCurrent ? state.good?.etag : undefined,
      refusal: isCurrent && state.result?.ok === false ? state.result : undefined,
      isLoading: key !== undefined && (!isCurrent || state.result === undefined),
      reload,
    }
  }, [state, key, reload])
}

interface ReadState<T> {
  readonly key?: string
  readonly result?: ApiResult<T>
  /** What is shown: the last result that is not a refusal. */
  readonly good?: Extract<ApiResult<T>, { readonly ok: true }>
}

/** Whether two keys differ in their queries at most. */
const isAbout = (one: string, other: string): boolean => one.split('?', 1)[0] === other.split('?', 1)[0]

/** Whether the gateway could not be reached, or is starting or stopping: it is tried again, and nothing that is shown is wrong. */
const isLost = ({ status }: ApiRefusal): boolean => status === 0 || status === 503
