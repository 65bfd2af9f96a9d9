// Lints the lives of models: days that exist and follow each other, sources that are named, and successors that are models of the host
// and do not lead back to the model.
import { models } from './generated/models.ts'
import { type LifeFile, readLives, type WrittenLife } from './life-files.ts'
import { readProviderSpecs } from './sources.ts'

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** In the order in which they follow each other. */
const DAYS = ['released', 'deprecated', 'ends', 'not_before'] as const

/** `hosts`: the identifiers of providers. `priced`: names of models that have a price at a host. */
export function lintLives(
  files: Readonly<Record<string, LifeFile>> = readLives(),
  hosts: ReadonlySet<unknown> = new Set(readProviderSpecs().map(spec => spec['id'])),
  priced: (host: string) => readonly string[] = host =>
    (models[host] ?? []).flatMap(({ id, also = [] }) => [id, ...also]),
): readonly string[] {
  return Object.entries(files).flatMap(([host, file]) => {
    const faults = [
      ...(hosts.has(host) ? [] : ['the host is not a provider.']),
      ...file.sources.flatMap(source => sourceFaults(source)),
      ...namesOf(file)
        .filter((name, index, names) => names.indexOf(name) < index)
        .map(name => `"${name}" is repeated.`),
      ...Object.entries(file.models).flatMap(([id, life]) =>
        lifeFaults(id, life, file, priced(host)).map(fault => `"${id}" ${fault}`),
      ),
    ]
    return faults.map(fault => `lives/${host}.json: ${fault}`)
  })
}

const namesOf = ({ models: written }: LifeFile): readonly string[] =>
  Object.entries(written).flatMap(([id, { also = [] }]) => [id, ...also])

function sourceFaults({ id, url, read, as_of: asOf }: LifeFile['sources'][number]): readonly string[] {
  const days = [read, asOf]
    .filter(day => !isDay(day))
    .map(day => `the source "${id}" has "${day}", not a day.`)
  return URL.canParse(url) ? days : [...days, `the source "${id}" has no URL.`]
}

function lifeFaults(
  id: string,
  life: WrittenLife,
  file: LifeFile,
  priced: readonly string[],
): readonly string[] {
  const faults: string[] = []
  const days = DAYS.flatMap(name => (life[name] === undefined ? [] : [[name, life[name]] as const]))
  for (const [name, day] of days) if (!isDay(day)) faults.push(`has "${day}" as "${name}", not a day.`)
  for (const [index, [name, day]] of days.entries()) {
    const [before, earlier = ''] = days[index - 1] ?? []
    if (before !== undefined && day < earlier)
      faults.push(`has "${name}" on ${day}, before "${before}" on ${earlier}.`)
  }
  if (life.ends !== undefined && life.not_before !== undefined)
    faults.push('has both "ends" and "not_before".')
  if ((life.ends === undefined) !== (life.then === undefined)) faults.push('has one of "ends" and "then".')
  if ((life.then === 'rerouted') !== (life.answers !== undefined))
    faults.push('has "answers" if, and only if, it is rerouted.')
  if (!file.sources.some(source => source.id === life.source))
    faults.push(`has an unknown source "${life.source}".`)
  const known = new Set([...namesOf(file), ...priced])
  for (const name of ['successor', 'answers'] as const) {
    const other = life[name]
    if (other === undefined) continue
    if (!known.has(other)) faults.push(`has "${other}" as "${name}", which is not a model of the host.`)
    if (leadsTo(id, other, name, file)) faults.push(`leads back to itself by "${name}".`)
  }
  return faults
}

/** Whether following a property from a model on arrives at another. */
function leadsTo(
  goal: string,
  from: string,
  by: 'successor' | 'answers',
  { models: written }: LifeFile,
): boolean {
  const seen = new Set<string>()
  for (let name: string | undefined = from; name !== undefined && !seen.has(name); ) {
    if (name === goal) return true
    seen.add(name)
    const asked: string = name
    const [, next] =
      Object.entries(written).find(([id, { also = [] }]) => id === asked || also.includes(asked)) ?? []
    name = next?.[by]
  }
  return false
}
