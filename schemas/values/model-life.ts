// The life of a model at a host: since when it is there, when it ends, and what happens then (decisions, section 31). Days are written as
// 2026-11-29, so that they compare as text. The data are in schemas/lives/.

import { quoteName } from './format-names.ts'
import { withoutArea } from './model-name.ts'

/** What a host does with calls of a model that has ended: it refuses them, has another model answer, or charges another price. */
export type EndsBy = 'refused' | 'rerouted' | 'repriced'

export interface ModelLife {
  /** Its name at the host. */
  readonly id: string
  /** Other names of the same model there. */
  readonly also?: readonly string[]
  readonly released?: string
  /** The day on which its end was announced. */
  readonly deprecated?: string
  /** The first day on which it does not answer as itself. */
  readonly ends?: string
  /** The day before which its host has promised not to end it, where it names no end. */
  readonly notBefore?: string
  readonly then?: EndsBy
  /** The model that answers in its place, where the host reroutes. */
  readonly answers?: string
  /** The model that the host recommends in its place. */
  readonly successor?: string
  /** The page with these days, when it was read, and the newest day that it mentions. */
  readonly source: LifeSource
  /** From another page than one of the host. */
  readonly isReport?: true
}

export interface LifeSource {
  readonly url: string
  readonly read: string
  readonly asOf: string
}

/** As it is generated: the source by its place among those of the host. */
export interface ListedLife extends Omit<ModelLife, 'source'> {
  readonly source: number
}

export interface HostLives {
  readonly sources: readonly LifeSource[]
  readonly models: readonly ListedLife[]
}

/** Where a model stands on a day: ended, ends within the days of notice, or lives. */
export type LifePhase = 'ended' | 'ending' | 'living'

/** Days before an end in which it is reported. */
export const NOTICE_DAYS = 60

const DAY = 86_400_000

/** Days from one day to another; negative where that is before it. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** The day of a time in milliseconds since the epoch, in UTC. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

export function lifePhase({ ends }: Pick<ModelLife, 'ends'>, day: string, notice = NOTICE_DAYS): LifePhase {
  if (ends === undefined) return 'living'
  if (ends <= day) return 'ended'
  return daysBetween(day, ends) <= notice ? 'ending' : 'living'
}

/** What happens to requests for a model at its end, before or after it, and what its provider recommends. */
export function lifeSentence(provider: string, model: string, life: ModelLife, day: string): string {
  const { successor } = life
  const end = endSentence(provider, quoteName(model), life, lifePhase(life, day) === 'ended')
  return successor === undefined ? end : `${end} ${provider} recommends ${quoteName(successor)}.`
}

function endSentence(
  provider: string,
  model: string,
  { ends = '', then, answers = '' }: ModelLife,
  hasEnded: boolean,
): string {
  switch (then) {
    case 'rerouted':
      return `${hasEnded ? 'Since' : 'From'} ${ends}, ${provider} answers requests for ${model} with ${quoteName(answers)}, at its price.`
    case 'repriced':
      return `${provider} ${hasEnded ? 'changed' : 'changes'} the price of ${model} on ${ends}.`
    default:
      return `${provider} ${hasEnded ? 'stopped' : 'stops'} serving ${model} on ${ends}.`
  }
}

/** Finds the life of a model by any of its names at a host; undefined where nothing is known. */
export function createLifeSearch(
  lives: Readonly<Record<string, HostLives>>,
): (host: string, model: string) => ModelLife | undefined {
  const prepared = new Map<string, ReadonlyMap<string, ModelLife>>()
  const prepare = (host: string): ReadonlyMap<string, ModelLife> => {
    const { sources = [], models = [] } = Object.hasOwn(lives, host) ? (lives[host] as HostLives) : {}
    return new Map(
      models.flatMap(({ source, ...life }) => {
        const whole = { ...life, source: sources[source] as LifeSource }
        return [life.id, ...(life.also ?? [])].map(name => [name, whole] as const)
      }),
    )
  }
  return (host, model) => {
    const known = prepared.get(host) ?? prepare(host)
    prepared.set(host, known)
    return known.get(model) ?? known.get(withoutArea(model))
  }
}
