// A label of a project, such as `live`: the release that it points at, and configs that it takes from others. One object,
// so that a move of all configs is one write, and what is in use is read at once.
import { asList, asObject, type JsonForm, type JsonObject, toJson } from '../../../schemas/values/json.ts'
import type { Resource, ResourceStore } from '../core/resource-store.ts'
import type { Signature } from '../core/signature.ts'
import { type Provenance, provenanceOf, provenanceValue } from './release.ts'
import { RELEASE_LABEL } from './release-kinds.ts'

export interface Selection {
  readonly release: number
  /**
   * The release whose keys and policies count: the newest that the label has pointed at. A roll-back brings back configs and
   * guardrails, never a key that has been removed since, nor an older limit.
   */
  readonly keys: number
  /** Versions of single configs; null: the config is not served under this label. */
  readonly configs?: Readonly<Record<string, SelectedVersion | null>>
  /** A part of the traffic that another release serves. */
  readonly canary?: CanarySelection
}

export interface CanarySelection {
  readonly release: number
  /** 0 to 99; with 0 its decisions are compared with those in use, and it serves nothing. */
  readonly percent: number
  /** The metadata key by which calls stay on one side. */
  readonly sticky?: string
}

export interface SelectedVersion {
  readonly version: number
  /** The release that has the plan, and the digest of the plan. */
  readonly release: number
  readonly digest: string
}

export interface Label {
  readonly selection: Selection
  readonly moved: Provenance
  readonly signature?: Signature
  /** How many moves there were, which is signed; absent if an earlier version made the last one. */
  readonly move?: number
  /** As in its stack; absent if an earlier version made the last move. */
  readonly below?: LabelStack['below']
  /** All moves before, the last first. */
  readonly history: readonly Move[]
  /** The revision that a move replaces. */
  readonly revision: number
}

/** What was promoted and is not rolled back. */
export interface LabelStack {
  readonly live: Selection
  /** What roll-backs return to, nearest first; without canaries. */
  readonly below: readonly Selection[]
}

export interface Move {
  readonly selection: Selection
  readonly moved: Provenance
}

/** Moves that a label remembers. */
const MAX_HISTORY = 50

export const LIVE = 'live'

export const labelId = (project: string, label: string): string => `${project}/${label}`

export async function readLabel(
  store: ResourceStore,
  project: string,
  label: string,
): Promise<Label | undefined> {
  const resource = await store.read(RELEASE_LABEL, labelId(project, label))
  return resource && labelOf(resource)
}

const PAGE = 100

/** All labels of a project, however many there are. */
export async function readLabels(
  store: Pick<ResourceStore, 'list'>,
  project: string,
): Promise<readonly Resource[]> {
  const labels: Resource[] = []
  for (;;) {
    const after = labels.at(-1)?.id
    const prefix = `${project}/`
    const page = await store.list(RELEASE_LABEL, {
      prefix,
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
    labels.push(...page)
    if (page.length < PAGE) return labels
  }
}

export function labelOf({ value, revision }: Resource): Label {
  const { signature, below, history, move } = value
  return {
    ...moveOf(value),
    ...(signature === undefined ? {} : { signature: signature as JsonForm<Signature> }),
    ...(below === undefined ? {} : { below: asList(below) as JsonForm<readonly Selection[]> }),
    ...(typeof move === 'number' && { move }),
    history: asList(history).map(moveOf),
    revision,
  }
}

const moveOf = (value: unknown): Move => {
  const { selection, moved } = asObject(value)
  return { selection: selection as JsonForm<Selection>, moved: provenanceOf(moved) }
}

/** The number of the move that replaces a label. */
export const nextMove = (before: Label | undefined): number => (before?.move ?? 0) + 1

/** The object that a move writes. */
export const labelValue = (
  { live, below }: LabelStack,
  moved: Provenance,
  before: Label | undefined,
  signature: Signature | undefined,
): JsonObject => ({
  selection: toJson(live),
  below: toJson(below),
  moved: provenanceValue(moved),
  move: nextMove(before),
  ...(signature === undefined ? {} : { signature: toJson(signature) }),
  history: (before === undefined ? [] : [before, ...before.history]).slice(0, MAX_HISTORY).map(move => ({
    selection: toJson(move.selection),
    moved: provenanceValue(move.moved),
  })),
})
