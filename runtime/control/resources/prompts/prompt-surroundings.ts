// What a prompt of a workspace may refer to: partials, configs and providers of the project and of the store.
import { manifestGuards } from '../../../../compiler/lower/guard.ts'
import { parseTemplate } from '../../../../compiler/prompts/parse-template.ts'
import type { TemplateParts } from '../../../../compiler/prompts/template.ts'
import { partialTags } from '../../../../compiler/prompts/template-uses.ts'
import { isFileVersion } from '../../../../compiler/validate/prompt-rules/partials-exist.ts'
import type { PromptSurroundings } from '../../../../compiler/validate/validate-prompt.ts'
import { asText } from '../../../../schemas/values/json.ts'
import { isUuid, linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findResourceNamed, wordsIn } from '../../core/find-named.ts'
import type { Resource } from '../../core/resource-store.ts'
import { CONFIG, CONFIGS_OF_WORKSPACE } from '../configs/model.ts'
import { linkProviderIds } from '../providers/provider-ids.ts'
import {
  findTemplateVersion,
  PARTIAL,
  savedTemplateOf,
  templatesOfWorkspace,
  templateVersionOf,
  versionNumber,
} from './model.ts'
import { type CompiledVersion, compileContent } from './prompt-content.ts'

type Sources = Pick<ControlSources, 'gateway' | 'plans' | 'partials' | 'catalog' | 'replica' | 'hash'>

type KnownSlugs = (words: ReadonlySet<string> | undefined) => ReadonlySet<string>

/**
 * Compiles a version with what it names; what is unknown is suggested from all that the workspace has. `slugs`: the store's providers
 * among some names, or all of them; `unknown` where calls find out, as they may be made later.
 */
export function compileVersion(
  context: Sources,
  workspace: string,
  slug: string,
  version: Parameters<typeof compileContent>[1],
  slugs: KnownSlugs | 'unknown',
): CompiledVersion | Failure {
  const { content, messages } = version
  const words = wordsIn([content, messages])
  const ids = [...words].filter(isUuid)
  const compile = (among: ReadonlySet<string> | undefined): CompiledVersion | Failure =>
    compileContent(slug, version, promptSurroundings(context, workspace, slugs, among, ids))
  const compiled = compile(words)
  const diagnostics = isFailure(compiled) ? [{ code: 'unknown' }] : compiled.diagnostics
  return diagnostics.some(({ code }) => String(code).startsWith('unknown')) ? compile(undefined) : compiled
}

/** `words`: those that may be names; undefined for all that the workspace has. `ids`: the identifiers among them. */
function promptSurroundings(
  context: Sources,
  workspace: string,
  slugs: KnownSlugs | 'unknown',
  words: ReadonlySet<string> | undefined,
  ids: readonly string[],
): PromptSurroundings {
  const { gateway, catalog, plans, replica, hash } = context
  const providerOf = linkProviderIds(context)
  const partialOf = linkPartialNames(context)
  const planOf = linkDerivedIds(hash, 'config', () => Object.keys(plans))
  const isHere = (resource: Resource | undefined): boolean => resource?.value['workspace'] === workspace
  const configs =
    words === undefined
      ? replica?.find(CONFIGS_OF_WORKSPACE, workspace).map(({ id }) => id)
      : [...words].filter(word => isHere(replica?.get(CONFIG, word)))
  return {
    catalog,
    environment: {
      origin: 'stored',
      providers: gateway.providers,
      ...(gateway.pools && { pools: gateway.pools }),
      storedSlugs:
        slugs === 'unknown'
          ? slugs
          : new Set([...slugs(words), ...ids.filter(id => providerOf(id, workspace) !== undefined)]),
      trustedHosts: [],
      guards: manifestGuards(gateway),
      ...(gateway.unsupported === 'reject' && { rejectsUnsupported: true as const }),
    },
    partials: partialsOf(context, workspace, words),
    hasPartialVersion: (id, version) =>
      context.partials !== undefined && Object.hasOwn(context.partials, partialOf(id))
        ? isFileVersion(id, version)
        : partialText(context, workspace, id, version) !== undefined,
    configs: [
      ...Object.keys(plans),
      ...(configs ?? []),
      ...ids.filter(
        id => planOf(id) !== undefined || isHere(replica && findResourceNamed(replica, CONFIG, id)),
      ),
    ],
  }
}

type PartialSources = Pick<Sources, 'partials' | 'replica' | 'hash'>

/** The slug of a partial that a tag names by its slug or its identifier. */
export function linkPartialNames({ partials = {}, replica, hash }: PartialSources): (name: string) => string {
  const ofProject = linkDerivedIds(hash, 'partial', () => Object.keys(partials))
  return name =>
    isUuid(name)
      ? (ofProject(name) ?? (replica && findResourceNamed(replica, PARTIAL, name))?.id ?? name)
      : name
}

/**
 * The published partials of a workspace by slug, and by identifier where a tag has it, parsed: those of some names with all that they
 * include, or all. Those of the project come first.
 */
export function partialsOf(
  context: PartialSources,
  workspace: string,
  names: Iterable<string> | undefined,
): ReadonlyMap<string, TemplateParts> {
  const { partials = {}, replica } = context
  const slugOf = linkPartialNames(context)
  const isHere = (name: string): boolean => {
    const slug = slugOf(name)
    return Object.hasOwn(partials, slug) || replica?.get(PARTIAL, slug)?.value['workspace'] === workspace
  }
  const slugs =
    names === undefined
      ? [
          ...(replica?.find(templatesOfWorkspace(PARTIAL), workspace) ?? []).map(({ id }) => id),
          ...Object.keys(partials),
        ]
      : [...names].filter(isHere)
  const found = new Map<string, TemplateParts>()
  // What they include is added to those that are still to be read.
  for (const slug of slugs) {
    if (found.has(slug)) continue
    const { template } = parseTemplate(partialText(context, workspace, slug, undefined) ?? '')
    found.set(slug, template).set(slugOf(slug), template)
    slugs.push(...partialTags(template).flatMap(({ id }) => (isHere(id) ? [id] : [])))
  }
  return found
}

/** The template of a partial: a number, `latest`, or without a version the published one. */
export function partialText(
  context: PartialSources,
  workspace: string,
  name: string,
  version: string | undefined,
): string | undefined {
  const { partials = {}, replica } = context
  const slug = linkPartialNames(context)(name)
  if (Object.hasOwn(partials, slug)) return isFileVersion(slug, version) ? partials[slug] : undefined
  const resource = replica?.get(PARTIAL, slug)
  if (replica === undefined || resource === undefined) return undefined
  const head = savedTemplateOf(resource)
  const { workspace: own, published } = head
  const number = version === undefined ? published : (versionNumber(head, version) ?? 0)
  const found = own === workspace ? findTemplateVersion(replica, PARTIAL, slug, number) : undefined
  return found && asText(templateVersionOf(found).content['string'])
}
