// Model names: their path below the base URL, and their generation. Names come from clients, so anything but the
// known forms becomes one path segment.

/** Names that are resource paths: tuned models, and fully qualified models. */
const RESOURCE_NAME = /^(models|tunedModels|endpoints)\/[\w-][\w.-]*$/

/** `models/<name>`, with the name percent-encoded. */
export const modelPath = (model: string): string =>
  RESOURCE_NAME.test(model) ? model : `models/${pathSegment(model)}`

/** The name without `models/`, which all names have in paths. */
export const bareName = (model: string): string => model.replace(/^models\//, '')

/** One path segment. Versions of partner models follow an `@`, which needs no escape. */
export const pathSegment = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@')

/**
 * The first number in the name of a Gemini model. Names without one (`gemini-flash-latest`) are the newest
 * generation, other models (`gemma-...`) have none: 0.
 */
export function generationOf(model: string): number {
  const name = /(?:^|\/)gemini-(.*)$/.exec(model)?.[1]
  if (name === undefined) return 0
  const number = /(?:^|-)(\d+)/.exec(name)?.[1]
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number)
}
