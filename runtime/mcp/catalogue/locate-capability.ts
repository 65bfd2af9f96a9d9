// From the names that a client sees to the names of a server, and back.

import type { EntrySession } from './entry-session.ts'
import type { CapabilityKind, McpEntry, McpMember } from './mcp-server.ts'

export interface Located {
  readonly member: McpMember
  /** The name that the server knows. */
  readonly name: string
}

/** Addresses of resources have no prefix: they mean the same everywhere. */
export const shownName = ({ prefix }: McpMember, kind: CapabilityKind, name: string): string =>
  kind === 'resource' ? name : prefix + name

/** Whether a capability of a member may be used. */
export const mayUse = (
  { server, selects }: McpMember,
  { access }: Pick<EntrySession, 'access'>,
  kind: CapabilityKind,
  name: string,
): boolean => selects(kind, name) && server.offers(kind, name) && access.allows(server.slug, kind, name)

/** The members that may have a capability, those with the longest prefix first; none where it may not be used. */
export function locate(
  { members }: McpEntry,
  session: Pick<EntrySession, 'access'>,
  kind: CapabilityKind,
  shown: string,
): readonly Located[] {
  return members
    .filter(({ prefix }) => kind === 'resource' || shown.startsWith(prefix))
    .map(member => ({ member, name: kind === 'resource' ? shown : shown.slice(member.prefix.length) }))
    .filter(({ member, name }) => mayUse(member, session, kind, name))
    .sort((left, right) => right.member.prefix.length - left.member.prefix.length)
}
