// The slug of the MCP server that serves saved resources as tools.
export const CONTROL_SLUG = 'portolan'
