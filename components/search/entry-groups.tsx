import {
  BookOpen,
  CircleHelp,
  CodeXml,
  FileText,
  FolderDown,
  History,
  Keyboard,
  Landmark,
  ListChecks,
  LogOut,
  ShieldCheck,
  TriangleAlert,
  Users,
} from 'lucide-react'
import { developerTabs } from '@/components/developers/developers-header'
import { offeredItems } from '@/components/navigation/nav-items'
import { signOut } from '@/components/navigation/sign-out'
import { DISPUTES_PATH } from '@/components/payments/face'
import { Kbd } from '@/components/ui/kbd'
import type { PageMember } from '@/lib/dashboard/web/shape'
import { foldText } from '@/lib/domain/fold-text'
import type { Translate } from '@/lib/messages/translator'
import { offeredCreations } from './creations'
import type { PaletteGroup, PaletteOption } from './found-groups'

/** An option with its synonyms, by which it is searched too. */
type Choice = Omit<PaletteOption, 'key'> & { synonyms: string }

/** Screens below those of the rail, listed only for a typed text. */
const screens = [
  { id: 'payouts', to: '/payouts', title: 'search.screens.payouts', Icon: Landmark },
  { id: 'statements', to: '/balance/statements', title: 'search.screens.statements', Icon: FileText },
  { id: 'match', to: '/balance/match', title: 'search.screens.match', Icon: ListChecks },
  { id: 'exports', to: '/exports', title: 'exports.title', Icon: FolderDown },
  { id: 'charges', to: '/charges', title: 'charge-names.cases.title', Icon: CircleHelp },
  { id: 'team', to: '/settings/team', title: 'search.screens.team', Icon: Users },
  { id: 'security', to: '/settings/security', title: 'shell.security', Icon: ShieldCheck },
  { id: 'audit', to: '/settings/audit', title: 'search.screens.audit', Icon: History },
  { id: 'docs', to: '/docs', title: 'search.screens.docs', Icon: BookOpen },
] as const
const disputes = [
  { id: 'disputes', to: DISPUTES_PATH, title: 'search.screens.disputes', Icon: TriangleAlert },
] as const
const developers = developerTabs.map((tab) => ({
  ...{ id: tab, to: `/developers/${tab}`, Icon: CodeXml },
  title: `search.developers.${tab}` as const,
}))

type Offered = Pick<PageMember, 'granted'> & { hasDisputes: boolean; onShowKeys: () => void }

/** Returns the screens and actions with a word for each word of a text; for an empty one those of the rail. */
export function entryGroups(
  text: string,
  { granted, hasDisputes, onShowKeys }: Offered,
  t: Translate,
): PaletteGroup[] {
  const rail: Choice[] = offeredItems(granted).map(({ id, href, Icon, letter }) => ({
    ...{ to: href, title: t(`shell.${id}`), synonyms: t(`search.synonyms.${id}`), Icon },
    end: keys('G', letter.toUpperCase()),
  }))
  const typed: Choice[] = [
    ...screens,
    ...(hasDisputes ? disputes : []),
    ...(granted.includes('developers.read') ? developers : []),
  ].map(({ id, title, ...screen }) => ({ ...screen, title: t(title), synonyms: t(`search.synonyms.${id}`) }))
  const act: Choice[] = [
    ...offeredCreations(granted).map(({ id, href, Icon, ...more }) => ({
      ...{ to: href, title: t(`shell.${id}`), synonyms: t(`search.synonyms.${id}`), Icon },
      end: 'shortcut' in more ? keys(...more.shortcut) : undefined,
    })),
    {
      ...{ to: onShowKeys, title: t('shell.keyboard'), synonyms: t('search.synonyms.shortcuts') },
      ...{ Icon: Keyboard, end: keys('?') },
    },
    { to: signOut, title: t('shell.signOut'), synonyms: t('search.synonyms.signOut'), Icon: LogOut },
  ]
  const wanted = wordsOf(text)
  const isNamed = ({ title, synonyms }: Choice) =>
    wanted.every((start) => wordsOf(`${title} ${synonyms}`).some((word) => word.startsWith(start)))
  const go = wanted.length === 0 ? rail : [...rail, ...typed].filter(isNamed)
  return [
    { key: 'go', label: t('search.go'), options: go.map(keyed) },
    { key: 'act', label: t('search.act'), options: act.filter(isNamed).map(keyed) },
  ].filter(({ options }) => options.length > 0)
}

export function wordsOf(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean)
}

const keyed = ({ synonyms: _, ...choice }: Choice): PaletteOption => ({ key: choice.title, ...choice })

function keys(...shortcut: string[]) {
  return (
    <span aria-hidden className="flex gap-1 pointer-coarse:hidden">
      {shortcut.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
