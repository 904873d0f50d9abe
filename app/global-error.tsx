'use client'

import { MessagePage } from '@/components/page/message-page'
import { buttonLook } from '@/components/ui/button-look'
import { isLanguage } from '@/lib/domain/languages'
import en from '@/lib/messages/en/failure.json'
import es from '@/lib/messages/es/failure.json'
import pt from '@/lib/messages/pt/failure.json'

const reload = () => location.reload()

/** The few texts of this page, which no layout sends. */
const texts = {
  en: { title: en.failedTitle, hint: en.failedHintPlain, retry: en.retry },
  es: { title: es.failedTitle, hint: es.failedHintPlain, retry: es.retry },
  pt: { title: pt.failedTitle, hint: pt.failedHintPlain, retry: pt.retry },
}

/** Returns the language of the page that failed; English for one that the server could not begin. */
function languageOfPage() {
  const tag = typeof document === 'undefined' ? '' : document.documentElement.lang.slice(0, 2)
  return isLanguage(tag) ? tag : 'en'
}

/** Replaces the root layout after an error in it. Every page loads it in advance, so it has no more than text and a button. */
export default function GlobalFailed() {
  const language = languageOfPage()
  const { title, hint, retry } = texts[language]
  return (
    <html lang={language} data-theme="system">
      <body>
        <MessagePage
          title={title}
          action={
            <button type="button" className={buttonLook('primary', 'md')} onClick={reload}>
              {retry}
            </button>
          }
        >
          {hint}
        </MessagePage>
      </body>
    </html>
  )
}
