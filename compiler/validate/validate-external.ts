// Slugs of "external" that the project names nowhere: a list of what the store must have is true, or nobody believes it.
import type { Bundle } from '../../schemas/generated/types.ts'
import { quoteName } from '../../schemas/values/format-names.ts'
import { childPointer } from '../../schemas/values/pointer.ts'
import { externalUses } from '../plan/external-uses.ts'
import type { ParsedSource } from '../source.ts'
import { externalSlugs } from './external-slugs.ts'
import type { ReportAt } from './report.ts'

export function validateExternal(
  { value }: Pick<ParsedSource, 'value'>,
  bundle: Pick<Bundle, 'gateway' | 'plans' | 'prompts'>,
  report: ReportAt,
): void {
  const slugs = externalSlugs(value)
  if (slugs.length === 0) return
  const { gateway } = bundle
  const used = new Set(Object.values(externalUses(bundle)).flat())
  for (const [index, slug] of slugs.entries()) {
    if (used.has(slug) || slugs.indexOf(slug) < index) continue
    const owner = Object.hasOwn(gateway.providers, slug)
      ? 'the manifest defines the provider itself'
      : Object.hasOwn(gateway.secretReferences ?? {}, slug)
        ? 'the manifest defines the secret reference itself'
        : Object.hasOwn(bundle.prompts ?? {}, slug)
          ? 'the project has the prompt itself'
          : 'no config, prompt or provider of the project names it'
    report(
      'setting-without-effect',
      childPointer('/external', index),
      `${quoteName(slug)} of "external" has no effect: ${owner}.`,
    )
  }
}
