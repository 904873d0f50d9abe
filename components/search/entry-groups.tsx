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
import type { PageMember } from '@/lib/dashboard/schema/page-member'
import { foldText } from '@/lib/domain/fold-text'
import { audit } from '@/lib/messages/audit'
import { bankMatch } from '@/lib/messages/bank-match'
import { charges } from '@/lib/messages/charges'
import { developers } from '@/lib/messages/developers'
import { disputes } from '@/lib/messages/disputes'
import { exports } from '@/lib/messages/exports'
import { payouts } from '@/lib/messages/payouts'
import { search } from '@/lib/messages/search'
import { shell } from '@/lib/messages/shell'
import { statements } from '@/lib/messages/statements'
import { team } from '@/lib/messages/team'
import { offeredCreations } from './creations'
import type { PaletteGroup, PaletteOption } from './found-groups'

type Choice = Omit<PaletteOption, 'key'>

/** Screens below those of the rail, listed only for a typed text. */
const screens: Choice[] = [
  { to: '/payouts', title: payouts.title, Icon: Landmark },
  { to: '/balance/statements', title: statements.title, Icon: FileText },
  { to: '/balance/match', title: bankMatch.title, Icon: ListChecks },
  { to: '/exports', title: exports.title, Icon: FolderDown },
  { to: '/charges', title: charges.cases.title, Icon: CircleHelp },
  { to: '/settings/team', title: team.title, Icon: Users },
  { to: '/settings/security', title: shell.security, Icon: ShieldCheck },
  { to: '/settings/audit', title: audit.title, Icon: History },
  { to: '/docs', title: search.documentation, Icon: BookOpen },
]

const developerScreens: Choice[] = developerTabs.map((tab) => ({
  to: `/developers/${tab}`,
  title: search.developersIn(developers.tabs[tab]),
  Icon: CodeXml,
}))

/** Returns the screens and actions with a word for each word of a text; for an empty one those of the rail. */
export function entryGroups(
  text: string,
  { granted, hasDisputes }: Pick<PageMember, 'granted'> & { hasDisputes: boolean },
  onShowKeys: () => void,
): PaletteGroup[] {
  const rail: Choice[] = offeredItems(granted).map(({ href, label, Icon, letter }) => ({
    to: href,
    title: label,
    Icon,
    end: keys('G', letter.toUpperCase()),
  }))
  const typed = [
    ...screens,
    ...(hasDisputes ? [{ to: DISPUTES_PATH, title: disputes.title, Icon: TriangleAlert }] : []),
    ...(granted.includes('developers.read') ? developerScreens : []),
  ]
  const act: Choice[] = [
    ...offeredCreations(granted).map(({ href: to, label: title, Icon, ...more }) => ({
      ...{ to, title, Icon },
      end: 'shortcut' in more ? keys(...more.shortcut) : undefined,
    })),
    { to: onShowKeys, title: search.keys, Icon: Keyboard, end: keys('?') },
    { to: signOut, title: shell.signOut, Icon: LogOut },
  ]
  const wanted = wordsOf(text)
  const isNamed = ({ title }: Choice) =>
    wanted.every((start) => wordsOf(title).some((word) => word.startsWith(start)))
  const go = wanted.length === 0 ? rail : [...rail, ...typed].filter(isNamed)
  return [
    { key: 'go', label: search.go, options: go.map(keyed) },
    { key: 'act', label: search.act, options: act.filter(isNamed).map(keyed) },
  ].filter(({ options }) => options.length > 0)
}

function wordsOf(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean)
}

const keyed = (choice: Choice): PaletteOption => ({ key: choice.title, ...choice })

function keys(...shortcut: string[]) {
  return (
    <span aria-hidden className="flex gap-1 pointer-coarse:hidden">
      {shortcut.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
