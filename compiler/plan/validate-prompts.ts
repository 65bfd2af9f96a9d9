// Validates what the schema cannot express of the prompts of a bundle, and the runtime relies on: templates are well formed,
// partials exist and end, and plans name prompts that there are.
import type { Bundle, PlanPrompt } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import { templateStrings } from '../prompts/message-strings.ts'
import { type ParsedTemplate, parseTemplate } from '../prompts/parse-template.ts'
import { type ParsedPartials, partialCycle, partialTags } from '../prompts/template-uses.ts'

/** The errors, as sentences that name the prompt or partial. */
export function promptErrors({
  prompts = {},
  partials = {},
  plans,
  gateway: { external = [] },
}: Pick<Bundle, 'prompts' | 'partials' | 'plans' | 'gateway'>): readonly string[] {
  const parsed = new Map(Object.entries(partials).map(([id, text]) => [id, parseTemplate(text)]))
  const known: ParsedPartials = new Map(Array.from(parsed, ([id, { template }]) => [id, template]))
  return [
    ...Array.from(parsed, ([id, template]) => [
      ...templateErrors(`partial "${id}"`, template, known),
      ...(partialCycle(id, known) === undefined ? [] : [`partial "${id}": it includes itself.`]),
    ]).flat(),
    ...Object.entries(prompts).flatMap(([id, prompt]) => messageErrors(id, prompt, known)),
    ...Object.entries(plans).flatMap(([id, { prompt }]) =>
      prompt === undefined || Object.hasOwn(prompts, prompt) || external.includes(prompt)
        ? []
        : [`plan "${id}": there is no prompt "${prompt}".`],
    ),
  ]
}

/** The mistakes in the templates of one prompt. */
const messageErrors = (
  id: string,
  { messages }: Pick<PlanPrompt, 'messages'>,
  partials: ParsedPartials,
): readonly string[] =>
  Array.from(templateStrings(messages as readonly Json[], ''), ([, text]) =>
    templateErrors(`prompt "${id}"`, parseTemplate(text), partials),
  ).flat()

const templateErrors = (
  name: string,
  { template, errors }: ParsedTemplate,
  partials: ParsedPartials,
): readonly string[] => [
  ...errors.map(({ message }) => `${name}: ${message}`),
  ...partialTags(template).flatMap(tag =>
    partials.has(tag.id) ? [] : [`${name}: there is no partial "${tag.id}".`],
  ),
]
