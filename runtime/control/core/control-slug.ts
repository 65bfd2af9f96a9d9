// The slug of the MCP server that serves saved resources as tools.
export const CONTROL_SLUG = 'portolan'

export const CONTROL_TOOLS_PATH = `/mcp/${CONTROL_SLUG}`
