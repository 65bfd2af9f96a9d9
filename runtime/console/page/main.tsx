// The entry of the page.
import { render } from 'preact'
import { followAddress } from './address.ts'
import { refreshSession, takeReturn } from './api/session.ts'
import { App } from './app.tsx'
import { followClock } from './parts/values.tsx'
import { followTheme } from './theme.ts'

const page = document.getElementById('page')
if (page === null) throw new Error('The page has no element for its content.')
followTheme()
takeReturn()
followAddress()
followClock()
void refreshSession()
page.replaceChildren()
render(<App />, page)
