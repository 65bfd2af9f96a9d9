// lives/*.json → the lives of models by host, a line each.
import { readLives, type WrittenLife } from './life-files.ts'

const BANNER = '// Generated from schemas/lives/ by schemas/generate.ts. Do not edit.\n'

const listed = (
  id: string,
  { not_before: notBefore, by, source, ...life }: WrittenLife,
  sources: readonly string[],
): object => ({
  id,
  ...life,
  ...(notBefore !== undefined && { notBefore }),
  ...(by === 'report' && { isReport: true }),
  source: sources.indexOf(source),
})

export function generateLives(): string {
  const hosts = Object.entries(readLives()).map(([host, { sources, models }]) => {
    const ids = sources.map(({ id }) => id)
    const read = sources.map(({ url, read: day, as_of: asOf }) => JSON.stringify({ url, read: day, asOf }))
    const rows = Object.entries(models).map(([id, life]) => JSON.stringify(listed(id, life, ids)))
    return `  ${JSON.stringify(host)}: {
    sources: [${read.join(', ')}],
    models: [
${rows.map(row => `      ${row},`).join('\n')}
    ],
  },`
  })
  return `${BANNER}import type { HostLives } from '../values/model-life.ts'

export const lives: Readonly<Record<string, HostLives>> = {
${hosts.join('\n')}
}
`
}
