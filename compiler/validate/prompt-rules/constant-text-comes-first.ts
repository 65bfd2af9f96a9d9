// Constant text of a prompt comes before what varies, if there is so much of it that a provider would cache it.
import { parseModelSlug } from '../../facts/model-slug.ts'
import { cacheableTokens, isVarying, varyingPrefix } from '../../prompts/varying-prefix.ts'
import { hasProperty, namedSlugOf } from '../nodes/config-node.ts'
import type { PromptRule, PromptRuleContext } from '../nodes/prompt-context.ts'
import { calledProviders, providersAtSlug } from '../nodes/rule-context.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

export const constantTextComesFirst: PromptRule = (context, _report, reportTag) => {
  const { prompt, templates, partials, isReadable } = context
  const provider = providerOf(context)
  if (!isReadable || provider === 'without a cache') return
  const variables = ownProperty(prompt, 'variables')
  const found = varyingPrefix(
    templates.map(({ template }) => template),
    partials,
    name => {
      const variable = isJsonObject(variables) ? ownProperty(variables, name) : undefined
      return isJsonObject(variable) && isVarying(variable)
    },
  )
  const template = templates[found?.template ?? -1]
  if (found === undefined || template === undefined || found.behind < cacheableTokens(provider)) return
  reportTag(
    'varying-prefix',
    template,
    found.at,
    `A prompt cache ends at "${found.variable}", whose values differ: about ${count(found.behind)} tokens of constant text behind it are billed in full each time. Move the variable behind them.`,
  )
}

const count = (tokens: number): string => tokens.toLocaleString('en-US')

/** The provider of the catalog; undefined if a config or the caller names it. */
function providerOf({ config, prompt }: PromptRuleContext): string | undefined {
  const [node] = config.nodes
  const written = ownProperty(prompt, 'model')
  const slug =
    (typeof written === 'string' ? parseModelSlug(written)?.slug : undefined) ??
    (node && namedSlugOf(node)?.slug)
  const called =
    slug === undefined
      ? node === undefined
        ? []
        : calledProviders(config, node)
      : providersAtSlug(slug, config.catalog, config.environment)
  const known = called.filter(({ stored }) => stored?.custom !== true).map(({ spec }) => spec)
  // Of a pool, a member that caches prompts.
  const spec = known.find(({ capabilities }) => capabilities?.includes('prompt-caching') === true) ?? known[0]
  if (spec === undefined || (node !== undefined && hasProperty(node, 'custom_host'))) return undefined
  return spec.capabilities?.includes('prompt-caching') === true ? spec.id : 'without a cache'
}
