// What a prompt of a workspace may refer to: partials, configs and providers of the project and of the store.
import { manifestGuards } from '../../../../compiler/lower/guard.ts'
import { parseTemplate } from '../../../../compiler/prompts/parse-template.ts'
import type { TemplateParts } from '../../../../compiler/prompts/template.ts'
import { isFileVersion } from '../../../../compiler/validate/prompt-rules/partials-exist.ts'
import type { PromptSurroundings } from '../../../../compiler/validate/validate-prompt.ts'
import { asText } from '../../../../schemas/values/json.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { CONFIG } from '../configs/model.ts'
import { findTemplateVersion, PARTIAL, savedTemplateOf, templateVersionOf, versionNumber } from './model.ts'

type Sources = Pick<ControlSources, 'gateway' | 'plans' | 'partials' | 'catalog' | 'replica'>

/** `slugs`: those of the store's providers in the workspace; `unknown` where calls find out, as they may be made later. */
export function promptSurroundings(
  context: Sources,
  workspace: string,
  slugs: ReadonlySet<string> | 'unknown',
): PromptSurroundings {
  const { gateway, catalog, plans, replica } = context
  const stored = replica?.all(CONFIG).filter(({ value }) => value['workspace'] === workspace)
  return {
    catalog,
    environment: {
      origin: 'stored',
      providers: gateway.providers,
      ...(gateway.pools && { pools: gateway.pools }),
      storedSlugs: slugs,
      trustedHosts: [],
      guards: manifestGuards(gateway),
      ...(gateway.unsupported === 'reject' && { rejectsUnsupported: true as const }),
    },
    partials: partialsOf(context, workspace),
    hasPartialVersion: (id, version) =>
      context.partials !== undefined && Object.hasOwn(context.partials, id)
        ? isFileVersion(id, version)
        : partialText(context, workspace, id, version) !== undefined,
    configs: [...Object.keys(plans), ...(stored?.map(({ id }) => id) ?? [])],
  }
}

/** The published partials of a workspace by slug, parsed; those of the project come first. */
export function partialsOf(
  context: Pick<Sources, 'partials' | 'replica'>,
  workspace: string,
): ReadonlyMap<string, TemplateParts> {
  const slugs = context.replica
    ?.all(PARTIAL)
    .filter(({ value }) => value['workspace'] === workspace)
    .map(({ id }) => id)
  const names = new Set([...(slugs ?? []), ...Object.keys(context.partials ?? {})])
  return new Map(
    Array.from(names, slug => [slug, partialText(context, workspace, slug, undefined) ?? ''] as const).map(
      ([slug, text]) => [slug, parseTemplate(text).template],
    ),
  )
}

/** The template of a partial: a number, `latest`, or without a version the published one. */
export function partialText(
  { partials = {}, replica }: Pick<Sources, 'partials' | 'replica'>,
  workspace: string,
  slug: string,
  version: string | undefined,
): string | undefined {
  if (Object.hasOwn(partials, slug)) return isFileVersion(slug, version) ? partials[slug] : undefined
  const resource = replica?.get(PARTIAL, slug)
  if (replica === undefined || resource === undefined) return undefined
  const head = savedTemplateOf(resource)
  const { workspace: own, published } = head
  const number = version === undefined ? published : (versionNumber(head, version) ?? 0)
  const found = own === workspace ? findTemplateVersion(replica, PARTIAL, slug, number) : undefined
  return found && asText(templateVersionOf(found).content['string'])
}
