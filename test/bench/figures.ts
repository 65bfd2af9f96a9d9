// The figures of the last release, which `npm run bench` prints beside those of a run.
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('figures.json', import.meta.url)

/** By the names of scenarios: the rate, and the CPU of the main thread per request, against the bare forwarder in the same run. */
export type Figures = Record<string, readonly [rate: number, mainThread: number]>

export function readFigures(): {
  readonly release: string
  readonly released: Readonly<Figures>
  /** Those of this run. */
  readonly now: Figures
} {
  const { release, figures } = JSON.parse(readFileSync(FILE, 'utf8')) as {
    readonly release: string
    readonly figures: Figures
  }
  return { release, released: figures, now: {} }
}

/** One scenario a line, as the formatter has it. */
export const writeFigures = (release: string, figures: Figures): void =>
  writeFileSync(
    FILE,
    `{
  "release": ${JSON.stringify(release)},
  "figures": {
${Object.entries(figures)
  .map(
    ([name, values]) =>
      `    ${JSON.stringify(name)}: [${values.map(each => Number(each.toFixed(2))).join(', ')}]`,
  )
  .join(',\n')}
  }
}
`,
  )
