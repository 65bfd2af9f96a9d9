// The calls of an imported project in a simulation, in the words of the source: the variable of the credential, and the model.
import { parse } from 'yaml'
import type { ImportedProject } from '../../compiler/import/import-project.ts'
import type { GivenRequest } from '../../schemas/generated/types.ts'
import { asObject } from '../../schemas/values/json.ts'
import { simulateImport } from './imported-project.ts'

export interface DecidedCalls {
  /** `VARIABLE model`, in turn. */
  readonly calls: readonly string[]
  readonly status: number
}

/** `statuses`: of every reply by the variable of the credential; 200 for all others. */
export type DecideCalls = (
  given: GivenRequest,
  statuses: Readonly<Record<string, number>>,
) => Promise<DecidedCalls>

/** The project is compiled once; each request finds it as it was started. */
export function decidingProject(project: ImportedProject): DecideCalls {
  const simulation = simulateImport(project)
  const providers = asObject(asObject(parse(project.files.get('gateway.yaml') ?? ''))['providers'])
  const variables = new Map(
    Object.entries(providers).map(([slug, settings]) => [
      slug,
      /^\$\{env:(\w+?)(?:_API_KEY)?\}$/.exec(String(asObject(settings)['api_key']))?.[1] ?? slug,
    ]),
  )
  return async (given, statuses) => {
    const upstreams = Object.fromEntries(
      [...variables].map(([slug, variable]) => [`@${slug}`, { status: statuses[variable] ?? 200 }]),
    )
    simulation.restart()
    const { calls, reply } = await simulation.run({ config: undefined, given, upstreams })
    return {
      calls: calls.map(({ slug, model }) => `${variables.get(String(slug))} ${model}`),
      status: reply.status,
    }
  }
}

/** The item that a draw from 0 to 1 takes, by weight; undefined if all weights are 0. */
export function pickByWeight<Item extends { readonly weight: number }>(
  items: readonly Item[],
  draw: number,
): Item | undefined {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  let end = 0
  for (const item of items) {
    end += item.weight / total
    if (item.weight > 0 && draw < end) return item
  }
  return items.findLast(({ weight }) => weight > 0)
}
