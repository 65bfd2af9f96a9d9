// Single values as they are shown everywhere.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import {
  formatCount,
  formatDuration,
  formatMoney,
  formatRelative,
  formatShare,
  formatTime,
  formatWholeTime,
  timeZone,
} from '../format.ts'

/** The time of the browser, once a second: what is relative to it follows. */
export const now = signal(Date.now())

export function followClock(): void {
  window.setInterval(() => {
    if (!document.hidden) now.value = Date.now()
  }, 1000)
}

const None = () => <span class="none">–</span>

/** A time in the viewer's zone; the whole of it is its tooltip. */
export const Time = ({
  at,
  isRelative = false,
}: {
  readonly at: string | number | null | undefined
  readonly isRelative?: boolean
}) =>
  at === null || at === undefined ? (
    <None />
  ) : (
    <time
      dateTime={Number.isNaN(new Date(at).getTime()) ? '' : new Date(at).toISOString()}
      title={formatWholeTime(at)}
    >
      {isRelative ? formatRelative(at, now.value) : formatTime(at, now.peek())}
    </time>
  )

/** Names the zone of the times near it. */
export const Zone = () => <span class="zone">Times are in {timeZone}.</span>

/** US dollars; null is an unknown cost, which is not 0. */
export const Money = ({ dollars }: { readonly dollars: number | null | undefined }) =>
  dollars === null || dollars === undefined ? <None /> : <span class="number">{formatMoney(dollars)}</span>

export const Count = ({ of: count }: { readonly of: number | null | undefined }) =>
  count === null || count === undefined ? <None /> : <span class="number">{formatCount(count)}</span>

export const Duration = ({ ms }: { readonly ms: number | null | undefined }) =>
  ms === null || ms === undefined ? <None /> : <span class="number">{formatDuration(ms)}</span>

export const Share = ({ of: share }: { readonly of: number | null | undefined }) =>
  share === null || share === undefined ? <None /> : <span class="number">{formatShare(share)}</span>

export type Tone = 'good' | 'warning' | 'bad' | 'quiet' | 'accent'

/** A word in a coloured frame; the colour never carries what the word does not. */
export const Badge = ({
  tone = 'quiet',
  children,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}) => (
  <span class={`badge ${tone}`} dir="auto">
    {children}
  </span>
)

/** A status of HTTP. */
export const Status = ({ of: status }: { readonly of: number }) => (
  <Badge tone={status < 400 ? 'good' : status < 500 ? 'warning' : 'bad'}>{status}</Badge>
)

/** A name or text of a record, which may be in any direction and of any length. */
export const Text = ({ of: text }: { readonly of: string | null | undefined }) =>
  text === null || text === undefined || text === '' ? (
    <None />
  ) : (
    <bdi class="text" title={text.length > 24 ? text : undefined}>
      {withoutOverrides(text)}
    </bdi>
  )

/** Characters that reverse what follows would show another name than is stored: they are marks here. */
const withoutOverrides = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd')

/** How much of a limit is used; `used` may exceed it. */
export function Meter({
  used,
  limit,
  label,
}: {
  readonly used: number
  readonly limit: number
  readonly label: string
}) {
  const share = limit === 0 ? 1 : used / limit
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warning' : 'good'
  return (
    <span class="meter-row">
      <meter class="unseen" aria-label={label} min={0} max={limit} value={Math.min(used, limit)} />
      <span class={`meter ${tone}`} aria-hidden="true">
        <span class="fill" style={{ inlineSize: `${Math.min(100, share * 100)}%` }} />
      </span>
      <span class="number">{formatShare(share)}</span>
    </span>
  )
}
