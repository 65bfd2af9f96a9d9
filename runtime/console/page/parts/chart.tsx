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
  /** Whether series are areas on top of each other that add up. */
  readonly isStacked?: boolean
  readonly height?: number
  /** Called with the period that was selected by dragging. */
  readonly onSelect?: (from: number, to: number) => void
}

export function Chart({
  label,
  times,
  series,
  format,
  isStacked = false,
  height = 160,
  onSelect,
}: ChartProps) {
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
    const style = getComputedStyle(element)
    const colour = (name: string): string => style.getPropertyValue(name).trim()
    const axis = {
      stroke: colour('--quiet'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      font: '11px system-ui, sans-serif',
    }
    const heights = isStacked ? stack(series) : series.map(({ values }) => values)
    const chart = new UPlot(
      {
        width,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: onSelect !== undefined, y: false, setScale: false } },
        scales: { y: { range: (_, __, max) => [0, max > 0 ? max * 1.05 : 1] } },
        axes: [
          { ...axis, space: 64 },
          { ...axis, size: 64, values: (_, ticks) => ticks.map(tick => (tick === null ? '' : format(tick))) },
        ],
        series: [
          {},
          ...series.map(each => ({
            label: each.title,
            stroke: colour(each.colour),
            width: 1.5,
            ...(isStacked && { fill: colour(each.colour) }),
            points: { show: false },
            spanGaps: false,
          })),
        ],
        ...(isStacked && {
          bands: series.slice(1).map((_, at) => ({ series: [at + 2, at + 1] as [number, number] })),
        }),
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
  }, [times, series, width, look, isStacked, height])
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
      <details>
        <summary>As a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
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
      </details>
    </figure>
  )
}

const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)

/** Sums from the last series up, so that the first is on top. */
function stack(series: readonly Series[]): readonly (readonly number[])[] {
  const sums: number[] = []
  return series
    .toReversed()
    .map(({ values }) => values.map((value, at) => (sums[at] = (sums[at] ?? 0) + (value ?? 0))))
    .toReversed()
}
