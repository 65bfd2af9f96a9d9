// Warnings about conditions that never hold, in the words that the compiler has for policies of the manifest: on what is no resource, and
// may be known later. What refers to a resource that does not exist is refused (`condition-references.ts`).
import {
  ENDPOINT_TYPES,
  type KnownValues,
  UNMATCHED_CONDITION,
  unmatchedCondition,
} from '../../../../compiler/facts/unmatched-condition.ts'
import type { LimitCondition } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { slugsOfWorkspace } from '../../resources/providers/slugs-of-workspace.ts'

type Context = Pick<ControlSources, 'gateway' | 'catalog' | 'replica'>

const NOUNS: Readonly<Record<string, string>> = {
  provider: 'No provider of this workspace',
  endpoint_type: 'No endpoint',
}

export const conditionWarnings = (
  conditions: readonly LimitCondition[],
  workspace: string,
  context: Context,
): readonly JsonObject[] => {
  const known = knownValues(workspace, context)
  return conditions.flatMap(({ key, value, excludes = false }, index) =>
    [value].flat().flatMap((text, place): readonly JsonObject[] => {
      const found = unmatchedCondition({ key, text, excludes }, known, NOUNS)
      if (found === undefined) return []
      return [
        {
          code: UNMATCHED_CONDITION,
          severity: 'warning',
          message: found.message,
          pointer: `conditions[${index}].value${typeof value === 'string' ? '' : `[${place}]`}`,
          notes: [...found.notes],
        },
      ]
    }),
  )
}

function knownValues(workspace: string, { gateway, replica, catalog }: Context): KnownValues {
  const slugs = [...Object.keys(gateway.providers), ...slugsOfWorkspace({ replica }, workspace)]
  return {
    provider: [...catalog.providerNames, ...slugs.map(slug => `@${slug}`)],
    endpoint_type: ENDPOINT_TYPES,
  }
}
