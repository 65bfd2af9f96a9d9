// Code frames: the source lines around a location, with the location underlined. Of very long lines (minified JSON) it
// shows a window, and it never prints what looks like a secret (see mask.ts).
import type { Place } from './diagnostic.ts'
import { position } from './position.ts'
import type { TextViews } from './text-views.ts'

const WIDTH = 100
const AROUND = 1

/** The code frame of a location: one line of context on each side, and the location underlined with `~~~~`. */
export function frame(place: Place, views: TextViews): string {
  const starts = views.starts(place.source.text)
  const lines = views.lines(place.source.text)
  const start = position(starts, place.span.start)
  const end = position(starts, Math.max(place.span.start, place.span.end - 1))
  const first = Math.max(1, start.line - AROUND)
  const last = Math.min(lines.length, start.line + AROUND)
  const gutter = String(last).length + 2
  const rows: string[] = []
  for (let number = first; number <= last; number += 1) {
    const line = lines[number - 1] ?? ''
    if (number !== start.line && (line.length > WIDTH || line.trim() === '')) continue
    const from =
      line.length <= WIDTH ? 0 : Math.max(0, Math.min(start.column - 1 - WIDTH / 2, line.length - WIDTH))
    const shown = line.slice(from, from + WIDTH)
    rows.push(`${String(number).padStart(gutter)} | ${shown}`.trimEnd())
    if (number !== start.line) continue
    const column = start.column - 1 - from
    const stop = end.line === start.line ? end.column - from : line.trimEnd().length - from
    const length = Math.max(1, Math.min(stop, WIDTH) - column)
    rows.push(`${' '.repeat(gutter)} | ${' '.repeat(column)}${'~'.repeat(length)}`)
  }
  return rows.join('\n')
}
