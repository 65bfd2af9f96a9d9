// Maps positions in plans to source files (`gateway.plan.map.json`), so that a log line with targets[1] can also
// name the line of the config. TypeScript configs may map to imported files.
import type { Plan } from '../../schemas/generated/types.ts'
import { placeOf } from '../diagnostics/diagnostic.ts'
import { lineStarts, position } from '../diagnostics/position.ts'
import type { Pointer } from '../pointer.ts'
import type { ParsedSource } from '../source.ts'
import { layout } from './canonical.ts'
import { walk } from './walk.ts'

/** A location in a file; line and column are one-based. */
export interface SourcePlace {
  readonly source: string
  readonly line: number
  readonly column: number
}

export interface SourceMap {
  readonly version: 1
  /** The bundle that the map belongs to. */
  readonly digest: string
  /** By config identifier, then by the pointer of a position in its plan. */
  readonly plans: Readonly<Record<string, Readonly<Record<Pointer, SourcePlace>>>>
}

/** The map of the plans whose sources are known. */
export function sourceMap(
  digest: string,
  plans: ReadonlyMap<string, Plan>,
  parsed: ReadonlyMap<string, ParsedSource>,
): SourceMap {
  const mapped = [...plans].flatMap(([id, plan]) => {
    const source = parsed.get(id)
    return source === undefined ? [] : [[id, placesOf(plan, source)] as const]
  })
  return { version: 1, digest, plans: Object.fromEntries(mapped) }
}

/** The text of the map's file. */
export const emitSourceMap = (map: SourceMap): string => `${layout(map)}\n`

function placesOf(plan: Plan, parsed: ParsedSource): Readonly<Record<Pointer, SourcePlace>> {
  const starts = new Map<string, readonly number[]>()
  const placed = walk(plan).map(({ pointer }) => {
    const { source, span } = placeOf(parsed, pointer)
    const known = starts.get(source.name) ?? lineStarts(source.text)
    starts.set(source.name, known)
    return [pointer, { source: source.name, ...position(known, span.start) }] as const
  })
  return Object.fromEntries(placed)
}
