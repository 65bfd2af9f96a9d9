// Leads from the places of plans back to the files they were written in (`gateway.plan.map.json`), so that a log line
// that says targets[1] can say the line of the config as well. TypeScript configs may lead into imported files.
import type { Plan } from '../../schemas/generated/types.ts'
import { placeOf } from '../diagnostics/diagnostic.ts'
import { lineStarts, position } from '../diagnostics/position.ts'
import type { Pointer } from '../pointer.ts'
import type { ParsedSource } from '../source.ts'
import { layout } from './canonical.ts'
import { walk } from './walk.ts'

/** A place in a file; line and column count from one. */
export interface SourcePlace {
  readonly source: string
  readonly line: number
  readonly column: number
}

export interface SourceMap {
  readonly version: 1
  /** The bundle that the map belongs to. */
  readonly digest: string
  /** By the identifier of the config, then by the pointer of a place of its plan. */
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
