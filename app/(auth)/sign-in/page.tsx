import { redirect } from 'next/navigation'
import { Mark } from '@/components/shell/mark'
import { TabTitle } from '@/components/shell/tab-title'
import { safePath } from '@/components/sign-in/safe-path'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { isSignedIn } from '@/lib/dashboard/web/member'
import { common } from '@/lib/messages/common'
import { signIn } from '@/lib/messages/sign-in'

type Props = { searchParams: Promise<{ next?: string | string[] }> }

/**
 * Hung from the top, not centred: an error or a hint that arrives moves only what is below it. Whoever is signed in
 * already is led on.
 */
export default async function SignInPage({ searchParams }: Props) {
  const next = safePath((await searchParams).next)
  if (await isSignedIn()) redirect(next)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col gap-6 px-4 pt-[max(2rem,14vh)] pb-12">
      <TabTitle name={signIn.title} />
      <p className="flex items-center justify-center gap-2.5 font-semibold text-lg tracking-tight">
        <Mark className="size-7" />
        {common.product}
      </p>
      <div className="flex flex-col gap-6 rounded-xl bg-surface px-5 py-7 shadow-card sm:px-8 sm:py-8">
        <header>
          <h1 className="text-xl">{signIn.heading}</h1>
          <p className="mt-0.5 text-muted">{signIn.lead}</p>
        </header>
        <SignInForm next={next} />
      </div>
      <p className="text-balance text-center text-muted text-sm">{signIn.forgot}</p>
    </main>
  )
}
