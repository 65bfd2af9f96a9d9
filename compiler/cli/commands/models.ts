// `portolan models`: the models that a project names, by the day on which they end, or the life of one model at its hosts.
import { lives } from '../../../schemas/generated/lives.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { createLifeSearch, lifePhase } from '../../../schemas/values/model-life.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { namedModels } from '../../plan/named-models.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileOne } from '../compile-groups.ts'
import { writeText } from '../layout/fit-text.ts'
import {
  formatCalendar,
  formatLife,
  formatModels,
  linkTerms,
  type ModelRow,
  rowOf,
} from '../models/format-models.ts'
import { DAY_USAGE, readDay } from '../read-day.ts'
import type { Terminal } from '../terminal.ts'

const FORMATS = ['pretty', 'json', 'ics']

export const modelsCommand: Command = {
  usage: '[MODEL] [--on DAY] [--format F]',
  help: `Lists the models that the project of the current folder names in configs, aliases, prompts and its semantic cache, those that end first: the
day, what the provider does then, and price and context of the model now and of what takes its place. With MODEL, its life at every provider
that announces one. "portolan check" reports the same with lines.

  --on DAY     the day to compare with: 2027-01-15, or +60d; today by default
  --format F   pretty, json, or ics: a calendar of the days on which models of the project end`,
  options: { on: { type: 'string' }, format: { type: 'string', default: 'pretty' } },
  run: async ([model, ...others], { on, format }, terminal) => {
    if (others.length > 0) return usageError(terminal, 'Name only one model.', 'models')
    const day = readDay(on, terminal)
    if (day === undefined) return usageError(terminal, DAY_USAGE, 'models')
    if (typeof format !== 'string' || !FORMATS.includes(format))
      return usageError(terminal, '--format must be pretty, json or ics.', 'models')
    if (model === undefined) return await listModels(day, format, terminal)
    if (format === 'ics')
      return usageError(terminal, 'A calendar is of a project: leave out the model.', 'models')
    return showModel(model, day, format, terminal)
  },
}

async function listModels(day: string, format: string, terminal: Terminal): Promise<number> {
  const compiled = await compileOne([], 'models', terminal)
  if (typeof compiled === 'number') return compiled
  const { gateway, plans, prompts } = compiled
  const named = namedModels({ gateway, plans, prompts: prompts.prompts })
  const terms = linkTerms(gateway?.prices ?? [])
  const rows = named.map(each => rowOf(each, day, terms))
  if (format === 'json')
    terminal.writeStdout(
      JSON.stringify(
        rows.map(each => jsonOf(each, day)),
        null,
        2,
      ),
    )
  else if (format === 'ics') terminal.writeStdout(formatCalendar(rows, day))
  else if (rows.length === 0) writeText(terminal, 'The project names no models: its callers do.')
  else terminal.writeStdout(formatModels(rows, day, terminal.width))
  return EXIT.clean
}

const jsonOf = ({ provider, model, usedBy, life, now, successor, then }: ModelRow, day: string): object => ({
  provider,
  model,
  used_by: usedBy,
  phase: life === undefined ? 'unknown' : lifePhase(life, day),
  ...life,
  terms: now,
  ...(successor !== undefined && { next: { model: successor, ...then } }),
})

function showModel(model: string, day: string, format: string, terminal: Terminal): number {
  const find = createLifeSearch(lives)
  const found = Object.keys(lives).flatMap(host => {
    const life = find(host, model)
    return life === undefined ? [] : [{ host, life }]
  })
  if (format === 'json') {
    const rows = found.map(({ host, life }) => ({ provider: host, phase: lifePhase(life, day), ...life }))
    terminal.writeStdout(JSON.stringify(rows, null, 2))
  } else if (found.length > 0)
    writeText(terminal, found.map(({ host, life }) => formatLife(model, host, life, day)).join('\n\n'))
  else {
    const names = Object.values(lives).flatMap(({ models }) =>
      models.flatMap(({ id, also = [] }) => [id, ...also]),
    )
    writeText(
      terminal,
      `No life of ${quoteName(model)} is known.${didYouMean(suggest(model, [...new Set(names)]))}`,
    )
  }
  return found.length > 0 ? EXIT.clean : EXIT.findings
}
