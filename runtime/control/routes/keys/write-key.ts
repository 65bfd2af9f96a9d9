// Writes a key with its entry of the audit log, which never holds a secret.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { Failure } from '../../../values/failures.ts'
import { API_KEY, type ApiKey, toStoredKey } from '../../access/keys/api-key.ts'
import { linkKeyDisplay } from '../../access/keys/show-key.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'

type Context = WriteSources & Pick<ControlSources, 'organisation'>

export interface FoundKey {
  readonly key: ApiKey
  readonly revision: number
}

/** The revision of the change. Without `after` the key is revoked; `besides` is written with it. */
export async function writeKey(
  request: Pick<ApiRequest, 'principal' | 'method' | 'uri' | 'expects'>,
  context: Context,
  action: string,
  before: FoundKey | undefined,
  after: ApiKey | undefined,
  besides: readonly ResourceWrite[] = [],
): Promise<number | Failure> {
  const show = linkKeyDisplay(context)
  const display = (key: ApiKey | undefined): JsonObject | null =>
    key === undefined ? null : { ...show(key) }
  const { id = '', workspace = null } = after ?? before?.key ?? {}
  return await commitChange(context, request, {
    action,
    resource: API_KEY,
    id,
    workspace,
    before: display(before?.key),
    after: display(after),
    writes: [
      {
        kind: API_KEY,
        id,
        value: after && toStoredKey(after),
        ...expectation(request.expects, before, after),
      },
      ...besides,
    ],
  })
}

/** Nothing that happens at the same time keeps a key from being revoked, unless the request says so. */
function expectation(
  expects: number | undefined,
  before: FoundKey | undefined,
  after: ApiKey | undefined,
): Pick<ResourceWrite, 'expects'> {
  if (before === undefined) return { expects: 'absent' }
  if (expects !== undefined) return { expects }
  return after === undefined ? {} : { expects: before.revision }
}
