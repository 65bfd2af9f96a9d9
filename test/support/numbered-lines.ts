// Lines of a log that can be counted: which are there, how often, and which are broken.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of different lengths, so that lines in the wrong place break others. */
export const numberedLines = (batch: string, lines: number): string =>
  Array.from(
    { length: lines },
    (_, line) => `${JSON.stringify({ id: `${batch}.${line}`, text: 'x'.repeat((line * 137) % 800) })}\n`,
  ).join('')

export interface FoundLines {
  /** How often each identifier is there. */
  readonly ids: ReadonlyMap<string, number>
  /** What is not a line of JSON with an identifier. */
  readonly broken: readonly string[]
}

/** Reads the files of a log: those of a folder whose names end so. */
export function findLines(folder: string, ending = '.jsonl', property = 'id'): FoundLines {
  const ids = new Map<string, number>()
  const broken: string[] = []
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(ending)) continue
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    const last = lines.pop()
    if (last !== '') broken.push(`${name}: ${last}`)
    for (const line of lines) {
      const id = idOf(line, property)
      if (id === undefined) broken.push(`${name}: ${line.slice(0, 200)}`)
      else ids.set(id, (ids.get(id) ?? 0) + 1)
    }
  }
  return { ids, broken }
}

function idOf(line: string, property: string): string | undefined {
  try {
    const id = (JSON.parse(line) as Readonly<Record<string, unknown>>)[property]
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
