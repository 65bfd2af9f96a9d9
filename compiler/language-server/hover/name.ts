// What a name stands for: its definition in a sentence, and how often it is used.

import { pluralize } from '../../../schemas/values/format-names.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import { fileNamed, type Occurrence, occurrencesOf } from '../names.ts'
import { manifestOf, type ProjectFile, type ProjectView } from '../project-view.ts'
import { providerOfSlug } from '../words.ts'

/** Lines of Markdown. */
export function consequencesOfName(
  project: ProjectView,
  file: ProjectFile,
  name: Occurrence,
): readonly string[] {
  return [...definitionLines(project, name), ...(name.isDefinition ? usesOf(project, file, name) : [])]
}

function definitionLines(project: ProjectView, name: Occurrence): readonly string[] {
  const manifest = asObject(manifestOf(project)?.lastParsed()?.value)
  switch (name.kind) {
    case 'provider': {
      const provider = providerOfSlug(project, name.name)
      return [
        `\`@${name.name}\`: ${provider === undefined ? 'a provider of the store' : `stored provider of ${provider}`}.`,
      ]
    }
    case 'guardrail': {
      const checks = asList(asObject(asObject(manifest['guardrails'])[name.name])['checks'])
      const ids = checks.flatMap(check => asText(asObject(check)['id']) ?? [])
      return ids.length === 0 ? [] : [`Guardrail with ${ids.map(id => `\`${id}\``).join(', ')}.`]
    }
    case 'check': {
      const check = project.catalog.check(name.name)
      return check === undefined ? [] : [`\`${name.name}\`: ${check.description}`]
    }
    case 'prompt':
    case 'partial':
    case 'config': {
      const named = fileNamed(project, name)
      return named === undefined ? [] : [`In \`${named.source.name}\`.`]
    }
    case 'caller':
    case 'target':
      return []
  }
}

function usesOf(project: ProjectView, { source }: ProjectFile, name: Occurrence): readonly string[] {
  const uses = occurrencesOf(project, name).filter(each => !each.isDefinition)
  const files = new Set(uses.map(each => each.source.name))
  if (uses.length === 0) return ['No file of the project uses it.']
  const where = files.size === 1 && files.has(source.name) ? '' : ` in ${pluralize(files.size, 'file')}`
  return [`Used ${pluralize(uses.length, 'time')}${where}.`]
}
