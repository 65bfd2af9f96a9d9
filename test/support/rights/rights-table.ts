// Who may do what, written by hand: the operations by kind and verb, and the verbs of every kind of caller. Nothing here is read from
// schemas/control, so that a scope or role which is changed there has to be changed twice.

/** `own`: of the workspace "team"; `shared`: of the organisation or of git, and open to all workspaces. */
export type Place = 'own' | 'shared'

/** The operations of each kind by verbs: l list, r read, c create, u update, d delete, p publish or promote, e export, x erase, a approve. */
export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  integrations: {
    l: ['listIntegrations'],
    r: ['readIntegration', 'readIntegrationWorkspaces', 'readIntegrationModels'],
    c: ['createIntegration'],
    u: ['updateIntegration', 'updateIntegrationModels', 'deleteIntegrationModels'],
    d: ['deleteIntegration'],
    o: ['updateIntegrationWorkspaces'],
  },
  mcpIntegrations: {
    l: ['listMcpIntegrations'],
    r: ['readMcpIntegration', 'readMcpIntegrationWorkspaces', 'readMcpIntegrationCapabilities'],
    c: ['createMcpIntegration', 'importMcpIntegration'],
    u: ['updateMcpIntegration', 'updateMcpIntegrationCapabilities'],
    d: ['deleteMcpIntegration'],
    o: ['updateMcpIntegrationWorkspaces'],
  },
  agentIntegrations: {
    l: ['listAgentIntegrations'],
    r: ['readAgentIntegration', 'readAgentIntegrationWorkspaces', 'fetchAgentCard'],
    c: ['createAgentIntegration'],
    u: ['updateAgentIntegration'],
    d: ['deleteAgentIntegration'],
    o: ['updateAgentIntegrationWorkspaces'],
  },
  mcpServers: {
    l: ['listMcpServers'],
    r: [
      'readMcpServer',
      'readMcpServerCapabilities',
      'readMcpServerUserAccess',
      'testMcpServer',
      'readMcpServerMetadata',
      'listMcpConnections',
      'deleteMcpConnection',
    ],
    c: ['createMcpServer'],
    u: ['updateMcpServer', 'updateMcpServerCapabilities', 'updateMcpServerUserAccess'],
    d: ['deleteMcpServer'],
    a: ['approveMcpTools'],
  },
  agentServers: {
    l: ['listAgentServers'],
    r: ['readAgentServer', 'readAgentServerUserAccess'],
    c: ['createAgentServer'],
    u: ['updateAgentServer', 'updateAgentServerUserAccess'],
    d: ['deleteAgentServer'],
  },
  providers: {
    l: ['listProviders'],
    r: ['readProvider'],
    c: ['createProvider'],
    u: ['updateProvider'],
    d: ['deleteProvider'],
  },
  virtualKeys: {
    l: ['listVirtualKeys'],
    r: ['readVirtualKey'],
    c: ['createVirtualKey'],
    u: ['updateVirtualKey'],
    d: ['deleteVirtualKey'],
  },
  configs: {
    l: ['listConfigs', 'listConfigPlans'],
    r: ['readConfig', 'readConfigPlan', 'listConfigVersions', 'readConfigVersion'],
    c: ['createConfig'],
    u: ['updateConfig'],
    d: ['deleteConfig'],
    p: ['moveConfigLabel', 'deleteConfigLabel'],
  },
  prompts: {
    l: ['listPrompts', 'listPartials', 'listLabels', 'listCollections'],
    r: [
      'readPrompt',
      'listPromptVersions',
      'readPromptVersion',
      'readPartial',
      'listPartialVersions',
      'readPartialVersion',
      'readLabel',
      'readCollection',
    ],
    c: ['createPrompt', 'createPartial', 'createLabel', 'createCollection'],
    u: ['updatePrompt', 'updatePartial', 'updateLabel', 'updateCollection'],
    d: ['deletePrompt', 'deletePartial', 'deleteLabel', 'deleteCollection'],
    p: ['labelPromptVersion', 'publishPrompt', 'publishPartial'],
  },
  policies: {
    l: ['listRateLimits', 'listUsageLimits'],
    r: ['readRateLimit', 'readUsageLimit', 'listUsageEntities'],
    c: ['createRateLimit', 'createUsageLimit'],
    u: ['updateRateLimit', 'updateUsageLimit', 'resetUsageEntity'],
    d: ['archiveRateLimit', 'archiveUsageLimit'],
  },
  keys: {
    l: ['listApiKeys'],
    r: ['readApiKey'],
    c: ['createWorkspaceServiceKey'],
    u: ['updateApiKey', 'rotateApiKey', 'completeKeyRotation'],
    d: ['revokeApiKey'],
  },
  keysOfPeople: { c: ['createWorkspaceUserKey'] },
  workspaceUsers: {
    l: ['listWorkspaceUsers'],
    r: ['readWorkspaceUser'],
    c: ['addWorkspaceUsers'],
    u: ['updateWorkspaceUser'],
    d: ['removeWorkspaceUser'],
  },
  workspaces: { l: ['listWorkspaces'], r: ['readWorkspace'], u: ['updateWorkspace'] },
  workspaceSettings: { r: ['readWorkspaceSettings'], u: ['updateWorkspaceSettings'] },
  secretReferences: { l: ['listSecretReferences'], r: ['readSecretReference'] },
  deployments: { l: ['listDeployments'], r: ['readDeployment'] },
  logs: {
    l: ['listLogs', 'readLogFacets'],
    r: ['readLog', 'readLogTrace', 'replayLog', 'reproduceLog'],
    c: ['insertLogs'],
    e: [
      'createLogExport',
      'listLogExports',
      'readLogExport',
      'updateLogExport',
      'startLogExport',
      'downloadLogExport',
      'cancelLogExport',
    ],
    x: ['eraseLogBodies'],
  },
  feedback: { c: ['createFeedback'], u: ['updateFeedback'] },
  analytics: { r: ['readGroups', 'readMetadataGroups', 'readGraph', 'readCacheSummary'] },
  organisation: {
    o: [
      'createOrganisationServiceKey',
      'listAuditLogs',
      'createDeployment',
      'updateDeployment',
      'deleteDeployment',
      'createSecretReference',
      'updateSecretReference',
      'deleteSecretReference',
      'createWorkspace',
      'archiveWorkspace',
      'readOrganisationSettings',
      'updateOrganisationSettings',
      'listOrganisationUsers',
      'createOrganisationUser',
      'readOrganisationUser',
      'updateOrganisationUser',
      'removeOrganisationUser',
      'unbindOrganisationUser',
      'listInvites',
      'createInvite',
      'readInvite',
      'cancelInvite',
      'readReleaseRevision',
      'listReleaseResources',
      'readReleaseResource',
      'readReleaseBlob',
      'listReleaseChanges',
      'listReleaseRuntimes',
      'commitRelease',
      'listScimUsers',
      'createScimUser',
      'readScimUser',
      'replaceScimUser',
      'patchScimUser',
      'deleteScimUser',
      'listScimGroups',
      'createScimGroup',
      'readScimGroup',
      'replaceScimGroup',
      'patchScimGroup',
      'deleteScimGroup',
    ],
  },
  everybody: {
    r: [
      'readScimConfig',
      'listScimSchemas',
      'readScimSchema',
      'listScimResourceTypes',
      'readScimResourceType',
    ],
  },
  self: { p: ['rotateOwnKey', 'signOut'], u: ['acceptApiKey', 'signIn'] },
}

/** The verbs of a caller by kind: in its workspace, then on what is shared where that differs. */
export type Rights = Readonly<Record<string, readonly [own: string, shared?: string]>>

const ADMIN: Rights = {
  integrations: ['lrcud', 'lrc'],
  mcpIntegrations: ['lrcud', 'lrc'],
  agentIntegrations: ['lrcud', 'lrc'],
  mcpServers: ['lrcuda', 'lrcud'],
  agentServers: ['lrcud'],
  providers: ['lrcud'],
  virtualKeys: ['lrcud'],
  configs: ['lrcudp'],
  prompts: ['lrcudp'],
  policies: ['lrcud'],
  keys: ['lrcud'],
  keysOfPeople: ['c'],
  workspaceUsers: ['lrcud'],
  workspaces: ['lru'],
  secretReferences: ['lr'],
  deployments: ['lr'],
  logs: ['lrcex'],
  feedback: ['cu'],
  analytics: ['r'],
  everybody: ['r'],
}

export const RIGHTS: Readonly<Record<string, Rights>> = {
  'workspace admin': ADMIN,
  'workspace manager': { ...ADMIN, workspaces: ['lr'], logs: ['lrce'] },
  'workspace member': {
    mcpServers: ['lr'],
    agentServers: ['lr'],
    providers: ['lr'],
    virtualKeys: ['lr'],
    configs: ['lr'],
    prompts: ['lr'],
    policies: ['lr'],
    // The routes of keys are open for keys of one's own; that of a service does not exist.
    keys: ['l'],
    keysOfPeople: ['c'],
    workspaceUsers: ['l'],
    workspaces: ['lr'],
    logs: ['lr'],
    feedback: ['cu'],
    analytics: ['r'],
    everybody: ['r'],
  },
  'key of a workspace': { ...ADMIN, workspaceSettings: ['ru'] },
  'key for calls': { policies: ['lr'], feedback: ['cu'], everybody: ['r'] },
  'key without scopes': { everybody: ['r'] },
  'member of no workspace': { everybody: ['r'] },
}

/** Callers of the organisation may use every operation but these. */
export const ORGANISATION_CALLERS = [
  'owner',
  'organisation admin',
  'key of the organisation',
  'administrator',
] as const

/** What a caller of the organisation may not do, since it would grant what the caller lacks: a key of it calls no models. */
export const LACKING: Readonly<Record<string, readonly string[]>> = {
  'key of the organisation': [
    'createWorkspaceUserKey',
    'addWorkspaceUsers',
    'updateWorkspaceUser',
    'removeWorkspaceUser',
  ],
}

/** Routes that exist for a caller who may use them nowhere on this object: 404 where others get 403. */
export const OPEN_ROUTES: Readonly<Record<string, readonly string[]>> = {
  'workspace member': ['readApiKey', 'updateApiKey', 'rotateApiKey', 'completeKeyRotation', 'revokeApiKey'],
}
