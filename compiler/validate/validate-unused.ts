// What nothing uses: configs, providers and guardrails that no request can reach, and slugs of "external" that the project names nowhere.
// Callers may name any config, so that is known only where every key is restricted to a default config and no store has further keys.
import type { Bundle, Gateway } from '../../schemas/generated/types.ts'
import { quoteName } from '../../schemas/values/format-names.ts'
import type { Json } from '../../schemas/values/json.ts'
import { childPointer } from '../../schemas/values/pointer.ts'
import { type CallerFacts, everyCaller } from '../analyse/flows/callers.ts'
import { externalUses } from '../plan/external-uses.ts'
import type { ParsedSource } from '../source.ts'
import { externalSlugs } from './nodes/manifest-parts.ts'
import type { ReportAt } from './reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from './values/json-values.ts'

export interface ProjectTexts {
  readonly gateway: CallerFacts & Pick<Gateway, 'external'>
  readonly manifest: ParsedSource
  readonly configs: ReadonlyMap<string, ParsedSource>
  /** What is read of prompts and partials. */
  readonly prompts: readonly Json[]
}

/** `reportConfig` reports in the text of a config. */
export function validateUnused(
  { gateway, manifest, configs, prompts }: ProjectTexts,
  report: ReportAt,
  reportConfig: (id: string, code: 'unused-definition', message: string) => void,
): void {
  if (gateway.external !== undefined || everyCaller(gateway).some(caller => caller.choosesRoutes)) return
  const named = new Set<string>()
  const { flows: _, ...settings } = isJsonObject(manifest.value) ? manifest.value : {}
  const values = Array.from(configs.values(), ({ value }) => value)
  for (const value of [settings, ...values, ...prompts]) collectNames(value, named)
  // A target without a provider takes that of the request, which may be any.
  const isOpen = values.some(takesAnyProvider)
  for (const kind of ['providers', 'guardrails'] as const) {
    const defined = ownProperty(manifest.value, kind)
    for (const name of isJsonObject(defined) ? Object.keys(defined) : []) {
      if (named.has(name) || (kind === 'providers' && isOpen)) continue
      const what = kind === 'providers' ? 'provider' : 'guardrail'
      report(
        'unused-definition',
        { key: childPointer(childPointer('', kind), name) },
        `No config names the ${what} ${quoteName(name)}, and callers can name none.`,
      )
    }
  }
  for (const id of configs.keys())
    if (!named.has(id))
      reportConfig(
        id,
        'unused-definition',
        `No key has the config ${quoteName(id)} as its default, and callers can name none.`,
      )
}

/** Every string of a value, as the name that it may be: `@slug/model` and `@slug` are slugs. */
function collectNames(value: Json, names: Set<string>): void {
  if (typeof value === 'string') names.add(value).add(value.replace(/^@([^/]*).*$/s, '$1'))
  else if (isJsonArray(value)) for (const item of value) collectNames(item, names)
  else if (isJsonObject(value)) for (const item of Object.values(value)) collectNames(item, names)
}

function takesAnyProvider(value: Json): boolean {
  if (isJsonArray(value)) return value.some(takesAnyProvider)
  if (!isJsonObject(value)) return false
  if (value['passthrough'] === true) return true
  return Object.values(value).some(takesAnyProvider)
}

/** A deadline of a pool that is not shorter than any timeout is never broken: the timeout ends the call before. */
export function validateDeadlines(
  { gateway, plans }: Pick<Bundle, 'gateway' | 'plans'>,
  report: ReportAt,
): void {
  const { pools = {}, limits } = gateway
  const timeouts = Object.values(plans).flatMap(({ nodes }) =>
    nodes.flatMap(node => (node.kind === 'call' ? (node.attempt.timeout ?? []) : [])),
  )
  const longest = Math.max(limits.request_timeout, ...timeouts)
  for (const [slug, { headers, content }] of Object.entries(pools))
    for (const [name, deadline] of Object.entries({ headers, content }))
      if (deadline !== undefined && deadline.base >= longest)
        report(
          'setting-without-effect',
          `${childPointer('/providers', slug)}/pool/deadlines/${name}/base`,
          `The deadline "${name}" has no effect: no call may take longer than ${longest} milliseconds, the longest timeout of the project.`,
        )
}

export function validateExternal(
  { value }: Pick<ParsedSource, 'value'>,
  bundle: Pick<Bundle, 'gateway' | 'plans' | 'prompts'>,
  report: ReportAt,
): void {
  const slugs = externalSlugs(value)
  if (slugs.length === 0) return
  const { gateway } = bundle
  const used = new Set(Object.values(externalUses(bundle)).flat())
  for (const [index, slug] of slugs.entries()) {
    if (used.has(slug) || slugs.indexOf(slug) < index) continue
    const owner = Object.hasOwn(gateway.providers, slug)
      ? 'the manifest defines the provider itself'
      : Object.hasOwn(gateway.secretReferences ?? {}, slug)
        ? 'the manifest defines the secret reference itself'
        : Object.hasOwn(bundle.prompts ?? {}, slug)
          ? 'the project has the prompt itself'
          : 'no config, prompt or provider of the project names it'
    report(
      'setting-without-effect',
      childPointer('/external', index),
      `${quoteName(slug)} of "external" has no effect: ${owner}.`,
    )
  }
}
