// Runs the cases of a test file, each on a gateway that remembers nothing of the others.
import type { Simulation } from '../../../runtime/simulation/create-simulation.ts'
import type { Trace } from '../../../runtime/simulation/trace.ts'
import type { GivenRequest, TestCase, UpstreamScripts } from '../../../schemas/generated/types.ts'
import { type JsonObject, present } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { compareTrace, formatTracedCall, type ProviderId } from './compare-trace.ts'
import { compareRecording, differenceOf, type Mismatch } from './mismatch.ts'
import type { TestFile } from './read-config-tests.ts'
import { configOf } from './test-parts.ts'

export interface CaseResult {
  readonly name: string
  readonly config: string | undefined
  /** Of the case, in its file. */
  readonly at: Pointer
  /** Without headers and bodies. */
  readonly trace: Trace
  /** What was not met, with pointers from the root of the file. */
  readonly mismatches: readonly Mismatch[]
  readonly problems: readonly string[]
  /** What --update would write; undefined if the file already has the same recording, or has expectations. */
  readonly recording: JsonObject | undefined
}

export interface CaseRunner {
  readonly simulation: Simulation
  readonly providerId: ProviderId
  readonly headerPrefix: string
}

/** The cases whose names `selects`; the others are not run. */
export async function runConfigTests(
  { tests }: TestFile,
  stem: string,
  selects: (name: string) => boolean,
  runner: CaseRunner,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const [index, each] of tests.cases.entries()) {
    if (!selects(each.name)) continue
    const config = configOf(tests, each.config, stem)
    const given = mergeGiven(tests.given, each.given)
    const upstreams = scriptsOf(tests.upstreams, each.upstreams, runner.providerId)
    runner.simulation.restart()
    const problems = await runEarlier(each, config, given, upstreams, runner)
    const trace = await runner.simulation.run({ config, given, upstreams })
    const at = childPointer('/cases', index)
    results.push({
      name: each.name,
      config,
      at,
      trace: summarize(trace),
      problems: [...problems, ...trace.problems],
      ...judge(each, at, trace, runner),
    })
  }
  return results
}

/** Bodies and headers were compared: those of thousands of cases would fill memory. */
const summarize = (trace: Trace): Trace => ({
  ...trace,
  calls: trace.calls.map(call => ({ ...call, headers: {}, body: undefined })),
  reply: { ...trace.reply, headers: {}, text: '', json: undefined, events: [] },
})

async function runEarlier(
  { earlier = [] }: TestCase,
  config: string | undefined,
  given: GivenRequest,
  upstreams: UpstreamScripts,
  { simulation, providerId }: CaseRunner,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const step of earlier)
    for (let time = 0; time < (step.times ?? 1); time += 1) {
      const trace = await simulation.run({
        config,
        given: mergeGiven(given, step.given),
        upstreams: scriptsOf(upstreams, step.upstreams, providerId),
      })
      problems.push(...trace.problems)
      await simulation.pause(step.pause ?? 0)
    }
  return problems
}

function judge(
  { expect, recorded }: TestCase,
  at: Pointer,
  trace: Trace,
  { providerId, headerPrefix }: CaseRunner,
): Pick<CaseResult, 'mismatches' | 'recording'> {
  const expected = compareTrace(expect ?? {}, trace, providerId).map(mismatch => ({
    ...mismatch,
    at: `${at}/expect${mismatch.at}`,
  }))
  if (recorded === undefined && expect !== undefined) return { mismatches: expected, recording: undefined }
  const recording = recordingOf(trace, headerPrefix)
  if (recorded === undefined) {
    const subject = 'The case expects nothing and has no recording yet'
    const missing = { at, subject, expected: '"expect", or a run with --update', received: 'neither' }
    return { mismatches: [...expected, missing], recording }
  }
  const isSame = differenceOf(recorded as JsonObject, recording, true) === undefined
  return {
    mismatches: [...expected, ...compareRecording(recorded as JsonObject, recording, `${at}/recorded`)],
    recording: isSame ? undefined : recording,
  }
}

/** A case adds to what its file gives; headers and metadata are added name by name. */
function mergeGiven(file: GivenRequest = {}, own: GivenRequest = {}): GivenRequest {
  const both = <T>(left: T | undefined, right: T | undefined): T | undefined =>
    left === undefined || right === undefined ? (right ?? left) : { ...left, ...right }
  const headers = both(file.headers, own.headers)
  const metadata = both(file.metadata, own.metadata)
  return {
    ...file,
    ...own,
    ...(headers && { headers }),
    ...(metadata && { metadata }),
  }
}

/** The scripts of a case in front of those of its file, with providers by their identifiers. */
function scriptsOf(
  file: UpstreamScripts = {},
  own: UpstreamScripts = {},
  providerId: ProviderId,
): UpstreamScripts {
  const named = Object.entries({ ...file, ...own }).map(
    ([name, script]) => [providerId(name), script] as const,
  )
  return Object.fromEntries(named)
}

// What --update records of a trace: all that a change of a config could change for a client or a provider, and nothing that
// differs from run to run.

/** Headers of the gateway that say nothing about the behavior of the config. */
const UNRECORDED = new Set(['trace-id', 'plan'])

function recordingOf({ calls, waits, reply, time }: Trace, headerPrefix: string): JsonObject {
  const headers = Object.entries(reply.headers).filter(
    ([name]) => name.startsWith(headerPrefix) && !UNRECORDED.has(name.slice(headerPrefix.length)),
  )
  return present({
    calls: calls.map(formatTracedCall),
    waits: waits.length === 0 ? undefined : waits,
    status: reply.status,
    headers: Object.fromEntries(headers),
    content: reply.content,
    complete: reply.complete ? undefined : false,
    time,
  })
}
