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
  type LucideIcon,
  ShieldCheck,
  TriangleAlert,
  Users,
} from 'lucide-react'
import { developerTabs } from '@/components/developers/developers-header'
import { offeredItems } from '@/components/navigation/nav-items'
import { PageLink } from '@/components/navigation/page-link'
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
import type { PaletteGroup } from './found-groups'

/** A screen or an action of the palette. */
type Choice = { label: string; Icon: LucideIcon; shortcut?: readonly string[] } & (
  | { href: string }
  | { act: () => void }
)

/** Screens below those of the rail, listed only for a typed text. */
const screens: Choice[] = [
  { href: '/payouts', label: payouts.title, Icon: Landmark },
  { href: '/balance/statements', label: statements.title, Icon: FileText },
  { href: '/balance/match', label: bankMatch.title, Icon: ListChecks },
  { href: '/exports', label: exports.title, Icon: FolderDown },
  { href: '/charges', label: charges.cases.title, Icon: CircleHelp },
  { href: '/settings/team', label: team.title, Icon: Users },
  { href: '/settings/security', label: shell.security, Icon: ShieldCheck },
  { href: '/settings/audit', label: audit.title, Icon: History },
  { href: '/docs', label: search.documentation, Icon: BookOpen },
]

const developerScreens: Choice[] = developerTabs.map((tab) => ({
  href: `/developers/${tab}`,
  label: search.developersIn(developers.tabs[tab]),
  Icon: CodeXml,
}))

/** Returns the screens and actions with a word for each word of a text; for an empty one those of the rail. */
export function entryGroups(
  text: string,
  { granted, hasDisputes }: Pick<PageMember, 'granted'> & { hasDisputes: boolean },
  onShowKeys: () => void,
): PaletteGroup[] {
  const rail: Choice[] = offeredItems(granted).map(({ href, label, Icon, letter }) => ({
    href,
    label,
    Icon,
    shortcut: ['G', letter.toUpperCase()],
  }))
  const typed = [
    ...screens,
    ...(hasDisputes ? [{ href: DISPUTES_PATH, label: disputes.title, Icon: TriangleAlert }] : []),
    ...(granted.includes('developers.read') ? developerScreens : []),
  ]
  const act: Choice[] = [
    ...offeredCreations(granted),
    { act: onShowKeys, label: search.keys, Icon: Keyboard, shortcut: ['?'] },
    { act: signOut, label: shell.signOut, Icon: LogOut },
  ]
  const wanted = wordsOf(text)
  const isNamed = ({ label }: Choice) =>
    wanted.every((start) => wordsOf(label).some((word) => word.startsWith(start)))
  const go = wanted.length === 0 ? rail : [...rail, ...typed].filter(isNamed)
  return [
    { key: 'go', label: search.go, options: go.map(optionOf) },
    { key: 'act', label: search.act, options: act.filter(isNamed).map(optionOf) },
  ].filter(({ options }) => options.length > 0)
}

function wordsOf(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean)
}

function optionOf(choice: Choice) {
  const { label, Icon, shortcut } = choice
  const content = (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
      <span title={label} className="min-w-0 flex-1 truncate">
        {label}
      </span>
      {shortcut ? (
        <span aria-hidden className="flex gap-1 pointer-coarse:hidden">
          {shortcut.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ) : null}
    </>
  )
  return {
    key: label,
    element:
      'href' in choice ? (
        <PageLink href={choice.href}>{content}</PageLink>
      ) : (
        <button type="button" onClick={choice.act}>
          {content}
        </button>
      ),
  }
}
