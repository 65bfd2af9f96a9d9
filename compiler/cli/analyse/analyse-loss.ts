// `portolan analyse --lose NAMES`: what fails and what the remaining targets carry while a provider or a region is lost.

import { existsSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import type { GivenRequest, TrafficModel } from '../../../schemas/generated/types.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { analyseCapabilities } from '../../analyse/capabilities.ts'
import { type ExampleRequest, USUAL_PATH } from '../../analyse/conditions/example-request.ts'
import { analyseFailures } from '../../analyse/failure-table.ts'
import { analyseLoss } from '../../analyse/loss/loss-classes.ts'
import { createLossLoad, type LossLoad } from '../../analyse/loss/loss-load.ts'
import {
  fateOf,
  knownLosses,
  type Loss,
  lossOf,
  memberFates,
  poolLosses,
} from '../../analyse/loss/lost-targets.ts'
import { routesOf } from '../../analyse/routes.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { EXIT, usageError } from '../command.ts'
import { testStem } from '../files/find-test-files.ts'
import { projectAbove } from '../files/project-files.ts'
import { isTrafficName } from '../files/project-names.ts'
import { fitText } from '../layout/fit-text.ts'
import type { LoadedPlan } from '../load-plans.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import type { Terminal } from '../terminal.ts'
import { readRequestLog } from '../traffic/read-request-log.ts'
import { modelOfFile } from '../traffic/simulate-traffic.ts'
import { type ConfigLoss, isExceeded, loadSection, lossSection, lostFeaturesSection } from './loss-section.ts'
import { renderSections, sectionMarkdown } from './render.ts'

export interface LossRequest {
  /** As the user wrote them. */
  readonly names: readonly string[]
  /** A log of requests or a traffic model; models beside the configs if undefined. */
  readonly traffic: string | undefined
  readonly format: string
}

/** Resolves to the exit code: that of findings if a request may fail, or a limit is exceeded. */
export async function printLoss(
  plans: readonly LoadedPlan[],
  { names, traffic, format }: LossRequest,
  terminal: Terminal,
): Promise<number> {
  const losses = readLosses(names, plans)
  if (typeof losses === 'string') return usageError(terminal, losses, 'analyse')
  const load = await readLoad(plans, losses, traffic, terminal)
  if (typeof load === 'string') {
    terminal.writeStderr(load)
    return EXIT.findings
  }
  const results = plans.map(loaded => configLoss(loaded, losses))
  if (format === 'json')
    terminal.writeStdout(
      JSON.stringify(
        {
          lost: losses,
          configs: Object.fromEntries(results.map(loss => [loss.id, factsOf(loss)])),
          ...(load !== undefined && { load: load.load }),
        },
        null,
        2,
      ),
    )
  else {
    const sections = [
      lossSection(
        losses.map(({ name }) => name),
        results,
      ),
      lostFeaturesSection(results),
      load && loadSection(load.load, load.source),
    ].filter(section => section !== undefined)
    const text =
      format === 'markdown'
        ? sections.map(sectionMarkdown).join('\n\n')
        : renderSections(sections, terminal).join('\n').trimStart()
    terminal.writeStdout(format === 'markdown' ? text : fitText(text, terminal.width))
  }
  const isSafe =
    results.every(
      ({ analysis }) => !analysis.isCutOff && analysis.classes.every(({ verdict }) => verdict === 'goes-on'),
    ) && load?.load.limits.some(isExceeded) !== true
  return isSafe ? EXIT.clean : EXIT.findings
}

/** The losses, or a usage error as a sentence. */
function readLosses(names: readonly string[], plans: readonly LoadedPlan[]): readonly Loss[] | string {
  const catalog = cliCatalog()
  const known = knownLosses(plans)
  const losses: Loss[] = []
  for (const name of names) {
    const loss = lossOf(name, known, catalog)
    if (loss === undefined) {
      const providers = plans.flatMap(({ gateway }) => Object.values(gateway.providers))
      const candidates = new Set([
        ...known.map(each => each.name),
        ...providers.map(({ provider }) => provider),
      ])
      const near = didYouMean(suggest(name, candidates))
      return `${quoteName(name)} is not a stored provider (@slug), a provider of the catalog, or a region that a setting names.${near}`
    }
    losses.push(loss)
  }
  return losses
}

function configLoss({ id, plan, gateway, chats, catalog }: LoadedPlan, losses: readonly Loss[]): ConfigLoss {
  const failures = analyseFailures(plan, gateway)
  const isLost = new Map(
    routesOf(plan).routes.map(({ pointer, call }) => [
      pointer,
      fateOf(call, losses, gateway, catalog).kind === 'lost',
    ]),
  )
  const { pairs, isCutOff } = analyseCapabilities(plan, failures, gateway, chats)
  return {
    id,
    prefix: gateway.headerPrefix,
    analysis: analyseLoss(plan, gateway, losses, catalog),
    capabilities: {
      pairs: pairs.filter(({ from, to }) => isLost.get(from) === true && isLost.get(to) === false),
      isCutOff,
    },
    failures,
    pools: poolLosses(plan, losses, gateway, catalog),
    lost: new Set([...isLost].flatMap(([pointer, lost]) => (lost ? [pointer] : []))),
  }
}

/** Ways as objects of JSON. */
const factsOf = ({ analysis, capabilities, lost, pools }: ConfigLoss): Json =>
  ({
    lost: [...lost],
    ...(pools.length > 0 && { pools }),
    classes: analysis.classes.map(({ before, after, whileOpen, ...facts }) => ({
      ...facts,
      before: endsOf(before),
      after: endsOf(after),
      ...(whileOpen && { whileOpen: endsOf(whileOpen) }),
    })),
    leavesOthers: analysis.leavesOthers,
    isCutOff: analysis.isCutOff,
    capabilities: capabilities.pairs,
  }) as unknown as Json

const endsOf = ({ ends }: ConfigLoss['analysis']['classes'][number]['before']) =>
  ends.map(({ call: _, ...end }) => end)

interface ReadLoad {
  readonly load: LossLoad
  /** Where it is from, at the beginning of a sentence. */
  readonly source: string
}

/** Next to what is shown. */
export function printMalformed(diagnostics: readonly Diagnostic[], terminal: Terminal): void {
  if (diagnostics.length > 0)
    printDiagnostics(diagnostics, 0, 'one-line', { ...terminal, writeStdout: terminal.writeStderr })
}

/** Undefined without any traffic; a sentence about why it cannot be read. */
async function readLoad(
  plans: readonly LoadedPlan[],
  losses: readonly Loss[],
  traffic: string | undefined,
  terminal: Terminal,
): Promise<ReadLoad | string | undefined> {
  const load = createLossLoad(
    plans.map(({ id, plan, gateway, catalog }) => ({
      ...{ id, plan, gateway },
      fateOf: call => fateOf(call, losses, gateway, catalog),
      fatesOf: call => memberFates(call, losses, gateway, catalog),
    })),
  )
  if (traffic !== undefined && !isTrafficName(traffic)) {
    const ids = new Set(plans.map(({ id }) => id))
    let found = 0
    const { diagnostics, records, fault } = await readRequestLog(traffic, terminal.folder, recorded => {
      const { config, metadata, model, stream, path, tokens, time } = recorded
      const id = config?.replace(/@\d+$/, '')
      if (id === undefined || !ids.has(id)) return
      found += 1
      load.add({
        config: id,
        request: {
          metadata,
          params: { ...(model === undefined ? {} : { model }), ...(stream && { stream }) },
          path,
        },
        tokens: tokens && tokens.input + tokens.output,
        when: { time },
      })
    })
    if (fault !== undefined) return `${traffic}: ${fault}`
    printMalformed(diagnostics, terminal)
    if (found === 0) return `${traffic} has ${records} records, and none of a request of these configs.`
    return { load: load.result(), source: `${found} records of ${traffic}` }
  }
  const models = traffic === undefined ? plans.flatMap(loaded => besides(loaded, terminal)) : [traffic]
  for (const file of models) {
    const stem = testStem(file)
    const read = await readModel(file, plans, terminal)
    if (typeof read === 'string') return read
    const id = read.config ?? stem
    const rate = 60 * (read.rate ?? DEFAULT_RATE)
    const mix = read.mix ?? [{}]
    const total = mix.reduce((sum, { share = 1 }) => sum + share, 0)
    for (const { share = 1, given, input_tokens: input = 1000, output_tokens: output = 300 } of mix)
      load.add({
        config: id,
        request: requestOf(given),
        tokens: input + output,
        when: { everyMinute: (rate * share) / total },
      })
  }
  return models.length === 0 ? undefined : { load: load.result(), source: joinNames(models, 'and') }
}

/** Requests a second of a model without a rate, as in its schema. */
const DEFAULT_RATE = 10

/** The traffic model next to a config. */
function besides({ source }: LoadedPlan, { folder }: Terminal): readonly string[] {
  const stem = source.name.slice(0, source.name.length - extname(source.name).length)
  const name = ['yaml', 'yml', 'json', 'ts']
    .map(extension => `${stem}.traffic.${extension}`)
    .find(each => existsSync(resolve(folder, each)))
  return name === undefined ? [] : [name]
}

async function readModel(
  file: string,
  plans: readonly LoadedPlan[],
  terminal: Terminal,
): Promise<TrafficModel | string> {
  const [first] = plans
  if (first === undefined) return `${file}: there is no config.`
  const path = resolve(terminal.folder, file)
  const subjects = {
    plans: new Map(plans.map(({ id, plan }) => [id, plan])),
    gateway: first.gateway,
    catalog: cliCatalog(),
  }
  const { model, diagnostics, sentences } = await modelOfFile(file, terminal)(
    subjects,
    projectAbove(path) ?? dirname(path),
  )
  printMalformed(diagnostics, terminal)
  return model ?? sentences[0] ?? `${file} has mistakes.`
}

function requestOf(given: GivenRequest | undefined): ExampleRequest {
  const { path, metadata, body } = asObject(given as Json | undefined)
  return {
    path: typeof path === 'string' ? (path.startsWith('/') ? path : `/v1/${path}`) : USUAL_PATH,
    metadata: asObject(metadata) as JsonObject,
    params: asObject(body) as JsonObject,
  }
}
