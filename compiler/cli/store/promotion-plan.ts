// A plan of a promotion: the digest that was reviewed, and what was live then. `portolan diff --live --plan FILE` writes it, and
// `portolan promote --plan FILE` promotes exactly that, if nothing has moved since.
import { resolve } from 'node:path'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { composeBundle } from '../../../runtime/control/releases/compose-bundle.ts'
import { formatPlans } from '../../../runtime/control/releases/format-release.ts'
import type { Label, Selection } from '../../../runtime/control/releases/label.ts'
import { withoutCanary } from '../../../runtime/control/releases/label-stack.ts'
import { listReleases, type Release } from '../../../runtime/control/releases/release.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { asObject, asText, parseJson, toJson } from '../../../schemas/values/json.ts'
import { sha256 } from '../compile-groups.ts'
import { readFileText } from '../files/read-file.ts'
import type { Terminal } from '../terminal.ts'

export interface PromotionPlan {
  readonly project: string
  readonly label: string
  /** The digest of the bundle that is to be promoted. */
  readonly reviewed: string
  /** The digest of what the label served in review, without its canary, and the canary as JSON. */
  readonly live: string
  readonly canary: string
}

/** Of the file, so that other JSON is not taken for it. */
const KIND = 'portolan-promotion'
/** Bytes; it has seven short strings. */
const MAX_BYTES = 65_536
/** Releases that are searched for the digest. */
const MAX_RELEASES = 1_000

export const canaryOf = ({ canary }: Selection): string =>
  canary === undefined ? '' : canonicalJson(toJson(canary))

export const formatPromotionPlan = (plan: PromotionPlan): string =>
  `${JSON.stringify({ kind: KIND, format: '1', ...plan }, null, 2)}\n`

/** The plan in a file, or a sentence. */
export function readPromotionPlan(path: string, { folder }: Terminal): PromotionPlan | string {
  const { text, fault } = readFileText(resolve(folder, path), MAX_BYTES)
  if (text === undefined) return `${path}: ${fault}`
  const { kind, format, ...values } = asObject(parseJson(text))
  const [project, label, reviewed, live, canary] = ['project', 'label', 'reviewed', 'live', 'canary'].map(
    name => asText(values[name]),
  )
  if (
    kind !== KIND ||
    format !== '1' ||
    project === undefined ||
    label === undefined ||
    reviewed === undefined ||
    live === undefined ||
    canary === undefined
  )
    return `${path} is not a plan of a promotion: portolan diff --live --plan ${path} writes one.`
  return { project, label, reviewed, live, canary }
}

/** The release to promote, or why there is none. `label`: as it is now. */
export async function plannedRelease(
  store: ResourceStore,
  plan: PromotionPlan,
  label: Label | undefined,
  number: number | undefined,
): Promise<Release | string> {
  const { project } = plan
  const digest = plan.reviewed.slice(0, 12)
  const selection = label?.selection
  const now =
    selection &&
    (await composeBundle(
      store,
      project,
      plan.label,
      { selection: withoutCanary(selection) },
      { hash: sha256 },
    ))
  if (selection === undefined || now?.bundle === undefined)
    return `Nothing was moved: the label "${plan.label}" of "${project}" cannot be compared with the plan. ${now?.errors?.join(' ') ?? 'It points nowhere.'}`
  if (now.bundle.digest !== plan.live || canaryOf(selection) !== plan.canary)
    return `Nothing was moved: ${plan.live.slice(0, 12)} was live in review, and now the label ${plan.label} points at ${formatPlans(selection)} (${now.bundle.digest.slice(0, 12)}). Compare again with portolan diff --live --plan.`
  const releases = await listReleases(store, project, { limit: MAX_RELEASES })
  const wanted = releases.find(each =>
    number === undefined ? each.digest === plan.reviewed : each.number === number,
  )
  if (wanted === undefined)
    return number === undefined
      ? `Nothing was moved: no release of "${project}" is the reviewed ${digest}. Push the commit that was reviewed.`
      : `Nothing was moved: there is no release ${number} of "${project}".`
  if (wanted.digest !== plan.reviewed)
    return `Nothing was moved: release ${wanted.number} is ${wanted.digest.slice(0, 12)}, and ${digest} was reviewed.`
  // Keys of a newer release would be served with it, which is another bundle than the one that was reviewed.
  if (wanted.number < selection.keys && now.bundle.digest !== plan.reviewed)
    return `Nothing was moved: release ${wanted.number} would be served with the keys of release ${selection.keys}, which is not what was reviewed. Push the project again.`
  return wanted
}
