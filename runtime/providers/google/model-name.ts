// What the name of a model says: its place below the address, and which generation it is of. Names come from clients,
// so what is not one of the known forms becomes one segment of the path.

/** Names that are paths of their own: tuned models, and models said in full. */
const FULL = /^(models|tunedModels|endpoints)\/[\w-][\w.-]*$/

/** `models/<name>`, with everything escaped that would end the name. */
export const modelPath = (model: string): string => (FULL.test(model) ? model : `models/${segment(model)}`)

/** One segment of a path. Versions of partner models stand behind an `@`, which needs no escape. */
export const segment = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@')

/**
 * The first number in the name of a Gemini model. Names without one (`gemini-flash-latest`) stand for the newest, other
 * models (`gemma-...`) for none: 0.
 */
export function generationOf(model: string): number {
  const name = /(?:^|\/)gemini-(.*)$/.exec(model)?.[1]
  if (name === undefined) return 0
  const number = /(?:^|-)(\d+)/.exec(name)?.[1]
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number)
}
