// Admission of a listener or process that serves a part of the gateway: the control plane without calls of models, or the callers of
// some workspaces. Where all is served, nothing here runs.
import { failure, isFailure } from '../values/failures.ts'
import type { AdmitRequest } from './admit-request.ts'
import { refuseRequest } from './refuse-request.ts'

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
    return admitted.control !== undefined || admitted.promptCall?.action === 'render'
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
    const { caller, control, mcp, trace } = admitted
    // The workspace of a person is known when the token was verified.
    if (mcp instanceof Promise) {
      const within = mcp.then(found =>
        isFailure(found) || serves(found.caller.workspace) ? found : OTHER_WORKSPACE,
      )
      return { ...admitted, mcp: within }
    }
    const ofOrganisation = control !== undefined && caller.workspace === ''
    return ofOrganisation || serves(caller.workspace)
      ? admitted
      : refuseRequest(OTHER_WORKSPACE, trace, admitted.requestOptions, caller)
  }
