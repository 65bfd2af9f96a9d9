// What the name of a model says: the path it is called at, and who made it, which decides what Converse leaves open.
// A model goes by its own name, by the name of an inference profile with a region in front, or by a whole ARN.
import type { Report } from '../wire/report.ts'

/** The path of an action on a model. Colons and slashes of the name are encoded, so that it stays one segment. */
export function modelPath(model: string, action: string, report: Report): string {
  if (/^\.{0,2}$/.test(model)) report('model is not the name of a model.', 'model')
  return `/model/${encodeURIComponent(model.toWellFormed())}/${action}`
}

const makers = ['amazon', 'anthropic', 'cohere', 'openai'] as const

export type Maker = (typeof makers)[number]

/** The name behind a region and the resource of an ARN: `anthropic.claude-…`. */
const ownName = (model: string): string => model.slice(model.lastIndexOf('/') + 1)

/** Undefined for makers whose models need nothing of their own, and for ARNs that do not tell (profiles of users). */
export function makerOf(model: string): Maker | undefined {
  const parts = ownName(model).split('.').slice(0, 2)
  return makers.find(maker => parts.includes(maker))
}

/** Which of the first cloud's own models it is: `nova-2-lite-v1:0`. */
export const amazonModel = (model: string): string =>
  makerOf(model) === 'amazon' ? ownName(model).replace(/^.*?amazon\./, '') : ''
