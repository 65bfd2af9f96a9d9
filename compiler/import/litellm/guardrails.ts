// Guardrails of LiteLLM as guardrails of the manifest: every request passes those that are on by default.

import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { addGuardrail, type GuardSide, guardAll } from '../guardrail-draft.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { type ProviderSlots, privateHost } from '../provider-slots.ts'
import { each, instead, itemsOf, objectOf, reportUnread, type Shape } from '../source-shape.ts'
import { guardChecks, guardParameters } from './guardrail-checks.ts'
import { objectAt, type Placed, type Sections } from './sections.ts'

/** The guardrails by their names in the source, each with its sides and their identifiers. */
export type NamedGuardrails = ReadonlyMap<
  string,
  readonly { readonly side: GuardSide; readonly id: string }[]
>

const MODES: Readonly<Record<string, { readonly side: GuardSide; readonly isBeside?: true }>> = byForeignName(
  {
    pre_call: { side: 'input' },
    during_call: { side: 'input', isBeside: true },
    post_call: { side: 'output' },
  },
)

const ITEM: Shape = objectOf({
  ...each(['guardrail_name', 'litellm_params'], 'read'),
  ...each(['guardrail_info', 'guardrail_id'], 'unused'),
})

const PARAMS = objectOf(
  {
    ...each(['guardrail', 'mode', 'default_on'], 'read'),
    ...each(
      ['api_key', 'api_base', 'project_id', 'guardrailIdentifier', 'guardrailVersion', 'model', 'policy_id'],
      'read',
    ),
    ...each(['aws_region_name', 'aws_access_key_id', 'aws_secret_access_key', 'profile_name'], 'read'),
    ...each(
      ['mask_request_content', 'mask_response_content', 'severity_threshold', 'blocklistNames'],
      'read',
    ),
    ...each(['pii_entities_config', 'presidio_analyzer_api_base', 'presidio_language'], 'read'),
    ...each(['template_id', 'location', 'credentials', 'fail_on_error'], 'read'),
    ...each(['presidio_score_thresholds', 'pangea_input_recipe'], 'read'),
    blocked_words: itemsOf(objectOf({ ...each(['keyword', 'action'], 'read'), description: 'unused' })),
    patterns: itemsOf(
      objectOf(each(['pattern_type', 'pattern_name', 'pattern', 'pattern_regex', 'name', 'action'], 'read')),
    ),
    categories: 'read',
    presidio_anonymizer_api_base: 'unused',
    presidio_ad_hoc_recognizers: instead('Patterns of your own are "patterns" of the check default.pii.'),
    output_parse_pii: instead('The check default.pii restores what it replaced: restore: true.'),
    pangea_output_recipe: instead('A guardrail of replies may have a recipe of its own.'),
    unreachable_fallback: instead(
      'A check that cannot be called fails or passes by its parameter failOnError.',
    ),
    on_flagged: instead('A guardrail that only reports has deny: false.'),
  },
  instead('The parameters of the check are in the reference of checks: "portolan checks".'),
)

export function addGuardrails(
  sections: Sections,
  draft: ProjectDraft,
  slots: ProviderSlots,
): NamedGuardrails {
  const named = new Map<string, { side: GuardSide; id: string }[]>()
  const attached = attachedNames(sections)
  for (const item of writtenGuardrails(sections)) {
    reportUnread(item.context, ITEM, item.value, item.at)
    const [params] = isObject(item.value) ? objectAt({ ...item, value: item.value }, 'litellm_params') : []
    const name = String(asObject(item.value)['guardrail_name'] ?? 'guardrail')
    if (params === undefined) {
      left(item, `"${name}" has no litellm_params. It was left out.`)
      continue
    }
    reportUnread(params.context, PARAMS, params.value, params.at)
    const kind = String(params.value['guardrail'])
    if (named.has(name)) {
      left(
        item,
        `Another guardrail has the name "${name}", and is used for all of its requests. This one was left out.`,
      )
      continue
    }
    const checks = guardChecks(kind, guardParameters(params, sections.variables, slots))
    if (checks === undefined) {
      left(
        item,
        kind.includes('.')
          ? `The guardrail "${name}" is code of the source, which cannot be called. A custom check of the manifest may take its place.`
          : `The guardrail "${name}" calls "${kind}", for which there is no check here; default.webhook calls any service. It was left out.`,
      )
      continue
    }
    for (const { parameters } of checks) {
      const host = privateHost(parameters['customHost'] ?? parameters['apiEndpoint'])
      if (host !== undefined) draft.hosts.add(host)
    }
    const isDefault = params.value['default_on'] === true || attached.has(name)
    const sides: { side: GuardSide; id: string }[] = []
    for (const { side, isBeside } of modesOf(params)) {
      const id = addGuardrail(draft, { name, checks, ...(isBeside === true && { isBeside }) })
      if (isDefault) guardAll(draft, id, side)
      sides.push({ side, id })
      if (!isDefault && sides.length === 1)
        item.context.report(
          'import-approximated',
          item.at,
          `A request of the source names "${name}" where it wants it. Here configs, targets and keys do: ${side}_guardrails: [${id}].`,
        )
    }
    named.set(name, sides)
  }
  return named
}

/** Guardrails that a deployment names, as properties of its target. */
export function namedGuards(
  { context, at, value }: Placed,
  guardrails: NamedGuardrails,
): { readonly [name: string]: Json } {
  const found: Record<string, string[]> = {}
  for (const [index, name] of asList(value).entries()) {
    const sides = guardrails.get(String(name))
    if (sides === undefined)
      context.report(
        'import-broken-reference',
        childPointer(at, index),
        `No guardrail that was imported has the name "${String(name)}".`,
      )
    for (const { side, id } of sides ?? []) {
      const property = `${side}_guardrails`
      found[property] = [...(found[property] ?? []), id]
    }
  }
  return found
}

const left = ({ context, at }: Placed, sentence: string): void =>
  context.report('import-not-expressible', at, sentence)

/** The sections of their own, or lists in the settings, of which the old form maps names to callbacks. */
function writtenGuardrails({ others, router }: Sections): readonly Placed[] {
  const sections = [
    ...others.filter(({ name }) => name === 'guardrails'),
    ...router.flatMap(section =>
      isList(section.value['guardrails'])
        ? [
            {
              ...section,
              at: childPointer(section.at, 'guardrails'),
              value: section.value['guardrails'] as Json,
            },
          ]
        : [],
    ),
  ]
  return sections.flatMap(section =>
    asList(section.value).flatMap((value, index): readonly Placed[] => {
      const item: Placed = { context: section.context, at: childPointer(section.at, index), value }
      if (isObject(value) && value['guardrail_name'] !== undefined) return [item]
      left(item, 'An item without a guardrail_name was left out: callbacks are code of the source.')
      return []
    }),
  )
}

function modesOf({
  context,
  at,
  value,
}: Placed<JsonObject>): readonly { side: GuardSide; isBeside?: true }[] {
  const written = value['mode'] ?? 'pre_call'
  const modes = typeof written === 'string' ? [written] : asList(written)
  const place = childPointer(at, 'mode')
  if (isObject(written))
    context.report(
      'import-not-expressible',
      place,
      'Modes by tag have no counterpart: the guardrail runs nowhere.',
    )
  return modes.flatMap(mode => {
    const known = MODES[String(mode)]
    if (known === undefined)
      context.report(
        'import-not-expressible',
        place,
        `The mode "${String(mode)}" was left out: a guardrail runs on requests or replies of models here.`,
      )
    return known ?? []
  })
}

/** Guardrails of policies that are attached to every request. */
function attachedNames({ others }: Sections): ReadonlySet<string> {
  const policies = Object.assign(
    {},
    ...others.filter(({ name }) => name === 'policies').map(({ value }) => asObject(value)),
  ) as JsonObject
  const names = new Set<string>()
  for (const { context, at, value } of others.filter(({ name }) => name === 'policies'))
    for (const [policy, written] of Object.entries(asObject(value)))
      reportUnread(context, POLICY, written, childPointer(at, policy))
  for (const { context, at, value } of others.filter(({ name }) => name === 'policy_attachments'))
    for (const [index, written] of asList(value).entries()) {
      const { policy, scope } = asObject(written)
      reportUnread(context, ATTACHMENT, written, childPointer(at, index))
      if (scope === '*' && typeof policy === 'string')
        for (const name of asList(asObject(asObject(policies[policy])['guardrails'])['add']))
          names.add(String(name))
      else
        context.report(
          'import-not-expressible',
          childPointer(at, index),
          `The policy "${String(policy)}" holds for some requests only, and was left out. Guardrails of a key or a config are its input_guardrails and output_guardrails.`,
        )
    }
  return names
}

const ATTACHMENT: Shape = objectOf(each(['policy', 'scope', 'teams', 'keys', 'models', 'tags'], 'read'))

const POLICY: Shape = objectOf({
  guardrails: objectOf({ add: 'read', remove: instead('List the guardrails of each config.') }),
  description: 'unused',
  ...each(
    ['inherit', 'condition', 'pipeline'],
    instead('Guardrails of a key or a config are its input_guardrails and output_guardrails.'),
  ),
})
