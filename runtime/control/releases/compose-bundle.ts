// The bundle that a label selects: that of its release, with the plans of single configs from others, and with the keys and
// policies of the newest release. Everything is verified again, since a store may be written by others.
import { type DecodeResult, decodeBundle } from '../../../compiler/plan/decode.ts'
import { type Hash, seal } from '../../../compiler/plan/emit.ts'
import { FORMAT, READ_FORMATS } from '../../../compiler/plan/upgrade-bundle.ts'
import type { Bundle, Gateway, Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { Canary } from '../../values/canary.ts'
import type { ResourceStore } from '../core/resource-store.ts'
import type { StatementVerifier } from '../core/signature.ts'
import type { Label } from './label.ts'
import { readRelease } from './release.ts'
import { labelStatement, releaseStatement } from './statement.ts'

export interface ComposeOptions {
  readonly hash: Hash
  /** Absent if signatures are not required. */
  readonly verifier?: StatementVerifier
}

/** A bundle, or sentences that say why there is none. */
export type ComposeResult =
  | { readonly bundle: Bundle; readonly canary?: Canary; readonly errors?: never }
  | { readonly bundle?: never; readonly errors: readonly string[] }

export async function composeBundle(
  store: ResourceStore,
  project: string,
  labelName: string,
  label: Pick<Label, 'selection' | 'signature' | 'move'>,
  options: ComposeOptions,
): Promise<ComposeResult> {
  const composed = await composeSelected(store, project, labelName, label, options)
  const { canary } = label.selection
  if (composed.bundle === undefined || canary === undefined) return composed
  const other = await readBundle(store, project, canary.release, options)
  if (other.bundle === undefined) return other
  const { plans } = composed.bundle
  const digestOf = (plan: Plan | undefined): string => (plan === undefined ? '' : canonicalJson(plan))
  const different = Object.entries(other.bundle.plans).filter(
    ([config, plan]) => Object.hasOwn(plans, config) && digestOf(plans[config]) !== digestOf(plan),
  )
  const prompted = different.find(([config, plan]) => plan.prompt !== plans[config]?.prompt)
  if (prompted !== undefined)
    return {
      errors: [
        `Release ${canary.release} cannot serve a part of the traffic: "${prompted[0]}" has another prompt there.`,
      ],
    }
  // Its plans may use providers and guardrails that are new in its release. What both have is that of the release in use.
  const { gateway } = composed.bundle
  const { providers, guardrails, secretReferences } = other.bundle.gateway
  const merged = {
    ...composed.bundle,
    gateway: {
      ...gateway,
      providers: { ...providers, ...gateway.providers },
      guardrails: { ...guardrails, ...gateway.guardrails },
      ...(secretReferences && {
        secretReferences: { ...secretReferences, ...gateway.secretReferences },
      }),
      ...withExternal([gateway, other.bundle.gateway]),
    },
  }
  // The digest stays that of the release in use, by which its sources are found.
  return {
    bundle: merged,
    canary: { ...canary, plan: other.bundle.digest.slice(0, 12), plans: Object.fromEntries(different) },
  }
}

async function composeSelected(
  store: ResourceStore,
  project: string,
  labelName: string,
  label: Pick<Label, 'selection' | 'signature' | 'move'>,
  options: ComposeOptions,
): Promise<ComposeResult> {
  const { hash, verifier } = options
  const { selection, signature } = label
  if (verifier && !verifier.verifies(labelStatement(project, labelName, label), signature))
    return unsigned(`The label "${labelName}" of "${project}"`)
  const read = (number: number): Promise<DecodeResult> => readBundle(store, project, number, options)
  const own = await read(selection.release)
  if (own.bundle === undefined) return own
  const keys = selection.keys === selection.release ? own : await read(selection.keys)
  if (keys.bundle === undefined) return keys
  const plans: Record<string, Plan> = { ...own.bundle.plans }
  const sources = [own.bundle.gateway]
  for (const [config, selected] of Object.entries(selection.configs ?? {})) {
    delete plans[config]
    if (selected === null) continue
    const source = await read(selected.release)
    if (source.bundle === undefined) return source
    const plan = source.bundle.plans[config]
    if (plan === undefined || hash(canonicalJson(plan)) !== selected.digest)
      return { errors: [`Release ${selected.release} has no version ${selected.version} of "${config}".`] }
    const { prompts = {} } = own.bundle
    const isSaved = source.bundle.gateway.external?.includes(plan.prompt ?? '') === true
    if (plan.prompt !== undefined && !Object.hasOwn(prompts, plan.prompt) && !isSaved)
      return {
        errors: [
          `Version ${selected.version} of "${config}" renders the prompt "${plan.prompt}", which release ${selection.release} does not have.`,
        ],
      }
    plans[config] = plan
    sources.push(source.bundle.gateway)
  }
  if (keys === own && selection.configs === undefined) return own
  const { authentication: _, policies: __, ...gateway } = own.bundle.gateway
  const { apiKeys, authentication, policies, guardrails } = keys.bundle.gateway
  const composed = {
    ...own.bundle,
    gateway: {
      ...gateway,
      ...withExternal(sources),
      apiKeys,
      ...(authentication === undefined ? {} : { authentication }),
      ...(policies === undefined ? {} : { policies }),
      // Keys may name guardrails that the older release does not have yet.
      guardrails: { ...guardrails, ...gateway.guardrails },
    },
    plans,
  }
  return { bundle: seal(composed, hash) }
}

const unsigned = (what: string): ComposeResult & DecodeResult => ({
  errors: [`${what} has no signature of a trusted key.`],
})

/** What the plans of several releases use of the store. */
function withExternal(gateways: readonly Pick<Gateway, 'external'>[]): Pick<Gateway, 'external'> {
  const external = [...new Set(gateways.flatMap(({ external: listed = [] }) => listed))].sort()
  return external.length === 0 ? {} : { external }
}

/** The bundle of a release, as it was pushed. */
export async function readBundle(
  store: ResourceStore,
  project: string,
  number: number,
  { hash, verifier }: ComposeOptions,
): Promise<DecodeResult> {
  const release = await readRelease(store, project, number)
  if (release === undefined) return { errors: [`There is no release ${number} of "${project}".`] }
  if (verifier && !verifier.verifies(releaseStatement(release), release.signature))
    return unsigned(`Release ${number} of "${project}"`)
  const bytes = await store.readBlob(release.bundle)
  if (bytes === undefined) return { errors: [`The bundle of release ${number} is missing in the store.`] }
  const decoded = decodeBundle(new TextDecoder().decode(bytes), hash)
  if (decoded.bundle === undefined && decoded.unreadFormat !== undefined)
    return {
      ...decoded,
      errors: [unreadRelease(decoded.unreadFormat, number, release.sources !== undefined)],
    }
  if (decoded.bundle !== undefined && decoded.bundle.digest !== release.digest)
    return { errors: [`The bundle of release ${number} is not the one that was pushed.`] }
  return decoded
}

/** A runtime does not compile releases: what it serves is what was pushed, and signed. */
const unreadRelease = (format: number, number: number, hasSources: boolean): string =>
  format > FORMAT
    ? `Release ${number} has the format ${format}, and this version reads the formats ${joinNames(READ_FORMATS.map(String), 'and')}: it was pushed by a newer version, so upgrade this one.`
    : `Release ${number} has the format ${format}, and this version reads the formats ${joinNames(READ_FORMATS.map(String), 'and')}. ${
        hasSources
          ? `The store has its sources: "portolan push --recompile ${number} --promote" makes a release of them that this version reads.`
          : 'The store has no sources of it: push the project again with this version.'
      }`
