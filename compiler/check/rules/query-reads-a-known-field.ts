// The keys of a query start with a context of the interface and follow its syntax.
import { queryContexts } from '../../../schemas/generated/facts.ts'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { quoted } from '../../diagnostics/words.ts'
import { queryParts } from '../query.ts'
import { rewriteToOnly } from '../rewrite.ts'
import type { Rule } from '../rule.ts'

const CONTEXTS = 'A query may read metadata.<key>, params.<path> and url.pathname.'
const PATH = /^[^.[\]]+(\[\d+\])*(\.[^.[\]]+(\[\d+\])*)*$/

/** What is wrong with the part of a key after its context. */
function faultOf(context: string, rest: string | undefined): string | undefined {
  if (context === 'url.pathname')
    return rest === undefined ? undefined : '"url.pathname" is the whole path and takes no suffix'
  if (rest === undefined || rest === '') return `"${context}" must be followed by a dot and a field name`
  if (context === 'params' && !PATH.test(rest))
    return 'use dots for objects and [n] for lists, as in params.messages[0].role'
  return undefined
}

function contextOf(
  name: string,
): { readonly context: string; readonly rest: string | undefined } | undefined {
  const context = queryContexts.find(each => name === each || name.startsWith(`${each}.`))
  if (context === undefined) return undefined
  return { context, rest: name === context ? undefined : name.slice(context.length + 1) }
}

/** Suggested keys: the same with the context spelled correctly. */
function nearKeys(name: string): readonly string[] {
  if (name.startsWith('url.')) return ['url.pathname']
  const dot = name.indexOf('.')
  if (dot === -1) return []
  return suggest(name.slice(0, dot), ['metadata', 'params']).map(context => context + name.slice(dot))
}

export const queryReadsAKnownField: Rule = (subject, tell) => {
  for (const part of queryParts(subject)) {
    if (part.part !== 'field') continue
    const { name, pointer } = part
    const spot = { key: pointer }
    const found = contextOf(name)
    if (found !== undefined) {
      const fault = faultOf(found.context, found.rest)
      if (fault !== undefined) tell('malformed-field', spot, `${quoted(name)} is not a field: ${fault}.`)
      continue
    }
    if (/^headers?(\.|$)/.test(name)) {
      const message = `${quoted(name)} would read a header, which is not part of the interface. Send the value in the metadata and read metadata.<key>.`
      tell('unknown-context', spot, message)
      continue
    }
    const near = nearKeys(name)
    const bare = name.includes('.')
      ? ''
      : ` Write "params.${name}" for a field of the body, "metadata.${name}" for the metadata.`
    tell(
      'unknown-context',
      spot,
      `${quoted(name)} does not start with a known context.${didYouMean(near)}${bare}`,
      {
        notes: near.length > 0 ? [] : [{ message: CONTEXTS }],
        fix: rewriteToOnly(subject.parsed, spot, undefined, near),
      },
    )
  }
}
