// The names that a price of the list has. The list has patterns; here they become exact names, or nothing where the runtime finds them
// by itself (values/priced-name.ts): a pattern would also price what is not meant.
import type { MatchLogic, ModelInfo } from '@pydantic/genai-prices'

function matches(rule: MatchLogic, name: string): boolean {
  if ('or' in rule) return rule.or.some(each => matches(each, name))
  if ('and' in rule) return rule.and.every(each => matches(each, name))
  if ('equals' in rule) return rule.equals === name
  if ('starts_with' in rule) return name.startsWith(rule.starts_with)
  if ('ends_with' in rule) return name.endsWith(rule.ends_with)
  if ('contains' in rule) return name.includes(rule.contains)
  return new RegExp(rule.regex).test(name)
}

/** What the rules of a pattern name; what only begins so, also as the previews that Google dates. */
function literals(rule: MatchLogic, list: string): readonly string[] {
  if ('or' in rule) return rule.or.flatMap(each => literals(each, list))
  if ('and' in rule) return rule.and.flatMap(each => literals(each, list))
  if ('equals' in rule) return [rule.equals]
  if ('regex' in rule) return []
  const [text = ''] = Object.values(rule) as readonly string[]
  const name = text.replace(/[-@.]+$/, '')
  if (list === 'google' && name.startsWith('gemini-') && !name.includes('preview'))
    return [name, `${name}-preview`, `${name}-exp`]
  // The second version of one model is named by it at Google's cloud.
  return list === 'google' && name === 'claude-3-5-sonnet' ? [name, `${name}-v2`] : [name]
}

/**
 * Spellings of the list that no API of the host takes: Anthropic writes no dots, and models of AWS have a publisher. GovCloud has prices
 * of its own, which the patterns of other regions also match.
 */
const NOT_CALLED: { readonly [list: string]: RegExp } = {
  anthropic: /\.|-4-2025$|^claude-v2$|^claude-[45]-(?:\d-)?(?:opus|sonnet|haiku)$/,
  aws: /^[^.]+$|^(?:claude|gpt)-|^us-gov\./,
  cerebras: /^cerebras[/:]/,
  google: /^claude-[45]-(?:\d-)?(?:opus|sonnet)$|^claude-.*\d\.\d|\/|-4-2025$/,
}

/** Other names of a model that the list means by this entry and by no other before it. */
const namesOf = (model: ModelInfo, models: readonly ModelInfo[], list: string): readonly string[] =>
  [...new Set(literals(model.match, list))].filter(
    name =>
      name !== model.id &&
      !name.startsWith('ft:') &&
      NOT_CALLED[list]?.test(name) !== true &&
      models.find(({ match }) => matches(match, name)) === model,
  )

/** The list's word for the price of any region but the global one; no call names a model by it. */
const REGIONAL = /^regional\./

/** Whether it is the price of every region but the global one. */
export const isRegional = ({ id }: ModelInfo): boolean => REGIONAL.test(id)

const CLASSES = ['', 'us.', 'eu.', 'jp.', 'apac.', 'au.'] as const

/** The names under which a model is called, the one that lists show first. */
export function calledNames(model: ModelInfo, models: readonly ModelInfo[], list: string): readonly string[] {
  const { id } = model
  const also = namesOf(model, models, list)
  if (REGIONAL.test(id)) {
    const bare = id.replace(REGIONAL, '')
    const called = CLASSES.map(each => `${each}${bare}`).filter(name => matches(model.match, name))
    return called[0] === bare ? [bare, ...also] : [...called, ...also]
  }
  const name = id.replace(/-$/, '')
  // Some entries are named shorter than what clients call.
  const isCalled =
    NOT_CALLED[list]?.test(id) !== true && (matches(model.match, id) || matches(model.match, name))
  const [first, ...others] = also
  return isCalled || first === undefined ? [name, ...also] : [first, ...others]
}
