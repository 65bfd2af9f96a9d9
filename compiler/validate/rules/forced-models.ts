// Rules about the models that a config forces, with what is known of them at the providers that are called.

import { parameters } from '../../../schemas/generated/parameters.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { ModelAdvice, ModelLimit } from '../../facts/catalog.ts'
import { parseModelSlug } from '../../facts/model-slug.ts'
import type { ParsedSource } from '../../source.ts'
import { type ConfigNode, isLeaf, nearestWithProperty } from '../nodes/config-node.ts'
import { effectiveOverrides, OVERRIDES, overridingNode } from '../nodes/overrides.ts'
import { bindingSettings } from '../nodes/provider-settings.ts'
import { calledProviders, type Rule, type RuleContext } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { reportLife } from '../reporting/report-life.ts'
import { ownProperty } from '../values/json-values.ts'

/** The model that a config forces is one that its provider serves, as far as that is known: most names are not. */
export const modelIsServed: Rule = (context, report) => {
  // The names of a pool are checked where they are written.
  for (const { spec, model, isWritten, overrides, at, advice, settings } of forcedModels(context)) {
    if (!isWritten) continue
    const named = { spec, model, written: String(overrides['model']), at: at('model') }
    const aliases = aliasesOf(settings)
    if (aliases.length === 0) reportModel(context.parsed, report, { ...named, advice })
    else reportAlias(context.parsed, report, { ...named, aliases })
  }
}

/** The names of the deployments that are set, which their owner chose. */
const aliasesOf = (settings: Readonly<Record<string, unknown>>): readonly string[] => {
  const { deployments } = settings
  return Array.isArray(deployments)
    ? deployments.flatMap(({ alias }) => (typeof alias === 'string' ? [alias] : []))
    : []
}

const joined = (name: string): string => name.toLowerCase().replaceAll(/[-._ ]/g, '')

/** Whether two names differ in what joins their parts, or in words: other digits, and other letters next to them, are another version. */
function isSlip(written: string, name: string): boolean {
  if (joined(written) === joined(name)) return true
  const [parts, others] = [written.split(/[-._ ]/), name.split(/[-._ ]/)]
  return (
    parts.length === others.length &&
    parts.every((part, index) => part === others[index] || [part, others[index]].every(isWord))
  )
}

const isWord = (part: string | undefined): boolean => /^[a-z]{3,}$/i.test(part ?? '')

/** Another name is served by the default, or is that of a deployment. */
function reportAlias(
  parsed: ParsedSource,
  report: ReportAt,
  { spec, model, written, at, aliases }: Omit<NamedModel, 'advice'> & { readonly aliases: readonly string[] },
): void {
  const near = aliases.includes(model) ? [] : suggest(model, aliases).filter(alias => isSlip(model, alias))
  if (near.length === 0) return
  const slug = written.slice(0, written.length - model.length)
  const message = `No deployment of ${spec.name} has the alias ${quoteName(model)} here.${didYouMean(near)}`
  const meant = near.map(name => slug + name)
  report('misspelled-model', at, message, { fix: replaceWithOnly(parsed, at, written, meant) })
}

interface NamedModel {
  readonly spec: ProviderSpec
  readonly model: string
  /** The model, with a slug before it or not. */
  readonly written: string
  readonly at: Pointer
  readonly advice: ModelAdvice
}

/** What is probably wrong with the name of a model. */
export function reportModel(
  parsed: ParsedSource,
  report: ReportAt,
  { spec, model, written, at, advice }: NamedModel,
): void {
  const slug = written.slice(0, written.length - model.length)
  if (advice.near.length > 0) {
    const meant = advice.near.map(name => slug + name)
    const message = `${spec.name} has no model ${quoteName(model)} that is known.${didYouMean(advice.near)}`
    report('misspelled-model', at, message, { fix: replaceWithOnly(parsed, at, written, meant) })
  }
  if (advice.vendor !== undefined) {
    const message = `${quoteName(model)} is a model of ${advice.vendor}, and ${spec.name} serves only its own.`
    report('model-of-another-vendor', at, message)
  }
}

/** It is one that its provider still serves, and will for the days of notice. */
export const modelHasNotEnded: Rule = (context, report) => {
  const { lives } = context.catalog
  if (lives === undefined) return
  for (const { spec, model, isWritten, overrides, at } of forcedModels(context))
    if (isWritten)
      reportLife(
        context.parsed,
        report,
        { spec, model, written: String(overrides['model']), at: at('model') },
        lives,
      )
}

/** The same limit under the names that routes have for it. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['max_tokens', 'max_completion_tokens', 'max_output_tokens'],
}

const SUBJECTS: { readonly [of in ModelLimit['of']]: (forced: ForcedModel) => string } = {
  provider: ({ spec }) => `${spec.name} accepts`,
  model: ({ model }) => `${quoteName(model)} accepts`,
  window: ({ model }) => `${quoteName(model)} has a context window of`,
}

/** Overrides are within the limits of the model that the config forces, and of its provider. */
export const overrideFitsTheModel: Rule = (context, report) => {
  for (const forced of forcedModels(context))
    for (const limit of forced.advice.limits)
      for (const name of ALSO[limit.name] ?? [limit.name]) {
        const value = forced.overrides[name]
        // Outside of the interface it is reported already.
        if (typeof value !== 'number' || value <= limit.maximum || value > highestOf(name)) continue
        const most = limit.of === 'window' ? `${limit.maximum} tokens` : `at most ${limit.maximum}`
        report(
          'override-out-of-range',
          forced.at(name),
          `The override of ${quoteName(name)} is ${value}, but ${SUBJECTS[limit.of](forced)} ${most}.`,
        )
      }
}

const highestOf = (name: string): number => parameters[name]?.maximum ?? Number.POSITIVE_INFINITY

export interface ForcedModel {
  readonly node: ConfigNode
  readonly spec: ProviderSpec
  /** Of the stored provider and the node. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Without a slug. */
  readonly model: string
  /** Whether the config has it; another name is that of a member of a pool. */
  readonly isWritten: boolean
  readonly overrides: JsonObject
  /** Where an override of this name is written. */
  readonly at: (name: string) => Pointer
  readonly advice: ModelAdvice
}

/** Models at custom hosts are not known, and neither are deployments, whose names their owners choose. */
export function* forcedModels(context: RuleContext): Generator<ForcedModel> {
  const { modelAdvice } = context.catalog
  // Warnings of header configs are not shown to anyone.
  if (modelAdvice === undefined || context.environment.origin === 'request') return
  const known = new Map<ConfigNode, JsonObject>()
  for (const node of context.nodes) {
    if (!isLeaf(node) || ownProperty(node.value, 'passthrough') === true) continue
    if (nearestWithProperty(node, 'custom_host') !== undefined) continue
    const overrides = effectiveOverrides(node, known)
    const named = overrides['model']
    if (typeof named !== 'string') continue
    const written = parseModelSlug(named)?.model ?? named
    const at = (name: string): Pointer =>
      childPointer(childPointer(overridingNode(node, name).pointer, OVERRIDES), name)
    // Of a pool, every model that a member is sent.
    const found = new Set<string>()
    for (const { spec, stored, modelOf } of calledProviders(context, node)) {
      const model = stored?.custom === true ? undefined : modelOf(written)
      if (model === undefined || found.has(`${spec.id} ${model}`)) continue
      found.add(`${spec.id} ${model}`)
      yield {
        node,
        spec,
        settings: { ...stored?.settings, ...bindingSettings(node) },
        model,
        isWritten: model === written,
        overrides,
        at,
        advice: modelAdvice(spec, model),
      }
    }
  }
}
