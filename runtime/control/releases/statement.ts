// What is signed: a release, and where a label points. A statement is one string, so that a signature of one is not valid
// for another; keys and cryptography are the caller's.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Label } from './label.ts'
import type { Release } from './release.ts'

/** The bundle, the numbers of its configs and its sources, under the number of the release. */
export const releaseStatement = ({
  project,
  number,
  digest,
  bundle,
  versions,
  sources = '',
}: Pick<Release, 'project' | 'number' | 'digest' | 'bundle' | 'versions' | 'sources'>): string =>
  `portolan release ${canonicalJson({ project, number, digest, bundle, versions, sources })}`

/** With the number of the move, so that an earlier state is not taken for a later one; labels that were moved last by an earlier version have none. */
export const labelStatement = (
  project: string,
  label: string,
  { selection, move }: Pick<Label, 'selection' | 'move'>,
): string =>
  `portolan label ${canonicalJson({ project, label, selection, ...(move !== undefined && { move }) })}`
