// A model of embeddings is called for embeddings, another one for the rest, and a fallback after a context that is too long has a longer one.
import { routeNames } from '../../../schemas/generated/facts.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { conditionsOf } from '../nodes/conditions.ts'
import { type ConfigNode, stringProperty } from '../nodes/config-node.ts'
import { type Rule, strategyMode } from '../nodes/rule-context.ts'
import { listedKinds } from '../nodes/trigger-lists.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'
import { type ForcedModel, forcedModels } from './forced-models.ts'

/** Parameters of one kind of request, which the other does not have. */
const OF_EMBEDDINGS = ['dimensions', 'encoding_format', 'input_type']
const OF_CHATS = [
  'messages',
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'tools',
  'tool_choice',
  'response_format',
  'reasoning_effort',
  'stop',
  'system',
]

const EMBEDDINGS = '/v1/embeddings'
const CHATS: ReadonlySet<string> = new Set(
  ['chat/completions', 'completions', 'messages', 'responses']
    .filter(name => routeNames.includes(name))
    .map(name => `/v1/${name}`),
)

/** Models by the leaf that forces them, where all that is known of them is of one kind. */
const byLeaf = (models: Iterable<ForcedModel>): ReadonlyMap<ConfigNode, ForcedModel> =>
  new Map(Array.from(models, model => [model.node, model]))

export const modelIsOfTheKind: Rule = (context, report) => {
  const forced = byLeaf(forcedModels(context))
  for (const { model, advice, overrides, at } of forced.values()) {
    if (advice.embeds === undefined) continue
    const misfits = (advice.embeds ? OF_CHATS : OF_EMBEDDINGS).filter(name => Object.hasOwn(overrides, name))
    const [first] = misfits
    if (first !== undefined)
      report(
        'model-of-another-kind',
        { key: at(first) },
        `${joinNames(misfits.map(quoteName), 'and')} ${misfits.length === 1 ? 'is a parameter' : 'are parameters'} of ${advice.embeds ? 'chats' : 'embeddings'}, and ${quoteName(model)} ${advice.embeds ? 'makes only embeddings' : 'makes none'}.`,
      )
  }
  for (const node of context.nodes) {
    const mode = strategyMode(context, node)
    const [first, ...others] = node.targets.flatMap(target => forced.get(target) ?? [])
    if (first !== undefined && (mode === 'fallback' || mode === 'loadbalance')) {
      const other = others.find(
        ({ advice }) => advice.embeds !== undefined && advice.embeds !== first.advice.embeds,
      )
      if (other !== undefined && first.advice.embeds !== undefined)
        report(
          'model-of-another-kind',
          other.at('model'),
          `${quoteName(other.model)} ${other.advice.embeds ? 'makes embeddings' : 'makes no embeddings'}, unlike ${quoteName(first.model)}: no request can be served by both.`,
          { notes: [{ at: first.at('model'), message: 'the other target' }] },
        )
    }
    for (const { value } of conditionsOf(context, node)) {
      const target = node.targets.find(each => stringProperty(each, 'name') === ownProperty(value, 'then'))
      const model = target && forced.get(target)
      if (model?.advice.embeds === undefined) continue
      const paths = pathsOf(ownProperty(ownProperty(value, 'query'), 'url.pathname'))
      const misfits = paths.filter(path => (model.advice.embeds ? CHATS.has(path) : path === EMBEDDINGS))
      if (misfits.length > 0 && misfits.length === paths.length)
        report(
          'model-of-another-kind',
          model.at('model'),
          `The condition sends requests of ${quoteName(String(misfits[0]))} here, and ${quoteName(model.model)} makes ${model.advice.embeds ? 'only' : 'no'} embeddings.`,
        )
    }
  }
}

/** The paths of `/v1/embeddings`, `{ $eq: … }` and `{ $in: […] }`. */
function pathsOf(operand: Json | undefined): readonly string[] {
  const value = ownProperty(operand, '$eq') ?? ownProperty(operand, '$in') ?? operand
  return (isJsonArray(value) ? value : [value]).filter(path => typeof path === 'string')
}

export const nextTargetHasALongerContext: Rule = (context, report) => {
  const forced = byLeaf(forcedModels(context))
  for (const node of context.nodes) {
    const strategy = ownProperty(node.value, 'strategy')
    const index = listedKinds(strategy).indexOf('context_length')
    if (index < 0 || strategyMode(context, node) !== 'fallback' || node.targets.length < 2) continue
    const windows = node.targets.map(target => forced.get(target)?.advice.context)
    const [first, ...others] = windows
    if (first === undefined || !others.every(window => window !== undefined && window <= first)) continue
    report(
      'no-longer-context',
      childPointer(childPointer(childPointer(node.pointer, 'strategy'), 'on_errors'), index),
      `No target has a longer context than the first, of ${first} tokens: a request that is too long for it is too long for all.`,
    )
  }
}
