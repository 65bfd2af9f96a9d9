// A project while it is built from a source: values of its files, and the comments that come with them.
import type { Json, JsonObject } from '../../schemas/values/json.ts'

/** An object whose properties are added one by one. */
export type Draft = Record<string, Json>

export interface ProjectDraft {
  readonly manifest: Draft
  /** Configs by identifier. */
  readonly configs: Map<string, Json>
  /** Cases of gateway.test.yaml, or of the config that they name. */
  readonly cases: JsonObject[]
  /** Lines of comments by the objects of the files that they are written above. */
  readonly comments: Map<Json, readonly string[]>
  /** Lines at the top of gateway.yaml. */
  readonly head: string[]
  /** Private hosts that the source calls. */
  readonly hosts: Set<string>
}

export const createDraft = (): ProjectDraft => ({
  manifest: {},
  configs: new Map(),
  cases: [],
  comments: new Map(),
  head: [],
  hosts: new Set(),
})

/** Writes comments above an object of a file. */
export function addComments({ comments }: ProjectDraft, value: Json, lines: readonly string[]): void {
  if (lines.length > 0) comments.set(value, [...(comments.get(value) ?? []), ...lines])
}

/** The call of a provider that a case expects. */
export interface ExpectedCall {
  readonly slug: string
  readonly model?: string
}

/** A case that sends a request with this model, and expects these calls. */
export function routingCase(
  name: string,
  given: JsonObject,
  calls: readonly ExpectedCall[],
  failing: JsonObject | undefined,
): JsonObject {
  return {
    name,
    given,
    ...(failing && { upstreams: { '*': failing } }),
    expect: {
      calls: calls.map(({ slug, model }) => ({
        provider: `@${slug}`,
        ...(model === undefined ? {} : { model }),
      })),
    },
  }
}

/** A name that no earlier one has: the wanted one, or with a number. */
export function uniqueName(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted
  for (let number = 2; ; number += 1) if (!isTaken(`${wanted}-${number}`)) return `${wanted}-${number}`
}

/** Converts a name to a slug or an identifier of a config. */
export const asIdentifier = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'imported'
