import compile from 'icu-minify/compile'
import type { Language } from '@/lib/domain/languages'
import enCardFields from './en/card-fields.json' with { type: 'json' }
import enDeclines from './en/declines.json' with { type: 'json' }
import enFailure from './en/failure.json' with { type: 'json' }
import enHostedCard from './en/hosted-card.json' with { type: 'json' }
import enJoin from './en/join.json' with { type: 'json' }
import enJoinForm from './en/join-form.json' with { type: 'json' }
import enPage from './en/page.json' with { type: 'json' }
import enPay from './en/pay.json' with { type: 'json' }
import enPayBank from './en/pay-bank.json' with { type: 'json' }
import enPayForm from './en/pay-form.json' with { type: 'json' }
import enPayerForm from './en/payer-form.json' with { type: 'json' }
import enPayerMail from './en/payer-mail.json' with { type: 'json' }
import enReceipt from './en/receipt.json' with { type: 'json' }
import enTestBank from './en/test-bank.json' with { type: 'json' }
import enTestCards from './en/test-cards.json' with { type: 'json' }
import esCardFields from './es/card-fields.json' with { type: 'json' }
import esDeclines from './es/declines.json' with { type: 'json' }
import esFailure from './es/failure.json' with { type: 'json' }
import esHostedCard from './es/hosted-card.json' with { type: 'json' }
import esJoin from './es/join.json' with { type: 'json' }
import esJoinForm from './es/join-form.json' with { type: 'json' }
import esPage from './es/page.json' with { type: 'json' }
import esPay from './es/pay.json' with { type: 'json' }
import esPayBank from './es/pay-bank.json' with { type: 'json' }
import esPayForm from './es/pay-form.json' with { type: 'json' }
import esPayerForm from './es/payer-form.json' with { type: 'json' }
import esPayerMail from './es/payer-mail.json' with { type: 'json' }
import esReceipt from './es/receipt.json' with { type: 'json' }
import esTestBank from './es/test-bank.json' with { type: 'json' }
import esTestCards from './es/test-cards.json' with { type: 'json' }
import ptCardFields from './pt/card-fields.json' with { type: 'json' }
import ptDeclines from './pt/declines.json' with { type: 'json' }
import ptFailure from './pt/failure.json' with { type: 'json' }
import ptHostedCard from './pt/hosted-card.json' with { type: 'json' }
import ptJoin from './pt/join.json' with { type: 'json' }
import ptJoinForm from './pt/join-form.json' with { type: 'json' }
import ptPage from './pt/page.json' with { type: 'json' }
import ptPay from './pt/pay.json' with { type: 'json' }
import ptPayBank from './pt/pay-bank.json' with { type: 'json' }
import ptPayForm from './pt/pay-form.json' with { type: 'json' }
import ptPayerForm from './pt/payer-form.json' with { type: 'json' }
import ptPayerMail from './pt/payer-mail.json' with { type: 'json' }
import ptReceipt from './pt/receipt.json' with { type: 'json' }
import ptTestBank from './pt/test-bank.json' with { type: 'json' }
import ptTestCards from './pt/test-cards.json' with { type: 'json' }
import { type CompiledTexts, type Translate, translator } from './translator'

type Texts = Readonly<Record<string, string>>

/** All texts by file. The rows of English name the files; `npm run check` compares the languages. */
export const sources = {
  en: {
    'card-fields': enCardFields,
    declines: enDeclines,
    failure: enFailure,
    'hosted-card': enHostedCard,
    join: enJoin,
    'join-form': enJoinForm,
    page: enPage,
    pay: enPay,
    'pay-bank': enPayBank,
    'pay-form': enPayForm,
    'payer-form': enPayerForm,
    'payer-mail': enPayerMail,
    receipt: enReceipt,
    'test-bank': enTestBank,
    'test-cards': enTestCards,
  },
  es: {
    'card-fields': esCardFields,
    declines: esDeclines,
    failure: esFailure,
    'hosted-card': esHostedCard,
    join: esJoin,
    'join-form': esJoinForm,
    page: esPage,
    pay: esPay,
    'pay-bank': esPayBank,
    'pay-form': esPayForm,
    'payer-form': esPayerForm,
    'payer-mail': esPayerMail,
    receipt: esReceipt,
    'test-bank': esTestBank,
    'test-cards': esTestCards,
  },
  pt: {
    'card-fields': ptCardFields,
    declines: ptDeclines,
    failure: ptFailure,
    'hosted-card': ptHostedCard,
    join: ptJoin,
    'join-form': ptJoinForm,
    page: ptPage,
    pay: ptPay,
    'pay-bank': ptPayBank,
    'pay-form': ptPayForm,
    'payer-form': ptPayerForm,
    'payer-mail': ptPayerMail,
    receipt: ptReceipt,
    'test-bank': ptTestBank,
    'test-cards': ptTestCards,
  },
} satisfies Record<Language, Record<string, Texts>>

/** File of texts, named after its noun. */
export type Noun = keyof (typeof sources)['en']

const compiled = new Map<string, CompiledTexts>()

/** Returns the texts of some files in one language, to be sent to the browser. */
export function textsOf(language: Language, nouns: readonly Noun[]): CompiledTexts {
  return Object.assign({}, ...nouns.map((noun) => compiledTexts(language, noun)))
}

/** Returns all texts of one language as a function. It runs on the server alone. */
export function translatorOf(language: Language): Translate {
  const nouns = Object.keys(sources.en) as Noun[] // Object.keys forgets the key type.
  return translator(language, textsOf(language, nouns))
}

function compiledTexts(language: Language, noun: Noun): CompiledTexts {
  const name = `${language}/${noun}`
  const known = compiled.get(name)
  if (known) return known
  const texts: Texts = sources[language][noun]
  const rows = Object.entries(texts).map(([key, text]) => [`${noun}.${key}`, compile(text)])
  // React sends only plain objects to the browser; the compiler's have no prototype.
  const made: CompiledTexts = JSON.parse(JSON.stringify(Object.fromEntries(rows)))
  compiled.set(name, made)
  return made
}
