// Names of models, as hosts and vendors write them: with a region, a publisher, a path, a version, a date. One resolution for what
// a model can do, which is the same everywhere; that of prices is stricter (priced-name.ts).

/** Days and months as vendors write them: 2024-08-06, 20250514, 09-2025, 05-06, 2508, 0613. */
const DAY =
  '20\\d{2}-\\d{2}-\\d{2}|20\\d{6}|(?:0[1-9]|1[0-2])-20\\d{2}|(?:0[1-9]|1[0-2])-?(?:[0-2]\\d|3[01])|2[3-9](?:0[1-9]|1[0-2])'
const DATED = new RegExp(`[-@](?:latest|${DAY})$`)
const DATED_PREVIEW = new RegExp(`-(?:${DAY})(?=-preview$)`)

/** The name without its date or `latest`: `claude-opus-4-1-20250805` and `claude-opus-4-1-latest` are of `claude-opus-4-1`. */
export const undated = (model: string): string => model.replace(DATED, '').replace(DATED_PREVIEW, '')

/** Whether the name is an alias whose model changes. */
export const isAlias = (model: string): boolean => /[-@](?:latest|stable)$/.test(model)

/** Revisions of Gemini, which count as dates. */
const REVISION = /-00\d$/

/** What selects how a host serves a model, such as `:nitro`. */
const VARIANT = /:[a-z]+$/

/**
 * Areas that inference profiles of Bedrock may send a call to, written before the maker. AWS's CDK lists the first seven (enum
 * CrossRegionInferenceProfileRegion); an area that has no profile strips nothing.
 */
const AREA = /^(?:global|us|us-gov|eu|apac|au|jp|ca|sa|me|af|in)\./

/** The model without the area of an inference profile: `eu.amazon.nova-lite-v1:0` is `amazon.nova-lite-v1:0`. */
export const withoutArea = (model: string): string => model.replace(AREA, '')

/** Whether two names differ by no more than a host, a publisher, a region, a version or a date. */
export function isSameModel(one: string, other: string): boolean {
  if (one === other) return true
  // What replies mostly name: the model with a date, or without its host.
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (long.startsWith(short) && DATE.test(long.slice(short.length))) return true
  if (long.endsWith(short) && PUBLISHERS.test(long.slice(0, -short.length))) return true
  return undatedName(one) === undatedName(other)
}

const DATE = new RegExp(`^[-@](?:latest|${DAY})$`)
const PUBLISHERS = /^(?:[a-z-]+\.)+$/

const undatedName = (model: string): string =>
  undated(bareModelName(model.replace(VARIANT, ''))).replace(REVISION, '')

/** Between colons: the original, then the organisation, the name and the identifier. */
const FINE_TUNED = /^ft:(?<original>[^:]+)|^(?<deployed>.+)\.ft-/

/** The model that a fine-tuned one was made of; undefined for any other. */
export function originalModel(model: string): string | undefined {
  const { original, deployed } = FINE_TUNED.exec(model)?.groups ?? {}
  return original ?? deployed
}

/**
 * The name without path, region, publisher, version, and what was fine-tuned; lower case, with hyphens between digits:
 * `us.anthropic.claude-opus-4-6-v1:0` is `claude-opus-4-6`, `models/gemini-2.5-pro` is `gemini-2-5-pro`. Dates stay: families are named by
 * how names begin.
 */
export function bareModelName(model: string): string {
  const original = originalModel(model) ?? model
  return original
    .slice(original.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/^(?:[a-z-]+\.)+/, '')
    .replace(/@.*$/, '')
    .replace(/(?:-v\d+)?(?::\d+)?(?::\d+k)?$/, '')
    .replaceAll(/(\d)\.(\d)/g, '$1-$2')
}
