import type { Metadata } from 'next'
import { Mark } from '@/components/shell/mark'
import { safePath } from '@/components/sign-in/safe-path'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { common } from '@/lib/messages/common'
import { signIn } from '@/lib/messages/sign-in'

export const metadata: Metadata = { title: signIn.title }

type Props = { searchParams: Promise<{ next?: string | string[] }> }

export default async function SignInPage({ searchParams }: Props) {
  const { next } = await searchParams
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[23rem] flex-col justify-center gap-6 px-5 py-12">
      <header className="flex flex-col gap-3">
        <Mark className="size-9" />
        <div>
          <h1 className="text-2xl">{common.product}</h1>
          <p className="text-lg text-muted">{signIn.lead}</p>
        </div>
      </header>
      <SignInForm next={safePath(next)} />
    </main>
  )
}
