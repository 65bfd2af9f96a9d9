// The templates of a prompt use the variables that it declares, and all of them.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { partialTags, type VariableUse, variableUses } from '../../prompts/template-uses.ts'
import { type PromptRule, renameInTag } from '../nodes/prompt-context.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

export const variablesAreDeclared: PromptRule = (
  { prompt, templates, partials, isReadable },
  report,
  reportTag,
) => {
  const written = ownProperty(prompt, 'variables')
  if (!isReadable || (written !== undefined && !isJsonObject(written))) return
  const declared = written ?? {}
  const names = Object.keys(declared)
  const used = new Set<string>()
  for (const template of templates)
    for (const use of variableUses(template.template, partials)) {
      used.add(use.variable)
      if (Object.hasOwn(declared, use.variable) || mayBeOfAnItem(use, declared)) continue
      const near = suggest(use.variable, names)
      // What was meant is used, under a wrong name.
      for (const meant of near) used.add(meant)
      const inPartial = use.partial === undefined ? '' : ` The partial ${quoteName(use.partial)} uses it.`
      reportTag(
        'unknown-variable',
        template,
        use.at,
        `No variable is named ${quoteName(use.variable)}.${inPartial}${
          near.length > 0 ? didYouMean(near) : ' Declare it in "variables".'
        }`,
        use.partial === undefined ? location => renameInTag(location, use.variable, near) : undefined,
      )
    }
  // A partial that does not exist may use any of them.
  if (templates.some(({ template }) => partialTags(template).some(({ id }) => !partials.has(id)))) return
  for (const name of names)
    if (!used.has(name))
      report(
        'unused-variable',
        { key: childPointer('/variables', name) },
        `No message uses the variable ${quoteName(name)}.`,
      )
}

/** In a section over a list or an object, a name may be that of a property of its items. */
const mayBeOfAnItem = ({ within }: VariableUse, declared: { readonly [name: string]: Json }): boolean =>
  within.some(name => {
    if (!Object.hasOwn(declared, name)) return true
    const type = ownProperty(declared[name], 'type')
    return type === undefined || type === 'array' || type === 'object'
  })
