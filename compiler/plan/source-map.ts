// Maps positions in plans to source files (`gateway.plan.map.json`), so that a log line with targets[1] can also
// name the line of the config. TypeScript configs may map to imported files.
import type { Plan } from '../../schemas/generated/types.ts'
import { prettyJson } from '../../schemas/values/canonical-json.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { locationOf } from '../diagnostics/diagnostic.ts'
import { lineStarts, positionAt } from '../diagnostics/position.ts'
import type { ParsedSource } from '../source.ts'
import { walkPlan } from './walk-plan.ts'

/** A location in a file; line and column are one-based. */
export interface SourceLocation {
  readonly source: string
  readonly line: number
  readonly column: number
}

export interface SourceMap {
  readonly version: 1
  /** The bundle that the map belongs to. */
  readonly digest: string
  /** By config identifier, then by the pointer of a position in its plan. */
  readonly plans: Readonly<Record<string, Readonly<Record<Pointer, SourceLocation>>>>
}

/** The map of the plans whose sources are known. */
export function sourceMap(
  digest: string,
  plans: ReadonlyMap<string, Plan>,
  parsed: ReadonlyMap<string, ParsedSource>,
): SourceMap {
  const mapped = [...plans].flatMap(([id, plan]) => {
    const source = parsed.get(id)
    return source === undefined ? [] : [[id, locationsOf(plan, source)] as const]
  })
  return { version: 1, digest, plans: Object.fromEntries(mapped) }
}

/** The text of the map's file. */
export const emitSourceMap = (map: SourceMap): string => `${prettyJson(map)}\n`

function locationsOf(plan: Plan, parsed: ParsedSource): Readonly<Record<Pointer, SourceLocation>> {
  const starts = new Map<string, readonly number[]>()
  const locations = walkPlan(plan).map(({ pointer }) => {
    const { source, span } = locationOf(parsed, pointer)
    const known = starts.get(source.name) ?? lineStarts(source.text)
    starts.set(source.name, known)
    return [pointer, { source: source.name, ...positionAt(known, span.start) }] as const
  })
  return Object.fromEntries(locations)
}
