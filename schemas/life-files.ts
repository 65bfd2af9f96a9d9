// lives/*.json: the lives of models, one file for each host, by its identifier. Each model names its source.
import { readdirSync, readFileSync } from 'node:fs'
import type { EndsBy } from './values/model-life.ts'

const FOLDER = new URL('lives/', import.meta.url)

export interface WrittenSource {
  readonly id: string
  readonly url: string
  /** The day on which it was read. */
  readonly read: string
  /** The newest day that it mentions: stored copies of pages are older than the day of reading. */
  readonly as_of: string
}

export interface WrittenLife {
  readonly also?: readonly string[]
  readonly released?: string
  readonly deprecated?: string
  readonly ends?: string
  readonly not_before?: string
  readonly then?: EndsBy
  readonly answers?: string
  readonly successor?: string
  readonly source: string
  readonly by?: 'report'
}

export interface LifeFile {
  readonly sources: readonly WrittenSource[]
  readonly models: Readonly<Record<string, WrittenLife>>
}

/** By the identifiers of hosts. */
export function readLives(): Readonly<Record<string, LifeFile>> {
  const names = readdirSync(FOLDER).filter(name => name.endsWith('.json'))
  return Object.fromEntries(
    names
      .sort()
      .map(name => [
        name.slice(0, -'.json'.length),
        JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as LifeFile,
      ]),
  )
}
