// The routes of versions of prompts: they never change; labels and the publication lead to them.
import { isFileVersion } from '../../../../compiler/validate/prompt-rules/partials-exist.ts'
import { asText } from '../../../../schemas/values/json.ts'
import { failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest, Handlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageReply } from '../../core/pages.ts'
import { labelsOf, namedLabels } from '../../resources/prompts/label.ts'
import { PROMPT, versionNumber } from '../../resources/prompts/saved-template.ts'
import { showProjectVersion, showPromptVersion } from '../../resources/prompts/show-prompt.ts'
import {
  canonicalName,
  type FoundTemplate,
  findTemplate,
  findVersion,
  publishVersion,
  versionsOf,
  writeTemplate,
} from './template-writes.ts'

type Context = WriteSources & Pick<ControlSources, 'prompts' | 'partials' | 'organisation'>

type PromptVersionOperation =
  | 'listPromptVersions'
  | 'readPromptVersion'
  | 'labelPromptVersion'
  | 'publishPrompt'

const nameOf = ({ path }: ApiRequest, context: Context): string =>
  canonicalName(PROMPT, path['promptId'] ?? '', context)
const versionOf = ({ path }: ApiRequest): string => path['version'] ?? ''

/** The version of a path: a number, `latest`, `published`, or a label. */
function numberOf(context: Context, { head }: FoundTemplate, name: string): number | undefined {
  const number = versionNumber(head, name)
  if (number !== undefined) return number
  const labels = namedLabels(context, head)
  return Object.hasOwn(labels, name) ? labels[name] : undefined
}

export const promptVersionHandlers: Handlers<PromptVersionOperation, Context> = {
  listPromptVersions: async (request, context) => {
    const name = nameOf(request, context)
    const own = Object.hasOwn(context.prompts ?? {}, name) ? context.prompts?.[name] : undefined
    if (own !== undefined)
      return pageReply([own], request, prompt => showProjectVersion(name, prompt, context))
    const found = findTemplate(PROMPT, request, context, name)
    if (isFailure(found)) return found
    return pageReply(versionsOf(PROMPT, found), request, version =>
      showPromptVersion(found.head, context, version),
    )
  },
  readPromptVersion: async (request, context) => {
    const [name, wanted] = [nameOf(request, context), versionOf(request)]
    const own = Object.hasOwn(context.prompts ?? {}, name) ? context.prompts?.[name] : undefined
    if (own !== undefined)
      return isFileVersion(name, wanted)
        ? { body: showProjectVersion(name, own, context) }
        : failure('not_found', `Prompt ${quoted(name)} has no version ${quoted(String(wanted))}.`)
    const found = findTemplate(PROMPT, request, context, name)
    if (isFailure(found)) return found
    const version = findVersion(PROMPT, found, numberOf(context, found, wanted), wanted)
    return isFailure(version) ? version : { body: showPromptVersion(found.head, context, version) }
  },
  labelPromptVersion: async (request, context) => {
    const found = findTemplate(PROMPT, request, context, nameOf(request, context))
    if (isFailure(found)) return found
    const wanted = versionOf(request)
    const version = findVersion(PROMPT, found, numberOf(context, found, wanted), wanted)
    if (isFailure(version)) return version
    const { label, label_id: id } = request.body
    const { head } = found
    const name = asText(label) ?? asText(id)
    const known = labelsOf(context, head.workspace)
    const chosen =
      name === undefined ? undefined : findNamed(known, name, each => ({ id: each.id, slug: each.name }))
    if (name !== undefined && chosen === undefined)
      return failure('not_found', `There is no label ${quoted(name)}.`, {
        param: asText(label) === undefined ? 'label_id' : 'label',
      })
    const others = Object.entries(head.labels).filter(([each, number]) =>
      chosen === undefined ? number !== version.version : each !== chosen.id,
    )
    const written = await writeTemplate(PROMPT, request, context, {
      action: 'label',
      before: found,
      after: {
        ...head,
        labels: {
          ...Object.fromEntries(others),
          ...(chosen === undefined ? {} : { [chosen.id]: version.version }),
        },
      },
    })
    return isFailure(written) ? written : { ...written, body: {} }
  },
  publishPrompt: async (request, context) => {
    const found = findTemplate(PROMPT, request, context, nameOf(request, context))
    return isFailure(found) ? found : await publishVersion(PROMPT, request, context, found)
  },
}
