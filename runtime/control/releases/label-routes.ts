// The routes of releases and labels for people: what is live and who follows it, what a promotion would change for traffic, and moves of
// labels, as `portolan history`, `diff`, `drift`, `promote` and `rollback` do them.
import type {
  DriftFinding,
  FollowingRuntime,
  PushedRelease,
  PushedReleases,
  ReleaseDiff,
  ReleaseLabel,
  ReleaseLabels,
  ReleaseMove,
  ReleaseMoved,
  ReleaseProvenance,
  ReleaseSelection,
} from '../../../schemas/generated/control-types.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { asText, toJson } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiRequest, SomeHandlers } from '../core/api-request.ts'
import { auditWrite, STORE_REQUIRED } from '../core/commit-change.ts'
import type { ControlSources } from '../core/control-sources.ts'
import { HEARTBEAT_TIMEOUT } from '../core/heartbeats.ts'
import type { Heartbeat, ResourceStore } from '../core/resource-store.ts'
import type { StatementSigner } from '../core/signature.ts'
import { SIGNATURE_NEEDED } from '../core/signed-store.ts'
import type { ProcessSources } from '../plans/live-state.ts'
import { composeBundle, readBundle } from './compose-bundle.ts'
import { formatPlans, formatSelection } from './format-release.ts'
import { type Label, labelId, labelOf, readLabel, readLabels, type Selection } from './label.ts'
import { withoutCanary } from './label-stack.ts'
import {
  type MoveInput,
  type MoveResult,
  promoteCanary,
  promoteRelease,
  promoteVersion,
} from './move-label.ts'
import { isLabel, listReleases, type Provenance, type Release, readHead, readRelease } from './release.ts'
import { RELEASE_LABEL } from './release-kinds.ts'
import { rollBack, rollBackConfig } from './roll-back.ts'
import { type SavedObject, savedInStore } from './saved-objects.ts'

export interface FollowedRelease {
  /** The label that the process follows. */
  readonly label: string
  /** Signs moves of labels; absent without a key. */
  readonly signer?: StatementSigner | undefined
  /** Whether the process uses only what is signed. */
  readonly needsSignatures: boolean
}

export interface FollowedSources {
  /** Absent in a process that serves a file. */
  readonly followed?: FollowedRelease | undefined
}

type Context = Pick<ControlSources, 'clock' | 'randomId' | 'hash' | 'store' | 'catalog' | 'gateway'> &
  ProcessSources &
  FollowedSources

const withStore =
  <Request extends ApiRequest>(
    answer: (
      request: Request,
      store: ResourceStore,
      context: Context,
    ) => Promise<{ readonly body: ReturnType<typeof toJson> } | Failure>,
  ) =>
  async (request: Request, context: Context) =>
    context.store === undefined ? STORE_REQUIRED : await answer(request, context.store, context)

const projectOf = ({ query }: ApiRequest): string => String(query['project'])

export const releaseLabelHandlers = {
  listReleases: withStore(async (request, store) => {
    const { below, limit } = request.query
    const project = projectOf(request)
    const [{ latest }, releases] = await Promise.all([
      readHead(store, project),
      listReleases(store, project, {
        limit: Number(limit),
        ...(below !== undefined && { below: Number(below) }),
      }),
    ])
    return { body: toJson<PushedReleases>({ object: 'list', latest, data: releases.map(showRelease) }) }
  }),
  listReleaseLabels: withStore(async (request, store, context) => {
    const project = projectOf(request)
    const [labels, heartbeats, { latest }, saved] = await Promise.all([
      readLabels(store, project),
      store.heartbeats(),
      readHead(store, project),
      savedInStore(store),
    ])
    const facts = { project, heartbeats, latest, saved }
    const shown: ReleaseLabel[] = []
    for (const resource of labels) {
      const name = resource.id.slice(project.length + 1)
      shown.push(await showLabel(store, name, labelOf(resource), facts, context))
    }
    const { followed, live } = context
    return {
      body: toJson<ReleaseLabels>({
        object: 'list',
        data: shown,
        follows: followed?.label ?? null,
        plan: live.plan,
        movable: followed?.needsSignatures !== true || followed.signer !== undefined,
      }),
    }
  }),
  compareReleases: withStore(async (request, store, context) => {
    const [from, to] = [
      await bundleOf(request, store, 'from', context),
      await bundleOf(request, store, 'to', context),
    ]
    if (isFailure(from)) return from
    if (isFailure(to)) return to
    // Comparing takes the analyses of the compiler, which nothing else of the process needs.
    const [{ diffProjects }, { callsServiceBy }, { diffSections }] = await Promise.all([
      import('../../../compiler/analyse/diff/project-diff.ts'),
      import('../../../compiler/analyse/guard-time.ts'),
      import('../../../compiler/report/diff-sections.ts'),
    ])
    const { catalog, gateway } = context
    const diff = diffProjects(sideOf(from), sideOf(to), { catalog, callsService: callsServiceBy(catalog) })
    const sections = diffSections(diff, gateway.headerPrefix).map(section => ({
      ...section,
      tables: section.tables.map(table => ({
        ...table,
        caption: table.caption ?? null,
        rows: table.rows.map(row => [...row]),
      })),
    }))
    return {
      body: toJson<ReleaseDiff>({
        from: from.digest,
        to: to.digest,
        level: diff.level ?? null,
        sections,
      }),
    }
  }),
  moveReleaseLabel: async (request, context) => {
    const { store, followed } = context
    if (store === undefined) return STORE_REQUIRED
    const name = request.path['label'] ?? ''
    if (!isLabel(name)) return failure('invalid_request', `${quoted(name)} cannot be a label.`)
    const { body } = request
    const fault = moveFault(body)
    if (fault !== undefined) return failure('invalid_request', fault)
    const project = projectOf(request)
    const before = await readLabel(store, project, name)
    if (
      followed?.signer === undefined &&
      (before?.signature !== undefined || followed?.needsSignatures === true)
    )
      return failure('signature_required', SIGNATURE_NEEDED)
    const { message, dry_run: isDry = false } = body
    const at = context.clock.now()
    const result = await move(audited(store, request, context, before), body, {
      project,
      label: name,
      isDry,
      moved: { by: request.principal.id, at, ...(message !== undefined && { message }) },
      ...(followed?.signer && { signer: followed.signer }),
      ...(request.expects !== undefined && { replaces: request.expects }),
    })
    if (result.kind === 'refused') return failure('conflict', result.reason)
    if (result.kind === 'overtaken')
      return failure(
        request.expects === undefined ? 'conflict' : 'precondition_failed',
        `Nothing was moved: the label ${name} was moved meanwhile${result.by === undefined ? '' : ` to ${formatSelection(result.by.selection)}`}. Read it again.`,
      )
    return {
      body: toJson<ReleaseMoved>({
        result: result.kind,
        from: 'from' in result && result.from !== undefined ? showSelection(result.from) : null,
        to: showSelection(result.to),
      }),
    }
  },
} satisfies SomeHandlers<Context>

/** A store that writes an entry of the audit log with each move. */
const audited = (
  store: ResourceStore,
  request: ApiRequest & { readonly body: ReleaseMove },
  context: Context,
  before: Label | undefined,
): ResourceStore => ({
  ...store,
  commit: async transaction => {
    const label = transaction.writes.find(({ kind }) => kind === RELEASE_LABEL)
    const entry = auditWrite(context, request, {
      action: request.body.action === 'rollback' ? 'rollback' : 'promote',
      resource: RELEASE_LABEL,
      id: label?.id ?? '',
      workspace: null,
      before: before === undefined ? null : toJson({ selection: before.selection }),
      after: { selection: label?.value?.['selection'] ?? null },
    })
    return await store.commit({ ...transaction, writes: [...transaction.writes, entry] })
  },
})

/** Which properties a move has, by its action. */
function moveFault({ action, release, config, version, percent, sticky }: ReleaseMove): string | undefined {
  if (action !== 'canary' && (percent !== undefined || sticky !== undefined))
    return 'percent and sticky are of the action canary.'
  if (action === 'canary')
    return release === undefined || percent === undefined || config !== undefined
      ? 'The action canary needs release and percent, and has no config.'
      : undefined
  if (config !== undefined && release !== undefined)
    return 'config and release exclude each other: a config moves without its release.'
  if (action === 'promote') {
    if ((config === undefined) === (version === undefined)) return undefined
    return 'A config is promoted as one of its versions: name config and version.'
  }
  return version === undefined ? undefined : 'version is of the action promote.'
}

const move = async (store: ResourceStore, body: ReleaseMove, input: MoveInput): Promise<MoveResult> => {
  const { action, release, config, version, percent = 0, sticky } = body
  if (action === 'canary')
    return await promoteCanary(store, input, {
      release: release ?? 0,
      percent,
      ...(sticky !== undefined && { sticky }),
    })
  if (action === 'rollback')
    return config === undefined
      ? await rollBack(store, input, release)
      : await rollBackConfig(store, input, config)
  return config === undefined
    ? await promoteRelease(store, input, release)
    : await promoteVersion(store, input, config, version ?? 0)
}

interface LabelFacts {
  readonly project: string
  readonly heartbeats: readonly Heartbeat[]
  readonly latest: number
  readonly saved: readonly SavedObject[]
}

async function showLabel(
  store: ResourceStore,
  name: string,
  label: Label,
  { project, heartbeats, latest, saved }: LabelFacts,
  context: Context,
): Promise<ReleaseLabel> {
  const { selection, moved, signature, history, revision } = label
  const [release, composed, back] = await Promise.all([
    readRelease(store, project, selection.release),
    composeBundle(store, project, name, label, context),
    rollBack(store, { project, label: name, moved, isDry: true }, undefined),
  ])
  const plan = composed.bundle?.digest
  const now = context.clock.now()
  const runtimes = heartbeats.filter(({ value }) => value['project'] === project && value['label'] === name)
  return {
    label: name,
    revision,
    selection: showSelection(selection),
    moved: showProvenance(moved),
    signed: signature !== undefined,
    plan: plan ?? null,
    fault: composed.errors?.join(' ') ?? null,
    release: release === undefined ? null : showRelease(release),
    rollback: back.kind === 'planned' ? showSelection(back.to) : null,
    history: history.map(each => ({
      selection: showSelection(each.selection),
      moved: showProvenance(each.moved),
    })),
    runtimes: runtimes.map(each => showRuntime(each, plan, now)),
    drift: driftOf(release, selection, latest, saved, composed.bundle),
  }
}

const showRuntime = (
  { id, value, at }: Heartbeat,
  plan: string | undefined,
  now: number,
): FollowingRuntime => ({
  id,
  plan: asText(value['plan']) ?? '',
  current: plan !== undefined && value['plan'] === plan,
  running: now - at <= HEARTBEAT_TIMEOUT,
  deployment: asText(value['deployment']) ?? null,
  seen_at: new Date(at).toISOString(),
})

/** Objects that a finding names. */
const MAX_NAMED = 50

/** Drift as far as the store shows it: which commit runs, and what was saved beside it. `portolan drift` compares with a commit. */
function driftOf(
  release: Release | undefined,
  selection: Selection,
  latest: number,
  saved: readonly SavedObject[],
  bundle: Bundle | undefined,
): readonly DriftFinding[] {
  const external = new Set(bundle?.gateway.external ?? [])
  const beside = saved.filter(({ name }) => !external.has(name))
  const commit = release?.pushed.commit
  const finding = (
    kind: DriftFinding['kind'],
    text: string,
    objects: readonly string[] = [],
  ): DriftFinding => ({
    kind,
    text,
    objects,
  })
  return [
    ...(release !== undefined && commit === undefined
      ? [finding('no_commit', `Release ${release.number} was pushed from no commit.`)]
      : []),
    ...(commit?.endsWith('+') === true
      ? [
          finding(
            'uncommitted',
            `Release ${selection.release} was pushed from ${commit.slice(0, 12)} with changes that were not committed.`,
          ),
        ]
      : []),
    ...(latest > selection.release
      ? [
          finding(
            'behind',
            `The last release is ${latest}; the label selects ${formatPlans(withoutCanary(selection))}.`,
          ),
        ]
      : []),
    ...(beside.length > 0
      ? [
          finding(
            'saved',
            `${pluralize(beside.length, 'object')} that git does not have ${beside.length === 1 ? 'was' : 'were'} saved by API.`,
            beside.slice(0, MAX_NAMED).map(({ what, name }) => `${what} ${name}`),
          ),
        ]
      : []),
  ]
}

/** The bundle of a release, or what a label selects without its canary. */
async function bundleOf(
  request: ApiRequest,
  store: ResourceStore,
  parameter: 'from' | 'to',
  { hash }: Context,
): Promise<Bundle | Failure> {
  const name = String(request.query[parameter])
  const project = projectOf(request)
  const lacking = (sentences: readonly string[] | undefined): Failure =>
    failure('not_found', sentences?.join(' ') ?? `There is no ${quoted(name)}.`, { param: parameter })
  if (/^[1-9]\d{0,8}$/.test(name)) {
    const read = await readBundle(store, project, Number(name), { hash })
    return read.bundle ?? lacking(read.errors)
  }
  const label = isLabel(name) ? await readLabel(store, project, name) : undefined
  if (label === undefined) return lacking([`There is no label ${quoted(labelId(project, name))}.`])
  const selection = withoutCanary(label.selection)
  const composed = await composeBundle(store, project, name, { selection }, { hash })
  return composed.bundle ?? lacking(composed.errors)
}

const sideOf = ({ gateway, plans, prompts = {} }: Bundle) => ({
  gateway,
  prompts,
  plans: new Map(Object.entries(plans)),
})

const showProvenance = ({ by, at, commit, message }: Provenance): ReleaseProvenance => ({
  by,
  at: new Date(at).toISOString(),
  commit: commit ?? null,
  message: message ?? null,
})

const showRelease = ({
  number,
  digest,
  pushed,
  changed,
  removed,
  configs,
  signature,
}: Release): PushedRelease => ({
  number,
  digest,
  pushed: showProvenance(pushed),
  changed,
  removed,
  configs,
  signed: signature !== undefined,
})

const showSelection = (selection: Selection): ReleaseSelection => ({
  release: selection.release,
  keys: selection.keys,
  configs: Object.fromEntries(
    Object.entries(selection.configs ?? {}).map(([id, selected]) => [id, selected?.version ?? null]),
  ),
  canary:
    selection.canary === undefined
      ? null
      : {
          release: selection.canary.release,
          percent: selection.canary.percent,
          sticky: selection.canary.sticky ?? null,
        },
  text: formatSelection(selection),
})
