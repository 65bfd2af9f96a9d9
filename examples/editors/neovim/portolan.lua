-- The language server of Portolan, for the folder lsp/ of a Neovim configuration.
return {
  cmd = { 'portolan', 'lsp' },
  filetypes = { 'yaml', 'json', 'jsonc', 'typescript', 'text' },
  root_markers = { 'gateway.yaml', 'gateway.yml', 'gateway.json', 'gateway.ts' },
  workspace_required = true,
  -- Runs the modules of custom checks, so only for folders whose code you trust.
  init_options = { trusted = false },
}
