// Writes a config that was saved by API: the object and, where there is one, its new version, in one transaction.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { versionIdOf, versionKey } from '../../core/version-key.ts'
import type { CompiledConfig } from '../../resources/configs/compile-config.ts'
import {
  CONFIG,
  CONFIG_VERSION,
  configValue,
  LIVE_LABEL,
  type SavedConfig,
  type SavedVersion,
  versionValue,
} from '../../resources/configs/saved-config.ts'

type Context = Pick<ControlSources, 'clock' | 'randomId' | 'store' | 'replica'>

export interface ConfigChange {
  readonly action: string
  readonly before: SavedConfig | undefined
  /** The revision of what was before. */
  readonly revision?: number
  readonly after: SavedConfig
  readonly compiled?: CompiledConfig
  readonly version?: SavedVersion
}

export async function writeConfig(
  request: ApiRequest,
  context: Context,
  { action, before, revision, after, compiled, version }: ConfigChange,
): Promise<ApiReply | Failure> {
  const { slug } = after
  const result = await commitChange(context, request, {
    action,
    resource: 'config',
    id: slug,
    workspace: after.workspace,
    before: before === undefined ? null : recordedConfig(before),
    after: recordedConfig(after),
    writes: [
      { kind: CONFIG, id: slug, value: configValue(after), expects: request.expects ?? revision ?? 'absent' },
      ...(version === undefined
        ? []
        : [
            {
              kind: CONFIG_VERSION,
              id: versionKey(slug, version.version),
              value: versionValue(version),
              expects: 'absent' as const,
            },
          ]),
    ],
  })
  if (isFailure(result)) return result
  const number = version?.version ?? after.labels[LIVE_LABEL] ?? after.latest
  const identifiers = {
    id: after.id,
    slug,
    version: number,
    version_id: versionIdOf(after.id, number),
    diagnostics: [...(compiled?.diagnostics ?? [])],
    object: 'config',
  }
  return { body: { success: true, ...identifiers, data: identifiers }, revision: result }
}

/** What the audit log keeps: the versions have the text. */
export const recordedConfig = ({ text: _, ...config }: SavedConfig): JsonObject => ({ ...config })

export const toVersion = (
  { principal }: ApiRequest,
  version: number,
  text: string,
  { digest }: CompiledConfig,
  message: string | undefined,
  time: string,
): SavedVersion => ({
  version,
  text,
  plan: digest,
  created_by: principal.id,
  message: message ?? null,
  created_at: time,
})
