// How a part of a screen looks while it has nothing to show: loading, empty, refused, failed. A denial is not a failure.
import type { ComponentChildren } from 'preact'
import { hrefOf } from '../address.ts'
import type { ApiRefusal } from '../api/client.ts'
import type { Loaded } from '../api/use-request.ts'

export const Loading = ({
  lines = 6,
  label = 'Loading',
}: {
  readonly lines?: number
  readonly label?: string
}) => (
  <div class="loading" role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} class="bone" />
    ))}
  </div>
)

interface EmptyProps {
  readonly title: string
  readonly children?: ComponentChildren
}

/** Nothing is there yet, with what to do about it. */
export const Empty = ({ title, children }: EmptyProps) => (
  <div class="notice">
    <h2>{title}</h2>
    {children}
  </div>
)

/** Without a log store; the text names what would appear here. */
export const NoRecords = ({ children }: { readonly children: ComponentChildren }) => (
  <Empty title="No records of requests are stored">
    <p>
      With <code>{'telemetry: { log_store: {} }'}</code> and a <code>store</code> in gateway.yaml, {children}
    </p>
    <p>
      <a href={hrefOf(['connect'])}>Connect an agent or a program</a>
    </p>
  </Empty>
)

/** What the caller may not see or do, and which scope it takes. */
export const Forbidden = ({ message }: { readonly message: string }) => (
  <div class="notice" role="status">
    <h2>Not visible with your permissions</h2>
    <p dir="auto">{message}</p>
    <p>An administrator can grant the scope, or you can sign in with another key.</p>
  </div>
)

interface FailedProps {
  readonly refusal: ApiRefusal
  readonly retry?: (() => void) | undefined
}

/** Why nothing is shown: a part that is switched off, a lost connection, or an error of the gateway. */
export function Failed({ refusal: { status, message }, retry }: FailedProps) {
  if (status === 403) return <Forbidden message={message} />
  const title =
    status === 501
      ? 'Not switched on'
      : status === 404
        ? 'Not found'
        : status === 0
          ? 'No connection to the gateway'
          : 'This could not be loaded'
  return (
    <div class="notice" role="alert">
      <h2>{title}</h2>
      <p dir="auto">{message}</p>
      {status === 0 || status === 503 ? <p>It is tried again until the gateway replies.</p> : null}
      {retry !== undefined && status !== 501 && status !== 404 && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

interface RemoteProps<T> {
  readonly loaded: Loaded<T>
  readonly lines?: number
  readonly children: (data: T) => ComponentChildren
}

/** Shows what was loaded; what was read before stays visible under a line that it may be out of date. */
export function Remote<T>({ loaded, lines, children }: RemoteProps<T>) {
  const { data, refusal, reload } = loaded
  if (data === undefined)
    return refusal === undefined ? (
      <Loading lines={lines ?? 6} />
    ) : (
      <Failed refusal={refusal} retry={reload} />
    )
  return (
    <>
      {refusal !== undefined && refusal.status !== 0 && (
        <p class="stale" role="status" dir="auto">
          Not up to date: {refusal.message}
        </p>
      )}
      {children(data)}
    </>
  )
}
