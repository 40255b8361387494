import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import 'dayjs/locale/pt-br'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { loginEnded, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { partTexts } from '../parts/part-texts.ts'
import { ProofDialog } from '../parts/proof-dialog.tsx'
import { keepLanguage, type Language, locales, startLanguage } from '../text/language.ts'
import { LanguageContext, textsIn } from '../text/text.ts'
import { router, showSignIn } from './router.tsx'
import { cssVariables, themeFor } from './theme.ts'

/** Not part of the first load. If it cannot be loaded, pages work without messages. */
const Notices = lazy<ComponentType>(() =>
  import('../parts/notices.tsx').catch(() => ({ default: () => null })),
)

/** The nonce of the page's styles, which the gateway wrote into it. */
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name=guiche-style-nonce]')?.content

// The library that stops the page from scrolling under a dialog looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })

loginEnded.notify = () => void showSignIn()

export function App() {
  const [language, setLanguage] = useState<Language>(startLanguage)
  const chosen = useMemo(
    () => ({
      language,
      choose(next: Language) {
        keepLanguage(next)
        session.language = next
        setLanguage(next)
        // Messages of the gateway are in the language of the request.
        void queryClient.invalidateQueries()
      },
    }),
    [language],
  )
  const theme = useMemo(() => themeFor(textsIn(partTexts, language).close), [language])
  document.documentElement.lang = locales[language]
  return (
    <LanguageContext value={chosen}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        {...(styleNonce && { getStyleNonce: () => styleNonce })}
      >
        <DatesProvider settings={{ locale: language === 'pt' ? 'pt-br' : 'en', firstDayOfWeek: 0 }}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} context={{ queryClient }} />
            <ProofDialog />
            <Suspense>
              <Notices />
            </Suspense>
          </QueryClientProvider>
        </DatesProvider>
      </MantineProvider>
    </LanguageContext>
  )
}
