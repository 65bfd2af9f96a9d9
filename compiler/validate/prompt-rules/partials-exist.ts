// A template includes partials of the project, which have one version.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { type ParsedPartials, partialTags } from '../../prompts/template-uses.ts'
import {
  type HasPartialVersion,
  type PromptRule,
  type PromptTemplate,
  type ReportTag,
  renameInTag,
} from '../nodes/prompt-context.ts'

export const partialsExist: PromptRule = ({ templates, partials, hasPartialVersion }, _report, reportTag) => {
  for (const template of templates) reportUnknownPartials(template, partials, reportTag, hasPartialVersion)
}

/** Partials of a project are files, which have no versions and labels. */
const VERSIONS: ReadonlySet<string | undefined> = new Set([undefined, 'latest', 'published', '1'])
export const isFileVersion: HasPartialVersion = (_id, version) => VERSIONS.has(version)

export function reportUnknownPartials(
  template: PromptTemplate,
  partials: ParsedPartials,
  reportTag: ReportTag,
  hasVersion: HasPartialVersion = isFileVersion,
): void {
  const known = [...partials.keys()].sort()
  for (const tag of partialTags(template.template)) {
    const { id, version } = tag
    if (partials.has(id)) {
      if (!hasVersion(id, version))
        reportTag(
          'unknown-partial',
          template,
          tag,
          hasVersion === isFileVersion
            ? `The partial ${quoteName(id)} is a file of the project, whose only version is 1.`
            : `The partial ${quoteName(id)} has no version ${quoteName(version ?? '')}.`,
        )
      continue
    }
    const near = suggest(id, known)
    const list =
      near.length > 0 || known.length > 20
        ? didYouMean(near)
        : known.length === 0
          ? ' The project has no partials.'
          : ` Partials: ${joinNames(known, 'and')}.`
    reportTag('unknown-partial', template, tag, `No partial is named ${quoteName(id)}.${list}`, location =>
      renameInTag(location, id, near),
    )
  }
}
