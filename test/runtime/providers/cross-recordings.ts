// One scenario, recorded in several dialects: an adapter must convert the OpenAI request to the one that was
// recorded in its dialect.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { ProviderBody } from '../../../runtime/values/adapter.ts'
import type { Failure } from '../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'
import { isRecorded, recordedFolders, recordedJson } from './recordings.ts'
import type { WireCase } from './wire-case.ts'

/** The scenarios that were recorded in a dialect. */
export const crossNames = (dialect: string): readonly string[] =>
  recordedFolders('cross').filter(name => isRecorded(`cross/${name}/${dialect}/request.json`))

/** The replies of a scenario and its streams, encoded as the dialect does. */
export function crossCases<Seen, Event>(
  name: string,
  dialect: string,
  asStream: (events: readonly Event[]) => Uint8Array,
): readonly WireCase<Seen>[] {
  const at = `cross/${name}/${dialect}`
  const { observed } = recordedJson(`${at}/meta.json`) as { observed: Readonly<Record<string, Seen>> }
  return Object.entries(observed).map(([file, read]): WireCase<Seen> => {
    const content = recordedJson(`${at}/${file}.json`)
    const streamSteps = Array.isArray(content)
      ? { stream: asStream(content as readonly Event[]) }
      : { body: content }
    return { name: `${at}/${file}`, status: 200, observed: read, ...streamSteps }
  })
}

export interface CrossRequest {
  readonly written: ProviderBody | Failure | undefined
  readonly recorded: JsonObject
}

/** The adapter's body and the recorded one, for each request that both dialects have. */
export function crossRequests(
  name: string,
  dialect: string,
  write: (vendor: JsonObject, recorded: JsonObject) => CrossRequest['written'],
): readonly CrossRequest[] {
  const requests = ['request', 'followup-request'].flatMap(file => {
    const paths = ['chat-completions', dialect].map(each => `cross/${name}/${each}/${file}.json`)
    if (!paths.every(isRecorded)) return []
    const [vendor = {}, recorded = {}] = paths.map(path => asObject(recordedJson(path)))
    return [{ written: write(vendor, recorded), recorded }]
  })
  expect(requests.length).toBeGreaterThan(0)
  return requests
}

/** The adapter's body; a failure fails the test. */
export const bodyOf = ({ written }: CrossRequest): JsonObject =>
  written !== undefined && 'body' in written ? written.body : expect.fail(JSON.stringify(written))

/** Both sides must be equal except for the properties that may differ, at least one of which must. */
export function expectAlike(
  requests: readonly CrossRequest[],
  comparable: (body: JsonObject, differs: readonly string[]) => JsonObject,
  differs: readonly string[],
): void {
  const pairs = requests.map(each => [bodyOf(each), each.recorded] as const)
  for (const [written, recorded] of pairs)
    expect(comparable(written, differs)).toEqual(comparable(recorded, differs))
  const alike = pairs.map(pair => {
    const [written, recorded] = pair.map(body => comparable(body, []))
    return isDeepStrictEqual(written, recorded)
  })
  expect(alike.includes(false), 'an exception that is none').toBe(differs.length > 0)
}
