// Validates what the schema of a plan cannot express and the linker relies on: indexes point downwards and into
// their lists, tables fit their children, and `requires` and `needs` are correct.
import type {
  Bundle,
  ConditionalNode,
  Edge,
  Plan,
  PlanNode,
  PlanPrompt,
  StatusSet,
  WeightTable,
} from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { Json } from '../../schemas/values/json.ts'
import { templateStrings } from '../prompts/message-strings.ts'
import { type ParsedTemplate, parseTemplate } from '../prompts/parse-template.ts'
import { type ParsedPartials, partialCycle, partialTags } from '../prompts/template-uses.ts'
import { needsOf, requiresOf } from './requires.ts'
import { stepChildren } from './step.ts'

/** Limits of a walk from the root, so that no bundle makes a runtime walk forever. */
const MAX_PATHS = 1_000_000
const MAX_DEPTH = 1_000

/** The errors of one plan that matches its schema, as sentences that name the plan. */
export function planErrors([id, plan]: readonly [string, Plan]): readonly string[] {
  const errors = [
    ...plan.nodes.flatMap((node, index) =>
      nodeErrors(plan, node, index).map(error => `node ${index} ${error}`),
    ),
    ...edgeErrors(plan.root, plan.nodes.length, 'nodes').map(error => `root ${error}`),
  ]
  const all = errors.length === 0 ? [...summaryErrors(plan), ...sizeErrors(plan)] : errors
  return all.map(error => `plan "${id}": ${error}.`)
}

function nodeErrors(plan: Plan, node: PlanNode, index: number): readonly string[] {
  const edges = node.children.flatMap(edge => edgeErrors(edge, index, 'nodes before it'))
  return edges.length === 0 ? kindErrors(plan, node) : edges
}

function kindErrors(plan: Plan, node: PlanNode): readonly string[] {
  switch (node.kind) {
    case 'call':
      return statusSetErrors(node.attempt.onStatus)
    case 'loadbalance':
      return weightTableErrors(node.draw, node.children.length)
    case 'fallback':
      return statusSetErrors(node.onStatus)
    case 'conditional':
      return conditionalErrors(node)
    case 'cache':
      return node.children.every(edge => plan.nodes[edge.node]?.kind === 'call')
        ? []
        : ['caches a node that is not a call']
    case 'guard':
      return []
  }
}

function edgeErrors(edge: Edge, count: number, description: string): readonly string[] {
  return [
    ...(edge.node < count ? [] : [`leads to node ${edge.node}, but there are ${count} ${description}`]),
    ...(/^(\/([^/~]|~[01])*)*$/.test(edge.path)
      ? []
      : [`has an edge at ${JSON.stringify(edge.path)}, which is not a JSON Pointer`]),
  ]
}

function statusSetErrors(set: StatusSet): readonly string[] {
  const isValid = set.every(([low, high], index) => low <= high && low > (set[index - 1]?.[1] ?? 0))
  return isValid ? [] : ['has status ranges that are not sorted and disjoint']
}

function conditionalErrors({ children, steps, otherwise }: ConditionalNode): readonly string[] {
  const indexes = [otherwise, ...steps.flatMap(stepChildren)]
  const invalid = indexes.filter(index => index < 0 || index >= children.length)
  return invalid.length === 0
    ? []
    : [`has steps to the children ${invalid.join(', ')}, but there are ${children.length}`]
}

/** Every random number must select a child, and the guide table must never start too late. */
function weightTableErrors({ weights, cumulative, guide }: WeightTable, children: number): readonly string[] {
  if (weights.length !== children || cumulative.length !== children)
    return [`has ${weights.length} weights and ${cumulative.length} intervals for ${children} children`]
  const rises = cumulative.every((end, index) => end >= (cumulative[index - 1] ?? 0))
  if (!rises || cumulative.at(-1) !== 1) return ['has intervals that do not rise to 1']
  return isGuideTableValid(guide, cumulative) ? [] : ['has a guide table that starts past the selected child']
}

/** Whether every bucket starts at or before the first child whose interval ends after the bucket's start. */
function isGuideTableValid(guide: readonly number[], cumulative: readonly number[]): boolean {
  let child = 0
  const isValid = guide.every((start, bucket) => {
    while ((cumulative[child] ?? 1) <= bucket / guide.length) child += 1
    return start >= 0 && start <= child
  })
  return isValid && guide.length > 0
}

function summaryErrors({ nodes, requires, needs }: Plan): readonly string[] {
  return [
    ...(canonicalJson(requires) === canonicalJson(requiresOf(nodes))
      ? []
      : ['"requires" is not what its nodes require']),
    ...(canonicalJson(needs) === canonicalJson(needsOf(nodes)) ? [] : ['"needs" is not what its nodes read']),
  ]
}

/** Counted bottom-up, since a walk from the root is what this limits. */
function sizeErrors({ nodes }: Plan): readonly string[] {
  const pathCounts: number[] = []
  const depths: number[] = []
  for (const { children } of nodes) {
    pathCounts.push(children.reduce((sum, edge) => sum + (pathCounts[edge.node] ?? 0), 1))
    depths.push(children.reduce((deepest, edge) => Math.max(deepest, 1 + (depths[edge.node] ?? 0)), 1))
  }
  return [
    ...(pathCounts.every(count => count <= MAX_PATHS) ? [] : [`has more than ${MAX_PATHS} paths`]),
    ...(depths.every(count => count <= MAX_DEPTH) ? [] : [`has more than ${MAX_DEPTH} levels`]),
  ]
}

// Validates what the schema cannot express of the prompts of a bundle, and the runtime relies on: templates are well formed,
// partials exist and end, and plans name prompts that there are.

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
