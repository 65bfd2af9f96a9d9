// Authorities that a manifest names and that cannot be read here: a warning, since they may be only where the gateway runs.
import { readAuthorities } from '../../../runtime/upstream/authorities.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { locationOf, type ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import { applySeverities, type Severities } from '../../diagnostics/severity.ts'
import type { SourceInput } from '../../project-input.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { isJsonObject, ownProperty } from '../../validate/values/json-values.ts'

export function checkAuthorities(
  manifest: SourceInput | undefined,
  root: string,
  report: ReportDiagnostic,
): void {
  const parsed = manifest?.read(manifest.source, () => {})
  if (parsed === undefined) return
  const written = ownProperty(parsed.value, 'rules')
  const rules = (isJsonObject(written) ? written : {}) as Severities
  const providers = ownProperty(parsed.value, 'providers')
  const places: readonly (readonly [setting: string, at: Pointer, outbound: Json | undefined])[] = [
    ['outbound', '/outbound', ownProperty(parsed.value, 'outbound')],
    ...Object.entries(isJsonObject(providers) ? providers : {}).map(
      ([slug, provider]) =>
        [
          `providers.${slug}.outbound`,
          `${childPointer('/providers', slug)}/outbound`,
          ownProperty(provider, 'outbound'),
        ] as const,
    ),
  ]
  for (const [setting, at, outbound] of places) {
    const path = ownProperty(outbound, 'ca')
    if (typeof path !== 'string' || path === '') continue
    const read = readAuthorities(path, `${setting}.ca`, root)
    if (typeof read !== 'string') continue
    const sentence = `${read} A gateway does not start without it.`
    const found = createDiagnostic('unusable-authorities', locationOf(parsed, `${at}/ca`), sentence)
    for (const diagnostic of applySeverities([found], rules)) report(diagnostic)
  }
}
