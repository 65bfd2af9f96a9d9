// What a prompt has besides its own properties are parameters of chats that some provider knows, with plausible values.
import { parameters } from '../../../schemas/generated/parameters.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { PromptRule } from '../nodes/prompt-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { reportParameterValue } from '../values/request-parameters.ts'

/** The older name of the limit of output tokens. */
const ALIAS = 'max_tokens'
const OUTPUT_LIMIT = 'max_completion_tokens'

export const promptParametersAreKnown: PromptRule = ({ config: { parsed }, prompt, ownNames }, report) => {
  for (const [name, value] of Object.entries(prompt)) {
    if (ownNames.includes(name)) continue
    const at = childPointer('', name)
    const fact = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (fact === undefined) {
      const near = suggest(name, [...ownNames, ...Object.keys(parameters)])
      report(
        'unknown-property',
        { key: at },
        `${quoteName(name)} is neither a property of a prompt nor a known parameter of requests.${didYouMean(near)}`,
        { fix: replaceWithOnly(parsed, { key: at }, undefined, near) },
      )
      continue
    }
    reportParameterValue(report, quoteName(name), name, value, at, fact)
    if (name !== ALIAS) continue
    if (Object.hasOwn(prompt, OUTPUT_LIMIT))
      report('setting-without-effect', { key: at }, `"${ALIAS}" has no effect beside "${OUTPUT_LIMIT}".`)
    else
      report('alias-setting', { key: at }, `"${ALIAS}" is read as "${OUTPUT_LIMIT}".`, {
        fix: replaceWithOnly(parsed, { key: at }, undefined, [OUTPUT_LIMIT]),
      })
  }
}
