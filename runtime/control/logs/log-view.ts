// Which records a caller may see: those of workspaces where it has the scope; and only of its own keys where the settings of a
// workspace hide those of others from its role.
import { asText } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { KEYS_OF_PERSON } from '../access/keys/model.ts'
import { chooseWorkspace } from '../access/workspaces/choose-workspace.ts'
import type { ApiRequest } from '../core/api-request.ts'
import type { ControlSources, ReadSources } from '../core/control-sources.ts'
import { actsFor, mayIn, type Principal } from '../core/principal.ts'
import type { LogScope, LogSources, LogStore, StoredRecord } from './log-store.ts'

type Context = ReadSources & LogSources

export interface LogView {
  readonly scope: LogScope
  /** The only keys whose records are seen; undefined for all. */
  readonly keys?: readonly string[]
}

/** Settings of roles take it away; every other scope of logs includes it. */
const ALL = 'logs.all'

export const LOG_STORE_REQUIRED = failure(
  'store_required',
  'This gateway stores no logs. Add "telemetry: { log_store: {} }" to gateway.yaml, beside "store: sqlite:.portolan/store.db".',
)

const RECORDS_WAIT = failure(
  'store_unavailable',
  'Records of requests cannot be stored at the moment, so the gateway does not know whether there is one. Try again.',
)

/** The reply where no record was found: it may be among those that wait. */
export const noRecord = <Missing>({ isBehind }: LogStore, missing: Missing): Missing | Failure =>
  isBehind?.() === true ? RECORDS_WAIT : missing

/** The log store with what the caller may see of it. */
export type OpenView = { readonly logs: LogStore; readonly view: LogView }

/** `named`: a workspace, by its identifier or slug. */
export function openView(
  request: ApiRequest,
  context: Context,
  named: string | undefined = namedWorkspace(request),
): OpenView | Failure {
  if (context.logs === undefined) return LOG_STORE_REQUIRED
  const view = logView(request, context, named)
  return isFailure(view) ? view : { logs: context.logs, view }
}

export const namedWorkspace = ({ query }: Pick<ApiRequest, 'query'>): string | undefined =>
  asText(query['workspace_slug']) ?? asText(query['workspace_id'])

function logView(request: ApiRequest, context: Context, named: string | undefined): LogView | Failure {
  const { principal, may, mayOrganise } = request
  if (named === undefined && mayOrganise && mayAll(principal, '')) return { scope: 'all' }
  const chosen = named === undefined ? undefined : chooseWorkspace(request, context, named)
  if (isFailure(chosen)) return chosen
  const slugs = chosen === undefined ? [...principal.workspaces.keys()].filter(may) : [chosen]
  if (slugs.every(slug => mayAll(principal, slug))) return { scope: slugs }
  if (slugs.length > 1)
    return failure(
      'invalid_request',
      'workspace_slug is missing: the caller belongs to several workspaces, and not all of them show the records of other people.',
      { param: 'workspace_slug' },
    )
  return { scope: slugs, keys: ownKeys(principal, context) }
}

const mayAll = (principal: Principal, workspace: string): boolean => mayIn(principal, ALL, workspace)

/** Those of the person, for the person and for keys that the person accepted; any other key sees only its own records. */
function ownKeys(principal: Principal, { replica }: Pick<ControlSources, 'replica'>): readonly string[] {
  const { user, key } = principal
  const own =
    user !== undefined && actsFor(principal, user) ? (replica?.find(KEYS_OF_PERSON, user) ?? []) : []
  return [...new Set([...own.map(({ id }) => id), ...(key === undefined ? [] : [key])])]
}

export const isVisible = ({ keys }: LogView, { record }: Pick<StoredRecord, 'record'>): boolean =>
  keys === undefined || (record.key !== undefined && keys.includes(record.key))
