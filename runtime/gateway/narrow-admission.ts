// Admission of a listener or process that serves a part of the gateway: the control plane without calls of models, or the callers of
// some workspaces. Where all is served, nothing here runs.

import { failureReply } from '../values/error-reply.ts'
import { failure, isFailure } from '../values/failures.ts'
import { type AdmitRequest, type AnsweringService, refuseRequest } from './request.ts'

const CONTROL_ALONE = failure(
  'not_found',
  'Calls of models are not served here, since this listener only serves saved resources.',
)

/** Admits requests for saved resources, and those that render prompts. */
export const admitControlAlone =
  (admit: AdmitRequest): AdmitRequest =>
  head => {
    const admitted = admit(head)
    if ('refused' in admitted) return admitted
    const { service } = admitted
    return service?.of === 'control' || (service?.of === 'prompts' && service.call.action === 'render')
      ? admitted
      : refuseRequest(CONTROL_ALONE, admitted.trace, admitted.requestOptions, admitted.caller)
  }

/** Names neither the workspace nor who serves it: the caller learns nothing of how a fleet is divided. */
const OTHER_WORKSPACE = failure('forbidden', 'This gateway does not serve callers of your workspace.')

/** Admits callers of served workspaces. The control plane's callers without a workspace (keys of the organisation, and people) are admitted. */
export const admitWorkspaces =
  (admit: AdmitRequest, serves: (workspace: string) => boolean): AdmitRequest =>
  head => {
    const admitted = admit(head)
    if ('refused' in admitted) return admitted
    const { caller, service, trace } = admitted
    if (service !== undefined && service.of !== 'prompts' && service.verified !== undefined)
      return { ...admitted, service: withinWorkspaces(service, serves) }
    const ofOrganisation = service?.of === 'control' && caller.workspace === ''
    return ofOrganisation || serves(caller.workspace)
      ? admitted
      : refuseRequest(OTHER_WORKSPACE, trace, admitted.requestOptions, caller)
  }

/** The workspace of a person is known when the token was verified. */
const withinWorkspaces = (
  { verified, handle, ...service }: AnsweringService,
  serves: (workspace: string) => boolean,
): AnsweringService => ({
  ...service,
  handle: async (body, exchange) => {
    const caller = await verified?.()
    return caller === undefined || isFailure(caller) || serves(caller.workspace)
      ? await handle(body, exchange)
      : failureReply(OTHER_WORKSPACE)
  },
})
