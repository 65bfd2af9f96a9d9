// Series over time: a chart for the eye, and the same numbers as a table for everyone else.
import { useEffect, useRef, useState } from 'preact/hooks'
import UPlot from 'uplot'
import { formatTime } from '../format.ts'
import { theme } from '../theme.ts'
import { now } from './values.tsx'

export interface Series {
  readonly title: string
  /** The name of a colour of the style, such as `--series-1`. */
  readonly colour: string
  readonly values: readonly (number | null)[]
}

interface ChartProps {
  readonly label: string
  /** Milliseconds since 1970, one for each value. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  /** Counts and sums are bars on top of each other, others are lines. */
  readonly form?: 'bars' | 'lines'
  readonly height?: number
  /** Called with the period that was selected by dragging. */
  readonly onSelect?: (from: number, to: number) => void
}

export function Chart({ label, times, series, format, form = 'lines', height = 170, onSelect }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const look = theme.value
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = frame.current
    if (element === null || width === 0) return
    const colour = readColours(element)
    const font = '11px system-ui, sans-serif'
    const axis = {
      stroke: colour('--quiet'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      font,
    }
    const isBars = form === 'bars'
    const { bars } = UPlot.paths
    const heights = isBars ? stack(series) : series.map(({ values }) => values)
    const formatTick = tickFormat(times)
    const chart = new UPlot(
      {
        width,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: onSelect !== undefined, y: false, setScale: false } },
        scales: {
          x: { range: xRange(times, isBars) },
          y: { range: (_, __, max) => [0, max > 0 ? max * 1.05 : 1] },
        },
        axes: [
          { ...axis, size: 30, space: 70, values: (_, ticks) => ticks.map(tick => formatTick(tick * 1000)) },
          { ...axis, size: 62, values: (_, ticks) => ticks.map(tick => format(tick)) },
        ],
        series: [
          {},
          ...series.map(each => ({
            label: each.title,
            stroke: colour(each.colour),
            width: isBars ? 0 : 1.5,
            ...(isBars && { fill: colour(each.colour) }),
            ...(isBars && bars !== undefined && { paths: bars({ size: [0.8, 60] }) }),
            points: { show: !isBars && isSparse(each.values), size: 5 },
            spanGaps: !isBars,
          })),
        ],
        hooks: {
          setSelect: [
            drawn => {
              const { left, width: selected } = drawn.select
              if (selected > 4)
                onSelect?.(drawn.posToVal(left, 'x') * 1000, drawn.posToVal(left + selected, 'x') * 1000)
            },
          ],
          setCursor: [drawn => setPointed(drawn.cursor.idx ?? undefined)],
        },
      },
      [times.map(time => time / 1000), ...heights] as UPlot.AlignedData,
      element,
    )
    return () => chart.destroy()
  }, [times, series, width, look, form, height])
  const [isOpen, setIsOpen] = useState(false)
  const [pointed, setPointed] = useState<number>()
  const at = pointed === undefined ? undefined : times[pointed]
  return (
    <figure class="chart">
      <figcaption>
        <ul class="legend" aria-label={`${label}: series`}>
          {series.map(({ title, colour, values }) => (
            <li key={title}>
              <span class="dot" style={{ backgroundColor: `var(${colour})` }} />
              <span dir="auto">{title}</span>
              {pointed !== undefined && <b>{shown(values[pointed], format)}</b>}
            </li>
          ))}
          {at !== undefined && <li>{formatTime(at, now.peek())}</li>}
        </ul>
      </figcaption>
      <div
        ref={frame}
        class="plot"
        role="img"
        aria-label={`${label}. The table below has the same numbers.`}
      />
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>As a table</summary>
        {isOpen && <Numbers label={label} times={times} series={series} format={format} />}
      </details>
    </figure>
  )
}

/** What the chart shows, for those who read it. */
const Numbers = ({ label, times, series, format }: Omit<ChartProps, 'form' | 'height' | 'onSelect'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section class="table-frame short" tabIndex={0} aria-label={`${label} as a table`}>
    <table>
      <caption class="unseen">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ title }) => (
            <th key={title} scope="col" class="numeric">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((time, row) => (
          <tr key={time}>
            <th scope="row">{formatTime(time, now.peek())}</th>
            {series.map(({ title, values }) => (
              <td key={title} class="numeric">
                {shown(values[row], format)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)

/** Colours of the style as a canvas takes them. */
function readColours(element: HTMLElement): (name: string) => string {
  const probe = document.createElement('span')
  element.append(probe)
  const style = getComputedStyle(probe)
  const read = (name: string): string => {
    probe.style.color = `var(${name})`
    return style.color
  }
  queueMicrotask(() => probe.remove())
  return read
}

const DAY = 86_400_000

/** Hours of a day or two, else days. */
function tickFormat(times: readonly number[]): (time: number) => string {
  const length = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const options: Intl.DateTimeFormatOptions =
    length <= 2 * DAY
      ? { hour: '2-digit', minute: '2-digit' }
      : length <= 8 * DAY
        ? { weekday: 'short', hour: '2-digit' }
        : { month: 'short', day: 'numeric' }
  const ticks = new Intl.DateTimeFormat(navigator.language, options)
  return time => ticks.format(time)
}

/** Bars need half of their width at both ends. */
function xRange(times: readonly number[], isBars: boolean): [number, number] {
  const [first = 0, second = first + 1000] = times
  const last = times.at(-1) ?? first
  const half = isBars || first === last ? (second - first) / 2 : 0
  return [(first - half) / 1000, (last + half) / 1000]
}

/** Lines between few values would hide those without a neighbour. */
const isSparse = (values: readonly (number | null)[]): boolean =>
  values.filter(value => value !== null).length <= 40

/** Sums from the last series up, so that the first is on top. */
function stack(series: readonly Series[]): readonly (readonly number[])[] {
  const sums: number[] = []
  return series
    .toReversed()
    .map(({ values }) => values.map((value, at) => (sums[at] = (sums[at] ?? 0) + (value ?? 0))))
    .toReversed()
}
