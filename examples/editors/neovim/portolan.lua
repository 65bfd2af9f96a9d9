-- The language server of Portolan, for the folder lsp/ of a Neovim configuration.
return {
  cmd = { 'portolan', 'lsp' },
  filetypes = { 'yaml', 'json', 'jsonc', 'typescript', 'text' },
  root_markers = { 'gateway.yaml', 'gateway.yml', 'gateway.json', 'gateway.ts' },
  workspace_required = true,
}
