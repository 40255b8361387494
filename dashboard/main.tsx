import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import '@fontsource-variable/inter/wght.css'
import './app/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchInput } from './api/person-input.ts'
import { App } from './app/app.tsx'
import { loadFirstPage } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')
watchInput()
loadFirstPage()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
